//! The hand-written generator of the WebAssembly study, wasm-smith: alone, also with invalid
//! functions, and driven by libFuzzer. Its properties are in packages of their own, which take the
//! place of those of the workloads.

use benches::study::Error;
use benches::study::plan::task::{Task, Workload};
use benches::study::run::builds::Builds;
use benches::study::run::mutagen::Mutagen;
use benches::study::run::peers::Peer;
use benches::study::run::strategy::{Assignment, Description, Findings, Readiness, Strategy};
use mutagen_cli::supervise::Interrupt;
use serde_json::{Value, json};
use std::path::Path;

/// The package with the properties on the planted engine.
const PACKAGE: &str = "wasm-smart";

/// How modules are made.
const GENERATOR: &str = "wasm-smith 0.263.0 of 0 to 2048 random bytes, its default settings but \
                         for the features, which are those that the engine claims, no imports, \
                         and at most 1 MiB of memory; execution is tested by `prop_execution`, on \
                         whole modules with calls of the right types";

/// What has the properties on modules of wasm-smith.
#[derive(Clone, Copy)]
pub(super) struct Replacement {
    /// The workload in place of one of the study.
    pub(super) workload: fn(&Workload) -> Workload,
    /// The property in place of one of the study, without what the strategy adds.
    pub(super) property: fn(&str) -> &str,
}

/// What has the properties on the planted engine: one package for all workloads, which tests all
/// bugs of the interpreter by one property.
pub(super) const PLANTED: Replacement = Replacement {
    workload: |of| Workload {
        package: PACKAGE,
        features: &["planted"],
        instrument: &super::PLANTED,
        ..of.clone()
    },
    property: |property| match property.starts_with("prop_validator") {
        true => "prop_validator_accepts",
        false => "prop_execution",
    },
};

/// The strategies. `inner` runs tests of a generator, and the libFuzzer target is in this package
/// of the workspace with this manifest.
pub(super) fn all(
    inner: impl Fn() -> Mutagen,
    replacement: Replacement,
    manifest: &Path,
    peers: &str,
) -> Vec<Box<dyn Strategy>> {
    let smart = |name, about, which| {
        let description = Description { name, about };
        Box::new(Smart { inner: inner(), description, which, replacement }) as Box<dyn Strategy>
    };
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
        smart(
            "smart",
            "generated tests only, of wasm-smith, without instrumentation: valid modules",
            "",
        ),
        smart(
            "smart-invalid",
            "the same with `allow_invalid_funcs`: the functions of some modules are any bytes",
            "_invalid",
        ),
        Box::new(libfuzzer.elsewhere(manifest, peers)),
    ]
}

/// The strategies on the planted engine.
pub(super) fn planted() -> Vec<Box<dyn Strategy>> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    all(benches::study::run::mutagen::smart, PLANTED, &manifest, PACKAGE)
}

/// Generated tests of wasm-smith.
struct Smart {
    inner: Mutagen,
    description: Description,
    /// What the names of the properties have before the suffix of the strategy.
    which: &'static str,
    replacement: Replacement,
}

impl Smart {
    /// The task on modules of wasm-smith.
    fn task(&self, task: &Task) -> Task {
        let property = (self.replacement.property)(&task.property);
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
        let mut own: Vec<Workload> = workloads.iter().map(self.replacement.workload).collect();
        own.dedup_by_key(|workload| workload.package);
        self.inner.prepare(builds, &own)
    }

    fn trial(
        &self,
        builds: &Builds,
        trial: &Assignment<'_>,
        interrupt: &Interrupt,
    ) -> Result<Option<Findings>, Error> {
        let workload = (self.replacement.workload)(trial.workload);
        let task = self.task(trial.task);
        let trial = Assignment { workload: &workload, task: &task, ..*trial };
        self.inner.trial(builds, &trial, interrupt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use benches::study::run::mutagen;

    #[test]
    fn the_bugs_of_the_interpreter_are_looked_for_in_whole_modules() {
        let (inner, description) = (mutagen::smart(), *mutagen::smart().description());
        let smart = Smart { inner, description, which: "_invalid", replacement: PLANTED };
        let task = smart.task(&Task::new("13b", "prop_interpreter_i32"));
        assert_eq!(task, Task::new("13b", "prop_execution_invalid"));
        let task = smart.task(&Task::new("1", "prop_validator_accepts"));
        assert_eq!(task.property, "prop_validator_accepts_invalid");
    }
}
