//! The tasks of a workload: which mutant breaks which property.

/// A mutant and a property that it breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task<M, P> {
    /// The mutant.
    pub mutant: M,
    /// The property.
    pub property: P,
}

/// The tasks, listed as `Mutant: Property Property …;`, where `Mutant` and `Property` are in scope.
#[macro_export]
macro_rules! tasks {
    ($($mutant:ident: $($property:ident)*;)*) => {
        &[$($($crate::Task { mutant: Mutant::$mutant, property: Property::$property },)*)*]
    };
}
