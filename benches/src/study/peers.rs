//! The strategies of other testing tools: the package `benches/peers` has an executable for each,
//! which is built here when it is asked for, and runs one trial a process.

use super::Error;
use super::builds::Builds;
use super::row::{How, Status};
use super::strategy::{Assignment, Findings, Readiness, Strategy};
use super::task::Workload;
use mutagen_cli::args::DEFAULT_TIMEOUT;
use mutagen_cli::supervise::Interrupt;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The package with the executables.
const PACKAGE: &str = "peers";

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
const CARGO_BOLERO: &str = "--cfg=fuzzing_libfuzzer";

/// How long a process may take beyond its share of the processor before it is ended.
fn patience(limit: f64) -> Duration {
    Duration::from_secs_f64(10.0 * limit + 60.0)
}

/// Another testing tool.
pub struct Peer {
    name: &'static str,
    about: &'static str,
    /// The feature of the package; its executable has that name too.
    feature: &'static str,
    /// What the compiler is told for all crates. Such a build is made for each workload by itself: the
    /// counters of the others would be scanned after each test.
    flags: Vec<&'static str>,
    /// Whether libFuzzer is the engine.
    libfuzzer: bool,
    /// Every setting that bears on the search.
    settings: Value,
    /// Why it cannot be run, if that is known.
    unavailable: Option<&'static str>,
}

/// All of them.
pub fn all() -> Vec<Peer> {
    let plain = |name, about, settings| Peer {
        name,
        about,
        feature: name,
        flags: Vec::new(),
        libfuzzer: false,
        settings,
        unavailable: None,
    };
    let fuzzing = |name, feature, about, settings| Peer {
        feature,
        flags: CARGO_FUZZ.to_vec(),
        libfuzzer: true,
        ..plain(name, about, settings)
    };
    let mut bolero_libfuzzer = fuzzing(
        "bolero-libfuzzer",
        "bolero",
        "bolero's derive on libFuzzer: bytes are mutated, values are made of them",
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
                "generator": "by hand, as a derive would: there is none",
                "size": 100,
                "integers": "i32: uniform, and boundary values",
                "seed": "the trial's",
            }),
        ),
        plain(
            "proptest",
            "proptest: generated tests, as trees of values that could be shrunk",
            json!({
                "generator": "`prop_recursive(8, 256, 2)`, the numbers of its book: the derive does \
                              not compile for recursive types",
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
                "seed": "its own: it cannot be given one",
            }),
        ),
        plain(
            "crabcheck",
            "crabcheck's random engine",
            json!({
                "generator": "derived, which does not bound recursion",
                "max_size": 100,
                "integers": "i32: one in eight a boundary value, else uniform",
                "seed": "the trial's",
            }),
        ),
        plain(
            "hegel",
            "hegel, which is Hypothesis's engine: its phase of generation",
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
            "mutatis as the mutator of libFuzzer, values kept as postcard writes them",
            json!({
                "mutator": "by hand, as the derive would: it does not compile for recursive types",
                "engine": LIBFUZZER,
            }),
        ),
        fuzzcheck,
    ]
}

/// The settings of libFuzzer.
const LIBFUZZER: &str = "libFuzzer, default options, no corpus at the start; seed: 31 bits of the \
                         trial's; all crates but std instrumented, no sanitizer";

/// Why there is no fuzzcheck.
const FUZZCHECK: &str = "its release 0.13.0, the last in the registry, does not build: on stable Rust \
                         its derive needs `#![feature(stmt_expr_attributes)]` (E0554), and on nightly \
                         1.97 the let chains in it are refused, which are for edition 2024 only";

/// A line that an executable prints.
#[derive(Deserialize)]
struct Line {
    status: String,
    how: Option<How>,
    tests: u64,
    valid: u64,
    time: f64,
}

impl Peer {
    /// Builds for some workloads, and gives the executable, or says why that cannot be done.
    fn build(&self, workloads: &[&Workload], folder: &Path) -> Result<PathBuf, Error> {
        let mut features = vec![self.feature.to_owned()];
        let short = |workload: &&Workload| workload.package.trim_start_matches("etna-").to_owned();
        features.extend(workloads.iter().map(short));
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["build", "--release", "--package", PACKAGE]).current_dir(workspace());
        cargo.args(["--bin", &format!("peer-{}", self.feature)]);
        cargo.args(["--features", &features.join(",")]);
        cargo.args(["--message-format", "json-render-diagnostics"]);
        cargo.args(["--config", "profile.release.codegen-units=1"]);
        for workload in workloads {
            // What is tested is built as it is for mutagen; the tools are built for speed.
            for check in ["debug-assertions", "overflow-checks"] {
                let package = workload.package;
                let setting = format!("profile.release.package.{package}.{check}=true");
                cargo.args(["--config", &setting]);
            }
        }
        if self.flags.is_empty() {
            cargo.arg("--target-dir").arg(folder.join("plain"));
        } else {
            // With a target, build scripts are not instrumented.
            cargo.args(["--target", &host()?]).env("RUSTFLAGS", self.flags.join(" "));
            cargo.env_remove("CARGO_ENCODED_RUSTFLAGS");
            cargo.arg("--target-dir").arg(folder.join(self.name));
        }
        let output = cargo.stderr(Stdio::inherit()).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let executables = text.lines().filter_map(|line| {
            let message: Value = serde_json::from_str(line).ok()?;
            message["executable"].as_str().map(PathBuf::from)
        });
        match executables.last() {
            Some(executable) if output.status.success() => Ok(executable),
            _ => Err(format!("cargo could not build it ({})", output.status).into()),
        }
    }

    /// Starts a trial in a folder for whatever the tool writes.
    fn start(
        &self,
        executable: &Path,
        trial: &Assignment<'_>,
        files: &Path,
    ) -> Result<Child, Error> {
        let Assignment { workload, task, seed, limit } = *trial;
        let mut command = Command::new(executable);
        // bolero looks for its source file from where it runs.
        command.current_dir(workspace());
        command.env(workload.variable, &task.mutant);
        command.env("PEER_WORKLOAD", workload.package).env("PEER_PROPERTY", &task.property);
        command.env("PEER_SEED", seed.to_string()).env("PEER_LIMIT", limit.to_string());
        command.env("PEER_PATIENCE", DEFAULT_TIMEOUT.as_secs_f64().to_string());
        if self.libfuzzer {
            // Zero would be a seed of its own choice.
            let seed = format!("-seed={}", (seed >> 33) | 1);
            let artifacts = format!("-artifact_prefix={}/", files.display());
            command.env("BOLERO_LIBFUZZER_ARGS", format!("{seed} {artifacts}"));
            command.args([seed, artifacts]);
        }
        let errors = std::fs::File::create(files.join("stderr"))?;
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(errors);
        Ok(command.spawn()?)
    }
}

impl Strategy for Peer {
    fn name(&self) -> &str {
        self.name
    }

    fn about(&self) -> &str {
        self.about
    }

    fn settings(&self) -> Value {
        json!({
            "peer": self.settings,
            "shrinking": "off",
            "flags": self.flags.join(" "),
            "build": "release, one codegen unit; debug assertions and overflow checks in the workload",
        })
    }

    fn peer(&self) -> bool {
        true
    }

    fn prepare(&self, builds: &mut Builds, workloads: &[Workload]) -> Result<Readiness, Error> {
        if let Some(reason) = self.unavailable {
            return Ok(Readiness::Unavailable(reason.to_owned()));
        }
        let folder = folder()?;
        let all: Vec<&Workload> = workloads.iter().collect();
        let sets = if self.flags.is_empty() { vec![&all[..]] } else { all.chunks(1).collect() };
        for set in sets {
            let built = match self.build(set, &folder) {
                Ok(executable) => executable,
                Err(error) => return Ok(Readiness::Unavailable(error.to_string())),
            };
            // The next build of the same executable would write over it.
            for workload in set {
                let own = folder.join(format!("{}-{}", self.name, workload.package));
                // A running executable cannot be written over, but its name can be taken away.
                let _ = std::fs::remove_file(&own);
                std::fs::copy(&built, &own)?;
                builds.add_peer(self.name, workload.package, own);
            }
        }
        Ok(Readiness::Ready)
    }

    fn trial(
        &self,
        builds: &Builds,
        trial: &Assignment<'_>,
        interrupt: &Interrupt,
    ) -> Result<Option<Findings>, Error> {
        let executable = builds.peer(self.name, trial.workload.package)?;
        let files = tempfile::tempdir()?;
        let mut child = self.start(executable, trial, files.path())?;
        let out = child.stdout.take().ok_or("the process has no output")?;
        let started = Instant::now();
        let last = std::thread::scope(|scope| {
            let reader = scope.spawn(move || last_line(out));
            while !reader.is_finished() {
                if interrupt.count() > 0 || started.elapsed() > patience(trial.limit) {
                    let _ = child.kill();
                }
                std::thread::sleep(Duration::from_millis(2));
            }
            reader.join().ok().flatten()
        });
        let status = child.wait()?;
        if interrupt.count() > 0 {
            return Ok(None);
        }
        let (status, how, line) = match last {
            Some(line) if line.status == "failed" => (Status::Failed, line.how, line),
            Some(line) if line.status == "timeout" => (Status::Timeout, None, line),
            // The tool itself has died: no counterexample, and seen no further than that.
            Some(line) => (Status::Timeout, Some(How::Died), line),
            None => {
                let said = tail(&files.path().join("stderr"));
                return Err(format!("the process said nothing ({status}): {said}").into());
            }
        };
        let Line { tests, valid, time, .. } = line;
        Ok(Some(Findings { status, how, tests, valid, time }))
    }
}

/// The last line of JSON; tools print lines of their own.
fn last_line(out: impl Read) -> Option<Line> {
    let lines = BufReader::new(out).lines().map_while(Result::ok);
    lines.filter_map(|line| serde_json::from_str(&line).ok()).last()
}

/// The end of what a process said on its standard error stream.
fn tail(path: &Path) -> String {
    let mut text = Vec::new();
    if let Ok(mut file) = std::fs::File::open(path) {
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        let _ = file.seek(std::io::SeekFrom::Start(length.saturating_sub(600)));
        let _ = file.read_to_end(&mut text);
    }
    String::from_utf8_lossy(&text).trim().to_owned()
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folder for the executables: beside the one of this.
fn folder() -> Result<PathBuf, Error> {
    let own = std::env::current_exe()?;
    let target = own.ancestors().nth(2).ok_or("this executable is in no target folder")?;
    let folder = target.join("peers");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The triple of this machine.
fn host() -> Result<String, Error> {
    let output = Command::new("rustc").arg("-vV").output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc does not say its host")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_json_counts_among_lines_of_the_tool() {
        let text = "#1\tGENERATE\n\
                    {\"status\":\"running\",\"tests\":3,\"valid\":1,\"time\":0.1}\n\
                    {\"status\":\"failed\",\"how\":\"hung\",\"tests\":5,\"valid\":2,\"time\":0.2}\n\
                    done\n";
        let Some(line) = last_line(text.as_bytes()) else { panic!("no line") };
        assert_eq!((line.status.as_str(), line.tests, line.valid), ("failed", 5, 2));
        assert_eq!(line.how, Some(How::Hung));
        assert!(last_line("nothing\n".as_bytes()).is_none());
    }

    #[test]
    fn peers_are_screened_and_have_names_of_their_own() {
        let mut names: Vec<&str> = all().iter().map(|peer| peer.name).collect();
        names.extend(super::super::mutagen::all().iter().map(|_| "").filter(|n| !n.is_empty()));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(all().iter().all(|peer| peer.screened() && peer.peer()));
    }
}
