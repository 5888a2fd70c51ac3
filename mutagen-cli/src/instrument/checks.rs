//! Which packages are built with debug assertions and overflow checks.

use clap::ValueEnum;

/// Which packages are built with debug assertions and overflow checks, as far as it depends on what
/// is instrumented.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Checks {
    /// All but the instrumented packages that are not members of the workspace: they are built as
    /// their users get them
    #[default]
    Own,
    /// All packages
    All,
}
