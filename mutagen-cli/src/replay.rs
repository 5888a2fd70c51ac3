//! `cargo mutagen replay`: runs given tests of a property, each in a process of its own, and shows
//! everything: the value, what the property prints, its panics, and the stack of a crash.

use crate::args::Replay;
use crate::campaigns::{JOURNAL, KeptProperty, RECEIVED, RunInfo, kept, worker_folder};
use crate::corpus::meanings;
use crate::error::CliError;
use crate::escape::escape;
use crate::exit_code::Exit;
use crate::instrument::Built;
use crate::messages::{self, ReplayOutcome, UnreadableText, line, text_of};
use crate::outside::Outside;
use crate::properties::properties;
use crate::regressions::Regressions;
use crate::select::{Candidate, select};
use crate::shell::quoted;
use crate::source::Source;
use crate::stdout;
use crate::supervise::{
    Interrupt, Kind, Remade, ReplayEnd, ReplayedTest, remake, replay as run_tests,
};
use mutagen_core::internal::run::marker::test_of;
use mutagen_core::internal::run::protocol::{Replayed, Replaying};
use mutagen_core::internal::run::regressions::{Kept, Use, is_regressions, parse};
use mutagen_core::internal::run::replay::REPLAY;
use mutagen_core::internal::search::share::Share;
use std::fmt::Write as _;
use std::io::{self, Read, Write as _};
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
        return debug(arguments, &built, candidate, &tests);
    }
    let is_json = arguments.output.is_json();
    let mut outside = Outside::of(&built, candidate, &arguments.limits)?;
    outside.campaign.verbose = !arguments.emit_test;
    outside.campaign.silenced.clone_from(&arguments.silenced.kinds);
    let (mut ends, mut ran, mut signal) = (Vec::new(), Vec::new(), None);
    for (number, test) in (1..).zip(&tests) {
        if !arguments.emit_test && !arguments.build.quiet && !is_json {
            stdout::write(&format!("{}\n", escape(&test.from)))?;
        }
        let request = Replaying {
            tests: vec![test.text.clone()],
            done: 0,
            run: !arguments.emit_test,
            show: !arguments.emit_test,
            emit: arguments.emit_test,
            lines_below: None,
        };
        let mut show = |text: &str, debug: &str| {
            if !is_json {
                // An error to write shows itself when the end of the test is written.
                let _ = stdout::write(&escape(&format!("value: {text}\n{debug}\n")));
            }
        };
        let (results, notes) = run_tests(&outside.campaign, &request, &interrupt, &mut show)?;
        let Some(mut result) = results.into_iter().next() else { continue };
        match &mut result.emitted {
            Some(Err(why)) if tests.len() == 1 => return Err(CliError::NotEmitted(why.clone())),
            Some(Err(why)) => {
                let error = CliError::NotEmitted(why.clone());
                // The functions of the other tests are printed in any case.
                let _ = writeln!(io::stderr(), "error: {}: {error}", escape(&test.from));
                ends.push(Exit::Usage);
            }
            Some(Ok(source)) if number > 1 => *source = numbered(source, number),
            _ => {}
        }
        ends.push(exit(&result));
        if is_json {
            ran.push(message(test, result, notes));
        } else {
            say(test, &result, &notes)?;
        }
        signal = interrupt.exit_code();
        if signal.is_some() {
            break;
        }
    }
    // The gravest first.
    let order = [Exit::Counterexample, Exit::Usage, Exit::NothingFound, Exit::NothingPassed];
    let worst = order.into_iter().find(|exit| ends.contains(exit));
    let exit = signal.map_or(worst.unwrap_or(Exit::NothingFound), Exit::Signal);
    if is_json {
        write_json(candidate, ran, exit)?;
    }
    Ok(exit)
}

/// The source of a test function with a number in its name, so that several can stand together.
fn numbered(source: &str, number: usize) -> String {
    source.replacen("_counterexample()", &format!("_counterexample_{number}()"), 1)
}

/// Writes what came of the tests as one message.
fn write_json(
    candidate: &Candidate,
    tests: Vec<messages::ReplayedTest>,
    exit: Exit,
) -> Result<(), CliError> {
    let (property, exit_code) = (candidate.full_name(), exit.code());
    stdout::write(&line(&messages::Replay { property, exit_code, tests }))
}

/// Prints what came of a test: notes, and the source of a test function or how the test ended.
fn say(test: &Test, result: &ReplayedTest, notes: &[String]) -> Result<(), CliError> {
    for note in notes {
        stdout::write(&escape(&format!("note: {note}\n")))?;
    }
    match &result.emitted {
        Some(Ok(source)) => stdout::write(source),
        Some(Err(_)) => Ok(()),
        None => stdout::write(&escape(&said(test, result))),
    }
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
        let (file, entry) = found(file, &candidate.folder);
        let bytes = bytes_of(&file)?;
        let text = std::str::from_utf8(&bytes).unwrap_or_default();
        if is_regressions(text) {
            return of_regressions(&file, entry, text);
        }
        let outside = Outside::of(built, candidate, &arguments.limits)?;
        return Ok(vec![of_content(&file, &bytes, &outside, interrupt)?]);
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
/// one behind it. A column may follow the line.
fn found(file: &Path, folder: &Path) -> (PathBuf, Option<usize>) {
    let name = file.to_string_lossy();
    let split = |name: &str| {
        let (file, number) = name.rsplit_once(':')?;
        Some((file.to_owned(), number.parse::<usize>().ok()?))
    };
    let line = split(&name);
    let before = line.as_ref().and_then(|(file, _)| split(file));
    let with_line = [line, before].into_iter().flatten();
    let with_line = with_line.map(|(file, line)| (PathBuf::from(file), Some(line)));
    for (path, line) in std::iter::once((file.to_owned(), None)).chain(with_line) {
        for path in [path.clone(), folder.join(&path)] {
            if path.exists() {
                return (path, line);
            }
        }
    }
    (file.to_owned(), None)
}

/// The content of a file, or of the standard input.
fn bytes_of(file: &Path) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    let read = match file == Path::new("-") {
        true => io::stdin().take(MOST_BYTES + 1).read_to_end(&mut bytes),
        false => std::fs::File::open(file)
            .and_then(|opened| opened.take(MOST_BYTES + 1).read_to_end(&mut bytes)),
    };
    let read = read.and_then(|_| match bytes.len() as u64 > MOST_BYTES {
        true => Err(io::Error::other(format!("longer than {} MiB", MOST_BYTES >> 20))),
        false => Ok(bytes),
    });
    read.map_err(|error| CliError::ReplayFile { file: file.to_owned(), error })
}

/// The tests in the text of a file of regressions, or the one to which this line belongs.
fn of_regressions(file: &Path, line: Option<usize>, text: &str) -> Result<Vec<Test>, CliError> {
    let mut kept = parse(file, text)?;
    if kept.is_empty() {
        return Err(CliError::NothingKept { file: file.to_owned() });
    }
    if let Some(line) = line {
        let entries = kept.iter().map(|kept| kept.line).collect();
        let has_it = |kept: &Kept| {
            let lines = text[kept.bytes.clone()].lines().count();
            (kept.line..kept.line + lines).contains(&line)
        };
        kept.retain(has_it);
        if kept.is_empty() {
            return Err(CliError::NoEntry { file: file.to_owned(), line, entries });
        }
    }
    Ok(kept.into_iter().map(|kept| Test::of_entry(file, kept)).collect())
}

/// The test that is the content of a file: a value in its text form or, for a property of one text
/// or one slice of bytes, the text or the bytes themselves. The property says which of them it is.
fn of_content(
    file: &Path,
    bytes: &[u8],
    outside: &Outside,
    interrupt: &Interrupt,
) -> Result<Test, CliError> {
    let mut meant = meanings(bytes);
    let request = Replaying {
        tests: meant.clone(),
        done: 0,
        run: false,
        show: false,
        emit: false,
        lines_below: None,
    };
    let (read, _) = run_tests(&outside.campaign, &request, interrupt, &mut |_, _| ())?;
    let is_value = |test: &ReplayedTest| test.end == ReplayEnd::Told(Replayed::Read);
    let place = read.iter().position(is_value);
    let name = file.display().to_string();
    match (place, std::str::from_utf8(bytes)) {
        (None | Some(0), Ok(text)) => {
            Ok(Test { from: name, file: Some((file.to_owned(), 1)), text: text.to_owned() })
        }
        (Some(place), _) => {
            let from = format!("{name}, taken as it is");
            Ok(Test { from, file: None, text: meant.swap_remove(place) })
        }
        (None, Err(error)) => {
            let error = io::Error::new(io::ErrorKind::InvalidData, error);
            Err(CliError::ReplayFile { file: file.to_owned(), error })
        }
    }
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

/// What came of a test, for programs.
fn message(test: &Test, result: ReplayedTest, notes: Vec<String>) -> messages::ReplayedTest {
    let mut message = not_run(test);
    message.value = result.debug;
    message.frames = result.frames;
    message.last_words = Some(result.last_words).filter(|words| !words.is_empty());
    message.notes = notes;
    message.test_function = result.emitted.and_then(Result::ok);
    match result.end {
        ReplayEnd::NotRun | ReplayEnd::Told(Replayed::Read) => {}
        ReplayEnd::Told(Replayed::Passed) => message.outcome = ReplayOutcome::Passed,
        ReplayEnd::Told(Replayed::Discarded) => message.outcome = ReplayOutcome::Discarded,
        ReplayEnd::Told(Replayed::Silenced { kind, message: why }) => {
            message.outcome = ReplayOutcome::Silenced;
            (message.silenced, message.message) = (Some(kind), Some(why));
        }
        ReplayEnd::Told(Replayed::Failed { key, message: why }) => {
            message.outcome = ReplayOutcome::Failed;
            message.kind = Some(Kind::Failed);
            (message.key, message.message) = (Some(key), Some(why));
        }
        ReplayEnd::Told(Replayed::Unreadable(error)) => {
            let first = test.file.as_ref().map_or(1, |(_, first)| *first);
            message.outcome = ReplayOutcome::Unreadable;
            message.error = Some(UnreadableText {
                file: test.file.as_ref().map(|(file, _)| text_of(file)),
                line: (first + error.line - 1) as u64,
                column: error.column as u64,
                expected: error.expected,
                found: error.found,
            });
        }
        ReplayEnd::Died { kind, message: why } => {
            message.outcome = ReplayOutcome::Failed;
            (message.kind, message.message) = (Some(kind), Some(why));
        }
    }
    message
}

/// A test that did not run, for programs.
fn not_run(test: &Test) -> messages::ReplayedTest {
    messages::ReplayedTest {
        from: test.from.clone(),
        text: test.text.clone(),
        value: None,
        outcome: ReplayOutcome::NotRun,
        kind: None,
        key: None,
        message: None,
        silenced: None,
        error: None,
        frames: Vec::new(),
        last_words: None,
        notes: Vec::new(),
        test_function: None,
        debugger: None,
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
        ReplayEnd::Told(Replayed::Silenced { kind, message }) => {
            format!("failed in the silenced kind `{kind}`: {message}\n")
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
        ReplayEnd::Told(Replayed::Discarded | Replayed::Silenced { .. }) | ReplayEnd::NotRun => {
            Exit::NothingPassed
        }
        ReplayEnd::Told(Replayed::Failed { .. }) | ReplayEnd::Died { .. } => Exit::Counterexample,
        ReplayEnd::Told(Replayed::Unreadable(_)) => Exit::Usage,
    }
}

/// Prints the command line of a debugger for each test. The values are in files that stay.
fn debug(
    arguments: &Replay,
    built: &Built,
    candidate: &Candidate,
    tests: &[Test],
) -> Result<Exit, CliError> {
    let folder = built.target_folder.join("debug");
    let failed = |path: &Path, error| CliError::CampaignFile { path: path.to_owned(), error };
    std::fs::create_dir_all(&folder).map_err(|error| failed(&folder, error))?;
    let folder = std::path::absolute(&folder).map_err(|error| failed(&folder, error))?;
    let debugger = if cfg!(target_vendor = "apple") { "rust-lldb --" } else { "rust-gdb --args" };
    let mut told = Vec::new();
    for (at, test) in tests.iter().enumerate() {
        let name = candidate.path.replace("::", ".");
        let file = folder.join(format!("{name}-{}.txt", at + 1));
        std::fs::write(&file, &test.text).map_err(|error| failed(&file, error))?;
        let word = |path: &Path| quoted(&path.display().to_string());
        let command = format!(
            "cd {} && {REPLAY}={} {debugger} {} {} --exact --nocapture --include-ignored \
             --test-threads=1",
            word(&candidate.folder),
            word(&file),
            word(&candidate.executable),
            quoted(&test_of(&candidate.path)),
        );
        if arguments.output.is_json() {
            let debugger = Some(command);
            told.push(messages::ReplayedTest { debugger, ..not_run(test) });
        } else {
            stdout::write(&format!("{command}\n"))?;
        }
    }
    if arguments.output.is_json() {
        write_json(candidate, told, Exit::NothingFound)?;
    }
    Ok(Exit::NothingFound)
}
