//! A slice of an experiment: so many formulas, judged; and each finding traced to a known bug.

use super::known::{Bug, Releases, reduced, sorts};
use super::variant::{Plan, Variant};
use crate::findings;
use crate::team::Team;
use mutagen_core::text;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use smt_histfuzz::blocks::Blocks;
use smt_histfuzz::build::build;
use smt_histfuzz::choices::{Choices, Deck, Modes, small};
use smt_histfuzz::tactics;
use smt_histfuzz::vary::vary;
use smt_lang::{Dialect, Script};
use smt_solvers::oracle::{Class, Finding, Judgement};
use smt_solvers::verdict::{Answer, End};
use smt_valfuzz::constant::shuffle;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;

/// Findings of one key that are traced to a bug; further ones are only counted.
const TRACED: usize = 8;

/// Checks of a reduction, enough to see which sorts matter.
const CHECKS: usize = 120;

/// A finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Its class.
    pub class: String,
    /// What the solver said, without numbers.
    pub key: String,
    /// The theory of the pool.
    pub theory: String,
    /// Who is wrong.
    pub culprit: Option<String>,
    /// Why.
    pub why: String,
    /// The choices, as text that can be read again.
    pub choices: String,
    /// CPU seconds of the experiment when it was found.
    pub cpu: f64,
    /// The reduced script, if it was traced.
    #[serde(default)]
    pub reduced: Option<String>,
    /// The known bug; `None` if no later release is right, or it was not traced.
    pub bug: Option<Bug>,
}

/// What a slice came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Slice {
    /// The experiment.
    pub plan: Plan,
    /// Its number in the experiment, from 0.
    pub slice: u64,
    /// The formulas made.
    pub formulas: usize,
    /// Those whose answer could be compared.
    pub comparable: usize,
    /// Those lost to an error, as of a dialect.
    pub errors: usize,
    /// What was said about these, and how often.
    #[serde(default)]
    pub said: BTreeMap<String, usize>,
    /// Those at a limit of time, steps or memory.
    pub limits: usize,
    /// Those with no definite answer.
    pub unknown: usize,
    /// CPU seconds of making and judging them.
    pub cpu: f64,
    /// CPU seconds of tracing the findings.
    pub traced: f64,
    /// The findings.
    pub found: Vec<Found>,
}

/// A running experiment.
pub struct Hunt {
    plan: Plan,
    team: Team,
    blocks: Blocks,
    releases: Releases,
    folder: PathBuf,
    /// CPU seconds of the slices so far, and the number of the next.
    spent: f64,
    next: u64,
    /// How often each key was seen.
    keys: BTreeMap<String, usize>,
    /// How often each bug was seen.
    bugs: BTreeMap<Bug, usize>,
    /// Choices to vary, of ours.
    interesting: Vec<Choices>,
    /// The next of the small formulas, of ours.
    small: Vec<Choices>,
}

impl Hunt {
    /// An experiment that goes on after the slices that are there. Findings go into the folder.
    ///
    /// # Errors
    ///
    /// When the choices of an old finding cannot be read.
    pub fn new(
        plan: Plan,
        team: Team,
        blocks: Blocks,
        releases: Releases,
        folder: PathBuf,
        before: &[Slice],
    ) -> Result<Hunt, Box<dyn Error>> {
        let mut hunt = Hunt {
            plan,
            team,
            blocks,
            releases,
            folder,
            spent: 0.0,
            next: 0,
            keys: BTreeMap::new(),
            bugs: BTreeMap::new(),
            interesting: Vec::new(),
            small: Vec::new(),
        };
        if hunt.plan.variant == Variant::Ours {
            hunt.small = small(&hunt.blocks).collect();
            // In an order of their own, so that no pool comes first.
            let mut random = Xoshiro256PlusPlus::seed_from_u64(hunt.plan.seed);
            shuffle(&mut hunt.small, &mut random);
        }
        for slice in before {
            hunt.spent += slice.cpu;
            hunt.next = hunt.next.max(slice.slice + 1);
            for found in &slice.found {
                *hunt.keys.entry(key(found)).or_default() += 1;
                hunt.keep(text::parse::<Choices>(&found.choices)?.value, found);
            }
        }
        Ok(hunt)
    }

    /// CPU seconds so far, tracing left out.
    pub fn spent(&self) -> f64 {
        self.spent
    }

    fn keep(&mut self, choices: Choices, found: &Found) {
        let Some(bug) = &found.bug else { return };
        let seen = self.bugs.entry(bug.clone()).or_default();
        *seen += 1;
        // More of the same is not worth the time.
        if *seen <= 2 {
            self.interesting.push(choices);
        }
    }

    fn choices(
        &self,
        deck: &mut Deck,
        small: &mut usize,
        random: &mut Xoshiro256PlusPlus,
    ) -> Choices {
        let modes = Modes {
            guided: matches!(self.plan.variant, Variant::Histfuzz | Variant::Ours),
            ..Modes::default()
        };
        if self.plan.variant == Variant::Ours {
            match random.random_range(0..20) {
                0..2 if *small < self.small.len() => {
                    *small += 1;
                    return self.small[*small - 1].clone();
                }
                2..5 if !self.interesting.is_empty() => {
                    let at = random.random_range(0..self.interesting.len());
                    return vary(&self.interesting[at], &self.blocks, random);
                }
                _ => {}
            }
        }
        let mut choices = deck.draw(&self.blocks, modes, random);
        if self.plan.variant == Variant::Ours {
            // A theory for each formula, not one for as long as the skeletons last.
            choices.pool = random.random_range(0..self.blocks.pools.len() as u32);
        }
        choices
    }

    /// Runs the next slice.
    ///
    /// # Errors
    ///
    /// When a solver cannot be run or a finding cannot be written.
    pub fn slice(&mut self, formulas: usize) -> Result<Slice, Box<dyn Error>> {
        let seed = self.plan.seed.wrapping_mul(1_000_003).wrapping_add(self.next);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut deck = Deck::default();
        let mut at = self.next as usize * formulas / 3;
        let mut slice = Slice {
            plan: self.plan.clone(),
            slice: self.next,
            formulas,
            comparable: 0,
            errors: 0,
            said: BTreeMap::new(),
            limits: 0,
            unknown: 0,
            cpu: 0.0,
            traced: 0.0,
            found: Vec::new(),
        };
        for _ in 0..formulas {
            let choices = self.choices(&mut deck, &mut at, &mut random);
            let Some(built) = build(&self.blocks, &choices) else { continue };
            let judged = self.team.judge(&built.script, &choices.tactics, &choices.options)?;
            slice.cpu += judged.cpu().as_secs_f64();
            match (&judged.judgement, judged.end()) {
                (Judgement::Agrees, _) => slice.comparable += 1,
                (Judgement::Finding(finding), _) => {
                    slice.comparable += 1;
                    let cpu = self.spent + slice.cpu;
                    let found = self.traced(
                        &choices,
                        &built.script,
                        finding,
                        &built.theory,
                        cpu,
                        &mut slice.traced,
                    )?;
                    let origin = format!(
                        "slice {} of {:?}, choices = {}",
                        slice.slice, self.plan, found.choices
                    );
                    let path = self.folder.clone();
                    findings::write(&path, finding, &judged, &built.script, &origin)?;
                    slice.found.push(found);
                }
                (_, End::Error(text) | End::Garbled(text)) => {
                    slice.errors += 1;
                    let text: String = text.chars().take(120).collect();
                    *slice.said.entry(text).or_default() += 1;
                }
                (_, End::Timeout | End::Memory | End::Killed | End::Flood) => slice.limits += 1,
                _ => slice.unknown += 1,
            }
        }
        self.spent += slice.cpu;
        self.next += 1;
        Ok(slice)
    }

    fn traced(
        &mut self,
        choices: &Choices,
        script: &Script,
        finding: &Finding,
        theory: &str,
        cpu: f64,
        spent: &mut f64,
    ) -> Result<Found, Box<dyn Error>> {
        let mut found = Found {
            class: finding.class.to_string(),
            key: finding.key.clone(),
            theory: theory.to_owned(),
            culprit: finding.culprit.clone(),
            why: finding.why.clone(),
            choices: text::print(choices),
            cpu,
            reduced: None,
            bug: None,
        };
        let seen = self.keys.entry(key(&found)).or_default();
        *seen += 1;
        let own = finding.culprit.as_deref() == Some(self.team.suspect());
        if *seen > TRACED && !seen.is_multiple_of(5) || !own {
            return Ok(found);
        }
        let (script, about, took) = reduced(&mut self.team, script, choices, finding, CHECKS)?;
        *spent += took.as_secs_f64();
        let before = self.releases.cpu;
        let (class, check) = (about.class, about.check.or(Some(0)));
        let asked = match self.plan.solver.starts_with("z3") {
            true => tactics::using(&script, &choices.tactics),
            false => script,
        };
        let right = self.releases.first_right(&asked, class, check, truth(&about))?;
        let sorts = sorts(&asked);
        found.bug = right.map(|right| Bug { class: class.to_string(), sorts, right });
        found.reduced = Some(asked.print(Dialect::of_solver(&self.plan.solver)));
        *spent += (self.releases.cpu - before).as_secs_f64();
        self.keep(choices.clone(), &found);
        Ok(found)
    }
}

/// The right answer, where the finding says which one is wrong.
fn truth(finding: &Finding) -> Option<Answer> {
    match finding.class {
        Class::Soundness => finding.wrong().map(Answer::other),
        _ => None,
    }
}

fn key(found: &Found) -> String {
    format!("{} {}", found.theory, found.key)
}
