//! The tasks: which mutant breaks which property.

use crate::mutant::Mutant;
use crate::registry::Property;

/// A mutant and a property that it breaks.
pub type Task = etna_common::Task<Mutant, Property>;

/// All tasks.
pub const TASKS: &[Task] = etna_common::tasks! {
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
