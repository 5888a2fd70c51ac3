//! What it costs to ask a solver at all.

use super::{Driver, Settings};
use crate::SolverError;
use crate::verdict::Answer;
use std::time::Duration;

/// The mean CPU time of so many trivial formulas, each another one. The first one is asked twice,
/// and counted once: it starts what lives on.
///
/// # Errors
/// When the solver cannot be run, or does not say that they are satisfiable.
pub fn cost(driver: &mut dyn Driver, formulas: u32) -> Result<Duration, SolverError> {
    let settings = Settings::seconds(5);
    let mut cpu = Duration::ZERO;
    for number in 0..=formulas {
        let script = format!(
            "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)\
             (assert (> (+ x y) {}))(assert (< x 3))(check-sat)",
            number.saturating_sub(1)
        );
        let reply = driver.ask(&script, &settings)?;
        if reply.verdict.comparable() != [Answer::Sat] {
            let why = format!("it says {} to {script}", reply.verdict);
            return Err(SolverError::Start { name: driver.name().to_owned(), why });
        }
        if number > 0 {
            cpu += reply.cpu;
        }
    }
    Ok(cpu / formulas.max(1))
}
