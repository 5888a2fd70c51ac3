//! The solvers that `SMT_SOLVERS` names: a second and a third opinion.

use smt_fragment::Script;
use smt_solvers::cache::Cache;
use smt_solvers::driver::{self, Driver, Settings};
use smt_solvers::verdict::Answer;

/// The variable that names them, separated by commas.
pub const VARIABLE: &str = "SMT_SOLVERS";

/// CPU seconds of one answer.
const SECONDS: u64 = 2;

/// Solvers that are asked where nothing else decides.
#[derive(Default)]
pub struct References {
    drivers: Vec<Box<dyn Driver>>,
}

impl References {
    /// The solvers that the environment names; none if it names none.
    ///
    /// # Errors
    /// When one is unknown or was not fetched. The text has the command for that.
    pub fn of_user() -> Result<References, smt_solvers::SolverError> {
        let named = std::env::var(VARIABLE).unwrap_or_default();
        let names = named.split(',').map(str::trim).filter(|name| !name.is_empty());
        let mut drivers = Vec::new();
        for name in names {
            drivers.push(driver::open(&Cache::of_user()?.solver(name)?)?);
        }
        Ok(References { drivers })
    }

    /// What the references say about a script: nothing if none of them decides, or two disagree.
    pub fn satisfiable(&mut self, script: &Script) -> Option<bool> {
        let text = script.to_string();
        let settings = Settings { validates: false, ..Settings::seconds(SECONDS) };
        let mut said = None;
        for driver in &mut self.drivers {
            // A reference that cannot be started has no opinion.
            let Ok(reply) = driver.ask(&text, &settings) else { continue };
            let answer = match reply.verdict.comparable() {
                [Answer::Sat] => true,
                [Answer::Unsat] => false,
                _ => continue,
            };
            if said.is_some_and(|said| said != answer) {
                return None;
            }
            said = Some(answer);
        }
        said
    }
}
