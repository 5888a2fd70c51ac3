//! Evaluates terms by the bases of operations, on samples of what their variables stand for. A
//! panic of an operation is caught, and is a result like any other.

use super::table::{Table, Value};
use super::tally::Judged;
use super::term::{Pair, Term};
use super::watch::Watch;
use crate::run::metamorphic::context::Context;
use crate::run::outcome::Outcome;
use crate::run::panics;
use crate::value::generate::Generator;
use crate::value::node::Node;
use std::any::Any;
use std::rc::Rc;

/// How large numbers may be in the samples, in turn. A campaign comes to large numbers by mutants.
const RANGES: [u32; 5] = [10, 100, 1_000, 1 << 20, i32::MAX as u32];

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
        let range = RANGES[(seed % RANGES.len() as u64) as usize].max(size);
        let mut generator = Generator::seeded(seed, size).ranged(range);
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
