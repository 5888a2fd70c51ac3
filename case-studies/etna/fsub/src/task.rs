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
    TshiftTvarAll: SinglePreserve MultiPreserve;
    TshiftTvarNoIncr: SinglePreserve MultiPreserve;
    TshiftAllNoIncr: SinglePreserve MultiPreserve;
    ShiftVarAll: SinglePreserve MultiPreserve;
    ShiftVarNoIncr: SinglePreserve MultiPreserve;
    ShiftAbsNoIncr: SinglePreserve MultiPreserve;
    ShiftTypTabsNoIncr: SinglePreserve MultiPreserve;
    TsubstTvarFlip: SinglePreserve MultiPreserve;
    TsubstTvarNoShift: SinglePreserve MultiPreserve;
    TsubstTvarOverShift: SinglePreserve MultiPreserve;
    TsubstAllNoTshift: SinglePreserve MultiPreserve;
    SubstVarFlip: SinglePreserve MultiPreserve;
    SubstVarNoDecr: SinglePreserve MultiPreserve;
    SubstAbsNoShift: SinglePreserve MultiPreserve;
    SubstAbsNoIncr: SinglePreserve MultiPreserve;
    SubstTabsNoShift: SinglePreserve MultiPreserve;
    SubstTypTabsNoIncr: SinglePreserve MultiPreserve;
    SubstTypTabsNoShift: SinglePreserve MultiPreserve;
};
