//! Collects the literals of the code under test from the sources of the instrumented crates. The
//! search draws values from them: a keyword or a magic number is rarely found at random.
//!
//! `modules` follows the modules of a crate from file to file. `visit` walks the syntax of a file,
//! `tokens` the arguments of macros and attributes. `set` keeps each literal once, with its places.

pub(crate) mod attributes;
mod evaluate;
mod module_file;
mod modules;
mod set;
#[cfg(test)]
mod tests;
mod tokens;
mod visit;

use crate::instrument::CrateSource;
use modules::Modules;
use mutagen_core::internal::run::thread::{STACK, on_big_stack};
use mutagen_core::internal::value::literals::Literals;
use set::LiteralSet;
use std::fmt;
use std::path::PathBuf;

/// The most files that a note names.
const NAMED: usize = 10;

/// What the sources contain.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Collected {
    /// The literals, in the order of the sources.
    pub literals: Literals,
    /// The files that were left out.
    pub unread: Vec<Unread>,
    /// How many texts were left out because they are too long.
    pub long: usize,
    /// How many literals were left out because there are too many.
    pub surplus: usize,
}

/// A source file that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// The file.
    pub file: PathBuf,
    /// The reason.
    pub why: String,
}

/// Collects the literals of crates. What cannot be read is left out. The result depends on nothing
/// but the sources.
pub fn collect(crates: &[CrateSource]) -> Collected {
    // Expressions can be nested deeply, and the parser recurses once per level.
    let collected = on_big_stack(STACK, || collect_here(crates));
    collected.unwrap_or_else(|payload| std::panic::resume_unwind(payload))
}

/// [`collect`] on the stack of the caller.
fn collect_here(crates: &[CrateSource]) -> Collected {
    let mut set = LiteralSet::default();
    let mut modules = Modules::default();
    for source in crates {
        modules.collect(source, &mut set);
    }
    let (long, surplus) = (set.long, set.surplus);
    Collected { literals: set.finish(), unread: modules.unread, long, surplus }
}

impl Collected {
    /// A note about the files that were left out, if there are any.
    pub fn note(&self) -> Option<String> {
        if self.unread.is_empty() {
            return None;
        }
        let files = self.unread.iter().take(NAMED).map(|unread| format!("\n    {unread}"));
        let more = match self.unread.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!("\n    and {more} more"),
        };
        Some(format!(
            "the literals of these sources are not used:{}{more}",
            files.collect::<String>()
        ))
    }
}

/// The numbers, for `--verbose`.
impl fmt::Display for Collected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (literals, places) = (self.literals.len(), self.literals.functions().len());
        write!(f, "{literals} from {places} functions and modules")?;
        if self.long > 0 {
            write!(f, "; {} left out because they are too long", self.long)?;
        }
        if self.surplus > 0 {
            write!(f, "; {} left out because there are too many", self.surplus)?;
        }
        Ok(())
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.why)
    }
}
