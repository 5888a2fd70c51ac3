//! `cargo mutagen run`: one campaign on one property, from the command line to the exit code.

use crate::args::{MessageFormat, Run};
use crate::error::CliError;
use crate::exit_code::Exit;
use crate::list::properties;
use crate::literals::collect;
use crate::report::{self, print};
use crate::select::{Candidate, select};
use crate::status::Status;
use crate::supervise::{Folder, Interrupt, SupervisedCampaign, supervise};
use mutagen_core::internal::search::options::Options;
use mutagen_core::internal::value::literals::Literals;
use std::hash::{BuildHasher, RandomState};

/// Runs the campaign and reports what came of it.
///
/// # Errors
/// When the build fails, the property is not found, or its worker cannot be started.
pub fn run(arguments: &Run) -> Result<Exit, CliError> {
    let (built, candidates) = properties(&arguments.build)?;
    let candidate = select(&candidates, &arguments.property)?;
    // std's hash maps take their keys from the system's randomness, which is enough for a seed.
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(()) >> 32);
    let files = Folder::claim(&built.target_folder, &candidate.package, &candidate.path)?;
    let options = arguments.options()?;
    let literals = literals(arguments, &options, candidate);
    let repeat = repeat(arguments, &options, candidate, seed);
    let campaign = campaign(arguments, options, literals, candidate, seed, files);
    if !arguments.build.quiet {
        eprintln!("running {} with seed {seed}", candidate.full_name());
    }
    let interrupt = Interrupt::install()?;
    let mut status = Status::new(arguments.build.quiet, arguments.build.color);
    let summary = supervise(&campaign, &interrupt, &mut status)?;
    if let Some(course) = summary.course.filter(|_| arguments.build.verbose) {
        eprintln!("course of the tests: {course}");
    }
    let human = report::human(&summary, seed, &repeat);
    match arguments.message_format {
        MessageFormat::Human => print(&mut std::io::stdout(), &human),
        MessageFormat::Json => {
            if !arguments.build.quiet {
                print(&mut std::io::stderr(), &human);
            }
            let json = report::json(&summary, seed, &candidate.full_name());
            print(&mut std::io::stdout(), &format!("{json}\n"));
        }
    }
    Ok(report::exit(&summary))
}

/// The literals of the code under test, unless the options ignore them.
fn literals(arguments: &Run, options: &Options, candidate: &Candidate) -> Literals {
    if !options.literals {
        return Literals::default();
    }
    let collected = collect(&candidate.sources);
    if let Some(note) = collected.note().filter(|_| !arguments.build.quiet) {
        eprintln!("note: {note}");
    }
    if arguments.build.verbose {
        eprintln!("literals of the code under test: {collected}");
    }
    collected.literals
}

fn campaign(
    arguments: &Run,
    options: Options,
    literals: Literals,
    candidate: &Candidate,
    seed: u64,
    files: Folder,
) -> SupervisedCampaign {
    SupervisedCampaign {
        executable: candidate.executable.clone(),
        path: candidate.path.clone(),
        folder: candidate.folder.clone(),
        files,
        instrumented: candidate.instrumented.clone(),
        seed,
        options,
        search: None,
        literals,
        stack_bytes: (arguments.stack as usize) << 20,
        keep_going: arguments.keep_going,
        max_tests: arguments.max_tests,
        max_cpu: arguments.max_cpu,
        max_time: arguments.max_time,
        timeout: arguments.timeout,
        show_edges: arguments.show_edges,
        verbose: arguments.build.verbose,
        environment: Vec::new(),
    }
}

/// The command that repeats the campaign, with each flag that decides which tests run. The package
/// selection is repeated unchanged, because packages that are built together share their features.
fn repeat(arguments: &Run, options: &Options, candidate: &Candidate, seed: u64) -> String {
    let mut command = format!("cargo mutagen run {} --seed {seed}", candidate.full_name());
    let options = options.to_string();
    let search = ["--search".to_owned(), options];
    let search = if search[1].is_empty() { &[][..] } else { &search };
    for word in search.iter().chain(&arguments.repeated) {
        command.push(' ');
        command.push_str(&quoted(word));
    }
    command
}

/// Quotes a word for the shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:,+@=".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Arguments, Command};
    use std::ffi::OsString;
    use std::path::PathBuf;

    fn parsed(line: &str) -> Run {
        let words = line.split(' ').map(OsString::from);
        match Arguments::parse_from_process(words).unwrap().command {
            Command::Run(run) => run,
            _ => panic!("must be `run`"),
        }
    }

    fn repeated(line: &str) -> String {
        let run = parsed(line);
        let candidate = Candidate {
            package: "pkg".into(),
            folder: PathBuf::new(),
            instrumented: Vec::new(),
            executable: PathBuf::new(),
            sources: Vec::new(),
            target: "pkg".into(),
            kind: "lib".into(),
            path: "tests::holds".into(),
            file: String::new(),
            line: 0,
            ignored: false,
        };
        repeat(&run, &run.options().unwrap(), &candidate, 7)
    }

    #[test]
    fn the_command_to_repeat_has_what_decides_which_tests_run_and_nothing_else() {
        assert_eq!(
            repeated("cargo-mutagen run holds --max-time 3s -v"),
            "cargo mutagen run pkg::tests::holds --seed 7"
        );
        assert_eq!(
            repeated(
                "cargo-mutagen run holds --search reset=off,samples=3 --search drift=off \
                 --max-size 4 --timeout 1m30s -F a,b --stack 8 --fidelity exact --instrument x \
                 --workspace --exclude b -p pkg@1.2.0 --manifest-path a$b/Cargo.toml"
            ),
            "cargo mutagen run pkg::tests::holds --seed 7 \
             --search drift=off,reset=off,samples=3,max-size=4 --timeout 1m30s --stack 8 \
             --package pkg@1.2.0 --workspace --exclude b --features a,b \
             --manifest-path 'a$b/Cargo.toml' --instrument x --fidelity exact"
        );
    }
}
