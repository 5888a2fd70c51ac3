//! One formula against one solver: constants are chosen, the solver is asked, the oracle judges
//! (thesis, VI-B).

use crate::model;
use crate::search::{Chooser, Search, Step};
use crate::skeleton::{Hole, Skeleton};
use crate::strategy::Strategy;
use smt_lang::{Script, Term};
use smt_solvers::SolverError;
use smt_solvers::driver::{Driver, Settings};
use smt_solvers::oracle::{self, Class, Finding, Judgement, Nothing, Opinion, Substitution};
use smt_solvers::verdict::{Answer, End};
use std::collections::BTreeMap;
use std::time::Duration;

/// Who is asked.
pub struct Solvers<'d> {
    /// The solver under test.
    pub suspect: &'d mut dyn Driver,
    /// How it is asked: with the options that belong to a bug.
    pub settings: Settings,
    /// Solvers that say what is right, of independent code bases. The second one and those after it
    /// are asked only where the first one does not settle it.
    pub references: Vec<&'d mut dyn Driver>,
    /// Solvers that choose constants, by turns. One that has no answer to a test leaves it to the
    /// next one.
    pub choosers: Vec<Turn<'d>>,
}

/// A solver that chooses constants.
pub enum Turn<'d> {
    /// The reference with this number.
    Reference(usize),
    /// Another one.
    Other(&'d mut dyn Driver),
}

/// What came of a trial.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Tests that solvers were asked about: step 4 of the thesis.
    pub tests: usize,
    /// Those that were `sat`.
    pub sat_tests: usize,
    /// Formulas with new constants that the solver was asked about: step 6.
    pub formulas: usize,
    /// Those to which the first reference says `sat`.
    pub sat_formulas: usize,
    /// Those on which the solver and a reference could be compared, or that show a bug.
    pub comparable: usize,
    /// CPU time of all that was asked.
    pub cpu: Duration,
    /// The first finding of each class.
    pub found: BTreeMap<Class, Found>,
}

/// A bug of the solver under test.
#[derive(Debug, Clone)]
pub struct Found {
    /// The number of the iteration, from 0.
    pub iteration: usize,
    /// How many formulas show a bug of this class.
    pub times: usize,
    /// What it is.
    pub finding: Finding,
    /// The formula that shows it.
    pub script: Script,
}

impl Tally {
    /// The calls that the thesis divides by: solved enforcements and solved substitutions.
    pub fn calls(&self) -> usize {
        self.tests + self.formulas
    }
}

/// Runs so many iterations on a formula, fewer if the strategy comes to saturation.
///
/// # Errors
/// When a solver cannot be run.
pub fn run(
    skeleton: Skeleton,
    strategy: Strategy,
    iterations: usize,
    seed: u64,
    solvers: &mut Solvers<'_>,
) -> Result<Tally, SolverError> {
    let mut search = Search::new(skeleton, strategy, seed);
    let mut tally = Tally::default();
    for iteration in 0..iterations {
        let step = search.step(&mut Asking { solvers, tally: &mut tally })?;
        let mutants = match step {
            Step::Mutants(mutants) => mutants,
            Step::Nothing => continue,
            Step::Saturated => break,
        };
        for mutant in mutants {
            if let Some(finding) = solvers.judge(&mutant.script, &mut tally)? {
                let found = tally.found.entry(finding.class).or_insert_with(|| Found {
                    iteration,
                    times: 0,
                    finding,
                    script: mutant.script.clone(),
                });
                found.times += 1;
            }
        }
    }
    Ok(tally)
}

impl Solvers<'_> {
    /// What the solver under test does wrong on a script.
    ///
    /// # Errors
    /// When a solver cannot be run.
    pub fn judge(
        &mut self,
        script: &Script,
        tally: &mut Tally,
    ) -> Result<Option<Finding>, SolverError> {
        tally.formulas += 1;
        let own = ask(self.suspect, script, &self.settings, tally)?;
        if let End::Crash(_) = own.verdict.end {
            tally.comparable += 1;
            return Ok(blamed(&oracle::judge(&own, &[], &mut Nothing)?, &own.name));
        }
        let rejected = matches!(own.verdict.end, End::InvalidModel(_));
        let decided = |opinion: &Opinion| {
            opinion.verdict.comparable().iter().any(|answer| *answer != Answer::Unknown)
        };
        if !rejected && !decided(&own) {
            return Ok(None);
        }
        let plain = Settings { options: Vec::new(), ..self.settings.clone() };
        let mut opinions: Vec<Opinion> = Vec::new();
        for reference in &mut self.references {
            opinions.push(ask(*reference, script, &plain, tally)?);
            if let [first] = &opinions[..] {
                let is_sat = |answer: &Answer| *answer == Answer::Sat;
                tally.sat_formulas += usize::from(first.verdict.answers.last().is_some_and(is_sat));
            }
            // One that says the same settles it.
            let judgement = oracle::judge(&own, &opinions, &mut Nothing)?;
            if judgement == Judgement::Agrees {
                tally.comparable += 1;
                return Ok(None);
            }
        }
        let mut drivers: Vec<&mut dyn Driver> = Vec::new();
        for reference in &mut self.references {
            drivers.push(&mut **reference);
        }
        drivers.push(&mut *self.suspect);
        let mut evidence = Substitution { script, drivers, settings: plain };
        let judgement = oracle::judge(&own, &opinions, &mut evidence)?;
        if judgement != Judgement::Incomparable {
            tally.comparable += 1;
        }
        Ok(blamed(&judgement, &own.name))
    }
}

/// The finding, if this solver is its culprit.
fn blamed(judgement: &Judgement, name: &str) -> Option<Finding> {
    judgement.finding().filter(|finding| finding.culprit.as_deref() == Some(name)).cloned()
}

fn ask(
    driver: &mut dyn Driver,
    script: &Script,
    settings: &Settings,
    tally: &mut Tally,
) -> Result<Opinion, SolverError> {
    let reply = driver.ask(&oracle::text_for(script, driver.name()), settings)?;
    tally.cpu += reply.cpu;
    Ok(Opinion::of(driver, &reply))
}

/// The solvers as those who choose constants.
struct Asking<'a, 'd> {
    solvers: &'a mut Solvers<'d>,
    tally: &'a mut Tally,
}

impl Chooser for Asking<'_, '_> {
    type Error = SolverError;

    fn choose(
        &mut self,
        test: &Script,
        holes: &[Hole],
        seed: u64,
    ) -> Result<Option<Vec<Option<Term>>>, SolverError> {
        let plain = Settings { options: Vec::new(), ..self.solvers.settings.clone() };
        let turns = self.solvers.choosers.len();
        let first = usize::try_from(seed >> 32).unwrap_or_default();
        for n in 0..turns {
            let driver: &mut dyn Driver = match &mut self.solvers.choosers[(first + n) % turns] {
                Turn::Reference(number) => &mut *self.solvers.references[*number],
                Turn::Other(driver) => &mut **driver,
            };
            self.tally.tests += 1;
            let solved = model::solve(driver, test, holes, &plain, seed)?;
            self.tally.cpu += solved.reply.cpu;
            match (solved.answer, solved.values) {
                (Some(Answer::Sat), Some(values)) => {
                    self.tally.sat_tests += 1;
                    return Ok(Some(values));
                }
                (Some(Answer::Unsat), _) => return Ok(None),
                _ => {}
            }
        }
        Ok(None)
    }
}
