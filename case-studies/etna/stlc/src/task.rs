//! The tasks: which mutant breaks which property.

use crate::mutant::Mutant;

/// A mutant and a property that it breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// The mutant.
    pub mutant: Mutant,
    /// The name of the property, to be found in [`PROPERTIES`](crate::property::PROPERTIES).
    pub property: &'static str,
}

/// All tasks.
pub const TASKS: &[Task] = &[
    Task { mutant: Mutant::ShiftVarNone, property: "SinglePreserve" },
    Task { mutant: Mutant::ShiftVarNone, property: "MultiPreserve" },
    Task { mutant: Mutant::ShiftVarAll, property: "SinglePreserve" },
    Task { mutant: Mutant::ShiftVarAll, property: "MultiPreserve" },
    Task { mutant: Mutant::ShiftVarLeq, property: "SinglePreserve" },
    Task { mutant: Mutant::ShiftVarLeq, property: "MultiPreserve" },
    Task { mutant: Mutant::ShiftAbsNoIncr, property: "SinglePreserve" },
    Task { mutant: Mutant::ShiftAbsNoIncr, property: "MultiPreserve" },
    Task { mutant: Mutant::SubstVarAll, property: "SinglePreserve" },
    Task { mutant: Mutant::SubstVarAll, property: "MultiPreserve" },
    Task { mutant: Mutant::SubstVarNone, property: "SinglePreserve" },
    Task { mutant: Mutant::SubstVarNone, property: "MultiPreserve" },
    Task { mutant: Mutant::SubstAbsNoShift, property: "SinglePreserve" },
    Task { mutant: Mutant::SubstAbsNoShift, property: "MultiPreserve" },
    Task { mutant: Mutant::SubstAbsNoIncr, property: "SinglePreserve" },
    Task { mutant: Mutant::SubstAbsNoIncr, property: "MultiPreserve" },
    Task { mutant: Mutant::SubstTopNoShift, property: "SinglePreserve" },
    Task { mutant: Mutant::SubstTopNoShift, property: "MultiPreserve" },
    Task { mutant: Mutant::SubstTopNoShiftBack, property: "SinglePreserve" },
    Task { mutant: Mutant::SubstTopNoShiftBack, property: "MultiPreserve" },
];
