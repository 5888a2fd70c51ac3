//! The tasks: which mutant breaks which property.

use crate::mutant::Mutant;
use crate::registry::Property;

/// A mutant and a property that it breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// The mutant.
    pub mutant: Mutant,
    /// The property.
    pub property: Property,
}

macro_rules! tasks {
    ($($mutant:ident: $($property:ident)*;)*) => {
        &[$($(Task { mutant: Mutant::$mutant, property: Property::$property },)*)*]
    };
}

/// All tasks.
pub const TASKS: &[Task] = tasks! {
    ShiftVarNone: SinglePreserve MultiPreserve;
    ShiftVarAll: SinglePreserve MultiPreserve;
    ShiftVarLeq: SinglePreserve MultiPreserve;
    ShiftAbsNoIncr: SinglePreserve MultiPreserve;
    SubstVarAll: SinglePreserve MultiPreserve;
    SubstVarNone: SinglePreserve MultiPreserve;
    SubstAbsNoShift: SinglePreserve MultiPreserve;
    SubstAbsNoIncr: SinglePreserve MultiPreserve;
    SubstTopNoShift: SinglePreserve MultiPreserve;
    SubstTopNoShiftBack: SinglePreserve MultiPreserve;
};
