//! Asks an engine that ends its process or hangs, in a process of its own.

use crate::file::{Finding, HANGS};
use crate::lines;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The environment variable that names the file.
const VARIABLE: &str = "WASM_FINDING";

/// How the lines begin that the other process prints.
const MARK: &str = "line: ";

/// For how long the process may run, if it is known to hang, and if it is not. What does not hang
/// takes milliseconds.
const PATIENCE: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(20)];

/// The lines that the engine gives, and how its process ended if it did not end well.
///
/// # Errors
/// When the other process cannot be started.
pub fn ask(path: &Path, hangs: bool) -> Result<Vec<String>, String> {
    let named = |error: std::io::Error| format!("the process of its own: {error}");
    let program = std::env::current_exe().map_err(named)?;
    let mut child = Command::new(program)
        .args(["in_a_process_of_its_own", "--exact", "--ignored", "--nocapture"])
        .env(VARIABLE, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(named)?;
    let end = Instant::now() + PATIENCE[usize::from(!hangs)];
    let mut killed = false;
    while child.try_wait().map_err(named)?.is_none() {
        if Instant::now() > end {
            killed = true;
            child.kill().map_err(named)?;
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().map_err(named)?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let lines = printed.lines().filter_map(|line| Some(line.split_once(MARK)?.1.to_owned()));
    let mut lines: Vec<String> = lines.collect();
    match output.status.signal() {
        _ if killed => lines.push(HANGS.to_owned()),
        Some(signal) => lines.push(format!("process: signal {signal}")),
        None => {}
    }
    Ok(lines)
}

/// Prints the lines for the file that the environment names, in the other process.
///
/// # Panics
/// When there is no such finding.
pub fn tell() {
    let Some(path) = std::env::var_os(VARIABLE) else { return };
    let finding = Finding::of(path.as_ref()).expect("it has been read before");
    let engine = wasm_engine::named(&finding.facts.engine).expect("it was compiled");
    let calls = finding.calls().expect("they have been read before");
    let print = |line: &str| {
        let mut out = std::io::stdout();
        writeln!(out, "{MARK}{line}").and_then(|()| out.flush()).expect("it can be written");
    };
    print(&lines::verdict(engine, &finding.bytes));
    let all = lines::of(engine, &finding.bytes, &calls, finding.looks());
    all.lines[1..].iter().for_each(|line| print(line));
}
