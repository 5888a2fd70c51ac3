//! Commands: what a script is a list of.

use crate::rank::Datatype;
use crate::sexp::Sexp;
use crate::sort::{SortText, SortedVar};
use crate::symbol::Symbol;
use crate::term::Term;

/// A command. What this crate has no use for, or does not understand, is [`Command::Other`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Command {
    /// `set-logic`
    SetLogic(Symbol),
    /// `set-option`: the keyword and the value.
    SetOption(Sexp, Option<Sexp>),
    /// `set-info`: the keyword and the value.
    SetInfo(Sexp, Option<Sexp>),
    /// `declare-sort`: the name and the number of parameters, if given.
    DeclareSort(Symbol, Option<u32>),
    /// `define-sort`
    DefineSort(Symbol, Vec<Symbol>, SortText),
    /// `declare-fun` or `declare-const`
    Declare(Declaration),
    /// `define-fun`, `define-fun-rec` or `define-const`
    Define(Definition),
    /// `define-funs-rec`: the bodies are in the definitions.
    DefineFunsRec(Vec<Definition>),
    /// `declare-datatypes` and its kin: as spelled, and what it declares.
    Datatypes(Sexp, Vec<Datatype>),
    /// `assert`
    Assert(Term),
    /// `check-sat`
    CheckSat,
    /// `check-sat-assuming`
    CheckSatAssuming(Vec<Term>),
    /// `push`: the number, if given; without, it means 1.
    Push(Option<u32>),
    /// `pop`: the number, if given; without, it means 1.
    Pop(Option<u32>),
    /// `reset`
    Reset,
    /// `reset-assertions`
    ResetAssertions,
    /// `get-value`
    GetValue(Vec<Term>),
    /// `exit`
    Exit,
    /// A command of a dialect about a term, as `simplify`, `minimize` or `assert-soft`: its name,
    /// the term, and what follows.
    About(Symbol, Term, Vec<Sexp>),
    /// Any other command, or what is no command.
    Other(Sexp),
}

/// A declaration of a function or constant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Declaration {
    /// The name.
    pub name: Symbol,
    /// The sorts of the arguments.
    pub arguments: Vec<SortText>,
    /// The sort of the result.
    pub result: SortText,
    /// Whether it is spelled `declare-const`.
    pub is_const: bool,
}

/// A definition of a function or constant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Definition {
    /// The name.
    pub name: Symbol,
    /// The parameters.
    pub parameters: Vec<SortedVar>,
    /// The sort of the result.
    pub result: SortText,
    /// The body.
    pub body: Term,
    /// How it is spelled.
    pub spelling: Spelling,
}

/// How a definition is spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// `define-fun`
    Fun,
    /// `define-fun-rec`
    FunRec,
    /// `define-const`
    Const,
}

impl Command {
    /// The levels that one `push` opens at most: more have no use, and take memory.
    pub const MOST_LEVELS: u32 = 10_000;

    /// The terms of the command.
    pub fn terms(&self) -> Vec<&Term> {
        match self {
            Command::Assert(term) | Command::About(_, term, _) => vec![term],
            Command::Define(definition) => vec![&definition.body],
            Command::DefineFunsRec(all) => all.iter().map(|d| &d.body).collect(),
            Command::CheckSatAssuming(terms) | Command::GetValue(terms) => terms.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The same command with each of its terms replaced.
    pub fn map_terms(&self, mut f: impl FnMut(&Term) -> Term) -> Command {
        let mut define = |d: &Definition| Definition { body: f(&d.body), ..d.clone() };
        match self {
            Command::Define(definition) => Command::Define(define(definition)),
            Command::DefineFunsRec(all) => Command::DefineFunsRec(all.iter().map(define).collect()),
            Command::Assert(term) => Command::Assert(f(term)),
            Command::About(name, term, rest) => Command::About(name.clone(), f(term), rest.clone()),
            Command::CheckSatAssuming(all) => {
                Command::CheckSatAssuming(all.iter().map(f).collect())
            }
            Command::GetValue(all) => Command::GetValue(all.iter().map(f).collect()),
            other => other.clone(),
        }
    }

    /// The names that it declares or defines: of a datatype first its own, then those of its
    /// constructors, each with its selectors. None if it is a datatype that is not understood.
    pub fn declared(&self) -> Vec<&Symbol> {
        match self {
            Command::DeclareSort(name, _) | Command::DefineSort(name, ..) => vec![name],
            Command::Declare(declaration) => vec![&declaration.name],
            Command::Define(definition) => vec![&definition.name],
            Command::DefineFunsRec(all) => all.iter().map(|d| &d.name).collect(),
            Command::Datatypes(_, all) => {
                let mut names = Vec::new();
                for datatype in all {
                    names.push(&datatype.name);
                    for constructor in &datatype.constructors {
                        names.push(&constructor.name);
                        names.extend(constructor.selectors.iter().map(|(name, _)| name));
                    }
                }
                names
            }
            _ => Vec::new(),
        }
    }

    /// Whether all that it does is to declare or define names.
    pub fn declares(&self) -> bool {
        matches!(
            self,
            Command::DeclareSort(..)
                | Command::DefineSort(..)
                | Command::Declare(_)
                | Command::Define(_)
                | Command::DefineFunsRec(_)
                | Command::Datatypes(..)
        )
    }

    /// Whether a solver answers it with `sat`, `unsat` or `unknown`.
    pub fn is_check(&self) -> bool {
        match self {
            Command::CheckSat | Command::CheckSatAssuming(_) => true,
            Command::Other(sexp) => {
                sexp.head().is_some_and(|head| head == "check-sat-using" || head == "check-sat")
            }
            _ => false,
        }
    }

    /// A constant of this sort.
    pub fn declare_const(name: impl Into<Symbol>, sort: impl Into<SortText>) -> Command {
        let (name, result) = (name.into(), sort.into());
        Command::Declare(Declaration { name, arguments: Vec::new(), result, is_const: false })
    }
}
