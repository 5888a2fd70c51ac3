//! `cargo mutagen replay`: runs given tests of a property, each in a process of its own, and shows
//! everything: the value, what the property prints, its panics, and the stack of a crash.

use crate::args::Replay;
use crate::campaigns::{JOURNAL, KeptProperty, RECEIVED, RunInfo, kept, worker_folder};
use crate::error::CliError;
use crate::escape::escape;
use crate::exit_code::Exit;
use crate::instrument::Built;
use crate::list::properties;
use crate::outside::Outside;
use crate::regressions::Regressions;
use crate::select::{Candidate, select};
use crate::shell::quoted;
use crate::source::Source;
use crate::stdout;
use crate::supervise::{Interrupt, Remade, ReplayEnd, ReplayedTest, remake, replay as run_tests};
use mutagen_core::internal::run::marker::test_of;
use mutagen_core::internal::run::protocol::{Replayed, Replaying};
use mutagen_core::internal::run::regressions::{Kept, Use, is_regressions, parse};
use mutagen_core::internal::run::replay::REPLAY;
use mutagen_core::internal::search::share::Share;
use std::fmt::Write;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The most functions of a stack that are shown.
const FRAMES_SHOWN: usize = 24;

/// The most bytes of a value that is read from a file.
const MOST_BYTES: u64 = 64 << 20;

/// A test to be run.
struct Test {
    /// Where it is from, for the first line of its report.
    from: String,
    /// The file that an error about the text names, and the line in which the text begins.
    file: Option<(PathBuf, usize)>,
    text: String,
}

impl Test {
    fn of_entry(file: &Path, kept: Kept) -> Test {
        let first = kept.entry.message.lines().next().unwrap_or_default();
        let from = format!("{}:{}: {}: {first}", file.display(), kept.line, kept.entry.kind);
        Test { from, file: Some((file.to_owned(), kept.value_line)), text: kept.source }
    }
}

/// Runs the tests that the arguments name, or prints how to run them otherwise.
///
/// # Errors
/// When the build fails, the property or the test is not found, no process can be started, or the
/// standard output cannot be written.
pub fn replay(arguments: &Replay) -> Result<Exit, CliError> {
    let (built, candidates) = properties(&arguments.build)?;
    let candidate = select(&candidates, &arguments.property)?;
    let interrupt = Interrupt::install()?;
    let tests = tests(arguments, &built, candidate, &interrupt)?;
    if arguments.debug {
        return debug(&built, candidate, &tests);
    }
    let mut outside = Outside::of(&built, candidate, &arguments.limits)?;
    outside.campaign.verbose = !arguments.emit_test;
    let mut ends = Vec::new();
    for test in &tests {
        if !arguments.emit_test && !arguments.build.quiet {
            stdout::write(&format!("{}\n", escape(&test.from)))?;
        }
        let request = Replaying {
            tests: vec![test.text.clone()],
            done: 0,
            run: !arguments.emit_test,
            show: !arguments.emit_test,
            emit: arguments.emit_test,
        };
        let mut show = |text: &str, debug: &str| {
            // An error to write shows itself when the end of the test is written.
            let _ = stdout::write(&escape(&format!("value: {text}\n{debug}\n")));
        };
        let (results, notes) = run_tests(&outside.campaign, &request, &interrupt, &mut show)?;
        for note in notes {
            stdout::write(&escape(&format!("note: {note}\n")))?;
        }
        let Some(result) = results.into_iter().next() else { continue };
        match &result.emitted {
            Some(Ok(source)) => stdout::write(source)?,
            Some(Err(why)) => return Err(CliError::NotEmitted(why.clone())),
            None => stdout::write(&escape(&said(test, &result)))?,
        }
        ends.push(exit(&result));
        if let Some(code) = interrupt.exit_code() {
            return Ok(Exit::Signal(code));
        }
    }
    // The gravest first.
    let order = [Exit::Counterexample, Exit::Usage, Exit::NothingFound, Exit::NothingPassed];
    let worst = order.into_iter().find(|exit| ends.contains(exit));
    Ok(worst.unwrap_or(Exit::NothingFound))
}

/// The tests that the arguments name.
fn tests(
    arguments: &Replay,
    built: &Built,
    candidate: &Candidate,
    interrupt: &Interrupt,
) -> Result<Vec<Test>, CliError> {
    if let Some(text) = &arguments.text {
        return Ok(vec![Test { from: "`--text`".to_owned(), file: None, text: text.clone() }]);
    }
    if let Some(address) = arguments.address {
        return Ok(vec![remade(arguments, address, built, candidate, interrupt)?]);
    }
    if let Some(file) = &arguments.file {
        return of_file(file, &candidate.folder);
    }
    let regressions = Regressions::of(candidate, Use::Read);
    let kept = regressions.kept()?;
    if kept.is_empty() {
        return Err(CliError::NothingKept { file: regressions.path() });
    }
    let test = |kept: crate::supervise::Regression| Test::of_entry(regressions.file(), kept.kept);
    Ok(kept.into_iter().map(test).collect())
}

/// A file as it is, or else in the folder of the package; with the line of an entry, if there is
/// one behind it.
fn found(file: &Path, folder: &Path) -> (PathBuf, Option<usize>) {
    let name = file.to_string_lossy();
    let line = name
        .rsplit_once(':')
        .and_then(|(file, line)| Some((PathBuf::from(file), Some(line.parse::<usize>().ok()?))));
    for (path, line) in [Some((file.to_owned(), None)), line].into_iter().flatten() {
        for path in [path.clone(), folder.join(&path)] {
            if path.exists() {
                return (path, line);
            }
        }
    }
    (file.to_owned(), None)
}

/// The tests in a file, or on the standard input.
fn of_file(file: &Path, folder: &Path) -> Result<Vec<Test>, CliError> {
    let (file, line) = &found(file, folder);
    let failed = |error| CliError::ReplayFile { file: file.to_owned(), error };
    let mut text = String::new();
    let read = match file == Path::new("-") {
        true => io::stdin().take(MOST_BYTES).read_to_string(&mut text),
        false => std::fs::File::open(file)
            .and_then(|opened| opened.take(MOST_BYTES).read_to_string(&mut text)),
    };
    read.map_err(failed)?;
    if is_regressions(&text) {
        let mut kept = parse(file, &text)?;
        kept.retain(|kept| line.is_none_or(|line| line == kept.line));
        if kept.is_empty() {
            return Err(CliError::NothingKept { file: file.to_owned() });
        }
        return Ok(kept.into_iter().map(|kept| Test::of_entry(file, kept)).collect());
    }
    let from = file.display().to_string();
    Ok(vec![Test { from, file: Some((file.to_owned(), 1)), text }])
}

/// Makes a test of an earlier run again.
fn remade(
    arguments: &Replay,
    source: Source,
    built: &Built,
    candidate: &Candidate,
    interrupt: &Interrupt,
) -> Result<Test, CliError> {
    let name = candidate.full_name();
    let kept = kept(&built.target_folder)?;
    let is_wanted = |number: u32| arguments.run.is_none_or(|wanted| wanted == number);
    let runs = kept.iter().filter(|property| property.name == name);
    let mut runs = runs.flat_map(|KeptProperty { runs, .. }| runs);
    let no_run = CliError::NoRun { run: arguments.run };
    let (number, folder) = runs.find(|(number, _)| is_wanted(*number)).ok_or(no_run)?;
    let info = RunInfo::read(&folder.join("run.json"))?;
    let program = folder.join("program");
    let limits = &arguments.limits;
    let mut outside = Outside::with_program(&built.target_folder, candidate, &program, limits)?;
    outside.campaign.seed = info.seed;
    outside.campaign.options.clone_from(&info.search);
    let there = |name| Some(folder.join(name)).filter(|file| file.exists());
    let (literals, inputs) = (there("literals.json"), there("inputs.json"));
    let share = share_of(&info, source)?;
    // A repeated worker is the only one of its run.
    let own = match info.repeated {
        Some(_) => folder.clone(),
        None => worker_folder(folder, share),
    };
    let received = Some(own.join(RECEIVED)).filter(|file| file.exists());
    let (address, journal) = (source.address, own.join(JOURNAL));
    let remade = Remade { address, share, journal, literals, inputs, received };
    let text = remake(&outside.campaign, &remade, interrupt)?;
    Ok(Test { from: format!("{source} of run {number}"), file: None, text })
}

/// The share of the worker that made a test.
fn share_of(info: &RunInfo, source: Source) -> Result<Share, CliError> {
    if let Some(share) = info.repeated {
        return Ok(share);
    }
    let workers = info.workers.max(1);
    let worker = source.worker.filter(|worker| *worker <= workers);
    match worker {
        Some(worker) => Ok(Share { worker: worker - 1, workers }),
        None if source.worker.is_none() && workers == 1 => Ok(Share::WHOLE),
        None => Err(CliError::WhichWorker { workers }),
    }
}

/// What came of a test, as text.
fn said(test: &Test, result: &ReplayedTest) -> String {
    let mut text = match &result.end {
        ReplayEnd::NotRun => "not run\n".to_owned(),
        ReplayEnd::Told(Replayed::Read | Replayed::Passed) => "the test passed\n".to_owned(),
        ReplayEnd::Told(Replayed::Discarded) => {
            "the test was discarded: the value does not meet the precondition\n".to_owned()
        }
        ReplayEnd::Told(Replayed::Failed { message, .. }) => format!("failed: {message}\n"),
        ReplayEnd::Told(Replayed::Unreadable(error)) => match &test.file {
            Some((file, first)) => format!(
                "error: {}:{}:{}: expected {}, found {}\n",
                file.display(),
                first + error.line - 1,
                error.column,
                error.expected,
                error.found
            ),
            None => format!("error: {error}\n"),
        },
        ReplayEnd::Died { kind, message } => format!("{kind}: {message}\n"),
    };
    if !result.frames.is_empty() {
        text.push_str("stack, the innermost function first:\n");
        for frame in result.frames.iter().take(FRAMES_SHOWN) {
            let _ = writeln!(text, "  {frame}");
        }
    }
    text
}

fn exit(result: &ReplayedTest) -> Exit {
    match &result.end {
        ReplayEnd::Told(Replayed::Passed | Replayed::Read) => Exit::NothingFound,
        ReplayEnd::Told(Replayed::Discarded) | ReplayEnd::NotRun => Exit::NothingPassed,
        ReplayEnd::Told(Replayed::Failed { .. }) | ReplayEnd::Died { .. } => Exit::Counterexample,
        ReplayEnd::Told(Replayed::Unreadable(_)) => Exit::Usage,
    }
}

/// Prints the command line of a debugger for each test. The values are in files that stay.
fn debug(built: &Built, candidate: &Candidate, tests: &[Test]) -> Result<Exit, CliError> {
    let folder = built.target_folder.join("debug");
    let failed = |path: &Path, error| CliError::CampaignFile { path: path.to_owned(), error };
    std::fs::create_dir_all(&folder).map_err(|error| failed(&folder, error))?;
    let folder = std::path::absolute(&folder).map_err(|error| failed(&folder, error))?;
    let debugger = if cfg!(target_vendor = "apple") { "rust-lldb --" } else { "rust-gdb --args" };
    for (at, test) in tests.iter().enumerate() {
        let name = candidate.path.replace("::", ".");
        let file = folder.join(format!("{name}-{}.txt", at + 1));
        std::fs::write(&file, &test.text).map_err(|error| failed(&file, error))?;
        let word = |path: &Path| quoted(&path.display().to_string());
        stdout::write(&format!(
            "cd {} && {REPLAY}={} {debugger} {} {} --exact --nocapture --include-ignored \
             --test-threads=1\n",
            word(&candidate.folder),
            word(&file),
            word(&candidate.executable),
            quoted(&test_of(&candidate.path)),
        ))?;
    }
    Ok(Exit::NothingFound)
}
