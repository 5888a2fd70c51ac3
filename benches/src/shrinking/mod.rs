//! `shrinking`: the shrinking challenge. Each property is shrunk from many failing starts, which
//! are drawn at random or found by campaigns. All must end at the smallest counterexample, within a
//! mean number of evaluations. Other tools shrink what they generate, for comparison.

mod campaigns;
mod challenges;
mod peers;
mod picture;
mod report;
mod rows;
mod starts;
mod subjects;

use campaigns::Campaigns;
use challenges::{ALL, Challenge};
use clap::Args;
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::search::shrink::{Oracle, Rank, shrink};
use mutagen_core::internal::value::Node;
use mutagen_core::{Outcome, text};
use rows::{Kind, MUTAGEN, Row};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;

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
    /// Only starts that are drawn at random: no campaigns and no other tools
    #[arg(long)]
    drawn: bool,
    /// Folder for the table, the picture and their description. Default: they are not written
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

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

/// Shrinks one challenge from all starts of a kind, and prints what it came to.
fn run(
    challenge: &Challenge,
    arguments: &Arguments,
    kind: Kind,
    campaigns: Option<&Campaigns>,
) -> Result<Row, Box<dyn Error>> {
    let unknown = || format!("{}: there is no such property", challenge.name);
    let property = subjects::property_of(challenge.name).ok_or_else(unknown)?;
    property.prepare()?;
    let mut row = Row::new(challenge, MUTAGEN, kind, arguments.starts);
    let mut runs = Runs { executor: Executor::new(&property), passes: BTreeMap::new() };
    for seed in 0..arguments.starts {
        let found = starts::start(challenge, &property, kind, seed, campaigns)?;
        let Some(value) = found else { continue };
        let nodes = Rank::of(&*value).nodes;
        if nodes < kind.least() || !runs.fails(&*value) {
            return Err(format!("{}: a start is no failing value", challenge.name).into());
        }
        let shrunk = shrink(value, &mut runs);
        row.add(challenge, nodes, text::print(&*shrunk.value), shrunk.runs);
    }
    println!("{}", row.line());
    if !row.holds() {
        let mut ends: Vec<_> = row.ends.iter().collect();
        ends.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (end, count) in ends.iter().take(8) {
            println!("      {count} {end}");
        }
    }
    if arguments.passes {
        for (pass, (runs, steps)) in &runs.passes {
            println!("      {pass}: {runs} runs, {steps} steps");
        }
    }
    Ok(row)
}

/// Measures and prints; returns whether every bound holds.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let wanted =
        |challenge: &&Challenge| arguments.only.as_ref().is_none_or(|only| only == challenge.name);
    let campaigns = if arguments.drawn { None } else { Some(Campaigns::build()?) };
    let (peers, missing) = if arguments.drawn { (Vec::new(), Vec::new()) } else { peers::build()? };
    let mut rows = Vec::new();
    for challenge in ALL.iter().filter(wanted) {
        for kind in kinds(challenge, campaigns.is_some()) {
            rows.push(run(challenge, arguments, kind, campaigns.as_ref())?);
        }
        for peer in &peers {
            let row = peer.run(challenge, arguments.starts)?;
            println!("{}", row.line());
            rows.push(row);
        }
    }
    if let Some(out) = &arguments.out {
        report::write(out, &rows, &missing)?;
        println!("{}", out.display());
    }
    Ok(is_kept(&rows))
}

/// The kinds of starts that mutagen shrinks.
fn kinds(challenge: &Challenge, campaigns: bool) -> Vec<Kind> {
    let mut kinds = vec![Kind::Drawn, Kind::DrawnLarge];
    if campaigns {
        kinds.extend([Kind::Campaign, Kind::CampaignLarge]);
    }
    kinds.retain(|kind| challenge.is_large || kind.least() == 0);
    kinds
}

/// Whether every row of mutagen holds, and all rows of a challenge have the same end.
fn is_kept(rows: &[Row]) -> bool {
    let own = || rows.iter().filter(|row| row.tool == MUTAGEN);
    let ends: BTreeMap<_, _> = own().map(|row| (row.challenge, &row.ends)).collect();
    own().all(|row| row.holds() && row.ends.keys().eq(ends[row.challenge].keys()))
}
