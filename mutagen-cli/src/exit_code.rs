//! What the command's exit codes mean. They are part of the interface: scripts and CI decide by
//! them.

use std::process::ExitCode;

/// How a run of the command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: no counterexample was found, and some test met the precondition; or there was nothing to
    /// run, as in `list`.
    NothingFound,
    /// 1: a counterexample was found.
    Counterexample,
    /// 2: the command was used wrongly, or could not set up what it needs.
    Usage,
    /// 3: no counterexample was found, but no test met the precondition either.
    NothingPassed,
    /// 130: interrupted by Ctrl-C.
    Interrupted,
    /// Cargo's own exit code, when the build failed.
    Cargo(u8),
}

impl Exit {
    /// The number.
    pub fn code(self) -> u8 {
        match self {
            Exit::NothingFound => 0,
            Exit::Counterexample => 1,
            Exit::Usage => 2,
            Exit::NothingPassed => 3,
            Exit::Interrupted => 130,
            Exit::Cargo(code) => code,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
