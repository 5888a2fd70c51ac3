//! `metamorphic`: bugs of released libraries that later releases fixed, found again by
//! specifications of what the operations of each library must equal. The study is described in
//! `case-studies/metamorphic/README.md`.

mod judged;
mod list;
mod packages;
mod speed;

use benches::study::Error;
use benches::study::command::{self, Options};
use benches::study::plan::task::{Home, Study, Task, Workload};
use benches::study::run::mutagen;
use benches::study::run::strategy::Strategy;
use judged::Judged;
use list::{Bug, Subject};
use packages::Places;

/// The strategies that run when none are named.
const DEFAULT: [&str; 4] = ["mutagen", "generation", "paper", "mfpp"];

/// A release with a bug and one without it, as packages to build.
#[derive(Clone)]
struct Pair {
    bug: Workload,
    without: Option<Workload>,
}

impl Pair {
    /// The name of the task.
    fn task_name(&self) -> String {
        self.bug.tasks.iter().map(|task| self.bug.task_name(task)).collect()
    }
}

/// Arguments of `metamorphic`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Measure tests and calls a CPU second instead, beside a bare loop of the same calls
    #[arg(long)]
    speed: bool,
    /// With `--speed`, keep the raw figures under `benches/runs/<date>/`
    #[arg(long, requires = "speed")]
    keep: bool,
    #[command(flatten)]
    options: Options,
}

/// Runs the study, recomputes its report, or measures the speed.
pub(crate) fn measure(arguments: &Arguments) -> Result<bool, Error> {
    match arguments.speed {
        true => speed::measure(arguments.keep),
        false => study(&arguments.options),
    }
}

fn study(options: &Options) -> Result<bool, Error> {
    let about = "Bugs of released libraries that a later release fixed. A specification of each \
                 library says what its operations must equal. A test is a program of calls. It \
                 fails if an implementation of an operation differs from the operation. A \
                 counterexample counts if it passes with the release without the bug. Only the \
                 library is instrumented, and the specification where it has its generic code.";
    let places = Places::here()?;
    let list = list::read(&places.studies().join("fixed.toml"))?;
    let mut pairs = Vec::new();
    for bug in &list.bugs {
        let pair = pair(bug, &places);
        let is_run = options.runs_trials() && options.names(&pair.task_name());
        if is_run {
            for subject in [Some(&bug.bug), bug.without.as_ref()].into_iter().flatten() {
                packages::make(&list, subject, &places)?;
            }
        }
        pairs.push(pair);
    }
    let workloads = pairs.iter().map(|pair| pair.bug.clone()).collect();
    let study = Study { name: "metamorphic", about, workloads };
    pairs.retain(|pair| options.names(&pair.task_name()));
    let own = std::env::current_exe()?;
    let strategies = mutagen::all().into_iter().chain(mutagen::specified()).map(|one| {
        let one = one.elsewhere(&places.root.join("Cargo.toml"), &own).without_own_literals();
        Box::new(Judged::new(one, &pairs)) as Box<dyn Strategy>
    });
    let strategies: Vec<Box<dyn Strategy>> = strategies.collect();
    command::execute(study, &strategies, &options.clone().by_default(&DEFAULT))
}

/// The packages of a bug.
fn pair(bug: &Bug, places: &Places) -> Pair {
    let workload = |subject: &Subject| {
        let home = Home {
            manifest: Box::leak(places.manifest(subject).into_boxed_path()),
            target: Box::leak(places.target().into_boxed_path()),
        };
        Workload {
            name: subject.specification.clone().leak(),
            package: packages::package(subject).leak(),
            home: Some(home),
            // A release has its bugs always; nothing reads this variable.
            variable: "METAMORPHIC_BUG",
            tasks: vec![Task::new(&bug.id, &bug.property)],
            ..Workload::default()
        }
    };
    Pair { bug: workload(&bug.bug), without: bug.without.as_ref().map(workload) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bug_is_a_task_whose_property_is_the_module_of_its_specification() {
        let places = Places::here().unwrap();
        let list = list::read(&places.studies().join("fixed.toml")).unwrap();
        for bug in &list.bugs {
            let pair = pair(bug, &places);
            assert_eq!(pair.task_name(), format!("{}/{}/{}", pair.bug.name, bug.id, bug.property));
            let source = places.studies().join(pair.bug.name).join("src/lib.rs");
            let source = std::fs::read_to_string(source).unwrap();
            assert!(source.contains(&format!("\npub mod {} {{\n", bug.property)), "{}", bug.id);
        }
    }
}
