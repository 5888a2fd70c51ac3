//! The planted bugs, and the switch that says which of them is in the program.

use derive_more::{Display, Error};
use std::str::FromStr;
use std::sync::atomic::{AtomicU8, Ordering};

/// The environment variable that [`select_from_env`] reads.
pub const VARIABLE: &str = "ETNA_MUTANT";

/// A planted bug. Its text is its name in ETNA's tables.
#[derive(Debug, Display, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mutant {
    /// Insertion into a tree that is not empty gives the tree of the new key alone.
    #[display("insert_1")]
    Insert1,
    /// Insertion has no right branch: a key above the node's overwrites the node's value.
    #[display("insert_2")]
    Insert2,
    /// Insertion keeps the old value of a key that is there.
    #[display("insert_3")]
    Insert3,
    /// Deletion returns what is left of the subtree it went into, without the node above.
    #[display("delete_4")]
    Delete4,
    /// Deletion goes left for greater keys and right for smaller ones.
    #[display("delete_5")]
    Delete5,
    /// Union puts the second tree below the root of the first without splitting it.
    #[display("union_6")]
    Union6,
    /// As [`Mutant::Union6`] where the first root has the smaller key; equal roots are merged, and
    /// otherwise the arguments are exchanged, so that the second tree's values win.
    #[display("union_7")]
    Union7,
    /// As [`Mutant::Union7`], but the left subtree of the second root is split.
    #[display("union_8")]
    Union8,
}

impl Mutant {
    /// All of them, in the order of the table in the README.
    pub const ALL: &[Mutant] = &[
        Mutant::Insert1,
        Mutant::Insert2,
        Mutant::Insert3,
        Mutant::Delete4,
        Mutant::Delete5,
        Mutant::Union6,
        Mutant::Union7,
        Mutant::Union8,
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

/// The mutant in the program. It is chosen before the tests and constant while they run: no other
/// memory is ordered against it, and so a relaxed load is enough, which on the usual processors is
/// an ordinary one.
static SELECTED: AtomicU8 = AtomicU8::new(NONE);

/// Puts a mutant into the program of this process, or takes out the one that is in it.
pub fn select(mutant: Option<Mutant>) {
    SELECTED.store(mutant.map_or(NONE, |mutant| mutant as u8), Ordering::Relaxed);
}

/// The mutant that is in the program.
pub fn selected() -> Option<Mutant> {
    Mutant::ALL.get(usize::from(SELECTED.load(Ordering::Relaxed))).copied()
}

/// Puts the mutant into the program that the environment variable `ETNA_MUTANT` names. Without the
/// variable, or when it is empty, the program is the correct one.
///
/// # Panics
/// When the variable holds anything else; the message lists the names.
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
