//! The hand-written generator of the WebAssembly study, wasm-smith: alone, also with invalid
//! functions, and driven by libFuzzer. Its properties are in a package of their own, `wasm-smart`.

use benches::study::Error;
use benches::study::plan::task::{Task, Workload};
use benches::study::run::builds::Builds;
use benches::study::run::mutagen::{self, Mutagen};
use benches::study::run::peers::Peer;
use benches::study::run::strategy::{Assignment, Description, Findings, Readiness, Strategy};
use mutagen_cli::supervise::Interrupt;
use serde_json::{Value, json};
use std::path::Path;

/// The package with the properties.
const PACKAGE: &str = "wasm-smart";

/// How modules are made.
const GENERATOR: &str = "wasm-smith 0.263.0 of 0 to 2048 random bytes, its default settings but \
                         for the features, which are those that the engine claims, no imports, \
                         and at most 1 MiB of memory; the bugs of the interpreter are looked for \
                         by `prop_execution`, on whole modules with calls of the right types";

/// The strategies.
pub(super) fn all(instrument: &'static [&'static str]) -> Vec<Box<dyn Strategy>> {
    let smart = |name, about, which| Smart {
        inner: mutagen::smart(),
        description: Description { name, about },
        which,
        instrument,
    };
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    let libfuzzer = Peer::on_libfuzzer(
        "smart-libfuzzer",
        "libfuzzer",
        "wasm-smith on libFuzzer: bytes are mutated, and modules are made of them",
        json!({
            "generator": "wasm-smith 0.263.0, as for `smart`",
            "engine": "libFuzzer, default options, no corpus at the start; all crates but std \
                       instrumented, no sanitizer",
            "confirmation": "a failure that is there without the bug, too, is discarded",
        }),
    );
    vec![
        Box::new(smart(
            "smart",
            "generated tests only, of wasm-smith, without instrumentation: valid modules",
            "",
        )),
        Box::new(smart(
            "smart-invalid",
            "the same with `allow_invalid_funcs`: the functions of some modules are any bytes",
            "_invalid",
        )),
        Box::new(libfuzzer.elsewhere(&manifest, PACKAGE)),
    ]
}

/// Generated tests of wasm-smith.
struct Smart {
    inner: Mutagen,
    description: Description,
    /// What the names of the properties have before the suffix of the strategy.
    which: &'static str,
    /// The packages that are instrumented, where something is.
    instrument: &'static [&'static str],
}

impl Smart {
    /// A workload with the properties of the package in place of its own.
    fn workload(&self, of: &Workload) -> Workload {
        Workload {
            package: PACKAGE,
            features: &["planted"],
            instrument: self.instrument,
            ..of.clone()
        }
    }

    /// The task on modules of wasm-smith.
    fn task(&self, task: &Task) -> Task {
        let is_validity = task.property.starts_with("prop_validator");
        let property = if is_validity { "prop_validator_accepts" } else { "prop_execution" };
        Task::new(&task.mutant, format!("{property}{}", self.which))
    }
}

impl Strategy for Smart {
    fn description(&self) -> &Description {
        &self.description
    }

    fn settings(&self) -> Value {
        let mut settings = self.inner.settings();
        settings["generator"] = GENERATOR.into();
        settings
    }

    fn prepare(&self, builds: &mut Builds, workloads: &[Workload]) -> Result<Readiness, Error> {
        let own: Vec<Workload> = workloads.iter().take(1).map(|one| self.workload(one)).collect();
        self.inner.prepare(builds, &own)
    }

    fn trial(
        &self,
        builds: &Builds,
        trial: &Assignment<'_>,
        interrupt: &Interrupt,
    ) -> Result<Option<Findings>, Error> {
        let (workload, task) = (self.workload(trial.workload), self.task(trial.task));
        let trial = Assignment { workload: &workload, task: &task, ..*trial };
        self.inner.trial(builds, &trial, interrupt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bugs_of_the_interpreter_are_looked_for_in_whole_modules() {
        let (inner, description) = (mutagen::smart(), *mutagen::smart().description());
        let smart = Smart { inner, description, which: "_invalid", instrument: &[] };
        let task = smart.task(&Task::new("13b", "prop_interpreter_i32"));
        assert_eq!(task, Task::new("13b", "prop_execution_invalid"));
        let task = smart.task(&Task::new("1", "prop_validator_accepts"));
        assert_eq!(task.property, "prop_validator_accepts_invalid");
    }
}
