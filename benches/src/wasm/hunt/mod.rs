//! `wasm-hunt`: unknown defects in released WebAssembly engines. Each property of the study runs on
//! each engine, for so many CPU seconds, and goes on after each failure. The failures are told
//! apart by their kinds. What came of it is
//! in `docs/findings/wasm/`.

mod campaign;
mod page;
mod picture;

use crate::pool;
use benches::study::Error;
use benches::study::rows::lines;
use campaign::{Campaign, Row};
use clap::Args;
use mutagen_cli::supervise::Interrupt;
use std::fs;
use std::path::PathBuf;
use wasm_face::about::{self, About};

/// Arguments of `wasm-hunt`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Campaigns whose name (engine/property) contains one of these. Default: all
    #[arg(long, value_name = "TEXTS", value_delimiter = ',')]
    tasks: Vec<String>,
    /// CPU seconds of a campaign
    #[arg(long, value_name = "SECONDS", default_value_t = 3600)]
    limit: u64,
    /// The seed of all campaigns
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Parallel campaigns
    #[arg(long, short, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Folder for the rows and the page; a run into the same folder continues there
    #[arg(long, value_name = "DIR", default_value = "docs/results/wasm/hunt")]
    out: PathBuf,
    /// Compute the page from the rows and run nothing
    #[arg(long)]
    report: bool,
}

/// The file of the rows.
const ROWS: &str = "rows.jsonl";

/// Engines of the list that are no current release: one with planted bugs, and older ones.
const LEFT_OUT: [&str; 3] = ["planted", "wasmi-0-40", "wasmi-0-31"];

/// Packages, and their properties.
const PROPERTIES: [(&str, &str); 6] = [
    ("wasm-validity", "prop_validator"),
    ("wasm-validity", "prop_validator_accepts"),
    ("wasm-validity", "prop_bytes"),
    ("wasm-study", "prop_interpreter"),
    ("wasm-study", "prop_interpreter_i32"),
    ("wasm-study", "prop_execution"),
];

/// Runs the campaigns that have no row yet, and writes the page. Returns whether all were run.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Error> {
    fs::create_dir_all(&arguments.out)?;
    let path = arguments.out.join(ROWS);
    let is_whole = arguments.report || campaigns(arguments)?;
    let rows: Vec<Row> = lines::read(&path)?;
    fs::write(arguments.out.join("README.md"), page::text(&rows))?;
    fs::write(arguments.out.join("kinds.svg"), picture::draw(&rows)?)?;
    println!("{}", page::line(&rows));
    Ok(is_whole)
}

fn campaigns(arguments: &Arguments) -> Result<bool, Error> {
    let path = arguments.out.join(ROWS);
    let rows: Vec<Row> = lines::read(&path)?;
    let is_wanted = |campaign: &Campaign| {
        let name = campaign.name();
        arguments.tasks.is_empty() || arguments.tasks.iter().any(|text| name.contains(text))
    };
    let missing: Vec<Campaign> = all(arguments.seed, arguments.limit)
        .filter(is_wanted)
        .filter(|campaign| !rows.iter().any(|row| campaign.is(row)))
        .collect();
    let interrupt = Interrupt::install()?;
    let mut writer = lines::Writer::open(&path)?;
    pool::each(&missing, arguments.jobs, &interrupt, Campaign::run, |row| {
        writer.append(&row)?;
        Ok(row.line())
    })
}

/// All campaigns, engine by engine.
fn all(seed: u64, limit: u64) -> impl Iterator<Item = Campaign> {
    let is_current = |engine: &&About| !LEFT_OUT.contains(&engine.name);
    about::ENGINES.iter().filter(is_current).flat_map(move |engine| {
        let of = move |(package, property)| Campaign { engine, package, property, seed, limit };
        PROPERTIES.into_iter().map(of)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_property_is_run_on_each_current_engine() {
        let all: Vec<String> = all(1, 60).map(|campaign| campaign.name()).collect();
        assert_eq!(all.len(), (about::ENGINES.len() - LEFT_OUT.len()) * PROPERTIES.len());
        assert_eq!(all[0], "wain/prop_validator");
        assert!(LEFT_OUT.iter().all(|name| about::named(name).is_ok()));
    }
}
