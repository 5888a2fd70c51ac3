//! What a specification says, as constants that `#[metamorphic]` writes: names and texts, for
//! findings.

/// A specification.
#[derive(Debug)]
pub struct Specification {
    /// The name of its module.
    pub name: &'static str,
    /// The operations and laws, in the order of their numbers.
    pub operations: &'static [Operation],
    /// The inputs, in the order of their numbers.
    pub inputs: &'static [Text],
}

/// An operation or a law.
#[derive(Debug)]
pub struct Operation {
    /// The operation itself, which is the base. Of a law, the function.
    pub base: Text,
    /// The names of its parameters.
    pub parameters: &'static [&'static str],
    /// Whether it is a law: its base is `true`.
    pub is_law: bool,
    /// The precondition as it is written, or nothing.
    pub requires: &'static str,
    /// The other ways to get the same, in the order of their numbers.
    pub implementations: &'static [Implementation],
}

/// Another way to get the result of an operation.
#[derive(Debug)]
pub struct Implementation {
    /// The function.
    pub function: Text,
    /// When it is one, as it is written, or nothing.
    pub when: &'static str,
}

/// A function of a specification.
#[derive(Debug, Clone, Copy)]
pub struct Text {
    /// Its name.
    pub name: &'static str,
    /// Its text in the source.
    pub text: &'static str,
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
}
