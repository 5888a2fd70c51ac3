//! A bug of a released crate: where it is reported, the property that it breaks, and a witness that
//! breaks the property. Each package in `crates/` lists its bugs as values of [`Bug`].
#![forbid(unsafe_code)]

mod reproduce;

pub use reproduce::assert_reproduces;

/// A bug of a released crate.
#[derive(Debug, Clone, Copy)]
pub struct Bug {
    /// The crate and the number of the report, as in `bson-64`.
    pub name: &'static str,
    /// The crate that has the bug, by its name in the registry.
    pub krate: &'static str,
    /// The release of the crate that is tested.
    pub version: &'static str,
    /// The report, pull request or commit.
    pub reference: &'static str,
    /// How the bug shows.
    pub kind: Kind,
    /// The property, if the crate takes bytes; it panics if it does not hold.
    pub bytes: Option<fn(&[u8])>,
    /// The property, if the crate takes text; it panics if it does not hold.
    pub text: Option<fn(&str)>,
    /// The path of that property in its package, such as `issue_64::decodes`.
    pub property: &'static str,
    /// The path of the property on a derived description of the input, if there is one.
    pub typed: Option<&'static str>,
    /// An input that breaks the property.
    pub witness: &'static [u8],
    /// A part of the panic's message or place, `src/decoder.rs` for example. Empty for an endless
    /// loop and an overflow of the stack.
    pub message: &'static str,
}

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

impl Kind {
    /// Whether the bug ends the process, or never ends, instead of panicking.
    pub fn ends_the_process(self) -> bool {
        matches!(self, Kind::Loop | Kind::StackOverflow)
    }
}

impl Bug {
    /// Runs the property on one input. A crate that takes text is not called with other bytes.
    pub fn run(&self, input: &[u8]) {
        if let Some(property) = self.bytes {
            property(input);
        } else if let Some(property) = self.text
            && let Ok(text) = str::from_utf8(input)
        {
            property(text);
        }
    }
}
