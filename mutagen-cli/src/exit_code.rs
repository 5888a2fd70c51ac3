//! The exit codes of the command and their meaning. They are part of the interface: scripts and CI
//! rely on them.

use std::process::ExitCode;

/// How a run of the command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: no counterexample was found, and some test met the precondition. Commands that run no
    /// tests, such as `list`, also end with 0.
    NothingFound,
    /// 1: a counterexample was found.
    Counterexample,
    /// 2: wrong usage, a failed setup, an output that cannot be written, or, if no counterexample
    /// was found, an error that ended the campaign.
    Usage,
    /// 3: no counterexample was found, but no test met the precondition.
    NothingPassed,
    /// 130, 143 or 129: ended by Ctrl-C, SIGTERM or SIGHUP.
    Signal(u8),
    /// Cargo's own exit code: the build failed.
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
            Exit::Signal(code) => code,
            Exit::Cargo(code) => code,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
