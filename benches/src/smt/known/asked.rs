//! Asks the solvers about a formula: first those that judge, then those that are judged.

use super::super::folder::fetched;
use super::super::formulas::{self, Known};
use super::super::idle::Idle;
use super::row::Row;
use super::{PRESENT, REFERENCES, fakes};
use benches::study::Error;
use mutagen_cli::supervise::Interrupt;
use smt_lang::{Command, Script};
use smt_solvers::SolverError;
use smt_solvers::cache::{Cache, Solver};
use smt_solvers::catalogue::{Catalogue, Code};
use smt_solvers::driver::{self, Driver, Reply, Settings};
use smt_solvers::oracle::{self, Judgement, Opinion, Substitution, judge};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How often a solver is asked for its bug.
const TRIES: u64 = 30;

/// CPU seconds after which it is not asked again.
const MOST_SPENT: f64 = 30.0;

/// A formula, and the solvers that have no row yet.
#[derive(Debug, Clone)]
pub(super) struct Task {
    id: String,
    file: String,
    /// The right answers.
    expected: String,
    /// The rows of the list.
    known: Vec<Known>,
    /// The present releases.
    present: Vec<&'static str>,
}

impl Task {
    /// One for each formula of the list, in its order.
    pub(super) fn all(list: &[Known]) -> Vec<Task> {
        let mut tasks: Vec<Task> = Vec::new();
        for known in list {
            let own = tasks.iter_mut().find(|task| task.id == known.id);
            match own {
                Some(task) => task.known.push(known.clone()),
                None => tasks.push(Task {
                    id: known.id.clone(),
                    file: known.file.clone(),
                    expected: known.expected.clone(),
                    known: vec![known.clone()],
                    present: PRESENT.to_vec(),
                }),
            }
        }
        tasks
    }

    /// Leaves out the solvers that have a row.
    pub(super) fn leave_out(&mut self, rows: &[Row]) {
        let has_row =
            |solver: &str| rows.iter().any(|row| row.id == self.id && row.solver == solver);
        self.known.retain(|known| !has_row(&known.solver));
        self.present.retain(|present| !has_row(present));
    }

    /// Whether each solver has a row.
    pub(super) fn is_done(&self) -> bool {
        self.known.is_empty() && self.present.is_empty()
    }
}

/// The way in which solvers are asked.
pub(super) struct Asking {
    limit: u64,
    catalogue: Catalogue,
    /// Where solvers are; nothing if they are made up.
    cache: Option<Cache>,
    /// Sets of solvers that judge, with the children that live on.
    idle: Idle,
}

impl Asking {
    /// By the solvers of the cache.
    ///
    /// # Errors
    /// When one of those needed is not there. The text has the command that gets all.
    pub(super) fn released(tasks: &[Task], limit: u64) -> Result<Asking, Error> {
        let cache = Cache::of_user()?;
        let known = tasks.iter().flat_map(|task| task.known.iter().map(|known| &*known.solver));
        fetched(&cache, known.chain(REFERENCES))?;
        Ok(Asking {
            limit,
            catalogue: Catalogue::own()?,
            cache: Some(cache),
            idle: Idle::default(),
        })
    }

    /// By solvers that are made up.
    pub(super) fn fakes(limit: u64) -> Result<Asking, Error> {
        Ok(Asking { limit, catalogue: Catalogue::own()?, cache: None, idle: Idle::default() })
    }

    /// The rows of a formula.
    ///
    /// # Errors
    /// When the formula cannot be read, or a solver cannot be run.
    pub(super) fn rows(
        &self,
        task: &Task,
        folder: &Path,
        interrupt: &Interrupt,
    ) -> Result<Option<Vec<Row>>, Error> {
        let mut script = formulas::script(folder, &task.file)?;
        // z3 compares its answer with the status.
        script.commands.retain(|command| !matches!(command, Command::SetInfo(..)));
        let made = tempfile::tempdir()?;
        let mut references = Vec::new();
        for mut driver in self.judges(&task.expected, made.path())? {
            let name = driver.name().to_owned();
            let settings = self.settings(reference_options(&name));
            let text = oracle::text_for(&script, &name);
            let reply = driver::ask(&mut *driver, &text, &settings)?;
            references.push(Judge { opinion: Opinion::of(&*driver, &reply), reply, driver });
        }
        let mut rows = Vec::new();
        for name in &task.present {
            let others = |judge: &&Judge| judge.opinion.name != *name;
            let Some(own) = references.iter().position(|judge| judge.opinion.name == *name) else {
                continue;
            };
            let opinion = references[own].opinion.clone();
            let reply = references[own].reply.clone();
            let opinions: Vec<Opinion> =
                references.iter().filter(others).map(|judge| judge.opinion.clone()).collect();
            let asked = Asked { script: &script, opinion, reply, opinions };
            rows.push(self.judged(task, &asked, &mut references, None, None)?);
        }
        for known in &task.known {
            if interrupt.count() > 0 {
                return Ok(None);
            }
            let solver = match &self.cache {
                Some(cache) => cache.solver(&known.solver)?,
                None => fakes::suspect(self.catalogue.entry(&known.solver)?, made.path(), known)?,
            };
            rows.push(self.tried(task, known, &script, &solver, &mut references)?);
        }
        if self.cache.is_some() {
            self.idle.give(references.into_iter().map(|judge| judge.driver).collect());
        }
        Ok(Some(rows))
    }

    /// The solvers that judge: those that another formula is done with, or new ones.
    fn judges(&self, expected: &str, folder: &Path) -> Result<Vec<Box<dyn Driver>>, Error> {
        if let Some(drivers) = self.idle.take() {
            return Ok(drivers);
        }
        let open = |name: &str| -> Result<Box<dyn Driver>, Error> {
            let solver = match &self.cache {
                Some(cache) => cache.solver(name)?,
                None => fakes::reference(self.catalogue.entry(name)?, folder, expected)?,
            };
            Ok(driver::open(&solver)?)
        };
        REFERENCES.into_iter().map(open).collect()
    }

    /// The row of a solver of the list. While nothing is seen, it is asked again, [`TRIES`] times
    /// at most: some bugs depend on addresses or time.
    fn tried(
        &self,
        task: &Task,
        known: &Known,
        script: &Script,
        solver: &Solver,
        references: &mut [Judge],
    ) -> Result<Row, Error> {
        let mut driver = driver::open(solver)?;
        let (mut tries, mut spent) = (0, 0.0);
        loop {
            tries += 1;
            // As it is written: what is asked is the bug of the list, and it may depend on it.
            let settings = self.settings(known.options.clone());
            let reply = driver::ask(&mut *driver, &script.to_string(), &settings)?;
            let opinion = Opinion::of(&*driver, &reply);
            let opinions = references.iter().map(|judge| judge.opinion.clone()).collect();
            let asked = Asked { script, opinion, reply, opinions };
            let mut row = self.judged(task, &asked, references, Some(&mut *driver), Some(known))?;
            spent += row.all;
            (row.tries, row.all) = (tries, spent);
            if row.seen != "agrees" || tries == TRIES || spent > MOST_SPENT {
                return Ok(row);
            }
        }
    }

    fn settings(&self, options: Vec<String>) -> Settings {
        Settings { options, ..Settings::seconds(self.limit) }
    }

    /// The row of what one solver said.
    fn judged(
        &self,
        task: &Task,
        asked: &Asked<'_>,
        references: &mut [Judge],
        own: Option<&mut dyn Driver>,
        known: Option<&Known>,
    ) -> Result<Row, Error> {
        let spent = AtomicU64::new(0);
        let judges = references.iter_mut().map(|judge| &mut *judge.driver as &mut dyn Driver);
        let drivers = judges.chain(own);
        let mut metered: Vec<Metered<'_>> =
            drivers.map(|driver| Metered { driver, spent: &spent }).collect();
        let mut evidence = Substitution {
            script: asked.script,
            drivers: metered.iter_mut().map(|metered| metered as &mut dyn Driver).collect(),
            settings: self.settings(Vec::new()),
        };
        let judgement = judge(&asked.opinion, &asked.opinions, &mut evidence)?;
        let (seen, culprit, why, key) = match judgement {
            Judgement::Agrees => ("agrees".to_owned(), None, String::new(), String::new()),
            Judgement::Incomparable => {
                ("incomparable".to_owned(), None, String::new(), String::new())
            }
            Judgement::Finding(finding) => {
                (finding.class.to_string(), finding.culprit, finding.why, finding.key)
            }
        };
        let cpu = asked.reply.cpu;
        let said = |opinion: &Opinion| format!("{}: {}", opinion.name, opinion.verdict);
        Ok(Row {
            id: task.id.clone(),
            solver: asked.opinion.name.clone(),
            listed: known.map(|known| known.class.clone()),
            seen,
            culprit,
            why,
            key,
            verdict: asked.opinion.verdict.to_string(),
            references: asked.opinions.iter().map(said).collect(),
            cpu: cpu.as_secs_f64(),
            all: (cpu + Duration::from_nanos(spent.into_inner())).as_secs_f64(),
            tries: 1,
        })
    }
}

/// A solver that judges, and what it said about the formula.
struct Judge {
    opinion: Opinion,
    reply: Reply,
    driver: Box<dyn Driver>,
}

/// A solver that is judged.
struct Asked<'a> {
    script: &'a Script,
    opinion: Opinion,
    reply: Reply,
    /// Those of the references.
    opinions: Vec<Opinion>,
}

/// A solver whose CPU time is summed up.
struct Metered<'m> {
    driver: &'m mut dyn Driver,
    /// In nanoseconds.
    spent: &'m AtomicU64,
}

impl Driver for Metered<'_> {
    fn name(&self) -> &str {
        self.driver.name()
    }

    fn code(&self) -> Code {
        self.driver.code()
    }

    fn ask(&mut self, script: &str, settings: &Settings) -> Result<Reply, SolverError> {
        let reply = self.driver.ask(script, settings)?;
        self.spent.fetch_add(reply.cpu.as_nanos() as u64, Ordering::Relaxed);
        Ok(reply)
    }
}

/// Options without which a solver takes less: cvc5 refuses floats of other formats than the usual.
fn reference_options(name: &str) -> Vec<String> {
    let is_cvc5 = name.starts_with("cvc5");
    is_cvc5.then(|| "--fp-exp".to_owned()).into_iter().collect()
}
