//! Tests a disk and a standard output that are full.

use crate::command::{Ran, command, ran, report, run};
use crate::project::properties;
use std::fs::File;
use std::process::Command;

/// Runs the command where a file of this many blocks is as long as a file can be. The system ends a
/// process that writes more, unless the process ignores the signal, as here.
fn with_short_files(blocks: u32, arguments: &str) -> Ran {
    // So that nothing is left to build.
    run(properties(), "list");
    let inner = command(properties(), arguments);
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"")).arg("sh");
    shell.arg(inner.get_program()).args(inner.get_args());
    shell.current_dir(inner.get_current_dir().unwrap()).env_remove("CARGO_TARGET_DIR");
    ran(&mut shell)
}

#[test]
fn a_journal_that_cannot_be_written_is_an_error_of_the_worker_and_no_counterexample() {
    // Enough for the page, and not for the journal, whatever a block is.
    let ran = with_short_files(65, "run holds --seed 1 --max-time 20s --message-format json");
    let report = report(&ran);
    assert_eq!(report["exit_code"], 2, "{report:#}");
    assert_eq!(report["failures"].as_array().unwrap().len(), 0, "{report:#}");
    let error = report["error"].as_str().unwrap();
    assert!(error.contains("journal: ") && error.contains("the disk is not full"), "{error}");
    assert!(report["statistics"]["tests"].is_u64(), "{report:#}");
}

#[test]
fn a_full_standard_output_leaves_the_report_on_the_standard_error_stream_once() {
    if !cfg!(target_os = "linux") {
        return;
    }
    for format in ["human", "json", "json --quiet"] {
        let run = format!("run returns_false --seed 1 --message-format {format}");
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = command(properties(), &run).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert_eq!(said.matches("counterexample after").count(), 1, "{format}: {said}");
        assert!(said.contains("what was found is kept in "), "{format}: {said}");
        assert!(said.contains("cannot write to the standard output"), "{format}: {said}");
    }
}
