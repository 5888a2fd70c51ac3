//! The names and types that the terms of a specification are written with.

use super::table::Table;
use crate::run::metamorphic::specification::{Operation, Passing, Returned};
use serde::{Deserialize, Serialize};

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
