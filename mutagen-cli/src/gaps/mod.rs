//! `cargo mutagen gaps`: finds lines of a crate that a campaign of a specification reaches and the
//! crate's own test suite does not, and makes a test for them.
//!
//! The suite and the tests run in builds that are not optimised, in which a line has the same
//! blocks everywhere: only lines tell what two builds have in common. The campaign runs in the
//! usual build. Its retained tests then run in the build that is not optimised (`candidates`). For
//! each line that the suite lacks, the shortest of them is shrunk, and the tests are written as
//! source, built and run alone (`search`). A few of those that pass and still reach their lines are
//! enough for all lines (`cover`), and these are appended to the file.

mod candidates;
mod cover;
mod search;
mod test_code;

use crate::args::Gaps;
use crate::counted::counted;
use crate::emit;
use crate::error::CliError;
use crate::escape::escape;
use crate::exit_code::Exit;
use crate::instrument::{self, BuildOptions, Built, Suite, Tested};
use crate::messages::{self, GapFile, GapTest, GapsError};
use crate::outside::Outside;
use crate::properties::properties;
use crate::select::{Candidate, select};
use crate::stdout;
use crate::supervise::{Interrupt, is_specification};
use candidates::retained;
use cover::{count, without};
use mutagen_core::internal::run::protocol::Lines;
use search::{Found, Search};
use std::fs::OpenOptions;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::Path;

/// How much longer a test may take in the build that is not optimised.
const SLOWER: u32 = 10;

/// The most lines that the doc comment of a test names.
const NAMED: usize = 8;

/// Does the command.
///
/// # Errors
/// When the build fails, the specification or the crate is not found, the suite fails, does not
/// build or is not there, a process cannot be started, or the file cannot be written.
pub fn gaps(arguments: &Gaps) -> Result<Exit, CliError> {
    match try_gaps(arguments) {
        Err(error) if arguments.output.is_json() => {
            stdout::write(&messages::line(&GapsError {
                specification: arguments.specification.clone(),
                suite_of: arguments.suite_of.clone(),
                exit_code: error.exit().code(),
                error: error.to_string(),
            }))?;
            Err(error)
        }
        other => other,
    }
}

fn try_gaps(arguments: &Gaps) -> Result<Exit, CliError> {
    if let Some(file) = &arguments.emit {
        can_be_written(file)?;
    }
    let say = |text: &str| {
        if !arguments.build.quiet {
            // A closed stream must not end the command.
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    };
    let tested = instrument::tested(&arguments.build, &arguments.suite_of)?;
    let options = options(&arguments.build, &tested);
    let (built, candidates) = properties(&options)?;
    let candidate = select(&candidates, &arguments.specification)?;
    let (slow, slow_candidate) = measured(&options, candidate)?;
    let interrupt = Interrupt::install()?;
    let mut outside = Outside::of(&slow, &slow_candidate, &arguments.limits)?;
    outside.campaign.timeout *= SLOWER;
    if !is_specification(&outside.campaign, &interrupt)? {
        let property = candidate.full_name();
        let why = "it is no specification; name a `#[metamorphic]` module".to_owned();
        return Err(CliError::CannotRun { property, why });
    }
    say(&format!("running the suite of {}", tested.ident()));
    let suite = instrument::suite(&options, &tested, &built.target_folder)?;
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(()) >> 32);
    say(&format!("running {} with seed {seed}", candidate.full_name()));
    let tests = retained(arguments, &built, candidate, &interrupt, seed)?;
    say(&format!("looking for lines that {} reach", counted(tests.len() as u64, "test")));
    let search = Search {
        arguments,
        options: &options,
        tested: &tested,
        package: &candidate.package,
        target: &built.target_folder,
        outside: &outside,
        interrupt: &interrupt,
        suite: own(&suite.lines.hit, &tested),
    };
    let found = search.run(&tests)?;
    if let Some(code) = interrupt.exit_code() {
        return Err(CliError::Interrupted(code));
    }
    let result = Report { arguments, tested: &tested, suite: &suite, seed, found: &found };
    let message = result.message(&candidate.full_name());
    let message = match &arguments.emit {
        Some(file) if !message.tests.is_empty() => append(file, message)?,
        _ => message,
    };
    match arguments.output.is_json() {
        true => stdout::write(&messages::line(&message))?,
        false => stdout::write(&human(&message))?,
    }
    Ok(Exit::NothingFound)
}

/// Checks that a file can be written, and does not make it.
fn can_be_written(file: &Path) -> Result<(), CliError> {
    match file.exists() {
        true => OpenOptions::new().append(true).open(file).map(drop).map_err(|error| {
            let file = file.display();
            CliError::NotEmitted(format!("{file} cannot be written ({error})"))
        }),
        false => {
            let folder = file.parent().filter(|it| !it.as_os_str().is_empty());
            match folder.is_none_or(Path::is_dir) {
                true => Ok(()),
                false => Err(CliError::NotEmitted(format!(
                    "{} cannot be written; give `--emit` a file in a folder that is there",
                    file.display()
                ))),
            }
        }
    }
}

/// The build of the campaign: the crate is instrumented, whatever else is.
fn options(build: &BuildOptions, tested: &Tested) -> BuildOptions {
    let mut options = build.clone();
    let ident = tested.ident();
    if !options.instrument.contains(&ident) {
        options.instrument.push(ident);
    }
    options
}

/// The build that is not optimised, and the specification in it.
fn measured(options: &BuildOptions, candidate: &Candidate) -> Result<(Built, Candidate), CliError> {
    let mut options = BuildOptions {
        unoptimised: true,
        packages: vec![candidate.package.clone()],
        ..options.clone()
    };
    // Generic code is compiled where it is used.
    options.instrument.push(candidate.package.clone());
    options.workspace = false;
    options.exclude.clear();
    let (built, candidates) = properties(&options)?;
    let found = select(&candidates, &candidate.full_name())?.clone();
    Ok((built, found))
}

/// The lines of the library itself, without those of its test code.
fn own(lines: &Lines, tested: &Tested) -> Lines {
    let start = format!("{}/", tested.sources);
    let is_below = |file: &str| tested.sources.is_empty() || file.starts_with(&start);
    // A page of documentation may be outside, and may have examples.
    let inside = |file: &str| is_below(file) && file.ends_with(".rs") && !file.contains("..");
    test_code::left_out(&cover::kept(lines, |file, _| inside(file)), &tested.folder)
}

/// What came of the command.
struct Report<'r> {
    arguments: &'r Gaps,
    tested: &'r Tested,
    suite: &'r Suite,
    seed: u64,
    found: &'r Found,
}

impl Report<'_> {
    fn message(&self, specification: &str) -> messages::Gaps {
        let Report { arguments, tested, suite, seed, found } = self;
        let mut all = own(&suite.lines.all, tested);
        cover::add(&mut all, &found.reached);
        let suite_lines = own(&suite.lines.hit, tested);
        let module = specification.rsplit("::").next().unwrap_or_default();
        let mut gained = Lines::new();
        let mut tests = Vec::new();
        for test in &found.tests {
            let (name, source) = test.named(module, &tested.name);
            tests.push(GapTest {
                name,
                gains: files(&test.gains),
                text: test.text.clone(),
                source: emit::formatted(&source),
            });
            cover::add(&mut gained, &test.gains);
        }
        let mut notes = found.notes.clone();
        if tests.is_empty() && arguments.emit.is_some() {
            notes.push("nothing was written, because no line was gained".to_owned());
        }
        messages::Gaps {
            specification: specification.to_owned(),
            suite_of: tested.ident(),
            seed: *seed,
            suite_tests: suite.tests,
            lines: count(&all),
            suite_lines: count(&suite_lines),
            campaign_gains: count(&without(&found.reached, &suite_lines)),
            gained: count(&gained),
            files: files(&gained),
            tests,
            file: None,
            notes,
        }
    }
}

fn files(lines: &Lines) -> Vec<GapFile> {
    let file = |(file, lines): (&String, &std::collections::BTreeSet<u32>)| GapFile {
        file: file.clone(),
        lines: lines.iter().copied().collect(),
    };
    lines.iter().map(file).collect()
}

/// Appends the tests to a file. A test that is there already is not written again.
fn append(file: &Path, mut message: messages::Gaps) -> Result<messages::Gaps, CliError> {
    let failed = |error: std::io::Error| {
        CliError::NotEmitted(format!("{} cannot be written: {error}", file.display()))
    };
    let mut known = match file.exists() {
        true => std::fs::read_to_string(file).map_err(failed)?,
        false => String::new(),
    };
    let before = known.len();
    for test in &mut message.tests {
        if let Some((name, text)) = emit::appended(&known, &test.source) {
            known.push_str(&text);
            test.name = name;
        } else {
            message.notes.push(format!("`{}` is in {} already", test.name, file.display()));
        }
    }
    let mut opened = OpenOptions::new().append(true).create(true).open(file).map_err(failed)?;
    opened.write_all(&known.as_bytes()[before..]).map_err(failed)?;
    message.file = Some(messages::text_of(file));
    Ok(message)
}

/// The result for people.
fn human(message: &messages::Gaps) -> String {
    let share = |part: u64| 100.0 * part as f64 / message.lines.max(1) as f64;
    let mut text = format!(
        "{}: its suite of {} reaches {} of {} ({:.1} %)\n{}: the campaign reaches {} more\n",
        message.suite_of,
        counted(message.suite_tests, "test"),
        message.suite_lines,
        counted(message.lines, "line"),
        share(message.suite_lines),
        message.specification,
        counted(message.campaign_gains, "line"),
    );
    for test in &message.tests {
        text += &format!("\n{}\n", test.name);
        for GapFile { file, lines } in &test.gains {
            let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
            text += &format!("  {file}: {}\n", lines.join(", "));
        }
    }
    text +=
        &format!("\ngained: {} ({:.2} %)", counted(message.gained, "line"), share(message.gained));
    if let Some(file) = &message.file {
        let tests = counted(message.tests.len() as u64, "test");
        text += &format!(", by {tests} in {}", escape(file));
    }
    text.push('\n');
    for note in &message.notes {
        text += &format!("note: {note}\n");
    }
    text += &format!("seed {}\n", message.seed);
    text
}
