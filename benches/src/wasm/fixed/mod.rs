//! `wasm-fixed`: bugs of released WebAssembly engines that later releases fixed, found again. The
//! study is described in `case-studies/wasm/README.md`.

mod list;
mod packages;
mod texts;

use super::smart::{self, Replacement};
use benches::study::Error;
use benches::study::command::{self, Options};
use benches::study::plan::task::{Study, Task, Workload};
use benches::study::run::mutagen;
use benches::study::run::strategy::Strategy;
use list::Pair;
use packages::Places;

/// The strategies that run when none are named.
const DEFAULT: [&str; 7] =
    ["mutagen", "paper", "no-lifo", "no-reset", "fuzzchick", "random", "smart"];

/// The variable that names the release with the bug, as `wasm_study::fixed` has it.
const VARIABLE: &str = "WASM_STUDY_FIXED";

/// CPU seconds of a trial.
const LIMIT: f64 = 600.0;

/// Runs the study, or recomputes its report.
pub(crate) fn measure(options: &Options) -> Result<bool, Error> {
    let about = "Bugs of released engines that a later release fixed, found again. A test runs a \
                 whole module and calls of its functions. It fails if the release with the bug \
                 differs from the reference, wasmi 1.0.9, and the release without the bug does \
                 not. What both releases fail is discarded, so that the other bugs of a release \
                 do not end a trial. Only the release with the bug is instrumented. Generators \
                 and mutators come from the types alone, with the same defaults as for any other \
                 property.";
    let places = Places::here()?;
    let mut pairs = list::read(&places.root.join("case-studies/wasm/fixed.toml"))?;
    if options.runs_trials() {
        pairs = packages::make(&pairs, &places)?;
    }
    let study = Study { name: "wasm-fixed", about, workloads: workloads(&pairs) };
    let options = options.clone().by_default(&DEFAULT).limited_by_default(LIMIT);
    command::execute(study, &strategies(&places)?, &options)
}

/// One workload for each pair, all under one name.
fn workloads(pairs: &[Pair]) -> Vec<Workload> {
    let workload = |pair: &Pair| Workload {
        name: "FIXED",
        package: texts::pair_package(pair).leak(),
        variable: VARIABLE,
        // Types of modules and values have what this engine claims, as all its releases do.
        environment: &[(wasm_face::about::VARIABLE, "wasmi")],
        must_pass_without: true,
        tasks: vec![Task::new(&pair.bug, "prop_execution"), Task::new(&pair.bug, "prop_function")],
        ..Workload::default()
    };
    pairs.iter().map(workload).collect()
}

/// mutagen's strategies, and wasm-smith.
fn strategies(places: &Places) -> Result<Vec<Box<dyn Strategy>>, Error> {
    let (manifest, wrapper) = (places.manifest(), std::env::current_exe()?);
    let own = mutagen::all().into_iter();
    let own = own.map(|one| Box::new(one.elsewhere(&manifest, &wrapper)) as Box<dyn Strategy>);
    let inner = || mutagen::smart().elsewhere(&manifest, &wrapper);
    // Its modules are valid, so the repair would change little.
    let replacement = Replacement { workload: smart, property: |_| "prop_execution" };
    let smart = smart::all(inner, replacement, &manifest, texts::PEERS_PACKAGE);
    Ok(own.chain(smart).collect())
}

/// A workload with the properties on modules of wasm-smith in place of its own.
fn smart(of: &Workload) -> Workload {
    let package = of.package.replacen("fixed-", "smart-", 1);
    Workload { package: package.leak(), ..of.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Places {
        Places { root: ".".into(), folder: "made-up".into() }
    }

    #[test]
    fn each_pair_is_a_task_of_a_package_of_its_own() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../case-studies/wasm/fixed.toml");
        let pairs = list::read(file.as_ref()).unwrap();
        let workloads = workloads(&pairs);
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..").into();
        let places = Places { root, ..places() };
        assert_eq!(workloads.len(), pairs.len());
        for (workload, pair) in workloads.iter().zip(&pairs) {
            let name = workload.task_name(&workload.tasks[0]);
            assert_eq!(name, format!("FIXED/{}/prop_execution", pair.bug));
            let witness = places.witness(&pair.bug);
            assert!(witness.exists(), "{} is missing", witness.display());
            assert_eq!(smart(workload).package, texts::smart_package(pair));
        }
    }

    #[test]
    fn the_strategies_by_default_exist() {
        let strategies = strategies(&places()).unwrap();
        let names: Vec<&str> = strategies.iter().map(|strategy| strategy.name()).collect();
        assert!(DEFAULT.iter().all(|name| names.contains(name)));
    }
}
