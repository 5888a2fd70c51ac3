//! Scripts: lists of commands.

use crate::command::{Command, Definition, Spelling};
use crate::error::ReadError;
use crate::model::{Model, ModelError};
use crate::names::Dialect;
use crate::scope::Scope;
use crate::sexp::Sexp;
use crate::sort::Sort;
use crate::term::{Kind, Term};
use crate::token::{Limits, Tokens};
use std::collections::BTreeSet;

/// What counts at a `check-sat`.
#[derive(Debug, Clone, Default)]
pub struct Check<'a> {
    /// The assertions of the levels that are open; of `check-sat-assuming` the assumptions, too.
    pub assertions: Vec<&'a Term>,
    /// The definitions that are known, in order.
    pub definitions: Vec<&'a Definition>,
    /// What is declared.
    pub scope: Scope,
}

impl Check<'_> {
    /// The model that a solver printed, together with the definitions of the script.
    ///
    /// # Errors
    ///
    /// As [`Model::read`].
    pub fn model(&self, text: &str, dialect: Dialect) -> Result<Model, ModelError> {
        let mut model = Model::read(text, &self.scope, dialect)?;
        self.complete(&mut model);
        Ok(model)
    }

    /// Gives a model what it needs beside the meanings of declared names: the definitions of the
    /// script, and its terms with names.
    pub fn complete(&self, model: &mut Model) {
        for definition in &self.definitions {
            model.define((*definition).clone());
        }
        let parts = self.assertions.iter().flat_map(|term| term.preorder());
        for (name, term) in parts.flat_map(Term::named) {
            model.define(Definition {
                name,
                parameters: Vec::new(),
                result: term.sort().clone().into(),
                body: term.clone(),
                spelling: Spelling::Fun,
            });
        }
    }

    /// Whether the model satisfies all assertions; `None` if that is not known.
    pub fn holds(&self, model: &Model) -> Option<bool> {
        model.holds(self.assertions.iter().copied())
    }
}

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

    /// The sorts of all that is declared, defined or bound, and of all terms; each once.
    pub fn sorts(&self) -> BTreeSet<Sort> {
        let mut sorts: BTreeSet<Sort> = BTreeSet::new();
        for command in &self.commands {
            match command {
                Command::Declare(d) => {
                    sorts.extend(d.arguments.iter().chain([&d.result]).map(|s| s.sort.clone()));
                }
                Command::Define(d) => {
                    sorts.extend(d.parameters.iter().map(|p| p.sort.sort.clone()))
                }
                _ => {}
            }
        }
        for term in self.terms().flat_map(Term::preorder) {
            if !sorts.contains(term.sort()) {
                sorts.insert(term.sort().clone());
            }
            if let Kind::Binder(_, variables) = term.kind() {
                sorts.extend(variables.iter().map(|v| v.sort.sort.clone()));
            }
        }
        sorts
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

    /// What counts at the check of this number, from 0: `None` if there are not that many.
    ///
    /// ```
    /// use smt_lang::Script;
    /// let text = b"(assert true) (push) (assert false) (check-sat) (pop) (check-sat)";
    /// let script = Script::read(text).unwrap();
    /// assert_eq!(script.check(0).unwrap().assertions.len(), 2);
    /// assert_eq!(script.check(1).unwrap().assertions.len(), 1);
    /// assert!(script.check(2).is_none());
    /// ```
    pub fn check(&self, number: usize) -> Option<Check<'_>> {
        let mut check = Check::default();
        let mut levels = Vec::new();
        let mut left = number;
        for command in &self.commands {
            match command {
                _ if command.is_check() && left == 0 => {
                    let assumptions = command.terms().into_iter();
                    check.assertions.extend(assumptions);
                    return Some(check);
                }
                _ if command.is_check() => left -= 1,
                Command::Assert(term) => check.assertions.push(term),
                Command::Define(definition) => check.definitions.push(definition),
                Command::DefineFunsRec(all) => check.definitions.extend(all),
                Command::Push(n) => {
                    let mark = (check.assertions.len(), check.definitions.len());
                    let number = n.unwrap_or(1).min(Command::MOST_LEVELS) as usize;
                    levels.extend(std::iter::repeat_n(mark, number));
                }
                Command::Pop(n) => {
                    let keep = levels.len().saturating_sub(n.unwrap_or(1) as usize);
                    if let Some((assertions, definitions)) = levels.get(keep) {
                        check.assertions.truncate(*assertions);
                        if !check.scope.global {
                            check.definitions.truncate(*definitions);
                        }
                    }
                    levels.truncate(keep);
                }
                Command::Reset | Command::ResetAssertions => {
                    check.assertions.clear();
                    if *command == Command::Reset || !check.scope.global {
                        check.definitions.clear();
                    }
                    levels.clear();
                }
                Command::Exit => return None,
                _ => {}
            }
            check.scope.run(command);
        }
        None
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
