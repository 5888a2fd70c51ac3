//! A stack frame of an edge: the function that the edge lies in, or a function into which the
//! compiler inlined that code.

/// A function, with a place in its source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frame {
    /// The function's path, or empty. In builds with line tables only, it is the last name of the
    /// path.
    pub function: String,
    /// The source file, if the build has line tables.
    pub file: Option<String>,
    /// The line in that file, counted from 1.
    pub line: Option<u32>,
}
