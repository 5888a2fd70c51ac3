//! The solver under test and its references. References are asked one after the other, and no more
//! of them than a judgement needs.

use smt_histfuzz::blocks::Allowed;
use smt_histfuzz::tactics;
use smt_lang::{Script, Term};
use smt_solvers::SolverError;
use smt_solvers::cache::{Cache, Solver};
use smt_solvers::catalogue::{Catalogue, Runs};
use smt_solvers::driver::{self, Driver, Host, Reply, Settings};
use smt_solvers::oracle::{self, Class, Judgement, Opinion, Substitution};
use smt_solvers::verdict::{Answer, End};
use smt_valfuzz::{Hole, model};
use std::time::Duration;

/// The environment variable that names the solvers, the one under test first.
pub const VARIABLE: &str = "SMT_SOLVERS";

/// Solvers that are references if they are there, the best first.
const REFERENCES: [&str; 4] = ["z3-5.4.1", "cvc5-1.4.2", "yices-2.6.5", "bitwuzla-0.9.1"];

/// Operators whose value is open, or fixed differently by release: a contradiction about a formula
/// with one of them is a difference until a third code base decides.
const OPEN: [&str; 9] = [
    "fp.min",
    "fp.max",
    "fp.to_ubv",
    "fp.to_sbv",
    "fp.to_real",
    "fp.to_ieee_bv",
    "seq.nth",
    "str.from_code",
    "^",
];

/// A solver under test with its references.
pub struct Team {
    suspect: Box<dyn Driver>,
    references: Vec<Box<dyn Driver>>,
    settings: Settings,
}

/// What a script came to.
#[derive(Debug)]
pub struct Judged {
    /// The judgement on the solver under test.
    pub judgement: Judgement,
    /// What was said: the solver's name and its reply, the solver under test first.
    pub replies: Vec<(String, Reply)>,
}

impl Judged {
    /// CPU time of all solvers.
    pub fn cpu(&self) -> Duration {
        self.replies.iter().map(|(_, reply)| reply.cpu).sum()
    }

    /// How the solver under test ended.
    pub fn end(&self) -> &End {
        &self.replies[0].1.verdict.end
    }
}

/// How solvers are asked here: so many CPU seconds, and so many of the solver's own steps, that end
/// most long runs in the same place whenever they are run.
pub fn settings(seconds: u64, steps: u64) -> Settings {
    Settings { steps: Some(steps), ..Settings::seconds(seconds) }
}

impl Team {
    /// A solver with these references.
    pub fn new(
        suspect: Box<dyn Driver>,
        references: Vec<Box<dyn Driver>>,
        settings: Settings,
    ) -> Team {
        Team { suspect, references, settings }
    }

    /// Solvers of the cache, the one under test first.
    ///
    /// # Errors
    ///
    /// When one is not there; the text has the command that gets it.
    pub fn named(cache: &Cache, names: &[String], settings: Settings) -> Result<Team, SolverError> {
        let mut drivers = Vec::new();
        for (n, name) in names.iter().enumerate() {
            let solver = cache.solver(name)?;
            drivers.push(if n == 0 { driver::open(&solver)? } else { reference(&solver)? });
        }
        let suspect = drivers.remove(0);
        Ok(Team::new(suspect, drivers, settings))
    }

    /// The solvers that [`VARIABLE`] names; by default the first two current ones that are there.
    ///
    /// # Errors
    ///
    /// As for [`Team::named`], also when there are none.
    pub fn of_environment(settings: Settings) -> Result<Team, SolverError> {
        Team::named(&Cache::of_user()?, &names()?, settings)
    }

    /// The name of the solver under test.
    pub fn suspect(&self) -> &str {
        self.suspect.name()
    }

    /// What the solver under test and the first reference take.
    pub fn allowed(&self) -> Allowed {
        let first = self.references.first().map(|reference| reference.name());
        Allowed::by(std::iter::once(self.suspect()).chain(first))
    }

    /// Whether the solver under test and its first reference read a script, which has no
    /// `check-sat`, without an error.
    ///
    /// # Errors
    ///
    /// When a solver cannot be run.
    pub fn reads(&mut self, script: &Script) -> Result<bool, SolverError> {
        let mut settings = Settings::seconds(10);
        settings.validates = false;
        for driver in std::iter::once(&mut self.suspect).chain(self.references.first_mut()) {
            let text = oracle::text_for(script, driver.name());
            let reply = driver.ask(&text, &settings)?;
            if matches!(reply.verdict.end, End::Error(_) | End::Crash(_) | End::Garbled(_)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The constants that the first reference chooses for the holes of a test of ValFuzz; `None` if
    /// it finds none, or there is no reference.
    ///
    /// # Errors
    ///
    /// When it cannot be run.
    pub fn choose(
        &mut self,
        test: &Script,
        holes: &[Hole],
        seed: u64,
    ) -> Result<Option<Vec<Option<Term>>>, SolverError> {
        let Some(reference) = self.references.first_mut() else { return Ok(None) };
        Ok(model::solve(&mut **reference, test, holes, &self.settings, seed)?.values)
    }

    /// What the solver under test says about a script, with tactics if it is a z3 and with options,
    /// and whether that is right.
    ///
    /// # Errors
    ///
    /// When a solver cannot be run.
    pub fn judge(
        &mut self,
        script: &Script,
        with_tactics: &[u8],
        options: &[u8],
    ) -> Result<Judged, SolverError> {
        let name = self.suspect.name().to_owned();
        let asked = if name.starts_with("z3") {
            tactics::using(script, with_tactics)
        } else {
            script.clone()
        };
        let settings =
            Settings { options: tactics::options(options, &name), ..self.settings.clone() };
        let reply = self.suspect.ask(&oracle::text_for(&asked, &name), &settings)?;
        let suspect = Opinion::of(&*self.suspect, &reply);
        let mut replies = vec![(name, reply)];
        let definite = |answer: &Answer| *answer != Answer::Unknown;
        let says = suspect.verdict.comparable().iter().any(definite);
        let rejected = matches!(suspect.verdict.end, End::InvalidModel(_));
        if !says && !rejected && !matches!(suspect.verdict.end, End::Crash(_)) {
            return Ok(Judged { judgement: Judgement::Incomparable, replies });
        }
        let mut opinions = Vec::new();
        if !matches!(suspect.verdict.end, End::Crash(_)) {
            for driver in &mut self.references {
                let text = oracle::text_for(script, driver.name());
                let reply = driver.ask(&text, &self.settings)?;
                let opinion = Opinion::of(&**driver, &reply);
                let confirms = confirms(&suspect, &opinion);
                opinions.push(opinion);
                replies.push((driver.name().to_owned(), reply));
                // The reference that says the same decides, and so does one about a model that the
                // solver rejects itself: only its class is open.
                if confirms {
                    break;
                }
            }
        }
        let mut drivers: Vec<&mut dyn Driver> = vec![&mut *self.suspect];
        drivers.extend(self.references.iter_mut().map(|driver| &mut **driver as &mut dyn Driver));
        let mut evidence = Substitution { script, drivers, settings: self.settings.clone() };
        let mut judgement = oracle::judge(&suspect, &opinions, &mut evidence)?;
        if let Judgement::Finding(finding) = &mut judgement
            && finding.class == Class::Soundness
            && is_open(script)
        {
            finding.class = Class::Difference;
            finding.why.push_str(", but the formula has operators whose value is open");
        }
        Ok(Judged { judgement, replies })
    }
}

/// A reference that is cheap to ask: a child that lives on, where there is one.
fn reference(solver: &Solver) -> Result<Box<dyn Driver>, SolverError> {
    match solver.entry.runs {
        Runs::Z3 => Ok(Box::new(Host::new(solver)?)),
        _ => driver::open(solver),
    }
}

/// Whether a reference has an answer wherever the solver has one, and the same.
fn confirms(suspect: &Opinion, reference: &Opinion) -> bool {
    let said = suspect.verdict.comparable().iter().zip(0..);
    let mut said = said.filter(|(answer, _)| **answer != Answer::Unknown).peekable();
    let found = said.peek().is_some();
    found && said.all(|(answer, at)| reference.verdict.comparable().get(at) == Some(answer))
}

/// Whether a formula has an operator whose value is open.
pub fn is_open(script: &Script) -> bool {
    let mut parts = script.terms().flat_map(|term| term.preorder());
    parts.any(|part| part.theory_op().is_some_and(|name| OPEN.contains(&name)))
}

/// The names of the solvers to be used.
///
/// # Errors
///
/// When [`VARIABLE`] names none and no current one is there.
pub fn names() -> Result<Vec<String>, SolverError> {
    let named = std::env::var(VARIABLE).unwrap_or_default();
    let named: Vec<String> =
        named.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    if !named.is_empty() {
        let catalogue = Catalogue::own()?;
        for name in &named {
            catalogue.entry(name)?;
        }
        return Ok(named);
    }
    let cache = Cache::of_user()?;
    let there = REFERENCES.iter().filter(|name| cache.has(name));
    let there: Vec<String> = there.map(|name| (*name).to_owned()).collect();
    if there.len() < 2 {
        let absent = REFERENCES.iter().filter(|name| !cache.has(name)).take(2 - there.len());
        let name = absent.copied().collect::<Vec<_>>().join(" ");
        return Err(SolverError::Absent { name });
    }
    Ok(there)
}
