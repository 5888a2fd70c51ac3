//! The value of a term under an assignment, or *unknown*: where SMT-LIB leaves the value to the
//! model (division by zero, say), nothing is claimed.

use crate::apply::apply;
use crate::op::{Link, Op, Quantifier};
use crate::sort::Sort;
use crate::term::Term;
use crate::value::Value;
use std::collections::BTreeMap;

/// The longest string that is computed; longer ones are unknown.
const LONGEST: usize = 1000;
/// The most bits of a number that is computed; larger ones are unknown.
const LARGEST: u64 = 4096;

/// Values of declared variables. A variable that is missing is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Assignment {
    values: BTreeMap<(Sort, u8), Value>,
}

impl Assignment {
    /// Gives a variable a value of its sort.
    ///
    /// # Panics
    ///
    /// If the value has another sort.
    pub fn set(&mut self, number: u8, value: Value) {
        self.values.insert((value.sort(), number), value);
    }

    /// The value of a variable.
    pub fn get(&self, sort: Sort, number: u8) -> Option<&Value> {
        self.values.get(&(sort, number))
    }

    /// Whether a formula holds; nothing if that is unknown.
    pub fn holds(&self, formula: &Term) -> Option<bool> {
        truth(&Evaluation { assignment: self, bound: Vec::new() }.of(formula)?)
    }

    /// The value of a term; nothing if it is unknown.
    pub fn value(&self, term: &Term) -> Option<Value> {
        Evaluation { assignment: self, bound: Vec::new() }.of(term)
    }
}

/// One evaluation: the assignment, and the values of bound variables by their level.
struct Evaluation<'a> {
    assignment: &'a Assignment,
    bound: Vec<Option<Value>>,
}

fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(truth) => Some(*truth),
        _ => None,
    }
}

/// All values of a sort that a quantifier may range over.
fn values_of(sort: Sort) -> Option<Vec<Value>> {
    match sort {
        Sort::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
        Sort::Bv(width) if width <= 8 => {
            Some((0..1 << width).map(|bits| Value::Bv(width, bits)).collect())
        }
        _ => None,
    }
}

impl Evaluation<'_> {
    fn of(&mut self, term: &Term) -> Option<Value> {
        match (&term.op, term.args.as_slice()) {
            (Op::Literal(value), _) => Some(value.clone()),
            (Op::Var(sort, number), _) => self.assignment.get(*sort, *number).cloned(),
            (Op::Bound(_, level), _) => self.bound.get(usize::from(*level))?.clone(),
            (Op::Quant(quantifier, sort, level), [body]) => {
                self.quantified(*quantifier, *sort, usize::from(*level), body)
            }
            (Op::Link(link @ (Link::And | Link::Or | Link::Implies)), [a, b]) => {
                let flip = *link == Link::Implies;
                let a = self.of(a).and_then(|v| truth(&v)).map(|v| v != flip);
                let b = self.of(b).and_then(|v| truth(&v));
                // One operand may decide although the other is unknown.
                let decides = *link != Link::And;
                match (a, b) {
                    _ if a == Some(decides) || b == Some(decides) => Some(Value::Bool(decides)),
                    (Some(_), Some(_)) => Some(Value::Bool(!decides)),
                    _ => None,
                }
            }
            (Op::Ite, [condition, yes, no]) => match self.of(condition) {
                Some(condition) => self.of(if truth(&condition)? { yes } else { no }),
                None => {
                    let value = self.of(yes)?;
                    (self.of(no)? == value).then_some(value)
                }
            },
            (op, args) => {
                let values: Option<Vec<Value>> = args.iter().map(|arg| self.of(arg)).collect();
                bounded(apply(op, &values?)?)
            }
        }
    }

    /// Tries all values of the bound variable.
    fn quantified(
        &mut self,
        quantifier: Quantifier,
        sort: Sort,
        level: usize,
        body: &Term,
    ) -> Option<Value> {
        if self.bound.len() <= level {
            self.bound.resize(level + 1, None);
        }
        let outer = self.bound[level].take();
        let decides = quantifier == Quantifier::Exists;
        let mut known = true;
        let mut decided = false;
        for value in values_of(sort)? {
            self.bound[level] = Some(value);
            match self.of(body).and_then(|v| truth(&v)) {
                Some(holds) if holds == decides => {
                    decided = true;
                    break;
                }
                Some(_) => {}
                None => known = false,
            }
        }
        self.bound[level] = outer;
        match decided {
            true => Some(Value::Bool(decides)),
            false => known.then_some(Value::Bool(!decides)),
        }
    }
}

/// The value, unless it is too large to go on with.
fn bounded(value: Value) -> Option<Value> {
    let fits = match &value {
        Value::Int(n) => n.bits() <= LARGEST,
        Value::Real(x) => x.numer().bits() <= LARGEST && x.denom().bits() <= LARGEST,
        Value::Str(text) => text.len() <= LONGEST,
        _ => true,
    };
    fits.then_some(value)
}
