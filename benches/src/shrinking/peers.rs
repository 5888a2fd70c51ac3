//! Other tools on the same properties: the package `peers` has an executable for each, which
//! generates values until one fails and shrinks it, once for each seed.

use super::challenges::Challenge;
use super::rows::{Kind, Row};
use serde::Deserialize;
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The tools: the feature of the package, and what is said of the tool.
pub(super) const TOOLS: [(&str, &str); 3] = [
    ("proptest", "proptest 1.12: value trees, ranges and `prop_recursive`; no limit on shrinking"),
    (
        "quickcheck",
        "quickcheck 1.1: `Arbitrary` by hand for the types of the challenge, size 100; a value is \
         shrunk to its parts and to the same with one part shrunk",
    ),
    (
        "hegel",
        "hegel 0.51, the engine of Hypothesis: its generators, profile `base`, without health \
         checks and database",
    ),
];

/// The most tests that a tool generates for a failing value.
pub(super) const MOST_TESTS: u64 = 100_000;

/// The time of one run, from the seed to the shrunk value.
pub(super) const PATIENCE: Duration = Duration::from_secs(120);

/// A tool that was built.
pub(super) struct Peer {
    name: &'static str,
    executable: PathBuf,
}

/// A tool that could not be built, and why.
pub(super) struct Missing {
    pub(super) name: &'static str,
    pub(super) reason: String,
}

/// A line that an executable prints for a seed.
#[derive(Deserialize)]
struct Line {
    /// The nodes of the failing value, and what it was shrunk to; `None` if no test failed.
    found: Option<Found>,
}

#[derive(Deserialize)]
struct Found {
    nodes: u64,
    end: String,
    evaluations: u64,
}

/// Builds all tools, and prints which cannot be built.
///
/// # Errors
/// When cargo cannot be started.
pub(super) fn build() -> Result<(Vec<Peer>, Vec<Missing>), Box<dyn Error>> {
    let (mut peers, mut missing) = (Vec::new(), Vec::new());
    for (name, _) in TOOLS {
        match executable(name)? {
            Ok(executable) => peers.push(Peer { name, executable }),
            Err(reason) => {
                println!("{name} cannot be run: {reason}");
                missing.push(Missing { name, reason });
            }
        }
    }
    Ok((peers, missing))
}

/// Builds one tool; an inner error is what cargo says.
fn executable(name: &str) -> Result<Result<PathBuf, String>, Box<dyn Error>> {
    let own = std::env::current_exe()?;
    let target = own.ancestors().nth(2).ok_or("this executable is in no target folder")?;
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    cargo.args(["build", "--release", "--package", "peers", "--locked"]);
    cargo.args(["--bin", &format!("shrink-{name}"), "--features", &format!("shrinking,{name}")]);
    cargo.args(["--message-format", "json-render-diagnostics"]);
    cargo.arg("--target-dir").arg(target.join("peers").join("plain"));
    let output = cargo.stdin(Stdio::null()).output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let mut executables = said.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    let errors = String::from_utf8_lossy(&output.stderr);
    Ok(match executables.next_back() {
        Some(executable) if output.status.success() => Ok(executable),
        _ => Err(cause(&errors).unwrap_or_else(|| "cargo could not build it".to_owned())),
    })
}

/// The first error of cargo, and what caused it.
fn cause(errors: &str) -> Option<String> {
    let mut lines = errors.lines().map(str::trim);
    let error = lines.find_map(|line| line.strip_prefix("error: "))?;
    Some(match lines.skip_while(|line| *line != "Caused by:").nth(1) {
        Some(cause) => format!("{error} ({cause})"),
        None => error.to_owned(),
    })
}

impl Peer {
    /// Shrinks what the tool generates with each of these seeds.
    ///
    /// # Errors
    /// When the executable cannot be run.
    pub(super) fn run(&self, challenge: &Challenge, seeds: u64) -> Result<Row, Box<dyn Error>> {
        let mut row = Row::new(challenge, self.name, Kind::Own, seeds);
        let mut child = Command::new(&self.executable)
            .args([challenge.name, &seeds.to_string(), &MOST_TESTS.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let out = child.stdout.take().ok_or("the output is not piped")?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(out).lines().map_while(Result::ok);
            let mut lines = lines.filter_map(|line| serde_json::from_str::<Line>(&line).ok());
            lines.all(|line| sender.send(line).is_ok())
        });
        let mut runs = 0;
        while runs < seeds {
            match lines.recv_timeout(PATIENCE) {
                Ok(Line { found: Some(Found { nodes, end, evaluations }) }) => {
                    row.add(challenge, nodes, end, evaluations);
                }
                Ok(Line { found: None }) => {}
                Err(RecvTimeoutError::Timeout) => {
                    println!("{}: {} takes too long with seed {runs}", challenge.name, self.name);
                    break;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    println!("{}: {} ended with seed {runs}", challenge.name, self.name);
                    break;
                }
            }
            runs += 1;
        }
        // It has ended already, unless it takes too long.
        let _ = child.kill();
        child.wait()?;
        Ok(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_the_first_error_of_cargo_and_its_cause() {
        let errors = "   Compiling a\nerror: failed to download `b`\n\nCaused by:\n  offline\n";
        assert_eq!(cause(errors).as_deref(), Some("failed to download `b` (offline)"));
        assert_eq!(cause("error: no such package\n").as_deref(), Some("no such package"));
        assert_eq!(cause("warning: none\n"), None);
    }

    #[test]
    fn a_line_has_what_was_found_or_that_nothing_was() {
        let line = |text| serde_json::from_str::<Line>(text).map(|line| line.found);
        assert!(matches!(line("{\"found\":null}"), Ok(None)));
        let text = "{\"found\":{\"nodes\":7,\"end\":\"(0,)\",\"evaluations\":3}}";
        let Ok(Some(found)) = line(text) else { panic!("nothing was found") };
        assert_eq!((found.nodes, found.end.as_str(), found.evaluations), (7, "(0,)", 3));
    }
}
