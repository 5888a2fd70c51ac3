//! `cargo mutagen run --emit FILE`: appends an ordinary test for each counterexample to a file of
//! the user. What is in the file stays as it is.

use crate::args::Run;
use crate::error::CliError;
use crate::instrument::Built;
use crate::outside::Outside;
use crate::select::Candidate;
use crate::supervise::{Failure, Interrupt, Summary, replay as run_tests};
use mutagen_core::internal::run::protocol::Replaying;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// Checks before a campaign that the file can be written.
///
/// # Errors
/// If it cannot. Nothing is changed but that the file is there afterwards.
pub fn check(file: &Path) -> Result<(), CliError> {
    open(file).map(drop)
}

fn open(file: &Path) -> Result<fs::File, CliError> {
    let opened = OpenOptions::new().append(true).create(true).open(file);
    opened.map_err(|error| {
        let file = file.display();
        CliError::NotEmitted(format!(
            "{file} cannot be written ({error}); give `--emit` a file in a folder that is there"
        ))
    })
}

/// Appends a test for each failure of a campaign. The remarks of the failure say what came of it.
///
/// # Errors
/// If the file cannot be read or written, or no process can be started.
pub fn emit(
    file: &Path,
    arguments: &Run,
    built: &Built,
    candidate: &Candidate,
    interrupt: &Interrupt,
    summary: &mut Summary,
) -> Result<(), CliError> {
    let with_text = |(at, failure): (usize, &Failure)| Some((at, failure.whole_text()?));
    let (places, tests): (Vec<usize>, Vec<String>) =
        summary.failures.iter().enumerate().filter_map(with_text).unzip();
    if tests.is_empty() {
        return Ok(());
    }
    let outside = Outside::of(built, candidate, &arguments.limits)?;
    let request =
        Replaying { tests, done: 0, run: false, show: false, emit: true, lines_below: None };
    let (results, _) = run_tests(&outside.campaign, &request, interrupt, &mut |_, _| ())?;
    let mut known = fs::read_to_string(file).map_err(|error| {
        let file = file.display();
        CliError::NotEmitted(format!(
            "{file} cannot be read ({error}); give `--emit` a file with Rust source, or a new one"
        ))
    })?;
    for (at, result) in places.into_iter().zip(results) {
        let remark = match result.emitted {
            Some(Ok(source)) => match appended(&known, &formatted(&source)) {
                None => format!("its test is in {} already", file.display()),
                Some((name, text)) => {
                    open(file)?.write_all(text.as_bytes()).map_err(|error| {
                        CliError::NotEmitted(format!(
                            "{} cannot be written: {error}",
                            file.display()
                        ))
                    })?;
                    known.push_str(&text);
                    format!("`{name}` in {} shows it without mutagen", file.display())
                }
            },
            Some(Err(why)) => format!("no test is emitted for it: {why}"),
            None => continue,
        };
        summary.failures[at].remarks.push(remark);
    }
    Ok(())
}

/// What is added to a file with this text for a test: its name, which is new there, and the text.
/// `None` if the file has the same test.
pub(crate) fn appended(known: &str, source: &str) -> Option<(String, String)> {
    let start = source.find("fn ")? + "fn ".len();
    let name = source[start..].split('(').next()?.to_owned();
    let numbered = |number: usize| match number {
        1 => name.clone(),
        number => format!("{name}_{number}"),
    };
    for number in 1.. {
        let own = numbered(number);
        let text = source.replacen(&format!("fn {name}("), &format!("fn {own}("), 1);
        if known.contains(text.trim()) {
            return None;
        }
        if !known.contains(&format!("fn {own}(")) {
            let blank = if known.is_empty() || known.ends_with("\n\n") { "" } else { "\n" };
            return Some((own, format!("{blank}{text}")));
        }
    }
    None
}

/// The source as rustfmt lays it out, or as it is if there is no rustfmt.
pub(crate) fn formatted(source: &str) -> String {
    let format = || -> io::Result<Option<String>> {
        let mut rustfmt = Command::new("rustfmt")
            .args(["--edition", "2024", "--emit", "stdout"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        if let Some(mut stdin) = rustfmt.stdin.take() {
            stdin.write_all(source.as_bytes())?;
        }
        let output = rustfmt.wait_with_output()?;
        let text = String::from_utf8(output.stdout).ok();
        Ok(text.filter(|text| output.status.success() && !text.is_empty()))
    };
    format().ok().flatten().unwrap_or_else(|| source.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_added_once_under_a_new_name() {
        let source = "#[test]\nfn add_panics() {\n    f(1);\n}\n";
        let (name, text) = appended("", source).unwrap();
        assert_eq!((name.as_str(), text.as_str()), ("add_panics", source));
        assert_eq!(appended(source, source), None);
        let other = source.replace("f(1)", "f(2)");
        let (name, text) = appended(source, &other).unwrap();
        assert_eq!(name, "add_panics_2");
        assert!(text.starts_with("\n#[test]\nfn add_panics_2() {\n    f(2)"), "{text}");
        let both = format!("{source}{text}");
        assert_eq!(appended(&both, &other), None, "under its other name");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_an_error_and_others_keep_their_text() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("found.rs");
        fs::write(&file, "// mine\n").unwrap();
        check(&file).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "// mine\n");
        let error = check(&folder.path().join("no/found.rs")).unwrap_err().to_string();
        assert!(error.contains("give `--emit` a file in a folder that is there"), "{error}");
    }
}
