//! Scripts: lists of commands.

use crate::command::Command;
use crate::error::ReadError;
use crate::scope::Scope;
use crate::sexp::Sexp;
use crate::term::Term;
use crate::token::{Limits, Tokens};

/// A script.
///
/// ```
/// use smt_lang::{Command, Script, Sort};
/// let script = Script::read(b"(declare-const x Int) (assert (< x 3)) (check-sat)").unwrap();
/// let [_, Command::Assert(term), _] = &script.commands[..] else { panic!() };
/// assert_eq!(*term.children()[0].sort(), Sort::Int);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Script {
    /// The commands, without the comments between them.
    pub commands: Vec<Command>,
}

impl Script {
    /// Reads a text, within the limits of [`Limits::default`].
    ///
    /// # Errors
    ///
    /// As [`Tokens::read`]. Any list of S-expressions is a script: what is not understood becomes
    /// [`Command::Other`] or a term of unknown sort.
    pub fn read(text: &[u8]) -> Result<Script, ReadError> {
        Script::read_within(text, Limits::default())
    }

    /// Reads a text within limits.
    ///
    /// # Errors
    ///
    /// As [`Tokens::read`].
    pub fn read_within(text: &[u8], limits: Limits) -> Result<Script, ReadError> {
        Ok(Script::of_sexps(&Sexp::of_tokens(&Tokens::read(text, limits)?)))
    }

    /// The commands of these S-expressions.
    pub fn of_sexps(sexps: &[Sexp]) -> Script {
        let mut scope = Scope::new();
        Script { commands: sexps.iter().map(|sexp| scope.read_command(sexp)).collect() }
    }

    /// The terms of all commands, in order.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        self.commands.iter().flat_map(Command::terms)
    }

    /// The assertions, in order.
    pub fn assertions(&self) -> impl Iterator<Item = &Term> {
        self.commands.iter().filter_map(|command| match command {
            Command::Assert(term) => Some(term),
            _ => None,
        })
    }

    /// The number of commands that a solver answers with a verdict.
    pub fn checks(&self) -> usize {
        self.commands.iter().filter(|command| command.is_check()).count()
    }

    /// What is declared at the end; levels that were closed are gone.
    pub fn scope(&self) -> Scope {
        let mut scope = Scope::new();
        self.commands.iter().for_each(|command| scope.run(command));
        scope
    }

    /// The script with sorts and origins of all terms computed anew, as needed after an edit that
    /// changes declarations, or puts a term where another sort was.
    #[must_use]
    pub fn resolved(&self) -> Script {
        let text = self.to_string();
        Script::of_sexps(&Sexp::of_tokens(&Tokens::of(text)))
    }

    /// The parts of terms whose sort is not known, in order.
    pub fn unknown(&self) -> impl Iterator<Item = &Term> {
        self.terms().flat_map(Term::preorder).filter(|term| term.sort().is_unknown())
    }
}
