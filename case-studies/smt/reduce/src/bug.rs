//! The check with solvers: is it still the same bug?

use derive_more::{Display, Error, From};
use smt_lang::Script;
use smt_solvers::SolverError;
use smt_solvers::driver::{Driver, Settings};
use smt_solvers::oracle::{self, Class, Finding, Judgement, Nothing, Opinion};
use smt_solvers::verdict::Answer;

/// How often solvers were asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// The solver that has the bug.
    pub suspect: usize,
    /// The references.
    pub references: usize,
}

/// A bug of a solver on some script, to be compared with what it does on others.
pub struct SameBug<'d> {
    suspect: &'d mut dyn Driver,
    references: Vec<&'d mut dyn Driver>,
    settings: Settings,
    /// The settings of references: without the options of the suspect.
    plain: Settings,
    finding: Finding,
    /// What the references say where the bug is, if they agree.
    reference: Option<Answer>,
    counts: Counts,
}

/// There is nothing to keep.
#[derive(Debug, Display, Error, From)]
pub enum NoBug {
    /// The solver does nothing wrong, as far as the references can tell.
    #[display("{solver} shows no bug on this formula: {what}")]
    #[from(skip)]
    None {
        /// The solver.
        solver: String,
        /// What it said, and the references.
        what: String,
    },
    /// A solver cannot be asked.
    Solver(SolverError),
}

impl<'d> SameBug<'d> {
    /// The bug of `suspect` on `script`.
    ///
    /// # Errors
    /// When there is none, or a solver cannot be run.
    pub fn of(
        script: &Script,
        suspect: &'d mut dyn Driver,
        references: Vec<&'d mut dyn Driver>,
        settings: Settings,
    ) -> Result<SameBug<'d>, NoBug> {
        let plain = Settings { options: Vec::new(), ..settings.clone() };
        let counts = Counts::default();
        let finding = Finding {
            class: Class::Crash,
            check: None,
            culprit: None,
            why: String::new(),
            key: String::new(),
        };
        let mut bug =
            SameBug { suspect, references, settings, plain, finding, reference: None, counts };
        let own = bug.ask_suspect(script)?;
        let opinions = bug.ask_references(script)?;
        let judgement = oracle::judge(&own, &opinions, &mut Nothing)?;
        let Judgement::Finding(finding) = judgement else {
            let of = |opinion: &Opinion| format!("{} says {}", opinion.name, opinion.verdict);
            let all: Vec<String> = std::iter::once(&own).chain(&opinions).map(of).collect();
            return Err(NoBug::None { solver: own.name.clone(), what: all.join(", ") });
        };
        bug.reference = consensus(&opinions, finding.check);
        bug.finding = finding;
        bug.counts = Counts::default();
        Ok(bug)
    }

    /// What the bug is.
    pub fn finding(&self) -> &Finding {
        &self.finding
    }

    /// How often solvers were asked since the bug was seen.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Whether the solver shows the same bug on `script`: the class; the message of a crash; for
    /// the others the verdict of the references.
    ///
    /// # Errors
    /// When a solver cannot be run.
    pub fn holds(&mut self, script: &Script) -> Result<bool, SolverError> {
        let own = self.ask_suspect(script)?;
        // References are asked only if the solver alone may show it.
        let may = match self.finding.class {
            Class::Crash | Class::InvalidModel => {
                let alone = oracle::judge(&own, &[], &mut Nothing)?;
                alone
                    .finding()
                    .is_some_and(|f| f.class == self.finding.class && f.key == self.finding.key)
            }
            Class::Soundness | Class::Difference => {
                let wrong = self.finding.wrong();
                let said = own.verdict.comparable();
                said.iter().any(|answer| wrong.is_none_or(|wrong| *answer == wrong))
            }
        };
        if !may || self.finding.class == Class::Crash {
            return Ok(may);
        }
        let opinions = self.ask_references(script)?;
        let judgement = oracle::judge(&own, &opinions, &mut Nothing)?;
        let Some(finding) = judgement.finding() else { return Ok(false) };
        let same = finding.is_same(&self.finding);
        let reference = consensus(&opinions, finding.check);
        Ok(same && (self.reference.is_none() || reference == self.reference))
    }

    fn ask_suspect(&mut self, script: &Script) -> Result<Opinion, SolverError> {
        self.counts.suspect += 1;
        let text = oracle::text_for(script, self.suspect.name());
        let reply = self.suspect.ask(&text, &self.settings)?;
        Ok(Opinion::of(self.suspect, &reply))
    }

    fn ask_references(&mut self, script: &Script) -> Result<Vec<Opinion>, SolverError> {
        let mut opinions = Vec::new();
        for driver in &mut self.references {
            self.counts.references += 1;
            let text = oracle::text_for(script, driver.name());
            let reply = driver.ask(&text, &self.plain)?;
            opinions.push(Opinion::of(&**driver, &reply));
        }
        Ok(opinions)
    }
}

/// What all references say at a check, or at the last one, if they say one thing.
fn consensus(opinions: &[Opinion], check: Option<usize>) -> Option<Answer> {
    let at = |opinion: &Opinion| {
        let said = opinion.verdict.comparable();
        check.map_or_else(|| said.last(), |n| said.get(n)).copied()
    };
    let mut said = opinions.iter().filter_map(at).filter(|answer| *answer != Answer::Unknown);
    let first = said.next()?;
    said.all(|other| other == first).then_some(first)
}
