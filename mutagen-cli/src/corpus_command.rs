//! `cargo mutagen corpus`: lists, minimizes, merges and removes the corpora of properties.

use crate::args::{CorpusClear, CorpusCommand, CorpusList, CorpusMerge, CorpusMinimize};
use crate::campaigns::Records;
use crate::corpus::{Corpus, Inputs, Origin};
use crate::error::CliError;
use crate::exit_code::Exit;
use crate::instrument::{places, without_marks};
use crate::list::properties;
use crate::outside::Outside;
use crate::report;
use crate::select::select;
use crate::status::Status;
use crate::stdout;
use crate::supervise::{Interrupt, Summary, supervise};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Does one of the commands.
///
/// # Errors
/// When the build fails, the property is not found, a folder cannot be read or written, or the
/// standard output cannot be written.
pub fn corpus(command: &CorpusCommand) -> Result<Exit, CliError> {
    match command {
        CorpusCommand::List(arguments) => list(arguments),
        CorpusCommand::Minimize(arguments) => minimize(arguments),
        CorpusCommand::Merge(arguments) => merge(arguments),
        CorpusCommand::Clear(arguments) => clear(arguments),
    }
}

fn list(arguments: &CorpusList) -> Result<Exit, CliError> {
    let (folder, _) = places(&arguments.at.build())?;
    for (name, corpus) in Corpus::all(&folder)? {
        let files = corpus.files()?;
        let bytes: u64 =
            files.iter().filter_map(|file| file.metadata().ok()).map(|m| m.len()).sum();
        let tests = if files.len() == 1 { "test" } else { "tests" };
        stdout::write(&format!(
            "{name}  {} {tests}, {} KiB  {}\n",
            files.len(),
            bytes.div_ceil(1024),
            corpus.folder().display()
        ))?;
    }
    Ok(Exit::NothingFound)
}

fn clear(arguments: &CorpusClear) -> Result<Exit, CliError> {
    let (folder, _) = places(&arguments.at.build())?;
    let all = Corpus::all(&folder)?;
    let is_meant = |name: &str| match &arguments.property {
        None => true,
        Some(property) => {
            let (name, property) = (without_marks(name), without_marks(property));
            name == property || name.ends_with(&format!("::{property}"))
        }
    };
    let meant: Vec<&(String, Corpus)> = all.iter().filter(|(name, _)| is_meant(name)).collect();
    if let (Some(property), []) = (&arguments.property, meant.as_slice()) {
        let names = all.iter().map(|(name, _)| name.clone()).collect();
        return Err(CliError::NoCorpus { property: property.clone(), names });
    }
    for (name, corpus) in meant {
        let files = corpus.files()?;
        corpus.remove(&files)?;
        stdout::write(&format!("{name}: {} tests removed\n", files.len()))?;
    }
    Ok(Exit::NothingFound)
}

/// What the inputs of a property come to.
struct Ran {
    inputs: Inputs,
    corpus: Corpus,
    summary: Summary,
}

/// Runs the corpus of a property, and then the tests in other folders.
fn run_inputs(arguments: &CorpusMinimize, folders: &[PathBuf]) -> Result<Ran, CliError> {
    let (built, candidates) = properties(&arguments.build)?;
    let candidate = select(&candidates, &arguments.property)?;
    let corpus = match &arguments.corpus {
        Some(folder) => Corpus::at(folder),
        None => Corpus::of(&built.target_folder, candidate),
    };
    let mut inputs = Inputs::default();
    inputs.add_corpus(&corpus)?;
    for folder in folders {
        let other = Corpus::at(folder);
        if other.files()?.is_empty() {
            return Err(CliError::NoCorpus {
                property: folder.display().to_string(),
                names: Vec::new(),
            });
        }
        inputs.add_corpus(&other)?;
    }
    let mut outside = Outside::of(&built, candidate, &arguments.limits)?;
    let campaign = &mut outside.campaign;
    campaign.inputs.clone_from(&inputs.texts);
    campaign.tells_inputs = true;
    campaign.keep_going = true;
    campaign.max_tests = Some(inputs.texts.len() as u64);
    if inputs.is_empty() {
        return Ok(Ran { inputs, corpus, summary: Summary::default() });
    }
    let interrupt = Interrupt::install()?;
    let mut status = Status::new(arguments.build.quiet, arguments.build.color);
    let summary = supervise(campaign, Records::in_memory(), &interrupt, &mut status)?;
    if let Some(code) = interrupt.exit_code() {
        return Err(CliError::Interrupted(code));
    }
    Ok(Ran { inputs, corpus, summary })
}

/// The files of the corpus among these inputs that were not retained.
fn superfluous(ran: &Ran) -> Vec<PathBuf> {
    let kept: BTreeSet<u64> = ran.summary.retained_inputs.iter().copied().collect();
    let all = ran.inputs.origins.iter().enumerate();
    let others = all.filter(|(at, _)| !kept.contains(&(*at as u64)));
    let files = others.filter_map(|(_, origin)| match origin {
        Origin::Corpus(path) => Some(path.clone()),
        Origin::Seed(_) | Origin::Run => None,
    });
    files.collect()
}

fn minimize(arguments: &CorpusMinimize) -> Result<Exit, CliError> {
    let ran = run_inputs(arguments, &[])?;
    let superfluous = superfluous(&ran);
    ran.corpus.remove(&superfluous)?;
    say(&ran, &format!("{} tests removed", superfluous.len()))
}

fn merge(arguments: &CorpusMerge) -> Result<Exit, CliError> {
    let ran = run_inputs(&arguments.into, &arguments.folders)?;
    let mut added = 0;
    for place in &ran.summary.retained_inputs {
        let at = usize::try_from(*place).unwrap_or(usize::MAX);
        let (Some(Origin::Corpus(path)), Some(texts)) =
            (ran.inputs.origins.get(at), ran.inputs.texts.get(at))
        else {
            continue;
        };
        let is_own = path.parent() == Some(ran.corpus.folder());
        if let Some(text) = texts.first().filter(|_| !is_own) {
            let folder = ran.corpus.folder();
            let new = ran.corpus.add(text);
            added += u64::from(
                new.map_err(|error| CliError::CampaignFile { path: folder.to_owned(), error })?,
            );
        }
    }
    say(&ran, &format!("{added} tests added"))
}

/// Prints what became of a corpus. Tests that fail are reported.
fn say(ran: &Ran, done: &str) -> Result<Exit, CliError> {
    let left = ran.corpus.files()?.len();
    stdout::write(&format!("{done}, {left} in {}\n", ran.corpus.folder().display()))?;
    for failure in &ran.summary.failures {
        stdout::write(&format!("{}\n", report::headline(failure)))?;
    }
    Ok(if ran.summary.failures.is_empty() { Exit::NothingFound } else { Exit::Counterexample })
}
