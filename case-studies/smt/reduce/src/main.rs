//! `smt-reduce F --solver z3-4.8.5`: makes a formula that breaks a solver small.

use clap::Parser;
use smt_lang::Script;
use smt_reduce::{NoBug, SameBug, reduce};
use smt_solvers::SolverError;
use smt_solvers::cache::Cache;
use smt_solvers::driver::{self, Driver, Settings};
use std::path::PathBuf;
use std::process::ExitCode;

/// Makes a formula that breaks a solver small, with the same bug.
///
/// The class of the bug stays, the solver that has it, and what the references say.
#[derive(Debug, Parser)]
#[command(name = "smt-reduce")]
struct Arguments {
    /// The formula.
    file: PathBuf,
    /// The solver that has the bug.
    #[arg(long)]
    solver: String,
    /// A solver that says what is right; two independent ones are needed for soundness.
    #[arg(long = "reference", default_values = ["z3-5.4.1", "cvc5-1.4.2"])]
    references: Vec<String>,
    /// An option for the solver, as it writes it itself.
    #[arg(long = "option", allow_hyphen_values = true)]
    options: Vec<String>,
    /// CPU seconds of one run of a solver.
    #[arg(long, default_value_t = 6)]
    seconds: u64,
    /// The most scripts that are tried.
    #[arg(long, default_value_t = 20_000)]
    checks: usize,
    /// Where to write the result; without it, it is printed.
    #[arg(long, short)]
    output: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err((code, text)) => {
            eprintln!("error: {text}");
            ExitCode::from(code)
        }
    }
}

/// 1 if the formula shows no bug, 2 if it or a solver cannot be had.
fn run(arguments: &Arguments) -> Result<(), (u8, String)> {
    let bad = |text: String| (2, text);
    let path = arguments.file.display();
    let text = std::fs::read(&arguments.file).map_err(|e| bad(format!("{path}: {e}")))?;
    let script = Script::read(&text).map_err(|e| bad(format!("{path}: {e}")))?;
    let solver = |error: SolverError| bad(error.to_string());
    let cache = Cache::of_user().map_err(solver)?;
    let open = |name: &String| driver::open(&cache.solver(name)?);
    let mut suspect = open(&arguments.solver).map_err(solver)?;
    let mut references: Vec<Box<dyn Driver>> =
        arguments.references.iter().map(open).collect::<Result<_, _>>().map_err(solver)?;
    let references = references.iter_mut().map(|driver| driver.as_mut() as &mut dyn Driver);
    let mut settings = Settings::seconds(arguments.seconds);
    settings.options.clone_from(&arguments.options);
    let bug = SameBug::of(&script, suspect.as_mut(), references.collect(), settings);
    let mut bug = bug.map_err(|error| match error {
        NoBug::None { .. } => (1, error.to_string()),
        NoBug::Solver(error) => solver(error),
    })?;
    eprintln!("{}: {}", bug.finding().class, bug.finding().why);
    let reduced = reduce(&script, arguments.checks, |script| bug.holds(script)).map_err(solver)?;
    let result = reduced.script.to_string();
    let counts = bug.counts();
    eprintln!(
        "{} bytes of {} left after {} checks: {} runs of {}, {} of references{}",
        result.len(),
        text.len(),
        reduced.checks,
        counts.suspect,
        arguments.solver,
        counts.references,
        if reduced.is_done { "" } else { "; more could be done, see --checks" },
    );
    match &arguments.output {
        Some(output) => {
            std::fs::write(output, result).map_err(|e| bad(format!("{}: {e}", output.display())))
        }
        None => {
            print!("{result}");
            Ok(())
        }
    }
}
