//! Commands from S-expressions; a scope follows what they declare.

use crate::command::{Command, Declaration, Definition, Spelling};
use crate::rank::{Constructor, Datatype, Rank};
use crate::scope::Scope;
use crate::sexp::Sexp;
use crate::sort::{SortText, SortedVar};
use crate::symbol::Symbol;
use crate::token::TokenKind;

/// Commands of dialects whose first argument is a term.
const ABOUT: &[&str] = &[
    "simplify",
    "eval",
    "display",
    "minimize",
    "maximize",
    "assert-soft",
    "get-qe",
    "get-qe-disjunct",
];

impl Scope {
    /// Reads a command, and does to this scope what it declares.
    pub fn read_command(&mut self, sexp: &Sexp) -> Command {
        let list = sexp.list().unwrap_or_default();
        let command = list.split_first().and_then(|(head, rest)| {
            let head = head.symbol()?;
            self.read_known(sexp, head, rest)
        });
        let command = command.unwrap_or_else(|| Command::Other(sexp.clone()));
        self.run(&command);
        command
    }

    fn read_known(&mut self, sexp: &Sexp, head: &str, rest: &[Sexp]) -> Option<Command> {
        let level = |rest: &[Sexp]| match rest {
            [] => Some(None),
            [n] => {
                n.numeral().filter(|m| n.token().is_some_and(|t| t.text == m.to_string())).map(Some)
            }
            _ => None,
        };
        let keyword = |rest: &[Sexp]| match rest {
            [key] => Some((key.clone(), None)),
            [key, value] => Some((key.clone(), Some(value.clone()))),
            _ => None,
        };
        Some(match (head, rest) {
            ("set-logic", [name]) => Command::SetLogic(name.any_symbol()?),
            ("set-option", _) => keyword(rest).map(|(key, v)| Command::SetOption(key, v))?,
            ("set-info", _) => keyword(rest).map(|(key, v)| Command::SetInfo(key, v))?,
            ("declare-sort", [name]) => Command::DeclareSort(name.any_symbol()?, None),
            ("declare-sort", [name, _]) => {
                Command::DeclareSort(name.any_symbol()?, level(&rest[1..])?)
            }
            ("define-sort", [name, parameters, sort]) => {
                let parameters = symbols(parameters)?;
                let meaning = self.sort_with(sort, &parameters);
                let text = SortText { text: sort.clone(), sort: meaning };
                Command::DefineSort(name.any_symbol()?, parameters, text)
            }
            ("declare-fun", [name, arguments, result]) => Command::Declare(Declaration {
                name: name.any_symbol()?,
                arguments: arguments.list()?.iter().map(|sort| self.sort_text(sort)).collect(),
                result: self.sort_text(result),
                is_const: false,
            }),
            ("declare-const", [name, sort]) => Command::Declare(Declaration {
                name: name.any_symbol()?,
                arguments: Vec::new(),
                result: self.sort_text(sort),
                is_const: true,
            }),
            ("define-fun", [name, parameters, result, body]) => {
                self.definition(name, Some(parameters), result, body, Spelling::Fun)?
            }
            ("define-fun-rec", [name, parameters, result, body]) => {
                self.definition(name, Some(parameters), result, body, Spelling::FunRec)?
            }
            ("define-const", [name, result, body]) => {
                self.definition(name, None, result, body, Spelling::Const)?
            }
            ("define-funs-rec", [heads, bodies]) => self.definitions(heads, bodies)?,
            ("declare-datatypes" | "declare-codatatypes", _)
            | ("declare-datatype" | "declare-codatatype", _) => {
                Command::Datatypes(sexp.clone(), self.datatypes(rest)?)
            }
            ("assert", [term]) => Command::Assert(self.read_term(term)),
            ("check-sat", []) => Command::CheckSat,
            ("check-sat-assuming", [terms]) => {
                Command::CheckSatAssuming(terms.list()?.iter().map(|t| self.read_term(t)).collect())
            }
            ("get-value", [terms]) => {
                Command::GetValue(terms.list()?.iter().map(|t| self.read_term(t)).collect())
            }
            ("push", _) => Command::Push(level(rest)?),
            ("pop", _) => Command::Pop(level(rest)?),
            ("reset", []) => Command::Reset,
            ("reset-assertions", []) => Command::ResetAssertions,
            ("exit", []) => Command::Exit,
            (_, [term, more @ ..]) if ABOUT.contains(&head) => {
                Command::About(Symbol::spelled(head), self.read_term(term), more.to_vec())
            }
            _ => return None,
        })
    }

    fn definition(
        &mut self,
        name: &Sexp,
        parameters: Option<&Sexp>,
        result: &Sexp,
        body: &Sexp,
        spelling: Spelling,
    ) -> Option<Command> {
        let name = name.any_symbol()?;
        let parameters = parameters.map_or(Some(Vec::new()), |list| self.sorted_vars(list))?;
        let result = self.sort_text(result);
        if spelling == Spelling::FunRec {
            self.declare(&name, rank(&parameters, &result));
        }
        let body = self.body(&parameters, body);
        Some(Command::Define(Definition { name, parameters, result, body, spelling }))
    }

    fn definitions(&mut self, heads: &Sexp, bodies: &Sexp) -> Option<Command> {
        let (heads, bodies) = (heads.list()?, bodies.list()?);
        let mut known = Vec::new();
        for head in heads {
            let [name, parameters, result] = head.list()? else { return None };
            known.push((name.any_symbol()?, self.sorted_vars(parameters)?, self.sort_text(result)));
        }
        if known.len() != bodies.len() {
            return None;
        }
        for (name, parameters, result) in &known {
            self.declare(name, rank(parameters, result));
        }
        let define = |((name, parameters, result), body): ((_, Vec<SortedVar>, _), &Sexp)| {
            let body = self.body(&parameters, body);
            Definition { name, parameters, result, body, spelling: Spelling::FunRec }
        };
        Some(Command::DefineFunsRec(known.into_iter().zip(bodies).map(define).collect()))
    }

    fn body(&mut self, parameters: &[SortedVar], body: &Sexp) -> crate::Term {
        for parameter in parameters {
            self.bind(&parameter.name, parameter.sort.sort.clone());
        }
        let body = self.read_term(body);
        parameters.iter().for_each(|parameter| self.unbind(&parameter.name));
        body
    }

    /// The datatypes of `((name arity) …) (constructors …)`, of the older `(parameters)
    /// ((name constructors) …)`, or of `name constructors`.
    fn datatypes(&mut self, rest: &[Sexp]) -> Option<Vec<Datatype>> {
        let [first, second] = rest else { return None };
        let mut known: Vec<(Symbol, Vec<Symbol>, &[Sexp])> = Vec::new();
        if let Some(name) = first.any_symbol() {
            let (parameters, constructors) = with_parameters(second)?;
            known.push((name, parameters, constructors));
        } else if first.list()?.iter().any(|item| item.list().is_some()) {
            let (heads, bodies) = (first.list()?, second.list()?);
            if heads.len() != bodies.len() {
                return None;
            }
            for (head, body) in heads.iter().zip(bodies) {
                let name = head.list()?.first()?.any_symbol()?;
                let (parameters, constructors) = with_parameters(body)?;
                known.push((name, parameters, constructors));
            }
        } else {
            let parameters = symbols(first)?;
            for body in second.list()? {
                let (name, constructors) = body.list()?.split_first()?;
                known.push((name.any_symbol()?, parameters.clone(), constructors));
            }
        }
        // They may be made of each other.
        for (name, parameters, _) in &known {
            self.declare_sort(name, parameters.len());
        }
        let read = |(name, parameters, constructors): (Symbol, Vec<Symbol>, &[Sexp])| {
            let constructor = |sexp| self.constructor(sexp, &parameters);
            let constructors = constructors.iter().map(constructor).collect::<Option<_>>()?;
            Some(Datatype { name, parameters, constructors })
        };
        known.into_iter().map(read).collect()
    }

    fn constructor(&self, sexp: &Sexp, parameters: &[Symbol]) -> Option<Constructor> {
        if let Some(name) = sexp.any_symbol() {
            return Some(Constructor { name, selectors: Vec::new() });
        }
        let (name, selectors) = sexp.list()?.split_first()?;
        let selector = |sexp: &Sexp| match sexp.list()? {
            [name, sort] => Some((name.any_symbol()?, self.sort_with(sort, parameters))),
            _ => None,
        };
        let selectors = selectors.iter().map(selector).collect::<Option<_>>()?;
        Some(Constructor { name: name.any_symbol()?, selectors })
    }

    /// Does what a command says about names: declarations, levels, the logic.
    pub fn run(&mut self, command: &Command) {
        match command {
            Command::SetLogic(name) => self.reals = only_reals(name.name()),
            Command::SetOption(key, Some(value))
                if key.of_kind(TokenKind::Keyword) == Some(":global-declarations") =>
            {
                self.global = value.symbol() == Some("true");
            }
            Command::DeclareSort(name, arity) => {
                self.declare_sort(name, arity.unwrap_or(0) as usize);
            }
            Command::DefineSort(name, parameters, sort) => {
                self.define_sort(name, parameters.clone(), sort.sort.clone());
            }
            Command::Declare(declaration) => {
                let sorts = declaration.arguments.iter().map(|sort| sort.sort.clone()).collect();
                self.declare(&declaration.name, Rank::new(sorts, declaration.result.sort.clone()));
            }
            Command::Define(d) => self.declare(&d.name, rank(&d.parameters, &d.result)),
            Command::DefineFunsRec(all) => {
                all.iter().for_each(|d| self.declare(&d.name, rank(&d.parameters, &d.result)));
            }
            Command::Datatypes(_, datatypes) => {
                datatypes.iter().for_each(|datatype| self.declare_datatype(datatype.clone()));
            }
            Command::Push(levels) => self.push(levels.unwrap_or(1)),
            Command::Pop(levels) => self.pop(levels.unwrap_or(1)),
            Command::Reset => *self = Scope::new(),
            Command::ResetAssertions => self.reset_assertions(),
            _ => {}
        }
        for term in command.terms() {
            self.declare_named(term);
        }
    }

    /// `(! t :named n)` declares n.
    fn declare_named(&mut self, term: &crate::Term) {
        for (name, named) in term.preorder().flat_map(crate::Term::named) {
            self.declare(&name, Rank::new(Vec::new(), named.sort().clone()));
        }
    }
}

fn rank(parameters: &[SortedVar], result: &SortText) -> Rank {
    Rank::new(parameters.iter().map(|p| p.sort.sort.clone()).collect(), result.sort.clone())
}

fn symbols(list: &Sexp) -> Option<Vec<Symbol>> {
    list.list()?.iter().map(Sexp::any_symbol).collect()
}

/// The constructors of a datatype, and its parameters if there is a `par`.
fn with_parameters(sexp: &Sexp) -> Option<(Vec<Symbol>, &[Sexp])> {
    match sexp.list()? {
        [par, parameters, constructors] if par.symbol() == Some("par") => {
            Some((symbols(parameters)?, constructors.list()?))
        }
        constructors => Some((Vec::new(), constructors)),
    }
}

/// Whether numerals are reals: the logic has real arithmetic and no integers.
fn only_reals(logic: &str) -> bool {
    let logic = logic.strip_prefix("QF_").unwrap_or(logic);
    let real = ["LRA", "NRA", "RDL", "NRAT"].iter().any(|part| logic.contains(part));
    let mixed = ["LIRA", "NIRA", "IDL", "LIA", "NIA"].iter().any(|part| logic.contains(part));
    real && !mixed
}
