//! Which known bug a finding is: the class, the sorts in the reduced formula, and the first later
//! release that is right about it. Releases stand in for the paper's bisection over commits.

use crate::team::Team;
use serde::{Deserialize, Serialize};
use smt_histfuzz::choices::Choices;
use smt_histfuzz::form::family;
use smt_lang::{Script, Term};
use smt_solvers::SolverError;
use smt_solvers::cache::Cache;
use smt_solvers::driver::{self, Driver, Settings};
use smt_solvers::oracle::{self, Class, Finding, Judgement};
use smt_solvers::verdict::{Answer, End};
use std::collections::BTreeSet;
use std::time::Duration;

/// Releases of z3, in order.
const Z3: [&str; 23] = [
    "z3-4.8.5",
    "z3-4.8.6",
    "z3-4.8.7",
    "z3-4.8.8",
    "z3-4.8.9",
    "z3-4.8.10",
    "z3-4.8.11",
    "z3-4.8.12",
    "z3-4.8.13",
    "z3-4.8.14",
    "z3-4.8.15",
    "z3-4.8.16",
    "z3-4.8.17",
    "z3-4.11.2",
    "z3-4.12.1",
    "z3-4.12.2",
    "z3-4.13.0",
    "z3-4.13.4",
    "z3-4.15.4",
    "z3-4.16.0",
    "z3-5.0.0",
    "z3-5.1.0",
    "z3-5.4.1",
];

/// Releases of cvc, in order.
const CVC: [&str; 6] =
    ["cvc4-1.8", "cvc5-1.0.3", "cvc5-1.1.2", "cvc5-1.2.1", "cvc5-1.3.2", "cvc5-1.4.2"];

/// A known bug.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Bug {
    /// The class.
    pub class: String,
    /// The families of sorts in the reduced formula.
    pub sorts: BTreeSet<String>,
    /// The first later release that is right.
    pub right: String,
}

/// The later releases of a solver.
pub struct Releases {
    later: Vec<Box<dyn Driver>>,
    settings: Settings,
    /// CPU time that they took.
    pub cpu: Duration,
}

impl Releases {
    /// These, the next one first.
    pub fn new(later: Vec<Box<dyn Driver>>, settings: Settings) -> Releases {
        Releases { later, settings, cpu: Duration::ZERO }
    }

    /// Those that are in the cache.
    ///
    /// # Errors
    ///
    /// When a driver cannot be made.
    pub fn after(cache: &Cache, solver: &str, settings: Settings) -> Result<Releases, SolverError> {
        let family: &[&str] = if solver.starts_with("z3") { &Z3 } else { &CVC };
        let later = family.iter().skip_while(|name| **name != solver).skip(1);
        let mut drivers = Vec::new();
        for name in later.filter(|name| cache.has(name)) {
            drivers.push(driver::open(&cache.solver(name)?)?);
        }
        Ok(Releases::new(drivers, settings))
    }

    /// The first release that is right where the solver was wrong.
    ///
    /// # Errors
    ///
    /// When a solver cannot be run.
    pub fn first_right(
        &mut self,
        script: &Script,
        class: Class,
        check: Option<usize>,
        truth: Option<Answer>,
    ) -> Result<Option<String>, SolverError> {
        for driver in &mut self.later {
            let reply = driver.ask(&oracle::text_for(script, driver.name()), &self.settings)?;
            self.cpu += reply.cpu;
            let answer = check.and_then(|check| reply.verdict.comparable().get(check));
            let is_right = match (class, &reply.verdict.end) {
                (_, End::Crash(_) | End::InvalidModel(_) | End::Error(_) | End::Garbled(_)) => {
                    false
                }
                (Class::Crash, End::Answered) => true,
                (Class::Crash, _) => false,
                (Class::InvalidModel, _) => {
                    answer == Some(&Answer::Sat) || (truth.is_some() && answer == truth.as_ref())
                }
                _ => truth.is_some() && answer == truth.as_ref(),
            };
            if is_right {
                return Ok(Some(driver.name().to_owned()));
            }
        }
        Ok(None)
    }
}

/// The script made small, with at most so many checks, and the finding about it. Class, key and
/// culprit stay.
///
/// # Errors
///
/// When a solver cannot be run.
pub fn reduced(
    team: &mut Team,
    script: &Script,
    choices: &Choices,
    finding: &Finding,
    checks: usize,
) -> Result<(Script, Finding, Duration), SolverError> {
    let mut cpu = Duration::ZERO;
    let mut last = finding.clone();
    let reduced = smt_reduce::reduce(script, checks, |candidate: &Script| {
        let judged = team.judge(candidate, &choices.tactics, &choices.options)?;
        cpu += judged.cpu();
        let Judgement::Finding(found) = judged.judgement else { return Ok(false) };
        let is_same = found.class == finding.class
            && found.key == finding.key
            && found.culprit == finding.culprit;
        if is_same {
            last = found;
        }
        Ok::<bool, SolverError>(is_same)
    })?;
    Ok((reduced.script, last, cpu))
}

/// The families of sorts in a script.
pub fn sorts(script: &Script) -> BTreeSet<String> {
    let parts = script.assertions().flat_map(Term::preorder);
    let all: BTreeSet<&str> = parts.map(|part| family(part.sort())).collect();
    let plain = |name: &&str| !["Bool", "Unknown", "RoundingMode", "Function"].contains(name);
    all.into_iter().filter(plain).map(str::to_owned).collect()
}
