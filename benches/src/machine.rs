//! A description of the machine, for results that are kept.

use serde_json::{Value, json};
use std::process::Command;

/// Processor, number of cores, operating system, compiler and commit; `null` where that is not
/// known.
pub(crate) fn describe() -> Value {
    json!({
        "cpu": processor(),
        "cores": std::thread::available_parallelism().ok().map(usize::from),
        "os": format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        "rustc": said_by("rustc", &["--version"]),
        "commit": said_by("git", &["describe", "--always", "--dirty", "--abbrev=12"]),
    })
}

fn processor() -> Option<String> {
    let all = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = all.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn said_by(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
