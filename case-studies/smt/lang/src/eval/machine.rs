//! The order of evaluation, without recursion on the depth of terms.

use super::quantifier::Quantified;
use super::{core, data};
use crate::model::Model;
use crate::sort::Sort;
use crate::symbol::Symbol;
use crate::term::{Binder, Ident, Kind, Origin, Term};
use crate::value::{self, Value};
use std::collections::HashMap;
use std::rc::Rc;

/// Steps after which a value is unknown.
const FUEL: usize = 1_000_000;

/// Calls of defined functions within each other, at most.
const MAX_CALLS: usize = 2000;

/// An evaluation under a model.
pub struct Evaluator<'a> {
    pub(super) model: &'a Model,
    pub(super) fuel: usize,
    /// How many evaluations this one is within.
    pub(super) within: usize,
    /// The values of bound variables, with the call that bound them; the innermost last.
    bound: HashMap<Symbol, Vec<(usize, Option<Value>)>>,
    call: usize,
    done: Vec<Option<Value>>,
    todo: Vec<Task>,
}

enum Task {
    Value(Term),
    /// The children have values: apply the operator.
    Apply(Term),
    /// The condition has a value.
    Choose(Term),
    BindLet(Term),
    Unbind(Vec<Symbol>),
    /// What is matched has a value.
    Match(Term),
    /// The call of a function ends.
    Return(Vec<Symbol>, Sort),
    /// Some combinations of a quantifier's variables are done.
    Quantify(Rc<Quantified>, usize, bool),
}

impl<'a> Evaluator<'a> {
    /// An evaluation that has done nothing.
    pub fn new(model: &'a Model) -> Evaluator<'a> {
        Evaluator::within(model, FUEL, 0)
    }

    /// An evaluation of that many steps, within as many others.
    pub(super) fn within(model: &'a Model, fuel: usize, within: usize) -> Evaluator<'a> {
        let bound = HashMap::new();
        Evaluator { model, fuel, within, bound, call: 0, done: Vec::new(), todo: Vec::new() }
    }

    /// The value of a term, or `None` if it is not known.
    pub fn value(&mut self, term: &Term) -> Option<Value> {
        self.todo.push(Task::Value(term.clone()));
        while let Some(task) = self.todo.pop() {
            if self.fuel == 0 {
                // Nothing of the work that was given up may be seen by the next term.
                *self = Evaluator { fuel: 0, ..Evaluator::new(self.model) };
                return None;
            }
            self.fuel -= 1;
            self.step(task);
        }
        self.done.pop()?
    }

    fn step(&mut self, task: Task) {
        match task {
            Task::Value(term) => self.start(term),
            Task::Apply(term) => {
                let arguments = self.done.split_off(self.done.len() - term.children().len());
                self.apply(&term, arguments);
            }
            Task::Choose(term) => {
                let condition = self.done.pop().flatten();
                match condition.and_then(|value| value.as_bool()) {
                    Some(truth) => {
                        let branch = &term.children()[if truth { 1 } else { 2 }];
                        self.todo.push(Task::Value(branch.clone()));
                    }
                    None => self.done.push(None),
                }
            }
            Task::BindLet(term) => {
                let Kind::Let(names) = term.kind() else { unreachable!("it is a let") };
                let values = self.done.split_off(self.done.len() - names.len());
                for (name, value) in names.iter().zip(values) {
                    self.bind(name, value);
                }
                self.todo.push(Task::Unbind(names.clone()));
                self.todo.push(Task::Value(term.children()[names.len()].clone()));
            }
            Task::Unbind(names) => names.iter().for_each(|name| self.unbind(name)),
            Task::Match(term) => self.choose_case(&term),
            Task::Return(names, sort) => {
                names.iter().for_each(|name| self.unbind(name));
                self.call -= 1;
                let value = self.done.pop().flatten();
                self.done.push(value.and_then(|value| value.coerce(&sort)));
            }
            Task::Quantify(quantified, next, unknown) => self.quantify(quantified, next, unknown),
        }
    }

    fn start(&mut self, term: Term) {
        let children = |tasks: &mut Vec<Task>| {
            tasks.extend(term.children().iter().rev().cloned().map(Task::Value));
        };
        match term.kind() {
            Kind::Literal(kind, text) => {
                self.done.push(value::of_literal(*kind, text, term.sort()));
            }
            Kind::Op(_) if term.is_op("ite") && term.children().len() == 3 => {
                let condition = term.children()[0].clone();
                self.todo.extend([Task::Choose(term), Task::Value(condition)]);
            }
            Kind::Op(_) => {
                self.todo.push(Task::Apply(term.clone()));
                children(&mut self.todo);
            }
            Kind::Let(names) => {
                self.todo.push(Task::BindLet(term.clone()));
                let values = term.children()[..names.len()].iter().rev().cloned();
                self.todo.extend(values.map(Task::Value));
            }
            Kind::Annotated(_) => self.todo.push(Task::Value(term.children()[0].clone())),
            Kind::Match(_) => {
                let matched = term.children()[0].clone();
                self.todo.extend([Task::Match(term), Task::Value(matched)]);
            }
            Kind::Binder(binder @ (Binder::Forall | Binder::Exists), variables) => {
                let body = &term.children()[0];
                let quantified = Quantified::new(self.model, *binder, variables, body);
                self.todo.push(Task::Quantify(Rc::new(quantified), 0, false));
            }
            Kind::Binder(Binder::Lambda, variables) => {
                let table = self.table(variables, &term.children()[0]);
                self.done.push(table);
            }
            _ => self.done.push(None),
        }
    }

    pub(super) fn bind(&mut self, name: &Symbol, value: Option<Value>) {
        self.bound.entry(name.clone()).or_default().push((self.call, value));
    }

    fn unbind(&mut self, name: &Symbol) {
        if let Some(values) = self.bound.get_mut(name) {
            values.pop();
        }
    }

    fn apply(&mut self, term: &Term, arguments: Vec<Option<Value>>) {
        let ident = term.ident().expect("only identifiers are applied");
        if ident.origin != Origin::Theory {
            return self.apply_name(term, ident, arguments);
        }
        if let Some(ident) = self.by_zero(term, &arguments) {
            let arguments = arguments[..ident.1].to_vec();
            return self.apply_name(term, &ident.0, arguments);
        }
        let value = term.theory_op().and_then(|name| {
            if name == "as-array" {
                let of = self.model.get(ident.indices.first()?.any_symbol()?.name())?;
                return self.table(&of.parameters, &of.body);
            }
            if let Some(value) = core::partial(name, &arguments) {
                return Some(value);
            }
            let known: Option<Vec<Value>> = arguments.into_iter().collect();
            let known = known?;
            match data::apply(self.model.scope(), ident, term.sort(), &known) {
                Some(value) => value,
                None => super::apply(name, term, &known),
            }
        });
        self.done.push(value);
    }

    /// The function that a model of z3 has for a division by zero, and how many arguments it takes.
    fn by_zero(&self, term: &Term, arguments: &[Option<Value>]) -> Option<(Ident, usize)> {
        let name = match term.theory_op()? {
            "/" => "/0",
            "div" => "div0",
            "mod" => "mod0",
            _ => return None,
        };
        let [Some(_), Some(divisor)] = arguments else { return None };
        let zero = *divisor.as_rational()?.numer() == num_bigint::BigInt::ZERO;
        let function = self.model.get(name).filter(|_| zero)?;
        Some((Ident::new(name, Origin::Declared), function.parameters.len().min(2)))
    }

    /// A name that is bound, defined, of a datatype, or without a meaning.
    fn apply_name(&mut self, term: &Term, ident: &Ident, arguments: Vec<Option<Value>>) {
        if arguments.is_empty()
            && let Some((call, value)) = self.bound.get(&ident.name).and_then(|v| v.last())
            && *call == self.call
        {
            return self.done.push(value.clone());
        }
        if let Some(definition) = self.model.get(ident.name.name())
            && definition.parameters.len() == arguments.len()
            && self.call < MAX_CALLS
        {
            let names: Vec<Symbol> = definition.parameters.iter().map(|p| p.name.clone()).collect();
            self.call += 1;
            for (parameter, value) in definition.parameters.iter().zip(arguments) {
                let value = value.and_then(|value| value.coerce(&parameter.sort.sort));
                self.bind(&parameter.name, value);
            }
            self.todo.push(Task::Return(names, definition.result.sort.clone()));
            return self.todo.push(Task::Value(definition.body.clone()));
        }
        let known: Option<Vec<Value>> = arguments.into_iter().collect();
        let value = known.and_then(|known| {
            if let Some(value) = data::apply(self.model.scope(), ident, term.sort(), &known) {
                return value;
            }
            let name = ident.name.name();
            let element = name.starts_with('@') || name.contains("!val!");
            match ident.origin {
                _ if element && known.is_empty() => {
                    Some(Value::Element(term.sort().clone(), ident.name.clone()))
                }
                // What a model leaves out does not matter.
                Origin::Declared if self.model.get(name).is_none() => {
                    Value::default_of(term.sort())
                }
                _ => None,
            }
        });
        self.done.push(value);
    }

    fn choose_case(&mut self, term: &Term) {
        let Kind::Match(patterns) = term.kind() else { unreachable!("it is a match") };
        let Some(value) = self.done.pop().flatten() else { return self.done.push(None) };
        let fits = |pattern: &&crate::Pattern| {
            pattern.binds_head || data::is_constructor(&value, &pattern.head)
        };
        let Some(case) = patterns.iter().position(|pattern| fits(&pattern)) else {
            return self.done.push(None);
        };
        let pattern = &patterns[case];
        let mut names = pattern.variables.clone();
        let mut values = match &value {
            Value::Data(_, _, parts) if !pattern.binds_head => parts.clone(),
            _ => Vec::new(),
        };
        if pattern.binds_head {
            names.push(pattern.head.clone());
            values.push(value);
        }
        let mut values = values.into_iter();
        names.iter().for_each(|name| {
            let value = values.next();
            self.bind(name, value);
        });
        self.todo.push(Task::Unbind(names));
        self.todo.push(Task::Value(term.children()[case + 1].clone()));
    }

    /// Tries the next combination of values, unless the last one has decided.
    fn quantify(&mut self, quantified: Rc<Quantified>, next: usize, mut unknown: bool) {
        if next > 0 {
            match self.done.pop().flatten().and_then(|value| value.as_bool()) {
                Some(truth) if truth != quantified.forall => {
                    return self.done.push(Some(Value::Bool(truth)));
                }
                Some(_) => {}
                None => unknown = true,
            }
        }
        if next == quantified.combinations {
            return match quantified.examples.clone().filter(|_| unknown) {
                Some(examples) => self.todo.push(Task::Quantify(examples, 0, true)),
                None => self.done.push((!unknown).then_some(Value::Bool(quantified.forall))),
            };
        }
        let mut rest = next;
        for (name, values) in quantified.names.iter().zip(&quantified.values) {
            self.bind(name, values[rest % values.len()].clone());
            rest /= values.len();
        }
        let (names, body) = (quantified.names.clone(), quantified.body.clone());
        self.todo.push(Task::Quantify(quantified, next + 1, unknown));
        self.todo.extend([Task::Unbind(names), Task::Value(body)]);
    }
}
