//! A module of the sources that has a file of its own.

use std::path::PathBuf;

/// A module in a file of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ModuleFile {
    /// Where the file can be.
    pub(super) files: Vec<PathBuf>,
    /// The folder of the module's own modules, unless the file is called `mod.rs`.
    pub(super) folder: PathBuf,
    /// The names of the module and those above, without the crate.
    pub(super) path: Vec<String>,
    /// Whether the module is in test code.
    pub(super) in_tests: bool,
    /// Whether the file may be missing, because the module is conditional.
    pub(super) may_be_missing: bool,
}
