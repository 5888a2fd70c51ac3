//! `smt-solvers fetch NAMES`, `list`, and `ask NAME FILE`.

use clap::{Parser, Subcommand};
use smt_solvers::cache::Cache;
use smt_solvers::catalogue::{Catalogue, Entry};
use smt_solvers::driver::{self, Settings};
use smt_solvers::fetch::{self, Clients};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Parser)]
#[command(about = "SMT solvers of package registries, in a cache outside the tree")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Get solvers by the clients of their registries (pip, apt-get), pinned by hash
    Fetch {
        /// The solvers, as `list` names them
        #[arg(required_unless_present = "all")]
        names: Vec<String>,
        /// All solvers
        #[arg(long, conflicts_with = "names")]
        all: bool,
    },
    /// Say which solvers can be had, and which are there
    List,
    /// Ask a solver about a script, and print the verdict
    Ask {
        /// The solver
        name: String,
        /// The script
        file: PathBuf,
        /// CPU seconds
        #[arg(long, default_value_t = 10)]
        cpu: u64,
        /// The most steps, as the solver counts them
        #[arg(long)]
        steps: Option<u64>,
        /// Do not let the solver validate its models
        #[arg(long)]
        unvalidated: bool,
        /// Options of the solver, after `--`
        #[arg(last = true)]
        options: Vec<String>,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> Result<(), Box<dyn std::error::Error>> {
    let (cache, catalogue) = (Cache::of_user()?, Catalogue::own()?);
    match command {
        Command::Fetch { names, all } => {
            // All names first: a typing error must not show after the first download.
            let entries: Vec<&Entry> = match all {
                true => catalogue.entries().iter().collect(),
                false => {
                    names.iter().map(|name| catalogue.entry(name)).collect::<Result<_, _>>()?
                }
            };
            for entry in entries {
                let is_new = fetch::fetch(entry, &cache, &Clients::of_user())?;
                let place = cache.place(&entry.name);
                println!("{} {}", if is_new { "fetched" } else { "was there:" }, place.display());
            }
        }
        Command::List => {
            for entry in catalogue.entries() {
                let there = if cache.has(&entry.name) { "there" } else { "-" };
                println!("{:<16} {there:<6} {} {}", entry.name, entry.from, entry.ask.join(" "));
            }
            println!("cache: {}", cache.folder().display());
        }
        Command::Ask { name, file, cpu, steps, unvalidated, options } => {
            let solver = cache.solver(&name)?;
            let script = std::fs::read_to_string(&file)
                .map_err(|error| format!("{}: {error}; name a script", file.display()))?;
            let settings =
                Settings { steps, options, validates: !unvalidated, ..Settings::seconds(cpu) };
            let reply = driver::open(&solver)?.ask(&script, &settings)?;
            println!("{}\n{} in {:?} CPU", reply.command, reply.verdict, reply.cpu);
            print!("{}", reply.output);
            eprint!("{}", reply.errors);
        }
    }
    Ok(())
}
