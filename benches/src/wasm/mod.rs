//! `wasm` and `wasm-rates`: the bugs planted in a WebAssembly engine under all strategies, bug by
//! bug, with the figures of the paper; and the speed of each property of the study without a
//! planted bug. The measurements are described in `docs/results/wasm/planted/` and `docs/results/wasm/rates/`.

mod fixed;
pub(crate) mod hunt;
mod smart;

pub(crate) use fixed::measure as fixed;

use benches::study::Error;
use benches::study::command::{self, Options};
use benches::study::plan::counting::Counting;
use benches::study::plan::task::{Study, Task, Workload};
use benches::study::run::mutagen;
use benches::study::run::strategy::Strategy;
use wasm_switch::Bug;

/// The strategies that run when none are named: those of the paper beside the default.
const DEFAULT: [&str; 6] = ["mutagen", "paper", "no-lifo", "no-reset", "fuzzchick", "random"];

/// The packages of the planted engine. Its code is generic, so most of it is compiled in the first.
const PLANTED: [&str; 3] = ["wasm-planted", "wasm-planted-exec", "wasm-planted-validate"];

/// CPU seconds in which tests and distinct valid modules are counted.
const SECONDS: f64 = 10.0;

/// Runs the study of the planted bugs, or recomputes its report.
pub(crate) fn measure(options: &Options) -> Result<bool, Error> {
    let about = "wain, a WebAssembly engine, with the fifteen bugs of the paper's Table II, \
                 further readings of seven of them (`b`), and three bugs of its Table I (`T`). One \
                 build has all of them, and a trial switches one on. The references are wasmparser \
                 for validity and wasmi for execution. Generators and mutators come from the types \
                 alone, with the same defaults as for any other property. A counterexample counts \
                 if the property holds for it with the bug switched off. The times of one test, at \
                 most, and the fuel of the reference are those of the study.";
    let study = Study { name: "wasm", about, workloads: workloads() };
    command::execute(study, &strategies(), &options.clone().by_default(&DEFAULT))
}

/// Measures the speed of each property without a planted bug, or recomputes the report.
pub(crate) fn rates(options: &Options) -> Result<bool, Error> {
    let about = "The properties of the WebAssembly study on wain with all planted bugs switched \
                 off, and on wain as released, whose defects make some tests fail. A value is \
                 valid if its test passes. Two modules are distinct if the 64-bit hashes of their \
                 encoded bytes differ; only the properties of the validator record them.";
    let study = Study { name: "wasm-rates", about, workloads: rated() };
    command::execute(study, &strategies(), &options.clone().by_default(&["mutagen"]))
}

/// mutagen's strategies, and wasm-smith.
fn strategies() -> Vec<Box<dyn Strategy>> {
    let own = mutagen::all().into_iter().map(|s| Box::new(s) as Box<dyn Strategy>);
    own.chain(smart::planted()).collect()
}

/// A package with properties of the study, built with both forms of wain.
fn workload(name: &'static str, package: &'static str) -> Workload {
    let (features, instrument) = (&["planted"], &PLANTED);
    Workload { name, package, features, instrument, ..Workload::default() }
}

/// Both packages, each with the bugs that its properties find.
fn workloads() -> Vec<Workload> {
    let of = |name, package, is_of: fn(&str) -> bool| {
        let bugs = Bug::all().filter(|bug| is_of(bug.property()));
        Workload {
            variable: wasm_switch::VARIABLE,
            environment: &[(wasm_face::about::VARIABLE, "planted")],
            must_pass_without: true,
            tasks: bugs.map(|bug| Task::new(bug, bug.property())).collect(),
            ..workload(name, package)
        }
    };
    let is_validity = |property: &str| property.starts_with("prop_validator");
    vec![
        of("VALIDATOR", "wasm-validity", is_validity),
        of("INTERPRETER", "wasm-study", |property| !property.starts_with("prop_validator")),
    ]
}

/// Both packages, each with its properties on wain without a planted bug.
fn rated() -> Vec<Workload> {
    let of = |name, package, tasks: &[(&str, &str)]| Workload {
        variable: wasm_face::about::VARIABLE,
        environment: &[(wasm_switch::VARIABLE, "")],
        counting: Some(Counting { variable: "WASM_STUDY_RECORD", seconds: SECONDS }),
        tasks: tasks.iter().map(|(engine, property)| Task::new(engine, property)).collect(),
        ..workload(name, package)
    };
    let validator = [
        ("planted", "prop_validator_accepts"),
        ("planted", "prop_validator"),
        ("wain", "prop_validator_accepts"),
        ("wain", "prop_validator"),
    ];
    let interpreter = [
        ("planted", "prop_interpreter_i32"),
        ("planted", "prop_interpreter"),
        ("planted", "prop_execution"),
        ("wain", "prop_execution"),
    ];
    let smith = ["", "_invalid"].map(|which| {
        let task = |property: &str| Task::new("planted", format!("prop_{property}{which}_smart"));
        [task("validator_accepts"), task("execution")]
    });
    let smith = Workload { tasks: smith.concat(), ..of("SMITH", "wasm-smart", &[]) };
    vec![
        of("VALIDATOR", "wasm-validity", &validator),
        of("INTERPRETER", "wasm-study", &interpreter),
        smith,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use benches::study::analyse::published;

    #[test]
    fn each_bug_is_a_task_and_has_a_line_in_the_table_of_the_paper() {
        let workloads = workloads();
        let tasks: Vec<&Task> = workloads.iter().flat_map(|workload| &workload.tasks).collect();
        let count = |at: usize| workloads[at].tasks.len();
        assert_eq!((count(0), count(1), tasks.len()), (15, 10, Bug::all().count()));
        let published = published::of("wasm").unwrap();
        let numbers: Vec<&str> = published.bugs.iter().map(|bug| bug.number.as_str()).collect();
        assert_eq!(numbers, Bug::all().map(Bug::id).collect::<Vec<&str>>());
        assert_eq!(published.bugs.iter().filter(|bug| bug.figures.is_some()).count(), 15);
    }

    #[test]
    fn the_strategies_by_default_exist() {
        let strategies = strategies();
        let names: Vec<&str> = strategies.iter().map(|strategy| strategy.name()).collect();
        assert!(DEFAULT.iter().all(|name| names.contains(name)));
    }
}
