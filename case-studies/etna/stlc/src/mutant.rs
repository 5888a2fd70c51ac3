//! The planted bugs, and the switch that selects one of them.

etna_common::mutants! {
    /// `shift` adds to no variable.
    ShiftVarNone = "shift_var_none",
    /// `shift` adds to every variable.
    ShiftVarAll = "shift_var_all",
    /// `shift` does not add to the variable that equals the cutoff.
    ShiftVarLeq = "shift_var_leq",
    /// `shift` goes under an abstraction without raising the cutoff.
    ShiftAbsNoIncr = "shift_abs_no_incr",
    /// `subst` replaces every variable.
    SubstVarAll = "subst_var_all",
    /// `subst` replaces no variable.
    SubstVarNone = "subst_var_none",
    /// `subst` carries the new term under an abstraction without shifting it.
    SubstAbsNoShift = "subst_abs_no_shift",
    /// `subst` goes under an abstraction and still looks for the same index.
    SubstAbsNoIncr = "subst_abs_no_incr",
    /// `subst_top` does not shift the argument before it substitutes.
    SubstTopNoShift = "substTop_no_shift",
    /// `subst_top` does not shift the result back.
    SubstTopNoShiftBack = "substTop_no_shift_back",
}
