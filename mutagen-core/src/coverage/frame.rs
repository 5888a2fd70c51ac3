//! A frame of an edge, from the debug information: the function that contains the edge, or a
//! function into which the compiler inlined that function.

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
