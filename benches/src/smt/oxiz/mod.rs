//! `smt-oxiz`: what feedback is worth on OxiZ, an SMT solver in the process of the test: defects,
//! edges and the time to the first one, with feedback and without. And what printing, judging and
//! asking cost.

mod campaign;
mod causes;
mod page;
mod speed;

use super::folder::{ROWS, Study, read_setup, write_page, write_setup};
use super::known::fakes::made;
use crate::pool;
use benches::study::Error;
use benches::study::rows::lines;
use benches::study::rows::machine::{Machine, commit};
use campaign::{Campaign, REFERENCES, Row, Variables};
use clap::Args;
use mutagen_cli::supervise::Interrupt;
use serde::{Deserialize, Serialize};
use smt_solvers::catalogue::Catalogue;
use speed::Speed;
use std::path::{Path, PathBuf};

/// Arguments of `smt-oxiz`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Compute the tables from the rows in this folder; run nothing
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
    /// Folder for rows and tables; a run into the same folder continues there. Default:
    /// `docs/results/smt/oxiz`, or `target/results/smt-oxiz` with `--quick`
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Properties whose name contains one of these. Default: all three
    #[arg(long, value_name = "TEXTS", value_delimiter = ',')]
    properties: Vec<String>,
    /// Campaigns of each property, with feedback and without: seeds 1, 2, …
    #[arg(long, value_name = "N", default_value_t = 5)]
    seeds: u64,
    /// CPU seconds of a campaign
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    limit: u64,
    /// One seed, ten CPU seconds a campaign, references that are made up: needs no solver but OxiZ
    #[arg(long)]
    quick: bool,
    /// Campaigns at a time
    #[arg(long, short, value_name = "N", default_value_t = 1)]
    jobs: usize,
}

/// This study.
const STUDY: Study = Study { command: "smt-oxiz", folder: "oxiz" };

/// The properties of OxiZ.
const PROPERTIES: [&str; 3] =
    ["prop_oxiz_models", "prop_oxiz_true_by_construction", "prop_oxiz_agrees"];

/// CPU seconds of a campaign of a quick run.
const QUICK: u64 = 10;

/// How the rows were made, and the speeds on the same machine.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Setup {
    machine: String,
    commit: String,
    limit: u64,
    is_quick: bool,
    speed: Speed,
}

/// Runs the campaigns that have no row. Returns whether all were run and, unless it is a quick run,
/// the bounds hold.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Error> {
    if let Some(from) = &arguments.from {
        return report(from, arguments.out.as_ref().unwrap_or(from));
    }
    let out = STUDY.out(arguments.out.as_ref(), arguments.quick);
    std::fs::create_dir_all(&out)?;
    let path = out.join(ROWS);
    let rows: Vec<Row> = lines::read(&path)?;
    let limit = if arguments.quick { QUICK } else { arguments.limit };
    let mut campaigns = campaigns(arguments, limit);
    campaigns.retain(|campaign| !rows.iter().any(|row| campaign.is(row)));
    let variables = match arguments.quick {
        true => made_up(&out)?,
        false => references(),
    };
    let setup = Setup {
        machine: Machine::this(arguments.jobs).to_string(),
        commit: commit(),
        limit,
        is_quick: arguments.quick,
        speed: Speed::measure()?,
    };
    write_setup(&out, &setup)?;
    let interrupt = Interrupt::install()?;
    let mut writer = lines::Writer::open(&path)?;
    let work = |campaign: &Campaign| campaign.run(&variables);
    let is_whole = pool::each(&campaigns, arguments.jobs, &interrupt, work, |row: Row| {
        writer.append(&row)?;
        Ok(row.line())
    })?;
    Ok(report(&out, &out)? && is_whole)
}

/// The campaigns in the order in which they are run: a run that is stopped has as many of each.
fn campaigns(arguments: &Arguments, limit: u64) -> Vec<Campaign> {
    let seeds = if arguments.quick { 1 } else { arguments.seeds };
    let named = |property: &str| {
        let texts = &arguments.properties;
        texts.is_empty() || texts.iter().any(|text| property.contains(text.as_str()))
    };
    let mut all = Vec::new();
    for seed in 1..=seeds {
        for property in PROPERTIES.into_iter().filter(|property| named(property)) {
            for feedback in [true, false] {
                all.push(Campaign { property, feedback, seed, limit });
            }
        }
    }
    all
}

/// The references that the user names, or the usual ones.
fn references() -> Variables {
    match std::env::var_os("SMT_SOLVERS").is_some_and(|names| !names.is_empty()) {
        true => Vec::new(),
        false => vec![("SMT_SOLVERS", REFERENCES.into())],
    }
}

/// A cache with a reference that never decides.
fn made_up(out: &Path) -> Result<Variables, Error> {
    let cache = std::path::absolute(out.join("made-up"))?;
    let name = "z3-5.4.1";
    made(Catalogue::own()?.entry(name)?, &cache, "unknown\\n", "")?;
    Ok(vec![("SMT_CACHE", cache.into()), ("SMT_SOLVERS", name.into())])
}

/// Writes the page of the rows in a folder. Returns whether the bounds hold.
fn report(from: &Path, to: &Path) -> Result<bool, Error> {
    let (rows, setup): (Vec<Row>, Setup) = (STUDY.rows(from)?, read_setup(from)?);
    let page = page::Page::of(&rows, &setup);
    write_page(from, to, &page.text(), &page.line())?;
    std::fs::write(to.join("defects.svg"), page.picture()?)?;
    Ok(setup.is_quick || page.holds())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn names(line: &str) -> Vec<String> {
        let words = std::iter::once("smt-oxiz").chain(line.split_whitespace());
        let arguments = Line::try_parse_from(words).unwrap_or_else(|why| panic!("{why}")).arguments;
        let name = |one: Campaign| format!("{} {} {}", one.property, one.feedback, one.seed);
        campaigns(&arguments, 9).into_iter().map(name).collect()
    }

    #[test]
    fn each_property_runs_with_feedback_and_without_seed_by_seed() {
        assert_eq!(names("").len(), 3 * 2 * 5);
        assert_eq!(names("--quick").len(), 3 * 2);
        let two = names("--seeds 2 --properties models");
        let expected = ["models true 1", "models false 1", "models true 2", "models false 2"];
        assert_eq!(two, expected.map(|name| format!("prop_oxiz_{name}")));
    }
}
