//! One trial of another tool, as a process that prints what it came to.

use super::build::dictionary_of;
use super::tools::Peer;
use crate::study::Error;
use crate::study::rows::row::{How, Status};
use crate::study::run::strategy::{Assignment, Findings};
use mutagen_cli::args::DEFAULT_TIMEOUT;
use mutagen_cli::supervise::Interrupt;
use serde::Deserialize;
use std::io::{BufRead, BufReader, Read, Seek};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The wall-clock time after which a process is ended, whatever its CPU time.
fn patience(limit: f64) -> Duration {
    Duration::from_secs_f64(10.0 * limit + 60.0)
}

/// A line that an executable prints.
#[derive(Deserialize)]
struct Line {
    status: String,
    how: Option<How>,
    #[serde(default)]
    message: String,
    tests: u64,
    valid: u64,
    time: f64,
}

impl Peer {
    /// Runs a trial; returns `None` if it was interrupted.
    pub(super) fn run(
        &self,
        executable: &Path,
        trial: &Assignment<'_>,
        interrupt: &Interrupt,
    ) -> Result<Option<Findings>, Error> {
        let files = tempfile::tempdir()?;
        let mut child = self.start(executable, trial, files.path())?;
        let out = child.stdout.take().ok_or("the process has no output")?;
        let started = Instant::now();
        let mut starved = false;
        let last = std::thread::scope(|scope| {
            let reader = scope.spawn(move || last_line(out));
            while !reader.is_finished() {
                starved |= started.elapsed() > patience(trial.limit);
                if starved || interrupt.count() > 0 {
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
            _ if starved => return Err("the machine is too busy for the trial".into()),
            // The tool itself died: no counterexample, and no result beyond this time.
            Some(line) => (Status::Timeout, Some(How::Died), line),
            None => {
                let said = tail(&files.path().join("stderr"));
                return Err(format!("the process said nothing ({status}): {said}").into());
            }
        };
        let Line { message, tests, valid, time, .. } = line;
        Ok(Some(Findings { status, how, message, tests, valid, time }))
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
        // bolero looks for its source file relative to the working directory.
        command.current_dir(self.place.workspace());
        command.envs(workload.environment.iter().copied());
        command.env(workload.variable, &task.mutant);
        command.env("PEER_WORKLOAD", workload.package).env("PEER_PROPERTY", &task.property);
        command.env("PEER_SEED", seed.to_string()).env("PEER_LIMIT", limit.to_string());
        command.env("PEER_PATIENCE", DEFAULT_TIMEOUT.as_secs_f64().to_string());
        if self.libfuzzer {
            // With 0, libFuzzer would choose a seed.
            let seed = format!("-seed={}", (seed >> 33) | 1);
            let artifacts = format!("-artifact_prefix={}/", files.display());
            let mut options = vec![seed, artifacts];
            options.extend(self.options.iter().map(|&option| option.to_owned()));
            if self.dictionary {
                options.push(format!("-dict={}", dictionary_of(workload)?.display()));
            }
            command.env("BOLERO_LIBFUZZER_ARGS", options.join(" "));
            command.args(options);
        }
        let errors = std::fs::File::create(files.join("stderr"))?;
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(errors);
        Ok(command.spawn()?)
    }
}

/// The last line of JSON. Tools also print other lines.
fn last_line(out: impl Read) -> Option<Line> {
    let lines = BufReader::new(out).lines().map_while(Result::ok);
    lines.filter_map(|line| serde_json::from_str(&line).ok()).last()
}

/// The end of a process's standard error stream.
fn tail(path: &Path) -> String {
    let mut text = Vec::new();
    if let Ok(mut file) = std::fs::File::open(path) {
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        let _ = file.seek(std::io::SeekFrom::Start(length.saturating_sub(600)));
        let _ = file.read_to_end(&mut text);
    }
    String::from_utf8_lossy(&text).trim().to_owned()
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
}
