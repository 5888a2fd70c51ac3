//! Models: what solvers print after `get-model`.

use crate::command::{Command, Definition};
use crate::error::ReadError;
use crate::eval::Evaluator;
use crate::names::Dialect;
use crate::scope::Scope;
use crate::sexp::Sexp;
use crate::sort::Sort;
use crate::strings::{self, Escapes};
use crate::symbol::Symbol;
use crate::term::Term;
use crate::token::{Limits, TokenKind};
use crate::value::Value;
use std::collections::BTreeMap;

/// Meanings of constants and functions.
///
/// ```
/// use smt_lang::{Dialect, Model, Script};
/// let script = Script::read(b"(declare-fun f (Int) Int) (assert (= (f 2) 5))").unwrap();
/// let text = "((define-fun f ((x Int)) Int (ite (= x 2) 5 0)))";
/// let model = Model::read(text, &script.scope(), Dialect::Z3).unwrap();
/// assert_eq!(model.holds(script.assertions()), Some(true));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Model {
    scope: Scope,
    functions: BTreeMap<Symbol, Definition>,
    universes: BTreeMap<Sort, Vec<Value>>,
}

/// Why a text is no model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelError {
    /// It is no list of S-expressions.
    Text(ReadError),
    /// It has no list of definitions.
    NoModel,
    /// A definition that is not understood.
    Definition(String),
}

impl std::fmt::Display for ModelError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ModelError::Text(error) => write!(f, "the model is cut or broken: {error}"),
            ModelError::NoModel => f.write_str("there is no model; ask for it after `sat` only"),
            ModelError::Definition(text) => {
                write!(f, "this definition of the model is not understood: {text}")
            }
        }
    }
}

impl std::error::Error for ModelError {}

impl Model {
    /// A model without meanings, for terms with the declarations of `scope`.
    pub fn new(scope: &Scope) -> Model {
        Model { scope: scope.clone(), functions: BTreeMap::new(), universes: BTreeMap::new() }
    }

    /// Reads a model: a list of `define-fun`, with or without `model` in front, or without the list
    /// around. Other commands, as z3 and cvc have them for uninterpreted sorts, declare what they
    /// declare. `scope` is that of the `check-sat`, `dialect` says how strings are escaped.
    ///
    /// # Errors
    ///
    /// If the text is broken, has no definitions' list, or a definition that is not understood.
    pub fn read(text: &str, scope: &Scope, dialect: Dialect) -> Result<Model, ModelError> {
        let sexps = read_answer(text, dialect)?;
        let is_command = |sexp: &Sexp| sexp.head().is_some_and(|head| head.starts_with("define-"));
        let items: Vec<&Sexp> = if sexps.iter().any(is_command) {
            sexps.iter().collect()
        } else {
            let list = sexps.iter().filter_map(Sexp::list).next_back();
            let list = list.ok_or(ModelError::NoModel)?;
            let word = list.first().and_then(Sexp::symbol);
            if word == Some("error") {
                return Err(ModelError::NoModel);
            }
            list.iter().skip(usize::from(word == Some("model"))).collect()
        };
        let mut model = Model::new(scope);
        // Definitions use those after them, so all are declared before one is read.
        let mut names = scope.clone();
        for item in &items {
            let word = |n: usize| item.list().and_then(|list| list.get(n));
            match item.head() {
                Some("define-fun" | "define-fun-rec" | "define-const")
                    if word(1)
                        .and_then(Sexp::any_symbol)
                        .is_some_and(|name| names.ranks(&name).is_empty()) =>
                {
                    names.read_command(item);
                }
                Some("declare-sort") => {
                    let known = word(1).is_some_and(|n| !names.sort(n).is_unknown());
                    if !known {
                        names.read_command(item);
                    }
                }
                // z3 declares all elements of an uninterpreted sort.
                Some("declare-fun") => {
                    if let Command::Declare(d) = names.read_command(item)
                        && d.arguments.is_empty()
                    {
                        let sort = d.result.sort;
                        let element = Value::Element(sort.clone(), d.name);
                        model.universes.entry(sort).or_default().push(element);
                    }
                }
                _ => {}
            }
        }
        for item in items {
            if !is_command(item) {
                continue;
            }
            match names.read_command(item) {
                Command::Define(definition) => model.define(definition),
                Command::DefineFunsRec(all) => all.into_iter().for_each(|d| model.define(d)),
                _ => return Err(ModelError::Definition(item.to_string())),
            }
        }
        Ok(model)
    }

    /// Gives a name a meaning. The first one counts.
    pub fn define(&mut self, definition: Definition) {
        self.functions.entry(definition.name.clone()).or_insert(definition);
    }

    /// Gives a constant a value.
    pub fn set(&mut self, name: impl Into<Symbol>, value: &Value) {
        let name = name.into();
        let definition = Definition {
            name: name.clone(),
            parameters: Vec::new(),
            result: value.sort().into(),
            body: value.to_term(),
            spelling: crate::Spelling::Fun,
        };
        self.functions.insert(name, definition);
    }

    /// The definition of a name.
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.functions.get(name)
    }

    /// All definitions, by name.
    pub fn definitions(&self) -> impl Iterator<Item = &Definition> {
        self.functions.values()
    }

    /// All elements of an uninterpreted sort, if the model lists them.
    pub fn universe(&self, sort: &Sort) -> Option<&[Value]> {
        self.universes.get(sort).map(Vec::as_slice)
    }

    /// What is declared where the model holds.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// The value of a term, or `None` if it is not known: see [`Evaluator`]. A constant without a
    /// definition has the default of its sort, as solvers leave out what does not matter.
    pub fn value(&self, term: &Term) -> Option<Value> {
        Evaluator::new(self).value(term)
    }

    /// Whether all these terms are true; unknown ones do not matter if one is false.
    pub fn holds<'a>(&self, terms: impl IntoIterator<Item = &'a Term>) -> Option<bool> {
        let mut all = Some(true);
        for term in terms {
            match self.value(term).and_then(|value| value.as_bool()) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => all = None,
            }
        }
        all
    }
}

/// The S-expressions of an answer, with strings as the standard escapes them.
fn read_answer(text: &str, dialect: Dialect) -> Result<Vec<Sexp>, ModelError> {
    let tokens =
        crate::Tokens::read(text.as_bytes(), Limits::default()).map_err(ModelError::Text)?;
    if dialect.escapes() == Escapes::Standard {
        return Ok(Sexp::of_tokens(&tokens));
    }
    let mut rewritten = String::new();
    for token in tokens.iter() {
        match token.kind {
            TokenKind::String => {
                let characters = strings::read(token.text, dialect.escapes());
                rewritten.push_str(&strings::write(&characters, Escapes::Standard));
            }
            TokenKind::Comment => {}
            _ => rewritten.push_str(token.text),
        }
        rewritten.push(' ');
    }
    Ok(Sexp::of_tokens(&crate::Tokens::of(rewritten)))
}
