//! The planted bugs, and the switch that selects one of them.

etna_common::mutants! {
    /// `tshift` adds 1 to every type variable.
    TshiftTvarAll = "tshift_tvar_all",
    /// `tshift` adds 1 to no type variable.
    TshiftTvarNoIncr = "tshift_tvar_no_incr",
    /// `tshift` goes under a bound without raising the cutoff.
    TshiftAllNoIncr = "tshift_all_no_incr",
    /// `shift` adds 1 to every variable.
    ShiftVarAll = "shift_var_all",
    /// `shift` adds 1 to no variable.
    ShiftVarNoIncr = "shift_var_no_incr",
    /// `shift` goes under an abstraction without raising the cutoff.
    ShiftAbsNoIncr = "shift_abs_no_incr",
    /// `shift_typ` goes under a bound without raising the cutoff.
    ShiftTypTabsNoIncr = "shift_typ_tabs_no_incr",
    /// `tsubst` lowers the type variables below the replaced one instead of those above.
    TsubstTvarFlip = "tsubst_tvar_flip",
    /// `tsubst` lowers no type variable.
    TsubstTvarNoShift = "tsubst_tvar_no_shift",
    /// `tsubst` lowers all type variables except the replaced one.
    TsubstTvarOverShift = "tsubst_tvar_over_shift",
    /// `tsubst` carries the new type under a bound without shifting it.
    TsubstAllNoTshift = "tsubst_all_no_tshift",
    /// `subst` lowers the variables below the replaced one instead of those above.
    SubstVarFlip = "subst_var_flip",
    /// `subst` lowers no variable.
    SubstVarNoDecr = "subst_var_no_decr",
    /// `subst` carries the new term under an abstraction without shifting it.
    SubstAbsNoShift = "subst_abs_no_shift",
    /// `subst` goes under an abstraction and still looks for the same index.
    SubstAbsNoIncr = "subst_abs_no_incr",
    /// `subst` carries the new term under a bound without shifting its types.
    SubstTabsNoShift = "subst_tabs_no_shift",
    /// `subst_typ` goes under a bound and still looks for the same index.
    SubstTypTabsNoIncr = "subst_typ_tabs_no_incr",
    /// `subst_typ` carries the new type under a bound without shifting it.
    SubstTypTabsNoShift = "subst_typ_tabs_no_shift",
}
