//! `metamorphic --speed`: tests and calls a CPU second of a specification of big integers, with
//! coverage and the comparison of calls, beside a bare loop of the same calls without counters.

use crate::report::{Bound, Options, Report};
use crate::rounds::median;
use benches::study::Error;
use mutagen_cli::instrument::{BuildOptions, Fidelity, build};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The package in `benches/programs`.
const PROGRAM: &str = "measured-big-integers";

/// Turns of the campaign and the bare loop, and the CPU seconds of each.
const ROUNDS: usize = 5;
const SECONDS: &str = "3";

/// Measures and prints; returns whether every bound holds.
pub(super) fn measure(keep: bool) -> Result<bool, Error> {
    let (covered, native) = (built(Fidelity::default())?, built(Fidelity::None)?);
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("calls");
    let mut rates: [Vec<f64>; 6] = Default::default();
    for _ in 0..ROUNDS {
        let campaign = run(&covered, "--campaign", &file)?;
        let bare = run(&native, "--bare", &file)?;
        let figure = |of: &Value, name: &str| of[name].as_f64().ok_or("a figure is missing");
        let seconds = figure(&campaign, "seconds")?;
        let of_bare = figure(&bare, "calls")? / figure(&bare, "seconds")?;
        let calls = figure(&campaign, "calls")? / seconds;
        let tests = figure(&campaign, "tests")?;
        let all = [
            tests / seconds,
            figure(&campaign, "expanded")? / seconds,
            calls,
            of_bare,
            calls / of_bare,
            100.0 * figure(&campaign, "passed")? / tests,
        ];
        rates.iter_mut().zip(all).for_each(|(rates, rate)| rates.push(rate));
    }
    let [tests, expanded, calls, bare, ratio, passed] = rates.map(median);
    let mut report = Report::new("metamorphic", Options { quick: false, keep });
    report.figure("tests a CPU second", tests, "", Bound::AtLeast(60_000.0));
    report.figure("of them passed", passed, "%", Bound::None);
    report.figure("expanded calls a CPU second", expanded, "", Bound::AtLeast(1.5e6));
    report.figure("calls of the library a CPU second", calls, "", Bound::None);
    report.figure("the same calls in a bare loop, without counters", bare, "", Bound::None);
    report.figure("calls / bare calls", ratio, "", Bound::AtLeast(1.0 / 3.0));
    report.finish().map_err(|error| error.to_string().into())
}

/// The program at a fidelity.
fn built(fidelity: Fidelity) -> Result<PathBuf, Error> {
    let built = build(&BuildOptions {
        packages: vec![PROGRAM.to_owned()],
        manifest_path: Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml")),
        fidelity,
        ..BuildOptions::default()
    })?;
    let program = built.executables.into_iter().find(|it| it.kind == "test");
    Ok(program.ok_or("the program was not built")?.path)
}

/// The figures of one turn.
fn run(program: &Path, what: &str, file: &Path) -> Result<Value, Error> {
    let output = Command::new(program).args([what, SECONDS]).arg(file).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}
