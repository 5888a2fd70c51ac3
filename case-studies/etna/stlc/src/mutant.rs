//! The planted bugs, and the switch that says which of them is in the program.

use derive_more::{Display, Error};
use std::str::FromStr;
use std::sync::atomic::{AtomicU8, Ordering};

/// The environment variable that [`select_from_env`] reads.
pub const VARIABLE: &str = "ETNA_MUTANT";

/// A planted bug. Its text is its name in ETNA's tables.
#[derive(Debug, Display, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mutant {
    /// `shift` adds to no variable.
    #[display("shift_var_none")]
    ShiftVarNone,
    /// `shift` adds to every variable.
    #[display("shift_var_all")]
    ShiftVarAll,
    /// `shift` does not add to the variable that equals the cutoff.
    #[display("shift_var_leq")]
    ShiftVarLeq,
    /// `shift` goes under an abstraction without raising the cutoff.
    #[display("shift_abs_no_incr")]
    ShiftAbsNoIncr,
    /// `subst` replaces every variable.
    #[display("subst_var_all")]
    SubstVarAll,
    /// `subst` replaces no variable.
    #[display("subst_var_none")]
    SubstVarNone,
    /// `subst` carries the new term under an abstraction without shifting it.
    #[display("subst_abs_no_shift")]
    SubstAbsNoShift,
    /// `subst` goes under an abstraction and still looks for the same index.
    #[display("subst_abs_no_incr")]
    SubstAbsNoIncr,
    /// `subst_top` does not shift the argument before it substitutes.
    #[display("substTop_no_shift")]
    SubstTopNoShift,
    /// `subst_top` does not shift the result back.
    #[display("substTop_no_shift_back")]
    SubstTopNoShiftBack,
}

impl Mutant {
    /// All of them, in the order of the table in the README.
    pub const ALL: &[Mutant] = &[
        Mutant::ShiftVarNone,
        Mutant::ShiftVarAll,
        Mutant::ShiftVarLeq,
        Mutant::ShiftAbsNoIncr,
        Mutant::SubstVarAll,
        Mutant::SubstVarNone,
        Mutant::SubstAbsNoShift,
        Mutant::SubstAbsNoIncr,
        Mutant::SubstTopNoShift,
        Mutant::SubstTopNoShiftBack,
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
