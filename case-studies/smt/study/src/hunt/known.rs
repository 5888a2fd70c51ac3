//! Which known bug a finding is: the class, the sorts in the reduced formula, and the first later
//! release that is right about it. Releases stand in for the paper's bisection over commits.

use crate::team::Team;
use serde::{Deserialize, Serialize};
use smt_histfuzz::choices::Choices;
use smt_histfuzz::form::family;
use smt_lang::{Script, Term};
use smt_solvers::SolverError;
use smt_solvers::cache::Cache;
use smt_solvers::catalogue::Catalogue;
use smt_solvers::driver::{self, Driver, Settings};
use smt_solvers::oracle::{self, Class, Finding, Judgement};
use smt_solvers::verdict::{Answer, End};
use std::collections::BTreeSet;
use std::time::Duration;

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

    /// Those of its code base in the catalogue that are in the cache.
    ///
    /// # Errors
    ///
    /// When the catalogue cannot be read, or a driver cannot be made.
    pub fn after(cache: &Cache, solver: &str, settings: Settings) -> Result<Releases, SolverError> {
        let catalogue = Catalogue::own()?;
        let mut entries = catalogue.entries().iter().skip_while(|entry| entry.name != solver);
        let code = entries.next().map(|own| own.code);
        let mut drivers = Vec::new();
        for later in entries.filter(|entry| Some(entry.code) == code && cache.has(&entry.name)) {
            drivers.push(driver::open(&cache.solver(&later.name)?)?);
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
        let is_same = found.is_same(finding);
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
