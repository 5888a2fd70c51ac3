//! The other testing tools, each with its settings.

use crate::study::run::strategy::Description;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The flags that cargo-fuzz gives the compiler, for all crates, without a sanitizer.
const CARGO_FUZZ: &[&str] = &[
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-sanitizer-coverage-stack-depth",
    "-Cdebug-assertions",
    "-Ccodegen-units=1",
    "--cfg=fuzzing",
];

/// What cargo-bolero adds to them for libFuzzer.
pub(super) const CARGO_BOLERO: &str = "--cfg=fuzzing_libfuzzer";

/// Another testing tool.
pub struct Peer {
    pub(super) description: Description,
    /// The feature of the package; its executable has that name too.
    pub(super) feature: &'static str,
    /// Compiler flags for all crates. With flags, each workload gets a build of its own, because
    /// the counters of the others would be scanned after each test.
    pub(super) flags: Vec<&'static str>,
    /// Whether libFuzzer is the engine.
    pub(super) libfuzzer: bool,
    /// Options of libFuzzer.
    pub(super) options: Vec<&'static str>,
    /// Whether libFuzzer is given the literals of the tested sources as a dictionary.
    pub(super) dictionary: bool,
    /// Every setting of the search.
    pub(super) settings: Value,
    /// Why it cannot be run, if that is known.
    pub(super) unavailable: Option<&'static str>,
    /// Where its executable is built.
    pub(super) place: Place,
}

/// The package with the executables.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// The manifest of its workspace; `None` for the workspace of this crate.
    pub(super) manifest: Option<PathBuf>,
    /// Its name.
    pub(super) package: String,
}

impl Peer {
    /// A tool that needs no instrumentation. Its feature has the same name.
    pub(super) fn plain(name: &'static str, about: &'static str, settings: Value) -> Peer {
        Peer {
            description: Description { name, about },
            feature: name,
            flags: Vec::new(),
            libfuzzer: false,
            options: Vec::new(),
            dictionary: false,
            settings,
            unavailable: None,
            place: Place { manifest: None, package: "peers".to_owned() },
        }
    }

    /// A tool on libFuzzer, built as cargo-fuzz does it.
    pub fn on_libfuzzer(
        name: &'static str,
        feature: &'static str,
        about: &'static str,
        settings: Value,
    ) -> Peer {
        let flags = CARGO_FUZZ.to_vec();
        Peer { feature, flags, libfuzzer: true, ..Peer::plain(name, about, settings) }
    }

    /// The same for workloads of another workspace, from a package there that is made like `peers`:
    /// an executable `peer-TOOL` and a feature for each tool, and a feature for each workload.
    pub fn elsewhere(mut self, manifest: &Path, package: &str) -> Peer {
        self.place = Place { manifest: Some(manifest.to_owned()), package: package.to_owned() };
        self
    }
}

/// All of them, for ETNA's workloads.
pub fn all() -> Vec<Peer> {
    let (plain, fuzzing) = (Peer::plain, Peer::on_libfuzzer);
    let mut bolero_libfuzzer = fuzzing(
        "bolero-libfuzzer",
        "bolero",
        "bolero's derive on libFuzzer: bytes are mutated, and values are decoded from them",
        json!({ "generator": "derived", "max_depth": 5, "engine": LIBFUZZER }),
    );
    bolero_libfuzzer.flags.push(CARGO_BOLERO);
    let mut fuzzcheck = plain(
        "fuzzcheck",
        "fuzzcheck: values are mutated in place, guided by the compiler's own coverage",
        Value::Null,
    );
    fuzzcheck.unavailable = Some(FUZZCHECK);
    vec![
        plain(
            "quickcheck",
            "quickcheck: generated tests of constant size",
            json!({
                "generator": "by hand, as a derive would do; there is none",
                "size": 100,
                "integers": "i32: uniform, and boundary values",
                "seed": "the trial's",
            }),
        ),
        plain(
            "proptest",
            "proptest: generated tests, as value trees that support shrinking",
            json!({
                "generator": "`prop_recursive(8, 256, 2)`, the numbers of its book: the derive \
                              does not compile for recursive types",
                "integers": "i32: uniform",
                "seed": "the trial's",
            }),
        ),
        plain(
            "bolero",
            "bolero's random engine",
            json!({
                "generator": "derived",
                "max_depth": 5,
                "max_len": 4096,
                "integers": "i32: uniform",
                "seed": "its own; it cannot be set",
            }),
        ),
        plain(
            "crabcheck",
            "crabcheck's random engine",
            json!({
                "generator": "derived, which does not bound recursion",
                "max_size": 100,
                "integers": "i32: 1/8 boundary values, otherwise uniform",
                "seed": "the trial's",
            }),
        ),
        plain(
            "hegel",
            "hegel, the engine of Hypothesis, generation phase only",
            json!({
                "generator": "its `recursive`, default limits: the derive does not compile for \
                              recursive types",
                "profile": "base",
                "health checks": "none",
                "seed": "the trial's",
            }),
        ),
        fuzzing(
            "libfuzzer",
            "libfuzzer",
            "arbitrary's derive on libFuzzer, as cargo-fuzz without sanitizer",
            json!({ "generator": "derived", "engine": LIBFUZZER }),
        ),
        bolero_libfuzzer,
        fuzzing(
            "mutatis",
            "mutatis",
            "mutatis as the mutator of libFuzzer, values stored with postcard",
            json!({
                "mutator": "by hand, as the derive would: it does not compile for recursive types",
                "engine": LIBFUZZER,
            }),
        ),
        fuzzcheck,
    ]
}

/// The settings of libFuzzer.
pub(super) const LIBFUZZER: &str = "libFuzzer, default options, no corpus at the start; seed: 31 \
                         bits of the trial's; all crates but std instrumented, no sanitizer; a \
                         stack of 100 MiB";

/// Why there is no fuzzcheck.
const FUZZCHECK: &str = "its release 0.13.0, the last in the registry, does not build: on stable \
                         Rust its derive needs `#![feature(stmt_expr_attributes)]` (E0554), and \
                         nightly 1.97 rejects its let chains, which need edition 2024";
