//! The solvers that `SMT_SOLVERS` names: a second and a third opinion. `smt-solvers` has fetched
//! them and asks them, each as cheaply as it can be asked.

use smt_fragment::Script;
use smt_solvers::SolverError;
use smt_solvers::cache::{Cache, Solver};
use smt_solvers::driver::{self, Driver, Settings};
use smt_solvers::oracle::text_for;
use smt_solvers::verdict::Answer;
use std::env;

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
    /// When there is none of this name, or it was not fetched. The text has the command for that.
    pub fn named() -> Result<Vec<Solver>, SolverError> {
        let named = env::var(VARIABLE).unwrap_or_default();
        let names = named.split([',', ' ']).filter(|name| !name.is_empty());
        let cache = || Cache::of_user();
        names.map(|name| cache()?.solver(name)).collect()
    }

    /// These solvers. None is started before it is asked.
    ///
    /// # Errors
    /// When no folder for their runs can be made.
    pub fn of(solvers: &[Solver]) -> Result<References, SolverError> {
        let drivers = solvers.iter().map(driver::open).collect::<Result<_, _>>()?;
        Ok(References { drivers })
    }

    /// These ways to ask solvers.
    pub fn by(drivers: Vec<Box<dyn Driver>>) -> References {
        References { drivers }
    }

    /// What the references say about a script: nothing if none of them decides, or two disagree.
    ///
    /// # Panics
    /// When one cannot be run: a campaign without its references is worthless.
    pub fn satisfiable(&mut self, script: &Script) -> Option<bool> {
        if self.drivers.is_empty() {
            return None;
        }
        let general = script.general().ok()?;
        let settings = Settings { validates: false, ..Settings::seconds(SECONDS) };
        let mut said = None;
        for driver in &mut self.drivers {
            let text = text_for(&general, driver.name());
            let reply = driver.ask(&text, &settings).unwrap_or_else(|error| panic!("{error}"));
            // After an error, what is answered is another script: then nothing is comparable.
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
