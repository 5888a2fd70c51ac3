//! `shrinking`: the shrinking challenge. Each property is shrunk from many failing starts; all must
//! end at the smallest counterexample, within a mean number of evaluations.

mod challenges;

use challenges::{ALL, Challenge, Random};
use clap::Args;
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::search::shrink::{Oracle, Rank, shrink};
use mutagen_core::internal::value::Node;
use mutagen_core::{Outcome, text};
use rand::SeedableRng;
use std::collections::BTreeMap;
use std::error::Error;

/// The flags of the measurement.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Only this challenge
    #[arg(long)]
    only: Option<String>,
    /// How many starts
    #[arg(long, default_value_t = 100)]
    starts: u64,
    /// What each pass came to
    #[arg(long)]
    passes: bool,
}

/// The mean number of evaluations that is allowed from large starts.
const MOST_EVALUATIONS: f64 = 1000.0;

/// The least number of nodes of a large start.
const LARGE: u64 = 50;

/// Runs candidates, and counts what each pass comes to.
struct Runs<'p> {
    executor: Executor<'p>,
    passes: BTreeMap<&'static str, (u64, u64)>,
}

impl Oracle for Runs<'_> {
    fn fails(&mut self, candidate: &dyn Node) -> bool {
        matches!(self.executor.run(candidate), Outcome::Failed(_))
    }
    fn goes_on(&mut self) -> bool {
        true
    }
    fn finish_pass(&mut self, pass: &'static str, runs: u64, steps: u64) {
        let all = self.passes.entry(pass).or_default();
        *all = (all.0 + runs, all.1 + steps);
    }
}

/// Draws values until one fails.
fn start(
    challenge: &Challenge,
    property: &Property,
    seed: u64,
    least: u64,
) -> Result<Box<dyn Node>, Box<dyn Error>> {
    let mut executor = Executor::new(property);
    let mut random = Random::seed_from_u64(seed);
    for _ in 0..10_000_000 {
        let value = (challenge.draw)(&mut random, if least > 0 { 80 } else { 12 });
        let is_large = Rank::of(&*value).nodes >= least;
        if is_large && matches!(executor.run(&*value), Outcome::Failed(_)) {
            return Ok(value);
        }
    }
    Err(format!("{}: no start for seed {seed}", challenge.name).into())
}

/// Shrinks one challenge from all starts with at least this many nodes, and prints what it came to.
fn run(challenge: &Challenge, arguments: &Arguments, least: u64) -> Result<bool, Box<dyn Error>> {
    let property = (challenge.property)();
    property.prepare()?;
    let mut ends: BTreeMap<String, u64> = BTreeMap::new();
    let (mut all, mut most, mut nodes) = (0, 0, 0);
    let mut runs = Runs { executor: Executor::new(&property), passes: BTreeMap::new() };
    for seed in 0..arguments.starts {
        let value = start(challenge, &property, seed, least)?;
        nodes += Rank::of(&*value).nodes;
        let shrunk = shrink(value, &mut runs);
        *ends.entry(text::print(&*shrunk.value)).or_default() += 1;
        all += shrunk.runs;
        most = most.max(shrunk.runs);
    }
    let mean = all as f64 / arguments.starts as f64;
    let limit = if least > 0 { MOST_EVALUATIONS } else { challenge.most_evaluations };
    let is_smallest = ends.keys().all(|end| challenge.smallest.contains(&end.as_str()));
    let holds = is_smallest && ends.len() == 1 && mean <= limit;
    println!(
        "{:8} {:18} {:6.1} nodes, {mean:6.1} evaluations (most {most}, allowed {limit})",
        if holds { "holds" } else { "VIOLATED" },
        challenge.name,
        nodes as f64 / arguments.starts as f64,
    );
    if !holds {
        let mut ends: Vec<_> = ends.into_iter().collect();
        ends.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for (end, count) in ends.iter().take(8) {
            println!("      {count} {end}");
        }
    }
    if arguments.passes {
        for (pass, (runs, steps)) in &runs.passes {
            println!("      {pass}: {runs} runs, {steps} steps");
        }
    }
    Ok(holds)
}

/// Measures and prints; returns whether every bound holds.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let mut holds = true;
    for challenge in ALL {
        if arguments.only.as_ref().is_some_and(|only| only != challenge.name) {
            continue;
        }
        holds &= run(challenge, arguments, 0)?;
        if challenge.is_large {
            holds &= run(challenge, arguments, LARGE)?;
        }
    }
    Ok(holds)
}
