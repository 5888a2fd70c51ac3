//! Long campaigns of the case studies: after a tenth of the campaign, its processes take no more
//! memory, and its folder stays small. They take minutes to an hour and need an idle machine, so
//! that they are ignored; each says how it is run.

use crate::disk::bytes;
use crate::processes::{resident, wait_for_worker, worker_of};
use crate::project::Project;
use crate::run::folder;
use rustix::process::Pid;
use serde_json::Value;
use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, Instant};

/// The most bytes of the folder of a campaign.
const FOLDER: u64 = 256 << 20;

/// What is measured each second: bytes of memory of the command and the worker, and of the folder.
struct Sample {
    memory: u64,
    folder: u64,
}

/// Runs a campaign of this workspace that finds nothing, and measures it.
fn stays_small(name: &str, arguments: &str) {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let project = Project { folder: workspace.canonicalize().unwrap() };
    // Builds the case study first.
    let package = arguments.split_once("-p ").unwrap().1.split(' ').next().unwrap();
    crate::command::ran(&mut crate::command::command(&project, &format!("list -p {package}")));
    let files = folder(name);
    let arguments = format!("{arguments} --seed 1 --message-format json --quiet");
    let mut command = crate::command::command(&project, &arguments);
    command.stdout(File::create(files.join("stdout")).unwrap());
    command.stderr(File::create(files.join("stderr")).unwrap());
    let mut child = command.spawn().unwrap();
    let worker = wait_for_worker(&mut child);
    let program = fs::read_link(format!("/proc/{}/exe", worker.as_raw_nonzero())).unwrap();
    let run = program.parent().unwrap();
    let mut samples = Vec::new();
    let start = Instant::now();
    let status = loop {
        if let Some(status) = wait_a_second(&mut child) {
            break status;
        }
        let supervisor = Pid::from_child(&child);
        let Some(worker) = worker_of(supervisor) else { continue };
        let memory = resident(supervisor) + resident(worker);
        samples.push(Sample { memory, folder: bytes(run) });
    };
    let report: Value = serde_json::from_slice(&fs::read(files.join("stdout")).unwrap()).unwrap();
    assert_eq!(status.code(), Some(0), "{report:#}");
    let (first, rest) = samples.split_at(samples.len() / 10 + 1);
    let after_a_tenth = first.last().unwrap().memory;
    let memory = rest.iter().map(|sample| sample.memory).max().unwrap();
    let folder = samples.iter().map(|sample| sample.folder).max().unwrap();
    let mib = |bytes: u64| bytes as f64 / (1 << 20) as f64;
    eprintln!(
        "{} tests in {:.0} s: memory {:.1} MiB after a tenth and {:.1} MiB at most later, folder \
         {:.1} MiB at most",
        report["statistics"]["tests"],
        start.elapsed().as_secs_f64(),
        mib(after_a_tenth),
        mib(memory),
        mib(folder)
    );
    assert!(folder <= FOLDER);
    assert!(memory * 10 <= after_a_tenth * 11);
}

/// Waits for the end of the command, for a second.
fn wait_a_second(child: &mut std::process::Child) -> Option<std::process::ExitStatus> {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(1) {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    None
}

#[test]
#[ignore = "5 minutes, idle: cargo test -p mutagen-cli --test faults -- --ignored a_hundred_million"]
fn a_hundred_million_tests_of_red_black_trees_stay_small() {
    stays_small("long_rbt", "run delete_valid -p etna-rbt --max-tests 100000000");
}

#[test]
#[ignore = "an hour, idle: cargo test -p mutagen-cli --test faults -- --ignored an_hour_of"]
fn an_hour_of_the_register_machine_stays_small() {
    stays_small("long_register", "run prop_ssni -p ifc-register --max-time 1h");
}
