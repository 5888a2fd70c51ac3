//! A test of the harness as a whole: a little study is written out, built, and run.

use benches::study::command::{self, Run};
use benches::study::plan::counting::Counting;
use benches::study::plan::task::{Study, Task, Workload};
use benches::study::rows::row::{self, How, Rows, Status};
use benches::study::run::mutagen;
use benches::study::run::strategy::Strategy;
use mutagen_cli::supervise::Interrupt;
use std::fs;
use std::path::{Path, PathBuf};

const MANIFEST: &str = r#"[package]
name = "sums"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
mutagen-core = { path = CORE }

[package.metadata.mutagen]
instrument = ["sums"]
"#;

const SOURCE: &str = r#"#[cfg(test)]
mod tests {
    use mutagen_core::{Outcome, assume, check, property};
    use std::io::Write;

    /// Appends a number for the list to the file of this experiment, if there is one.
    fn record(numbers: &[u8]) {
        let Ok(path) = std::env::var("SUMS_RECORD") else { return };
        let number = numbers.iter().fold(1, |sum: u64, x| sum.wrapping_mul(9) + u64::from(*x));
        let mut file = std::fs::File::options().create(true).append(true).open(path).unwrap();
        file.write_all(&number.to_le_bytes()).unwrap();
    }

    #[property]
    fn sum_is_small(numbers: &Vec<u8>) -> Outcome {
        assume!(numbers.iter().all(|number| *number < 8));
        let mutant = std::env::var("SUMS_MUTANT").unwrap_or_default();
        let sum: u32 = numbers.iter().map(|number| u32::from(*number)).sum();
        match mutant.as_str() {
            "one_is_bad" => check!(numbers.first() != Some(&1)),
            "aborts" if sum > 3 => std::process::abort(),
            "hangs" if sum > 3 => loop {
                std::hint::black_box(sum);
            },
            _ => {
                record(numbers);
                Outcome::Passed
            }
        }
    }
}
"#;

/// Writes the project into the folder for test files, where its build stays for the next run.
fn project() -> PathBuf {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sums");
    let core = workspace.join("mutagen-core");
    fs::create_dir_all(folder.join("src")).unwrap();
    let manifest = MANIFEST.replace("CORE", &format!("{core:?}"));
    for (path, text) in [("Cargo.toml", manifest.as_str()), ("src/lib.rs", SOURCE)] {
        let path = folder.join(path);
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::write(path, text).unwrap();
        }
    }
    fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    folder
}

#[test]
#[ignore = "a minute: cargo test -p benches --test study -- --ignored"]
fn a_written_out_study_is_built_run_and_reported() {
    let manifest = project().join("Cargo.toml");
    // The executable of this package is what the harness itself uses as compiler wrapper.
    let wrapper = PathBuf::from(env!("CARGO_BIN_EXE_benches"));
    let tasks = ["one_is_bad", "aborts", "hangs", "none"].map(|m| Task::new(m, "SumIsSmall"));
    let workload = Workload {
        name: "SUMS",
        package: "sums",
        variable: "SUMS_MUTANT",
        tasks: tasks.to_vec(),
        ..Workload::default()
    };
    let counting = Some(Counting { variable: "SUMS_RECORD", seconds: 0.05 });
    let tasks = ["one_is_bad", "none"].map(|m| Task::new(m, "SumIsSmall")).to_vec();
    let counted = Workload { name: "COUNTED", counting, tasks, ..workload.clone() };
    let study = || Study {
        name: "sums",
        about: "Sums.",
        workloads: vec![workload.clone(), counted.clone()],
    };
    let strategies: Vec<Box<dyn Strategy>> = mutagen::all()
        .into_iter()
        .filter(|strategy| ["mutagen", "generation"].contains(&strategy.name()))
        .map(|strategy| Box::new(strategy.elsewhere(&manifest, &wrapper)) as Box<dyn Strategy>)
        .collect();
    let out = tempfile::tempdir().unwrap();
    let run = || {
        let strategies: Vec<&dyn Strategy> = strategies.iter().map(|s| &**s).collect();
        let run =
            Run { out: out.path(), trials: 2, limit: 0.05, screening: true, seed: 1, jobs: 2 };
        command::run(&study(), &strategies, &run, "made-up", &Interrupt::default()).unwrap()
    };
    assert_eq!(run().errors, Vec::<String>::new());
    let rows = Rows::read(out.path()).unwrap();
    for strategy in ["mutagen", "generation"] {
        let of = |mutant: &str| {
            let task = format!("SUMS/{mutant}/SumIsSmall");
            rows.trial(strategy, &task, 1).unwrap().clone()
        };
        let found = of("one_is_bad");
        assert_eq!((found.status, found.how), (Status::Failed, None));
        // The failing test met the precondition.
        assert!(0 < found.valid && found.valid <= found.tests && found.time > 0.0, "{found:?}");
        assert_eq!(of("aborts").how, Some(How::Died));
        let hung = of("hangs");
        // The test that hung took longer than the limit.
        assert_eq!((hung.how, hung.found(hung.limit)), (Some(How::Hung), false));
        let none = of("none");
        assert_eq!(none.status, Status::Timeout);
        assert!((0.05..0.5).contains(&none.time), "{none:?}");
        let counted = |mutant: &str| {
            let row = rows.trial(strategy, &format!("COUNTED/{mutant}/SumIsSmall"), 1).unwrap();
            row.counted.unwrap()
        };
        let all = counted("none");
        assert!(0 < all.distinct && all.distinct < all.passed && all.failed == 0, "{all:?}");
        assert!((0.05..0.5).contains(&all.time), "{all:?}");
        // It went on after the counterexample; the valid lists of this mutant are not recorded.
        let failing = counted("one_is_bad");
        assert!(failing.failed > 1 && failing.passed > 0 && failing.distinct == 0, "{failing:?}");
    }
    let report = fs::read_to_string(out.path().join("README.md")).unwrap();
    assert!(report.contains("### SUMS: 4 tasks"), "{report}");
    assert!(report.contains("## Distinct valid values: COUNTED/none/SumIsSmall"), "{report}");
    let before = fs::read_to_string(out.path().join(row::FILE)).unwrap();
    assert_eq!(run().rows, 0);
    assert_eq!(fs::read_to_string(out.path().join(row::FILE)).unwrap(), before);
}
