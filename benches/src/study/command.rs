//! The command line of all studies: tasks, strategies, limits, and the folder of results.

use crate::study::Error;
use crate::study::plan::missing::Plan;
use crate::study::plan::task::Study;
use crate::study::render::report;
use crate::study::rows::machine::{Machine, commit};
use crate::study::rows::setup::{Setup, StrategySetup, Unavailable};
use crate::study::run::builds::Builds;
use crate::study::run::strategy::{Readiness, Strategy};
use crate::study::run::trials::{self, Outcome};
use clap::Args;
use mutagen_cli::supervise::Interrupt;
use std::path::{Path, PathBuf};

/// Arguments of a study.
#[derive(Debug, Clone, Args)]
pub struct Options {
    /// Recompute every table and picture from the rows in this folder; run nothing
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
    /// Folder for rows, tables and pictures; a run into the same folder continues there. Default:
    /// `target/results/` and the study's name
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Strategies, in the order of the tables, separated by commas; `all` for all, `peers` for the
    /// other tools. Default: mutagen, paper, random, or what the study says
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    strategies: Vec<String>,
    /// Tasks whose name (workload/mutant/property) contains one of these. Default: all
    #[arg(long, value_name = "TEXTS", value_delimiter = ',')]
    tasks: Vec<String>,
    /// Trials of each task. Default: 10, or 2 with `--quick`
    #[arg(long, value_name = "N")]
    trials: Option<u64>,
    /// CPU seconds of a trial. Default: 60, or what the study says, or 1 with `--quick`
    #[arg(long, value_name = "SECONDS")]
    limit: Option<f64>,
    /// A run of a few minutes
    #[arg(long)]
    quick: bool,
    /// Run all trials of every strategy, also after three trials without a result
    #[arg(long)]
    no_screening: bool,
    /// The seed from which the seeds of all trials are derived
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Parallel trials. Default: one per core
    #[arg(long, short, value_name = "N")]
    jobs: Option<usize>,
    /// List strategies and tasks, and run nothing
    #[arg(long)]
    list: bool,
}

impl Options {
    /// The same, with other strategies where none are named.
    pub fn by_default(mut self, strategies: &[&str]) -> Options {
        if self.strategies.is_empty() {
            self.strategies = strategies.iter().map(|&name| name.to_owned()).collect();
        }
        self
    }

    /// The same, with this many CPU seconds of a trial where no limit is given, and no quick run is
    /// asked for.
    pub fn limited_by_default(mut self, seconds: f64) -> Options {
        self.limit = self.limit.or((!self.quick).then_some(seconds));
        self
    }

    /// Whether a task is asked for by its name, workload/mutant/property.
    pub fn names(&self, task: &str) -> bool {
        self.tasks.is_empty() || self.tasks.iter().any(|text| task.contains(text.as_str()))
    }

    /// Whether trials are run, and not only listed or reported.
    pub fn runs_trials(&self) -> bool {
        self.from.is_none() && !self.list
    }
}

/// Strategies that run when none are named.
const DEFAULT: [&str; 3] = ["mutagen", "paper", "random"];

/// Runs a study, or recomputes its report; returns whether every trial was run.
pub fn execute(
    mut study: Study,
    strategies: &[Box<dyn Strategy>],
    options: &Options,
) -> Result<bool, Error> {
    if let Some(from) = &options.from {
        let out = options.out.as_ref().unwrap_or(from);
        report::write(from, out)?;
        println!("{}", out.display());
        return Ok(true);
    }
    let strategies = chosen(strategies, &options.strategies)?;
    narrow(&mut study, options)?;
    if options.list {
        list(&study, &strategies);
        return Ok(true);
    }
    let default = PathBuf::from(format!("target/results/{}", study.name));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let run = Run {
        out: options.out.as_deref().unwrap_or(&default),
        trials: options.trials.unwrap_or(if options.quick { 2 } else { 10 }),
        limit: options.limit.unwrap_or(if options.quick { 1.0 } else { 60.0 }),
        screening: !options.no_screening,
        seed: options.seed,
        jobs: options.jobs.unwrap_or(cores).max(1),
    };
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let command = format!("cargo run -p benches --release -- {}", arguments.join(" "));
    let outcome = self::run(&study, &strategies, &run, &command, &Interrupt::install()?)?;
    println!("{} rows added; {}", outcome.rows, run.out.join("README.md").display());
    if outcome.interrupted {
        println!("interrupted: the same command goes on from here");
    }
    if !outcome.errors.is_empty() {
        println!(
            "{} trials could not be run: the same command tries them again",
            outcome.errors.len()
        );
    }
    Ok(outcome.errors.is_empty() && !outcome.interrupted)
}

/// The parameters of a run.
pub struct Run<'r> {
    /// The folder of the results.
    pub out: &'r Path,
    /// Trials of each task.
    pub trials: u64,
    /// CPU seconds of a trial.
    pub limit: f64,
    /// Whether strategies are screened.
    pub screening: bool,
    /// The seed from which the seeds of all trials are derived.
    pub seed: u64,
    /// Parallel trials.
    pub jobs: usize,
}

/// Runs the missing trials of a study, and writes the report. `command` repeats the run.
pub fn run(
    study: &Study,
    strategies: &[&dyn Strategy],
    run: &Run<'_>,
    command: &str,
    interrupt: &Interrupt,
) -> Result<Outcome, Error> {
    std::fs::create_dir_all(run.out)?;
    let commit = commit();
    let now = |strategy: &&dyn Strategy| StrategySetup {
        name: strategy.name().to_owned(),
        about: strategy.about().to_owned(),
        limit: run.limit,
        trials: run.trials,
        screened: strategy.screened() && run.screening,
        peer: strategy.peer(),
        settings: strategy.settings(),
        commits: vec![commit.clone()],
    };
    let mut builds = Builds::default();
    let (mut ready, mut unavailable) = (Vec::new(), Vec::new());
    for &strategy in strategies {
        match strategy.prepare(&mut builds, &study.workloads)? {
            Readiness::Ready => ready.push(strategy),
            Readiness::Unavailable(reason) => {
                let (name, about) = (strategy.name().to_owned(), strategy.about().to_owned());
                eprintln!("`{name}` cannot be run: {reason}");
                unavailable.push(Unavailable { name, about, reason });
            }
        }
    }
    let running: Vec<StrategySetup> = ready.iter().map(now).collect();
    let mut setup = study.setup(run.seed);
    setup.strategies = running.clone();
    setup.unavailable = unavailable;
    setup.machines.push(Machine::this(run.jobs));
    setup.commands.push(command.to_owned());
    if let Some(earlier) = Setup::read(run.out)? {
        setup = setup.after(earlier)?;
    }
    setup.write(run.out)?;
    let plan = Plan { study, strategies: &running, seed: run.seed };
    let outcome = trials::run(&plan, &ready, &builds, run.out, run.jobs, interrupt)?;
    report::write(run.out, run.out)?;
    Ok(outcome)
}

fn chosen<'s>(
    all: &'s [Box<dyn Strategy>],
    names: &[String],
) -> Result<Vec<&'s dyn Strategy>, Error> {
    let names: Vec<&str> = match names {
        [] => DEFAULT.to_vec(),
        names => names.iter().map(String::as_str).collect(),
    };
    let group = |name: &str| -> Vec<&dyn Strategy> {
        let of = |strategy: &&dyn Strategy| match name {
            "all" => true,
            "peers" => strategy.peer(),
            name => strategy.name() == name,
        };
        all.iter().map(|strategy| &**strategy).filter(of).collect()
    };
    let mut chosen: Vec<&dyn Strategy> = Vec::new();
    for name in names {
        let found = group(name);
        if found.is_empty() {
            let known: Vec<&str> = all.iter().map(|strategy| strategy.name()).collect();
            let known = known.join(", ");
            return Err(format!("there is no strategy `{name}`; take from: {known}").into());
        }
        for strategy in found {
            if chosen.iter().all(|before| before.name() != strategy.name()) {
                chosen.push(strategy);
            }
        }
    }
    Ok(chosen)
}

/// Keeps only the tasks that are asked for.
fn narrow(study: &mut Study, options: &Options) -> Result<(), Error> {
    for workload in &mut study.workloads {
        let mut tasks = std::mem::take(&mut workload.tasks);
        tasks.retain(|task| options.names(&workload.task_name(task)));
        workload.tasks = tasks;
    }
    study.workloads.retain(|workload| !workload.tasks.is_empty());
    if study.workloads.is_empty() {
        return Err("no task is named so; `--list` shows all".into());
    }
    Ok(())
}

fn list(study: &Study, strategies: &[&dyn Strategy]) {
    for strategy in strategies {
        println!("strategy {}: {}", strategy.name(), strategy.about());
    }
    for workload in &study.workloads {
        for task in &workload.tasks {
            println!("task {}", workload.task_name(task));
        }
    }
}
