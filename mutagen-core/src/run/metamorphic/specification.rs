//! What a specification says, as constants that `#[metamorphic]` writes: names and texts, for
//! findings.

use crate::value::node::Node;
use crate::value::types::Describe;

/// A specification.
#[derive(Debug)]
pub struct Specification {
    /// The name of its module.
    pub name: &'static str,
    /// The operations and laws, in the order of their numbers.
    pub operations: &'static [Operation],
    /// The inputs, in the order of their numbers.
    pub inputs: &'static [Input],
    /// The sorts, in the order of their numbers.
    pub sorts: &'static [Sort],
    /// What a test is, in the order of the variants.
    pub subjects: &'static [Subject],
    /// What else is in the module, and helps its functions: imports, types and other functions.
    pub items: &'static [&'static str],
    /// Where the module is.
    pub place: ModulePlace,
    /// The smallest test of a subject.
    pub subject: Smallest,
}

/// Makes the smallest value of a constructor.
pub type Smallest = fn(usize) -> Box<dyn Node>;

/// Where a module is.
#[derive(Debug, Clone, Copy)]
pub struct ModulePlace {
    /// The path of the module.
    pub path: &'static str,
    /// The path of `mutagen_core`.
    pub core: &'static str,
}

/// What a test is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A term of the sort with this number.
    Sort(u16),
    /// The law with this number.
    Law(u16),
}

/// A type of values.
#[derive(Debug)]
pub struct Sort {
    /// The type as it is written.
    pub ty: &'static str,
    /// The numbers of the inputs, in the order of the variants.
    pub inputs: &'static [u16],
    /// What an input is: of this sort, or a value of the type.
    pub input: Part,
    /// Whether a term can be an input.
    pub has_inputs: bool,
    /// Whether a term can be a variable.
    pub has_variables: bool,
    /// The smallest input, if there are variables.
    pub smallest: Option<fn() -> Box<dyn Node>>,
    /// An expression that compares `one` and `other`, references to values, where that is not `==`.
    pub same: &'static str,
    /// What else a term can be.
    pub outputs: &'static [Output],
    /// The smallest term of a constructor: an input if there are inputs, a variable if there are
    /// variables, and then the outputs. It panics if the sort has no terms.
    pub term: Smallest,
}

/// A value that an operation gives.
#[derive(Debug, Clone, Copy)]
pub struct Output {
    /// The number of the operation.
    pub operation: u16,
    /// The number of the mutable argument that is the value, if it is not the result.
    pub argument: Option<u16>,
}

/// An input.
#[derive(Debug)]
pub struct Input {
    /// The function.
    pub function: Text,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// What it returns.
    pub returned: Returned,
}

/// A parameter of a function.
#[derive(Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub ty: &'static str,
    /// How the value is passed.
    pub passing: Passing,
    /// What the field of the test is.
    pub part: Part,
}

/// How a parameter takes its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    /// By a shared reference.
    Reference,
    /// By a mutable reference.
    Mutable,
    /// By value.
    Value,
}

/// What a field of a test is.
#[derive(Debug, Clone, Copy)]
pub enum Part {
    /// An input or a term of this sort.
    Sort(u16),
    /// A value of the type that is described.
    Value(Describe),
    /// A vector of inputs.
    Sequence(&'static Part),
    /// An input or none.
    Optional(&'static Part),
    /// A tuple of inputs.
    Several(&'static [Part]),
}

/// What a function returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Returned {
    /// Nothing.
    Nothing,
    /// Always a value.
    Plain,
    /// An `Option`.
    Option,
    /// A `Result`.
    Result,
}

/// An operation or a law.
#[derive(Debug)]
pub struct Operation {
    /// The operation itself, which is the base. Of a law, the function.
    pub base: Text,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// What it returns.
    pub returned: Returned,
    /// An expression that compares `one` and `other`, references to results with the mutable
    /// arguments, where that is not `==`.
    pub same: &'static str,
    /// Whether it is a law: its base is `true`.
    pub is_law: bool,
    /// The precondition as it is written, or nothing.
    pub requires: &'static str,
    /// The other ways to get the same, in the order of their numbers.
    pub implementations: &'static [Implementation],
    /// The smallest expansion of a constructor: the base, except of a law, and then the
    /// implementations.
    pub expansion: Smallest,
}

/// Another way to get the result of an operation.
#[derive(Debug)]
pub struct Implementation {
    /// The function.
    pub function: Text,
    /// When it is one, as it is written, or nothing.
    pub when: &'static str,
    /// Whether it may give up.
    pub partial: bool,
    /// Its parameters and its result, without the operands that are its own.
    pub signature: &'static str,
    /// The names of these parameters.
    pub parameters: &'static [&'static str],
    /// Its body. The call site with number 3 calls `__site_3`.
    pub body: &'static str,
    /// The operands that are its own. They are the first fields of the expansion.
    pub operands: &'static [Parameter],
    /// The operations that its call sites call. They are the fields after the operands.
    pub sites: &'static [u16],
}

/// A function of a specification.
#[derive(Debug, Clone, Copy)]
pub struct Text {
    /// Its name.
    pub name: &'static str,
    /// Its text in the source.
    pub text: &'static str,
}

/// What runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Nothing of the specification.
    Outside,
    /// The input with this number.
    Input(u16),
    /// The operation with this number, by its base or by the implementation with this number.
    Operation(u16, Option<u16>),
}

/// What a test found, for its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The implementation of an operation gives another result.
    Differs(u16, u16),
    /// What runs there panics.
    Panics(Place),
    /// A value of what runs there does not meet an invariant.
    Broken(Place, String),
    /// The values of the whole term differ.
    Results,
}

impl Specification {
    /// The operation with this number.
    pub(super) fn operation(&self, operation: u16) -> &Operation {
        &self.operations[usize::from(operation)]
    }
}

impl Operation {
    /// The implementation with this number.
    pub(super) fn implementation(&self, implementation: u16) -> &Implementation {
        &self.implementations[usize::from(implementation)]
    }

    /// The implementation at a place, where it is another function than the base. That of a law is
    /// the law.
    pub(super) fn other(&self, implementation: Option<u16>) -> Option<&Implementation> {
        implementation.filter(|_| !self.is_law).map(|it| self.implementation(it))
    }
}

/// Specifications for tests, with names and little more.
#[cfg(test)]
pub(super) mod made {
    use super::*;

    fn nothing(_: usize) -> Box<dyn Node> {
        Box::new(())
    }

    pub(in crate::run::metamorphic) const fn text(name: &'static str) -> Text {
        Text { name, text: "" }
    }

    pub(in crate::run::metamorphic) const fn other(name: &'static str) -> Implementation {
        Implementation {
            function: text(name),
            when: "",
            partial: false,
            signature: "()",
            parameters: &[],
            body: "{}",
            operands: &[],
            sites: &[],
        }
    }

    pub(in crate::run::metamorphic) const fn operation(
        name: &'static str,
        others: &'static [Implementation],
    ) -> Operation {
        Operation {
            base: text(name),
            parameters: &[],
            returned: Returned::Plain,
            same: "",
            is_law: false,
            requires: "",
            implementations: others,
            expansion: nothing,
        }
    }

    pub(in crate::run::metamorphic) const fn specification(
        operations: &'static [Operation],
        inputs: &'static [Input],
    ) -> Specification {
        Specification {
            name: "numbers",
            operations,
            inputs,
            sorts: &[],
            subjects: &[],
            items: &[],
            place: ModulePlace { path: "numbers", core: "mutagen_core" },
            subject: nothing,
        }
    }
}
