//! How a bug shows.

use std::fmt;
use std::str::FromStr;

/// How a bug shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A panic of the crate's own: an assertion, `unreachable!`, an error that is not returned.
    Panic,
    /// An overflow, a division by zero, a shift by too many bits.
    Arithmetic,
    /// An index or a range that is out of bounds.
    Index,
    /// A text that is sliced within a character, or taken for UTF-8.
    Utf8,
    /// An `unwrap` or `expect` of nothing.
    Unwrap,
    /// A loop that does not end, or not within the time limit.
    Loop,
    /// An overflow of the stack.
    StackOverflow,
    /// A wrong result.
    Logic,
    /// A request for more memory than there can be.
    OutOfMemory,
}

/// The kinds by their names in the table.
const NAMES: [(&str, Kind); 9] = [
    ("Panic", Kind::Panic),
    ("Arithmetic", Kind::Arithmetic),
    ("Index", Kind::Index),
    ("Utf8", Kind::Utf8),
    ("Unwrap", Kind::Unwrap),
    ("Loop", Kind::Loop),
    ("StackOverflow", Kind::StackOverflow),
    ("Logic", Kind::Logic),
    ("OutOfMemory", Kind::OutOfMemory),
];

impl Kind {
    /// Whether the bug ends the process, or never ends, instead of panicking.
    pub fn ends_the_process(self) -> bool {
        matches!(self, Kind::Loop | Kind::StackOverflow)
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(name: &str) -> Result<Kind, String> {
        let found = NAMES.iter().find(|(other, _)| *other == name);
        found.map(|(_, kind)| *kind).ok_or_else(|| format!("there is no kind `{name}`"))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, kind)| kind == self).map_or("", |(name, _)| name);
        out.write_str(name)
    }
}
