//! A function on the way from an edge to the code that the compiler inlined it into.

/// One such function, with the place in its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The function's path, or nothing. Builds with line tables alone have its last name only.
    pub function: String,
    /// The source file, if the build has line tables.
    pub file: Option<String>,
    /// The line in that file, counted from 1.
    pub line: Option<u32>,
}
