//! `feedback`: the same build of `prop_validator`, with feedback and without, for several seeds
//! each. Without feedback, nothing is enqueued and every test is generated. The figures are medians
//! per CPU second of the worker.

use crate::rounds::median;
use clap::Args;
use serde_json::Value;
use std::collections::HashSet;
use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};

/// Arguments of `feedback`.
#[derive(Args)]
pub(crate) struct Options {
    /// Seconds of each run
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Seeds, from 1
    #[arg(long, default_value_t = 3)]
    seeds: u64,
    /// Short runs of 5 seconds
    #[arg(long)]
    quick: bool,
}

/// The smallest allowed tests and passed tests per CPU second with feedback, and the smallest ratio
/// of distinct valid modules with and without it.
const BOUNDS: [f64; 3] = [100_000.0, 20_000.0, 3.0];

struct Row {
    seed: u64,
    /// Tests, passed, distinct valid modules: per CPU second.
    rates: [f64; 3],
    distinct: f64,
    edges: f64,
}

/// Measures and prints the table; returns whether every bound holds.
pub(crate) fn measure(options: &Options) -> Result<bool, Box<dyn Error>> {
    let seconds = if options.quick { 5 } else { options.seconds };
    println!("prop_validator, {seconds} s a run, per CPU second of the worker");
    println!(
        "| feedback | seed | tests/s | passed/s | distinct valid modules/s | in all | edges |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut medians = Vec::new();
    for on in [true, false] {
        let name = if on { "on" } else { "off" };
        let mut rows = Vec::new();
        for seed in 1..=options.seeds {
            let row = run(on, seed, seconds)?;
            print_row(name, &row.seed.to_string(), &row);
            rows.push(row);
        }
        let median = |of: &dyn Fn(&Row) -> f64| median(rows.iter().map(of).collect());
        let row = Row {
            seed: 0,
            rates: [0, 1, 2].map(|at| median(&|row| row.rates[at])),
            distinct: median(&|row| row.distinct),
            edges: median(&|row| row.edges),
        };
        print_row(name, "median", &row);
        medians.push(row);
    }
    let (on, off) = (&medians[0], &medians[1]);
    let more = on.rates[2] / off.rates[2].max(f64::MIN_POSITIVE);
    let figures = [
        ("tests/s with feedback", on.rates[0]),
        ("passed/s with feedback", on.rates[1]),
        ("distinct valid modules, on / off", more),
    ];
    let mut good = true;
    for ((name, figure), bound) in figures.into_iter().zip(BOUNDS) {
        let holds = figure >= bound;
        good &= holds;
        println!("{name}: {figure:.0}, at least {bound}: {}", if holds { "ok" } else { "MISSED" });
    }
    Ok(good)
}

fn print_row(name: &str, seed: &str, row: &Row) {
    let [tests, passed, distinct] = row.rates;
    println!(
        "| {name} | {seed} | {tests:.0} | {passed:.0} | {distinct:.1} | {:.0} | {:.0} |",
        row.distinct, row.edges
    );
}

fn run(on: bool, seed: u64, seconds: u64) -> Result<Row, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let record = folder.path().join("valid");
    let mut command = Command::new("cargo");
    command
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .args(["mutagen", "run", "prop_validator", "--package", "wasm-validity", "--keep-going"])
        .args(["--quiet", "--message-format", "json", "--seed", &seed.to_string()])
        .args(["--max-time", &format!("{seconds}s")])
        .env("WASM_STUDY_RECORD", &record)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    if !on {
        command.args(["--search", "feedback=off"]);
    }
    let output = command.output()?;
    let report: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("`cargo mutagen run` gave no report ({error})"))?;
    let figure = |name: &str| report["statistics"][name].as_f64().unwrap_or(0.0);
    let cpu = report["cpu_seconds"].as_f64().ok_or("the report has no CPU time")?;
    let valid = std::fs::read(&record).unwrap_or_default();
    let distinct: HashSet<&[u8]> = valid.chunks_exact(8).collect();
    let distinct = distinct.len() as f64;
    let rates = [figure("tests") / cpu, figure("passed") / cpu, distinct / cpu];
    Ok(Row { seed, rates, distinct, edges: figure("edges") })
}
