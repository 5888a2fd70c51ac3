//! Evaluates terms by the bases of operations, on samples of what their variables stand for. A
//! panic of an operation is caught, and is a result like any other.

use super::Watch;
use super::table::{Table, Value};
use super::term::{Pair, Term};
use crate::run::metamorphic::context::Context;
use crate::run::outcome::Outcome;
use crate::run::panics;
use crate::value::generate::Generator;
use crate::value::node::Node;
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::rc::Rc;

/// What a term gives.
#[derive(Clone)]
pub(super) enum Cell {
    /// A value.
    Value(Rc<dyn Any>),
    /// No value: `None` or `Err`.
    Nothing,
    /// A call outside of a precondition.
    Outside,
    /// A value that is not admitted.
    Refused,
    /// An operation panics, or breaks an invariant.
    Panicked,
}

/// What the variables stand for, and what they were made from.
pub(super) struct Sample {
    pub(super) node: Box<dyn Node>,
    /// For each sort, the values of its variables.
    values: Vec<Vec<Cell>>,
}

/// What came of two terms on samples.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// On how many samples both have the same value, both have none, or both are outside of a
    /// precondition.
    pub equal: u64,
    /// On how many samples both have a value.
    pub both: u64,
    /// On how many samples they differ.
    pub different: u64,
    /// How many of these are a panic of one of them.
    pub panicked: u64,
    /// On how many samples the larger one alone is outside of a precondition.
    pub larger_outside: u64,
    /// On how many samples the smaller one alone is.
    pub smaller_outside: u64,
    /// On how many samples both are.
    pub both_outside: u64,
}

impl Tally {
    /// Adds what came of other samples.
    pub fn merge(&mut self, other: &Tally) {
        self.equal += other.equal;
        self.both += other.both;
        self.different += other.different;
        self.panicked += other.panicked;
        self.larger_outside += other.larger_outside;
        self.smaller_outside += other.smaller_outside;
        self.both_outside += other.both_outside;
    }

    /// Takes what came of one sample.
    pub(super) fn add(&mut self, judged: Judged) {
        match judged {
            Judged::Same => {
                self.equal += 1;
                self.both += 1;
            }
            Judged::Alike => self.equal += 1,
            Judged::Different => {
                self.both += 1;
                self.different += 1;
            }
            Judged::Panicked => {
                self.different += 1;
                self.panicked += 1;
            }
            Judged::LargerOutside => self.larger_outside += 1,
            Judged::SmallerOutside => self.smaller_outside += 1,
            Judged::BothOutside => {
                self.equal += 1;
                self.both_outside += 1;
            }
            Judged::Unknown => {}
        }
    }

    /// The share of the samples that say something on which the terms differ.
    pub fn share(&self) -> f64 {
        self.different as f64 / (self.different + self.equal).max(1) as f64
    }
}

/// What came of two terms on a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judged {
    Same,
    /// None of them has a value.
    Alike,
    Different,
    /// One of them panics.
    Panicked,
    LargerOutside,
    SmallerOutside,
    BothOutside,
    /// A value is not admitted.
    Unknown,
}

impl Judged {
    /// Whether the sample does not tell the terms apart.
    pub(super) fn is_agreement(self) -> bool {
        matches!(self, Judged::Same | Judged::Alike | Judged::BothOutside | Judged::Unknown)
    }

    /// Whether the sample is an exception.
    pub(super) fn is_exception(self) -> bool {
        matches!(self, Judged::Different | Judged::Panicked)
    }
}

/// Evaluates the terms of a table.
pub(super) struct Evaluator<'w> {
    pub(super) table: &'static Table,
    watch: &'w dyn Watch,
    context: Context,
    constants: Vec<Vec<Cell>>,
}

impl<'w> Evaluator<'w> {
    pub(super) fn new(table: &'static Table, watch: &'w dyn Watch) -> Evaluator<'w> {
        panics::install_hook();
        let context = Context::new(table.specification);
        context.start(false);
        let constants = table.sorts.iter().map(|sort| cells((sort.constants)())).collect();
        Evaluator { table, watch, context, constants }
    }

    /// The number of constants of a sort.
    pub(super) fn constants(&self, sort: u16) -> usize {
        self.constants[usize::from(sort)].len()
    }

    /// Makes what variables stand for, unless one is not admitted or has no value.
    pub(super) fn sample(&self, seed: u64, size: u32) -> Option<Sample> {
        self.watch.calls(None);
        let mut generator = Generator::seeded(seed, size);
        let made = panics::quietly(|| (self.table.generate)(&mut generator));
        self.sample_of(made.ok()?)
    }

    /// The values of what was made.
    pub(super) fn sample_of(&self, node: Box<dyn Node>) -> Option<Sample> {
        let values = self.caught(|context| (self.table.values)(context, &*node)).ok()??;
        let values = values.into_iter().map(cells).collect();
        Some(Sample { node, values })
    }

    /// What a variable stands for.
    pub(super) fn variable<'s>(&'s self, sample: &'s Sample, sort: u16, index: u8) -> &'s Cell {
        &sample.values[usize::from(sort)][usize::from(index)]
    }

    /// A constant.
    pub(super) fn constant(&self, sort: u16, index: u8) -> &Cell {
        &self.constants[usize::from(sort)][usize::from(index)]
    }

    /// The value of a term on a sample.
    pub(super) fn evaluate(&self, term: &Term, sample: &Sample) -> Cell {
        match term {
            Term::Variable { sort, index } => self.variable(sample, *sort, *index).clone(),
            Term::Constant { sort, index } => self.constant(*sort, *index).clone(),
            Term::Call { operation, output, arguments } => {
                let arguments: Vec<Cell> =
                    arguments.iter().map(|it| self.evaluate(it, sample)).collect();
                let arguments: Vec<&Cell> = arguments.iter().collect();
                self.call(*operation, *output, &arguments)
            }
        }
    }

    /// What an operation gives for arguments.
    pub(super) fn call(&self, operation: u16, output: u16, arguments: &[&Cell]) -> Cell {
        let mut values: Vec<&dyn Any> = Vec::with_capacity(arguments.len());
        for argument in arguments {
            match argument {
                Cell::Value(value) => values.push(&**value),
                // Nothing is known of what has such a part.
                none => return (*none).clone(),
            }
        }
        self.watch.calls(Some(operation));
        // Each call has the fuel of a whole test.
        self.context.start(false);
        let call = self.table.operations[usize::from(operation)].call;
        match self.caught(|context| call(context, &values)) {
            Err(failed) => failed,
            Ok(None) => Cell::Outside,
            Ok(Some(outputs)) => {
                let value = outputs.into_iter().nth(usize::from(output)).flatten();
                value.map_or(Cell::Nothing, |value| Cell::Value(value.into()))
            }
        }
    }

    /// Runs code of the specification. What ends it is a cell.
    fn caught<R>(&self, run: impl FnOnce(&Context) -> R) -> Result<R, Cell> {
        match panics::quietly(|| run(&self.context)) {
            Ok(result) => Ok(result),
            Err(payload) => {
                // The payload of a panic may itself panic when it is dropped.
                std::mem::forget(payload);
                let end = self.context.take_end();
                if end.is_some() {
                    panics::forget_leaving();
                }
                Err(match end {
                    Some(Outcome::Discarded) => Cell::Refused,
                    _ => Cell::Panicked,
                })
            }
        }
    }

    /// Whether two terms of a sort agree on a sample.
    pub(super) fn judge(&self, pair: &Pair, sort: u16, sample: &Sample) -> Judged {
        let larger = self.evaluate(&pair.larger, sample);
        if matches!(larger, Cell::Refused) {
            return Judged::Unknown;
        }
        let smaller = self.evaluate(&pair.smaller, sample);
        self.compare(sort, &larger, &smaller)
    }

    /// Whether the values of two terms of a sort agree.
    pub(super) fn compare(&self, sort: u16, larger: &Cell, smaller: &Cell) -> Judged {
        match (larger, smaller) {
            (Cell::Value(one), Cell::Value(other)) => {
                let same = self.table.sorts[usize::from(sort)].same;
                // The comparison is code of the specification as well.
                match panics::quietly(|| same(&**one, &**other)) {
                    Ok(true) => Judged::Same,
                    Ok(false) => Judged::Different,
                    Err(payload) => {
                        std::mem::forget(payload);
                        Judged::Panicked
                    }
                }
            }
            (Cell::Refused, _) | (_, Cell::Refused) => Judged::Unknown,
            (Cell::Nothing, Cell::Nothing) | (Cell::Panicked, Cell::Panicked) => Judged::Alike,
            (Cell::Outside, Cell::Outside) => Judged::BothOutside,
            (Cell::Panicked, Cell::Outside) | (Cell::Outside, Cell::Panicked) => Judged::Unknown,
            (Cell::Panicked, _) | (_, Cell::Panicked) => Judged::Panicked,
            (Cell::Outside, _) => Judged::LargerOutside,
            (_, Cell::Outside) => Judged::SmallerOutside,
            (Cell::Nothing, Cell::Value(_)) | (Cell::Value(_), Cell::Nothing) => Judged::Different,
        }
    }

    /// The value as text.
    pub(super) fn show(&self, sort: u16, cell: &Cell) -> String {
        let show = self.table.sorts[usize::from(sort)].show;
        match cell {
            Cell::Value(value) => {
                let shown = panics::quietly(|| show(&**value));
                shown.unwrap_or_else(|_| "(its `Debug` panics)".to_owned())
            }
            Cell::Nothing => "no value".to_owned(),
            Cell::Outside => "outside of a precondition".to_owned(),
            Cell::Refused => "not admitted".to_owned(),
            Cell::Panicked => "a panic".to_owned(),
        }
    }
}

fn cells(values: Vec<Value>) -> Vec<Cell> {
    values.into_iter().map(|value| Cell::Value(value.into())).collect()
}
