//! Mines the relations of a specification: terms of its operations that are equal on all samples of
//! its inputs, and terms that nearly are. Nothing but the operations and the inputs is used.

mod confirm;
mod evaluate;
mod mine;
mod prints;
mod rules;
mod table;
mod term;

pub use evaluate::Tally;
pub use table::{
    Hashed, NotHashed, Table, TableOperation, TableOutput, TableSort, VARIABLES, Value, argument,
    of_any,
};
pub use term::{Pair, Term};

use crate::run::metamorphic::specification::{Operation, Passing, Returned};
use evaluate::Evaluator;
use mine::Miner;
use serde::{Deserialize, Serialize};

/// Two terms that are equal on all samples, or on nearly all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinedPair {
    /// The terms.
    pub pair: Pair,
    /// The number of their sort.
    pub sort: u16,
    /// What came of them so far.
    pub tally: Tally,
}

/// What mining came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mined {
    /// The pairs, in the order in which they were found.
    pub pairs: Vec<MinedPair>,
    /// How many terms were evaluated.
    pub terms: u64,
    /// How many of them differ from all before.
    pub classes: u64,
    /// Whether all terms were looked at. If not, there was no time for them.
    pub is_complete: bool,
}

/// What came of a pair on many samples.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confirmed {
    /// The counts.
    pub tally: Tally,
    /// How many different exceptions there are among the samples.
    pub exceptions: u64,
    /// The smallest exception that was found, if there is one.
    pub exception: Option<Exception>,
}

/// What variables stand for where two terms differ, and what the terms give.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exception {
    /// The number of the sort and of the variable, and the value.
    pub values: Vec<(u16, u8, String)>,
    /// What the larger term gives.
    pub larger: String,
    /// What the smaller term gives.
    pub smaller: String,
}

/// The names and types that terms are written with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vocabulary {
    /// The sorts of terms.
    pub sorts: Vec<NamedSort>,
    /// The operations of terms.
    pub operations: Vec<NamedOperation>,
    /// The names of all functions of the specification.
    pub taken: Vec<String>,
}

/// A sort of terms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedSort {
    /// The type.
    pub ty: String,
    /// The rule by which values are made, as an attribute, or nothing.
    pub rule: String,
    /// The function that compares two values, or nothing.
    pub equal: String,
    /// The constants.
    pub constants: Vec<String>,
    /// Whether there are variables.
    pub has_variables: bool,
}

/// An operation of terms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedOperation {
    /// The name.
    pub name: String,
    /// The parameters.
    pub parameters: Vec<NamedParameter>,
    /// The number of the mutable argument that each value is, if it is not the result.
    pub outputs: Vec<Option<u16>>,
    /// The sorts of these values.
    pub sorts: Vec<u16>,
    /// The precondition, or nothing.
    pub requires: String,
    /// What the function returns.
    pub returned: NamedReturn,
    /// The implementations that the specification has, as they are written.
    pub implementations: Vec<String>,
}

/// What a function returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NamedReturn {
    /// Nothing.
    Nothing,
    /// Always a value.
    Plain,
    /// An `Option`.
    Option,
    /// A `Result`.
    Result,
}

/// A parameter of an operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedParameter {
    /// The name.
    pub name: String,
    /// The type as it is written.
    pub ty: String,
    /// The number of its sort.
    pub sort: u16,
    /// How the value is passed.
    pub passing: NamedPassing,
}

/// How a parameter takes its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NamedPassing {
    /// By a shared reference.
    Reference,
    /// By a mutable reference.
    Mutable,
    /// By value.
    Value,
}

/// The names of a table.
pub fn vocabulary(table: &'static Table) -> Vocabulary {
    let sorts = table.sorts.iter().map(|sort| NamedSort {
        ty: sort.ty.to_owned(),
        rule: sort.rule.to_owned(),
        equal: sort.equal.to_owned(),
        constants: (sort.constants)().iter().map(|it| (sort.show)(&**it)).collect(),
        has_variables: sort.has_variables,
    });
    let operations = table.operations.iter().map(|operation| {
        let known: &Operation = table.specification.operation(operation.number);
        let parameters = known.parameters.iter().zip(operation.parameters);
        let parameters = parameters.map(|(parameter, sort)| NamedParameter {
            name: parameter.name.to_owned(),
            ty: parameter.ty.to_owned(),
            sort: *sort,
            passing: match parameter.passing {
                Passing::Reference => NamedPassing::Reference,
                Passing::Mutable => NamedPassing::Mutable,
                Passing::Value => NamedPassing::Value,
            },
        });
        NamedOperation {
            name: known.base.name.to_owned(),
            parameters: parameters.collect(),
            outputs: operation.outputs.iter().map(|output| output.argument).collect(),
            sorts: operation.outputs.iter().map(|output| output.sort).collect(),
            requires: known.requires.to_owned(),
            returned: match known.returned {
                Returned::Nothing => NamedReturn::Nothing,
                Returned::Plain => NamedReturn::Plain,
                Returned::Option => NamedReturn::Option,
                Returned::Result => NamedReturn::Result,
            },
            implementations: known
                .implementations
                .iter()
                .map(|it| it.function.text.to_owned())
                .collect(),
        }
    });
    let taken = table.specification.operations.iter().flat_map(|operation| {
        let others = operation.implementations.iter().map(|it| it.function.name);
        [operation.base.name].into_iter().chain(others).map(ToOwned::to_owned)
    });
    Vocabulary { sorts: sorts.collect(), operations: operations.collect(), taken: taken.collect() }
}

/// Watches the work. An operation may end the process.
pub trait Watch {
    /// Whether there is time for more. It is asked between two terms and between two samples.
    fn goes_on(&self) -> bool;

    /// The operation at this place of the table is called now, or else an input.
    fn calls(&self, operation: Option<u16>);

    /// Whether terms do not have this operation.
    fn leaves_out(&self, operation: u16) -> bool;
}

/// Mines the relations of terms up to a size.
pub fn mine(table: &'static Table, watch: &dyn Watch, seed: u64, size: u32) -> Mined {
    let evaluator = Evaluator::new(table, watch);
    Miner::new(&evaluator, watch, seed, size).run()
}

/// Runs the terms of a pair on this many samples, as long as there is time.
pub fn confirm(
    table: &'static Table,
    watch: &dyn Watch,
    pair: &MinedPair,
    seed: u64,
    samples: u64,
) -> Confirmed {
    confirm::confirm(&Evaluator::new(table, watch), pair, seed, samples, watch)
}
