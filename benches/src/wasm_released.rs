//! `wasm-released`: the property of the WebAssembly study under all strategies: the time to the
//! real defect in the engine under test, and distinct valid modules per CPU second. The measurement is
//! described in `docs/results/wasm/released/`.

use benches::study::Error;
use benches::study::command::{self, Options};
use benches::study::plan::counting::Counting;
use benches::study::plan::task::{Study, Task, Workload};
use benches::study::run::mutagen;
use benches::study::run::strategy::Strategy;

/// CPU seconds in which distinct valid modules are counted.
const SECONDS: f64 = 10.0;

/// Runs the study, or recomputes its report.
pub(crate) fn measure(options: &Options) -> Result<bool, Error> {
    let about = "The released validator of wain, a WebAssembly engine, against a reference. No \
                 bug is planted. There is one property, `prop_validator`, with one defect within \
                 reach. Generators and mutators come from the types alone, with the same defaults \
                 as for any other property. A value is a module. It is valid if engine and \
                 reference both accept it (the test passed). Two modules are distinct if the \
                 64-bit hashes of their encoded bytes differ.";
    let study = Study { name: "wasm-released", about, workloads: vec![workload()] };
    let own = mutagen::all().into_iter().map(|s| Box::new(s) as Box<dyn Strategy>);
    let strategies: Vec<Box<dyn Strategy>> = own.collect();
    command::execute(study, &strategies, options)
}

/// The property, and how distinct valid modules are counted.
pub(crate) fn workload() -> Workload {
    Workload {
        name: "WASM",
        package: "wasm-validity",
        // There is only one engine; nothing reads this variable.
        variable: "WASM_STUDY_ENGINE",
        counting: Some(Counting { variable: "WASM_STUDY_RECORD", seconds: SECONDS }),
        tasks: vec![Task::new("wain-validate-0.1.5", "prop_validator")],
        ..Workload::default()
    }
}
