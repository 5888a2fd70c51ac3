//! Other constants for a formula, and what a solver makes of them:
//! `cargo run -p smt-valfuzz --example valfuzz -- SOLVER STRATEGY SEED ITERATIONS FILE…`.
//! Prints one line a file, and each formula that shows a bug.

use smt_lang::Script;
use smt_solvers::cache::Cache;
use smt_solvers::driver::{self, Host, Settings};
use smt_valfuzz::trial::{self, Solvers, Turn};
use smt_valfuzz::{Skeleton, Strategy};
use std::error::Error;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [solver, strategy, seed, iterations, files @ ..] = &arguments[..] else {
        return Err("arguments: SOLVER STRATEGY SEED ITERATIONS FILE…".into());
    };
    let strategy = Strategy::named(strategy)?;
    let (seed, iterations) = (seed.parse()?, iterations.parse()?);
    let cache = Cache::of_user()?;
    let mut suspect = driver::open(&cache.solver(solver)?)?;
    let mut z3 = Host::new(&cache.solver("z3-5.4.1")?)?;
    let mut cvc5 = Host::new(&cache.solver("cvc5-1.4.2")?)?;
    for file in files {
        let script = Script::read(&std::fs::read(file)?)?;
        let mut solvers = Solvers {
            suspect: &mut *suspect,
            settings: Settings::seconds(2),
            references: vec![&mut z3, &mut cvc5],
            choosers: vec![Turn::Reference(0), Turn::Reference(1)],
        };
        let skeleton = Skeleton::of(&script);
        let holes = skeleton.holes().len();
        let tally = trial::run(skeleton, strategy, iterations, seed, &mut solvers)?;
        let found: Vec<String> = tally
            .found
            .iter()
            .map(|(class, f)| format!("{class} at {}, {} times", f.iteration, f.times))
            .collect();
        println!(
            "{file}: {holes} holes, {}/{} tests sat, {}/{} formulas sat, {} comparable, {:.2} s; \
             {}",
            tally.sat_tests,
            tally.tests,
            tally.sat_formulas,
            tally.formulas,
            tally.comparable,
            tally.cpu.as_secs_f64(),
            found.join("; ")
        );
        for found in tally.found.values() {
            println!("; {}\n{}", found.finding.why, found.script);
        }
    }
    Ok(())
}
