//! The planted bugs, and the switch that says which of them is in the program.

use derive_more::{Display, Error};
use std::str::FromStr;
use std::sync::atomic::{AtomicU8, Ordering};

/// The environment variable that [`select_from_env`] reads.
pub const VARIABLE: &str = "ETNA_MUTANT";

/// A planted bug. Its text is its name in ETNA's tables.
#[derive(Debug, Display, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mutant {
    /// `tshift` adds 1 to every type variable.
    #[display("tshift_tvar_all")]
    TshiftTvarAll,
    /// `tshift` adds 1 to no type variable.
    #[display("tshift_tvar_no_incr")]
    TshiftTvarNoIncr,
    /// `tshift` goes under a bound without raising the cutoff.
    #[display("tshift_all_no_incr")]
    TshiftAllNoIncr,
    /// `shift` adds 1 to every variable.
    #[display("shift_var_all")]
    ShiftVarAll,
    /// `shift` adds 1 to no variable.
    #[display("shift_var_no_incr")]
    ShiftVarNoIncr,
    /// `shift` goes under an abstraction without raising the cutoff.
    #[display("shift_abs_no_incr")]
    ShiftAbsNoIncr,
    /// `shift_typ` goes under a bound without raising the cutoff.
    #[display("shift_typ_tabs_no_incr")]
    ShiftTypTabsNoIncr,
    /// `tsubst` lowers the type variables below the replaced one instead of those above.
    #[display("tsubst_tvar_flip")]
    TsubstTvarFlip,
    /// `tsubst` lowers no type variable.
    #[display("tsubst_tvar_no_shift")]
    TsubstTvarNoShift,
    /// `tsubst` lowers all type variables but the replaced one.
    #[display("tsubst_tvar_over_shift")]
    TsubstTvarOverShift,
    /// `tsubst` carries the new type under a bound without shifting it.
    #[display("tsubst_all_no_tshift")]
    TsubstAllNoTshift,
    /// `subst` lowers the variables below the replaced one instead of those above.
    #[display("subst_var_flip")]
    SubstVarFlip,
    /// `subst` lowers no variable.
    #[display("subst_var_no_decr")]
    SubstVarNoDecr,
    /// `subst` carries the new term under an abstraction without shifting it.
    #[display("subst_abs_no_shift")]
    SubstAbsNoShift,
    /// `subst` goes under an abstraction and still looks for the same index.
    #[display("subst_abs_no_incr")]
    SubstAbsNoIncr,
    /// `subst` carries the new term under a bound without shifting its types.
    #[display("subst_tabs_no_shift")]
    SubstTabsNoShift,
    /// `subst_typ` goes under a bound and still looks for the same index.
    #[display("subst_typ_tabs_no_incr")]
    SubstTypTabsNoIncr,
    /// `subst_typ` carries the new type under a bound without shifting it.
    #[display("subst_typ_tabs_no_shift")]
    SubstTypTabsNoShift,
}

impl Mutant {
    /// All of them, in the order of the table in the README.
    pub const ALL: &[Mutant] = &[
        Mutant::TshiftTvarAll,
        Mutant::TshiftTvarNoIncr,
        Mutant::TshiftAllNoIncr,
        Mutant::ShiftVarAll,
        Mutant::ShiftVarNoIncr,
        Mutant::ShiftAbsNoIncr,
        Mutant::ShiftTypTabsNoIncr,
        Mutant::TsubstTvarFlip,
        Mutant::TsubstTvarNoShift,
        Mutant::TsubstTvarOverShift,
        Mutant::TsubstAllNoTshift,
        Mutant::SubstVarFlip,
        Mutant::SubstVarNoDecr,
        Mutant::SubstAbsNoShift,
        Mutant::SubstAbsNoIncr,
        Mutant::SubstTabsNoShift,
        Mutant::SubstTypTabsNoIncr,
        Mutant::SubstTypTabsNoShift,
    ];
}

/// A text that names no mutant.
#[derive(Debug, Display, Error, Clone, PartialEq, Eq)]
#[display("there is no mutant `{name}`; take one of {}", names())]
pub struct UnknownMutant {
    /// The text.
    #[error(not(source))]
    pub name: String,
}

fn names() -> String {
    Mutant::ALL.iter().map(Mutant::to_string).collect::<Vec<String>>().join(", ")
}

impl FromStr for Mutant {
    type Err = UnknownMutant;

    fn from_str(name: &str) -> Result<Mutant, UnknownMutant> {
        let found = Mutant::ALL.iter().find(|mutant| mutant.to_string() == name);
        found.copied().ok_or_else(|| UnknownMutant { name: name.to_owned() })
    }
}

/// No mutant: the correct program.
const NONE: u8 = u8::MAX;

/// The mutant in the program. It is chosen before the tests and constant while they run, so nothing
/// is ordered against it and a relaxed load, which on the usual processors is a plain one, is enough.
static SELECTED: AtomicU8 = AtomicU8::new(NONE);

/// Puts a mutant into the program of this process, or takes out the one that is in it.
pub fn select(mutant: Option<Mutant>) {
    SELECTED.store(mutant.map_or(NONE, |mutant| mutant as u8), Ordering::Relaxed);
}

/// The mutant that is in the program.
pub fn selected() -> Option<Mutant> {
    Mutant::ALL.get(usize::from(SELECTED.load(Ordering::Relaxed))).copied()
}

/// Puts the mutant into the program that the environment variable `ETNA_MUTANT` names; without that
/// variable, or when it is empty, the program is the correct one.
///
/// # Panics
/// When the variable is set to anything else; the message lists the names.
pub fn select_from_env() {
    let name = std::env::var_os(VARIABLE).unwrap_or_default();
    if name.is_empty() {
        return select(None);
    }
    match name.to_string_lossy().parse() {
        Ok(mutant) => select(Some(mutant)),
        Err(error) => panic!("{VARIABLE}: {error}"),
    }
}

/// Whether this mutant is in the program: asked where the code differs.
#[inline]
pub(crate) fn is(mutant: Mutant) -> bool {
    SELECTED.load(Ordering::Relaxed) == mutant as u8
}
