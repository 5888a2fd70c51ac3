//! The tasks: which mutant breaks which property.

use crate::mutant::Mutant;
use crate::registry::Property;

/// A mutant and a property that it breaks.
pub type Task = etna_common::Task<Mutant, Property>;

/// All tasks.
pub const TASKS: &[Task] = etna_common::tasks! {
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
