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
    Task { mutant: Mutant::TshiftTvarAll, property: "SinglePreserve" },
    Task { mutant: Mutant::TshiftTvarAll, property: "MultiPreserve" },
    Task { mutant: Mutant::TshiftTvarNoIncr, property: "SinglePreserve" },
    Task { mutant: Mutant::TshiftTvarNoIncr, property: "MultiPreserve" },
    Task { mutant: Mutant::TshiftAllNoIncr, property: "SinglePreserve" },
    Task { mutant: Mutant::TshiftAllNoIncr, property: "MultiPreserve" },
    Task { mutant: Mutant::ShiftVarAll, property: "SinglePreserve" },
    Task { mutant: Mutant::ShiftVarAll, property: "MultiPreserve" },
    Task { mutant: Mutant::ShiftVarNoIncr, property: "SinglePreserve" },
    Task { mutant: Mutant::ShiftVarNoIncr, property: "MultiPreserve" },
    Task { mutant: Mutant::ShiftAbsNoIncr, property: "SinglePreserve" },
    Task { mutant: Mutant::ShiftAbsNoIncr, property: "MultiPreserve" },
    Task { mutant: Mutant::ShiftTypTabsNoIncr, property: "SinglePreserve" },
    Task { mutant: Mutant::ShiftTypTabsNoIncr, property: "MultiPreserve" },
    Task { mutant: Mutant::TsubstTvarFlip, property: "SinglePreserve" },
    Task { mutant: Mutant::TsubstTvarFlip, property: "MultiPreserve" },
    Task { mutant: Mutant::TsubstTvarNoShift, property: "SinglePreserve" },
    Task { mutant: Mutant::TsubstTvarNoShift, property: "MultiPreserve" },
    Task { mutant: Mutant::TsubstTvarOverShift, property: "SinglePreserve" },
    Task { mutant: Mutant::TsubstTvarOverShift, property: "MultiPreserve" },
    Task { mutant: Mutant::TsubstAllNoTshift, property: "SinglePreserve" },
    Task { mutant: Mutant::TsubstAllNoTshift, property: "MultiPreserve" },
    Task { mutant: Mutant::SubstVarFlip, property: "SinglePreserve" },
    Task { mutant: Mutant::SubstVarFlip, property: "MultiPreserve" },
    Task { mutant: Mutant::SubstVarNoDecr, property: "SinglePreserve" },
    Task { mutant: Mutant::SubstVarNoDecr, property: "MultiPreserve" },
    Task { mutant: Mutant::SubstAbsNoShift, property: "SinglePreserve" },
    Task { mutant: Mutant::SubstAbsNoShift, property: "MultiPreserve" },
    Task { mutant: Mutant::SubstAbsNoIncr, property: "SinglePreserve" },
    Task { mutant: Mutant::SubstAbsNoIncr, property: "MultiPreserve" },
    Task { mutant: Mutant::SubstTabsNoShift, property: "SinglePreserve" },
    Task { mutant: Mutant::SubstTabsNoShift, property: "MultiPreserve" },
    Task { mutant: Mutant::SubstTypTabsNoIncr, property: "SinglePreserve" },
    Task { mutant: Mutant::SubstTypTabsNoIncr, property: "MultiPreserve" },
    Task { mutant: Mutant::SubstTypTabsNoShift, property: "SinglePreserve" },
    Task { mutant: Mutant::SubstTypTabsNoShift, property: "MultiPreserve" },
];
