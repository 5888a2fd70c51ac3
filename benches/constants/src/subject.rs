//! The table of the programs: name, group, and whether a search is expected to find the bug.

use std::fmt;

/// What stands between a random input and the bug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// A precondition on text or bytes that nearly all inputs violate.
    Preconditions,
    /// Constant bytes at the start of the input.
    Magic,
    /// Fields that must agree with a constant, with a length or with a checksum.
    Tagged,
    /// Words of a fixed set.
    Keywords,
    /// Numbers and dates as text.
    Formats,
    /// A grammar.
    Grammars,
    /// States, with a cache or a lazily filled table before the code.
    States,
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Group::Preconditions => "preconditions",
            Group::Magic => "magic",
            Group::Tagged => "tagged",
            Group::Keywords => "keywords",
            Group::Formats => "formats",
            Group::Grammars => "grammars",
            Group::States => "states",
        })
    }
}

/// A program with a planted bug.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject {
    /// The name of the file, and of the property in `tests/properties.rs`.
    pub name: &'static str,
    /// The group.
    pub group: Group,
    /// Whether no tool is expected to find the bug, because that takes the inverse of a hash.
    pub out_of_reach: bool,
}

/// Expands a macro with the table of all programs: `group: name(argument: type)`, where the
/// function is `name::property` and takes its argument by reference.
#[macro_export]
macro_rules! for_each_subject {
    ($callback:ident) => {
        $callback! {
            Preconditions: version(text: String);
            Preconditions: hostname(bytes: Vec<u8>);
            Magic: five_bytes(bytes: Vec<u8>);
            Magic: picture(bytes: Vec<u8>);
            Tagged: tagged(message: $crate::tagged::Message);
            Tagged: packet(bytes: Vec<u8>);
            Tagged: chunk(chunk: $crate::chunk::Chunk);
            Tagged: token(token: $crate::token::Token);
            Keywords: statement(word: String);
            Keywords: store(script: String);
            Keywords: headers(head: String);
            Formats: integer(text: String);
            Formats: date(text: String);
            Formats: duration(text: String);
            Grammars: json(text: String);
            Grammars: settings(text: String);
            Grammars: query(text: String);
            Grammars: calculator(text: String);
            States: remembered(bytes: Vec<u8>);
            States: broker(commands: Vec<$crate::broker::Command>);
        }
    };
}

macro_rules! subjects {
    ($($group:ident: $name:ident($argument:ident: $type:ty);)*) => {
        /// All programs.
        pub const SUBJECTS: &[Subject] = &[$(Subject {
            name: stringify!($name),
            group: Group::$group,
            out_of_reach: is_out_of_reach(stringify!($name)),
        }),*];
    };
}

for_each_subject!(subjects);

/// `token` is out of reach: it compares hashes of hashes, and neither operand is part of the input.
const fn is_out_of_reach(name: &str) -> bool {
    matches!(name.as_bytes(), b"token")
}
