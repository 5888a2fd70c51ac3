//! Asks a solver about a script. [`open`] gives each solver the cheapest way that survives whatever
//! the solver does; [`Library`] loads z3 into this process, where a crash ends it.

mod command;
mod cost;
mod host;
mod library;
mod settings;

pub use command::Executable;
pub use cost::cost;
pub use host::Host;
pub use library::Library;
pub use settings::Settings;

use crate::SolverError;
use crate::cache::Solver;
use crate::catalogue::{Code, Runs};
use crate::process::Ended;
use crate::verdict::{self, End, Verdict};
use std::ffi::OsString;
use std::time::Duration;

/// What a solver was asked, and what came of it.
#[derive(Debug, Clone)]
pub struct Reply {
    /// What it said, and how it ended.
    pub verdict: Verdict,
    /// CPU time of the run.
    pub cpu: Duration,
    /// The output as it was, cut at the limit.
    pub output: String,
    /// The error stream as it was, cut at the limit.
    pub errors: String,
    /// The command, for people.
    pub command: String,
}

impl Reply {
    /// The reply of a run.
    fn of(ended: &Ended, script: &str, settings: &Settings, command: String) -> Reply {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let checks = verdict::checks(script);
        Reply {
            verdict: verdict::read(ended, &settings.limits, checks),
            cpu: ended.cpu,
            output: text(&ended.output),
            errors: text(&ended.errors),
            command,
        }
    }
}

/// A way to ask one solver.
pub trait Driver: Send {
    /// The name of the solver with its release.
    fn name(&self) -> &str;

    /// Its code base.
    fn code(&self) -> Code;

    /// Asks about a script. Whatever the solver does is a verdict, and the next script can be asked
    /// about.
    ///
    /// # Errors
    /// When it cannot be started, or the system refuses to watch it.
    fn ask(&mut self, script: &str, settings: &Settings) -> Result<Reply, SolverError>;
}

/// The driver that survives whatever the solver does: a process for each script, or for a solver
/// that is a module of Python, a child that lives on.
///
/// # Errors
/// When no folder for the runs can be made.
pub fn open(solver: &Solver) -> Result<Box<dyn Driver>, SolverError> {
    Ok(match solver.entry.runs {
        Runs::Z3 | Runs::Cvc | Runs::Yices => Box::new(Executable::new(solver)?),
        Runs::Cvc5Python | Runs::BitwuzlaPython => Box::new(Host::new(solver)?),
    })
}

/// Asks a solver, and once more without validation if it cannot check its model because the values
/// are approximate: CVC gives no answer then.
///
/// # Errors
/// As for [`Driver::ask`].
pub fn ask(
    driver: &mut dyn Driver,
    script: &str,
    settings: &Settings,
) -> Result<Reply, SolverError> {
    let first = driver.ask(script, settings)?;
    let is_approximate = |text: &str| text.contains("approximate values");
    match &first.verdict.end {
        End::Error(text) if settings.validates && is_approximate(text) => {
            let settings = Settings { validates: false, ..settings.clone() };
            let again = driver.ask(script, &settings)?;
            Ok(Reply { cpu: first.cpu + again.cpu, ..again })
        }
        _ => Ok(first),
    }
}

/// The Python that runs pip and the solvers that are its modules: `SMT_PYTHON`, or `python3`.
pub(crate) fn python() -> OsString {
    let named = std::env::var_os("SMT_PYTHON").filter(|value| !value.is_empty());
    named.unwrap_or_else(|| "python3".into())
}
