//! `trophies`: real bugs of released crates, under mutagen and other tools. The measurement is
//! described in `benches/trophies/README.md`.

mod judged;

use benches::study::Error;
use benches::study::command::{self, Options};
use benches::study::plan::task::{Study, Task, Workload};
use benches::study::rows::row::Status;
use benches::study::run::mutagen::{self, Mutagen};
use benches::study::run::peers;
use benches::study::run::strategy::{Description, Findings, Strategy};
use judged::Judged;
use std::path::Path;
use trophy::table;

/// The strategies that run when none are named.
const DEFAULT: [&str; 5] = ["mutagen", "mutagen-typed", "paper", "proptest", "libfuzzer"];

/// The other tools that take part, of those on inputs.
const PEERS: [&str; 3] = ["proptest", "libfuzzer", "libfuzzer-profile"];

/// Runs the study, or recomputes its report.
pub(crate) fn measure(options: &Options) -> Result<bool, Error> {
    let about = "Bugs of released crates that fuzzers found, each in the last release that has \
                 it. Properties take bytes or text, as the crates do; `mutagen-typed` takes \
                 derived descriptions of the input, which are printed, where there is one. A \
                 property fails only by the bug of its task: other panics pass. A trial that ends \
                 with another failure, as by a test that hangs, found nothing, and is marked \
                 `other`.";
    let study = Study { name: "trophies", about, workloads: workloads() };
    command::execute(study, &strategies()?, &options.clone().by_default(&DEFAULT))
}

/// One workload for each package, all under one name.
pub(crate) fn workloads() -> Vec<Workload> {
    let mut workloads: Vec<Workload> = Vec::new();
    for bug in table::bugs() {
        let task = Task::new(bug.name, bug.property);
        match workloads.iter_mut().find(|workload| workload.package == bug.package) {
            Some(workload) => workload.tasks.push(task),
            None => workloads.push(Workload {
                name: "TROPHIES",
                package: bug.package,
                // Each property has one bug; nothing reads this variable.
                variable: "TROPHY",
                tasks: vec![task],
                ..Workload::default()
            }),
        }
    }
    workloads
}

/// A strategy of mutagen on bytes and text.
pub(crate) fn on_inputs(strategy: Mutagen) -> Result<Mutagen, Error> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("trophies/Cargo.toml");
    let wrapper = std::env::current_exe()?;
    // The packages have descriptions of the inputs, whose words a property on bytes does not come
    // with.
    Ok(strategy.elsewhere(&manifest, &wrapper).without_own_literals())
}

/// Whether a failure is the bug of a task.
pub(crate) fn is_found(task: &Task, findings: &Findings) -> Result<bool, Error> {
    Ok(judged::judged(findings.clone(), judged::bug_of(task)?).status == Status::Failed)
}

/// The strategies: mutagen's on bytes and text, its default on descriptions, and other tools.
fn strategies() -> Result<Vec<Box<dyn Strategy>>, Error> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("trophies/Cargo.toml");
    let wrapper = std::env::current_exe()?;
    let mut strategies: Vec<Box<dyn Strategy>> = Vec::new();
    for own in mutagen::all() {
        strategies.push(Box::new(Judged::on_inputs(Box::new(on_inputs(own)?))));
    }
    let default = mutagen::all().into_iter().next().ok_or("there is no default strategy")?;
    let typed = Description {
        name: "mutagen-typed",
        about: "mutagen with its default options on derived descriptions of the input; on bytes \
                and text where there is none",
    };
    let default = Box::new(default.elsewhere(&manifest, &wrapper));
    strategies.insert(1, Box::new(Judged::on_descriptions(default, typed)));
    for peer in peers::on_inputs() {
        if PEERS.contains(&peer.name()) {
            let peer = peer.elsewhere(&manifest, "trophy-peers");
            strategies.push(Box::new(Judged::on_inputs(Box::new(peer))));
        }
    }
    Ok(strategies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_bug_is_a_task_of_its_package_once() {
        let workloads = workloads();
        let tasks: Vec<(&str, &Task)> =
            workloads.iter().flat_map(|w| w.tasks.iter().map(|task| (w.package, task))).collect();
        let names: BTreeSet<&str> = tasks.iter().map(|(_, task)| task.mutant.as_str()).collect();
        assert_eq!((tasks.len(), names.len()), (table::bugs().len(), table::bugs().len()));
        for (package, task) in tasks {
            let bug = table::bugs().iter().find(|bug| bug.name == task.mutant).unwrap();
            assert_eq!((bug.package, bug.property), (package, task.function().as_str()));
            assert!(!bug.name.contains('/') && !bug.property.contains('/'), "{}", bug.name);
        }
        let packages: BTreeSet<&str> = workloads.iter().map(|w| w.package).collect();
        assert_eq!(packages.len(), workloads.len());
    }

    #[test]
    fn the_strategies_by_default_exist_and_come_in_their_order() {
        let strategies = strategies().unwrap();
        let names = strategies.iter().map(|strategy| strategy.name());
        let chosen: Vec<&str> = names.filter(|name| DEFAULT.contains(name)).collect();
        assert_eq!(chosen, DEFAULT);
    }
}
