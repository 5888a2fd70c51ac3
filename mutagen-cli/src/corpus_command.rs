//! `cargo mutagen corpus`: lists, minimizes, merges and removes the corpora of properties.

use crate::args::{CorpusClear, CorpusCommand, CorpusList, CorpusMerge, CorpusMinimize};
use crate::campaigns::Records;
use crate::corpus::{Corpus, Inputs, Origin};
use crate::counted::counted;
use crate::error::CliError;
use crate::escape::escape;
use crate::exit_code::Exit;
use crate::instrument::places;
use crate::messages::{self, ClearedCorpus, CorpusFailure, ListedCorpus, line, text_of};
use crate::outside::Outside;
use crate::properties::properties;
use crate::report;
use crate::select::{is_meant, select};
use crate::status::Status;
use crate::stdout;
use crate::supervise::{Failure, InputRun, Interrupt, Summary, supervise};
use mutagen_core::internal::coverage::Verdict;
use mutagen_core::internal::search::address::Address;
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
    let mut listed = Vec::new();
    for (name, corpus) in Corpus::all(&folder)? {
        let files = corpus.files()?;
        let bytes = files.iter().filter_map(|file| file.metadata().ok()).map(|m| m.len()).sum();
        let folder = text_of(corpus.folder());
        listed.push(ListedCorpus { name, tests: files.len() as u64, bytes, folder });
    }
    if arguments.output.is_json() {
        stdout::write(&line(&messages::CorpusList(listed)))?;
        return Ok(Exit::NothingFound);
    }
    for ListedCorpus { name, tests, bytes, folder } in &listed {
        let kib = bytes.div_ceil(1024);
        let tests = counted(*tests, "test");
        stdout::write(&format!("{name}  {tests}, {kib} KiB  {folder}\n"))?;
    }
    Ok(Exit::NothingFound)
}

fn clear(arguments: &CorpusClear) -> Result<Exit, CliError> {
    let (folder, _) = places(&arguments.at.build())?;
    let all = Corpus::all(&folder)?;
    let meant: Vec<&(String, Corpus)> = match &arguments.property {
        None => all.iter().collect(),
        Some(property) => all.iter().filter(|(name, _)| is_meant(name, property)).collect(),
    };
    if let (Some(property), []) = (&arguments.property, meant.as_slice()) {
        let names = all.iter().map(|(name, _)| name.clone()).collect();
        return Err(CliError::NoCorpus { property: property.clone(), names });
    }
    if let (Some(property), [_, _, ..]) = (&arguments.property, meant.as_slice()) {
        let names = meant.iter().map(|(name, _)| name.clone()).collect();
        return Err(CliError::SeveralCorpora { property: property.clone(), names });
    }
    let mut cleared = Vec::new();
    for (name, corpus) in meant {
        let removed = corpus.files()?.len() as u64;
        corpus.clear()?;
        if !arguments.output.is_json() {
            stdout::write(&format!("{name}: {} removed\n", counted(removed, "test")))?;
        }
        let folder = text_of(corpus.folder());
        cleared.push(ClearedCorpus { name: name.clone(), folder, removed });
    }
    if arguments.output.is_json() {
        stdout::write(&line(&messages::CorpusClear(cleared)))?;
    }
    Ok(Exit::NothingFound)
}

/// Files, each with the reason why it is no value of the property.
type NamedFiles = Vec<(PathBuf, String)>;

/// What the inputs of a property come to.
struct Ran {
    property: String,
    inputs: Inputs,
    corpus: Corpus,
    summary: Summary,
}

/// Runs the corpus of a property, and then the tests in other folders.
fn run_inputs(arguments: &CorpusMinimize, folders: &[PathBuf]) -> Result<Ran, CliError> {
    let (built, candidates) = properties(&arguments.build)?;
    let candidate = select(&candidates, &arguments.property)?;
    let property = candidate.full_name();
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
    campaign.silenced.clone_from(&arguments.silenced.kinds);
    campaign.keep_going = true;
    campaign.max_tests = Some(inputs.texts.len() as u64);
    if inputs.is_empty() {
        return Ok(Ran { property, inputs, corpus, summary: Summary::default() });
    }
    let interrupt = Interrupt::install()?;
    let mut status = Status::new(arguments.build.quiet, arguments.build.color);
    let mut summary = supervise(campaign, Records::in_memory(), &interrupt, &mut status)?;
    if let Some(code) = interrupt.exit_code() {
        return Err(CliError::Interrupted(code));
    }
    if let Some(error) = &summary.error {
        return Err(CliError::Unfinished(error.clone()));
    }
    if summary.statistics.edges == 0 {
        let why = "no edge was hit, so that nothing tells the tests apart; name the package under \
                   test with `--instrument`";
        return Err(CliError::Unfinished(why.to_owned()));
    }
    // For an input that is no value of the property, another test runs.
    let may_be_one =
        |failure: &Failure| matches!(failure.address, None | Some(Address::Input { .. }));
    summary.failures.retain(may_be_one);
    Ok(Ran { property, inputs, corpus, summary })
}

impl Ran {
    /// The files that are no values of the property, with the reasons: those of the corpus itself,
    /// and those of other folders.
    fn no_values(&self) -> (NamedFiles, NamedFiles) {
        let all = self.inputs.no_values(&self.summary.unreadable).corpus;
        all.into_iter().partition(|(file, _)| file.parent() == Some(self.corpus.folder()))
    }

    /// The file of an input.
    fn file(&self, place: u64) -> Option<&PathBuf> {
        match self.inputs.origins.get(usize::try_from(place).ok()?)? {
            Origin::Corpus(path) => Some(path),
            Origin::Seed(_) | Origin::Run => None,
        }
    }

    /// The places of the inputs that this is true of.
    fn places(&self, is_meant: impl Fn(&InputRun) -> bool) -> impl Iterator<Item = u64> {
        let ran = self.summary.inputs.iter();
        ran.filter(move |(_, run)| is_meant(run)).map(|(place, _)| *place)
    }

    /// The tests that fail, for programs.
    fn failures(&self) -> Vec<CorpusFailure> {
        let failure = |failure: &Failure| CorpusFailure {
            kind: failure.kind,
            message: failure.message.clone(),
            key: failure.key.clone(),
            file: self.file_of(failure).map(|file| text_of(file)),
        };
        self.summary.failures.iter().map(failure).collect()
    }

    /// The file of the input that failed.
    fn file_of(&self, failure: &Failure) -> Option<&PathBuf> {
        match failure.address? {
            Address::Input { number } => self.file(number),
            _ => None,
        }
    }

    /// What the user should know.
    fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> =
            self.inputs.notes.iter().chain(&self.summary.notes).cloned().collect();
        let (_, others) = self.no_values();
        if let [(first, why), rest @ ..] = &others[..] {
            let more = match rest.len() as u64 {
                0 => String::new(),
                more => format!("; also {}", counted(more, "other file")),
            };
            notes.push(format!("{}: not a value of the property ({why}){more}", first.display()));
        }
        notes
    }

    fn exit(&self) -> Exit {
        match self.summary.failures.is_empty() {
            true => Exit::NothingFound,
            false => Exit::Counterexample,
        }
    }
}

/// Removes the tests that passed or were discarded and were not retained. Tests that fail, that end
/// their process, or that were not run, stay.
fn minimize(arguments: &CorpusMinimize) -> Result<Exit, CliError> {
    let ran = run_inputs(arguments, &[])?;
    let superfluous = ran.places(|run| run.verdict != Verdict::Failed && !run.is_retained);
    let superfluous: Vec<PathBuf> = superfluous.filter_map(|at| ran.file(at).cloned()).collect();
    ran.corpus.remove(&superfluous)?;
    let old: Vec<PathBuf> = ran.no_values().0.into_iter().map(|(file, _)| file).collect();
    if !old.is_empty() {
        let folder = ran.corpus.set_aside(&old)?;
        if !arguments.output.is_json() {
            let (tests, folder) = (counted(old.len() as u64, "test"), folder.display());
            stdout::write(&format!("{tests} set aside: not values of the property, {folder}\n"))?;
        }
    }
    if !arguments.output.is_json() {
        return say(&ran, &format!("{} removed", counted(superfluous.len() as u64, "test")));
    }
    stdout::write(&line(&messages::CorpusMinimize {
        property: ran.property.clone(),
        folder: text_of(ran.corpus.folder()),
        exit_code: ran.exit().code(),
        removed: superfluous.len() as u64,
        set_aside: old.len() as u64,
        tests: ran.corpus.files()?.len() as u64,
        failures: ran.failures(),
        notes: ran.notes(),
    }))?;
    Ok(ran.exit())
}

fn merge(arguments: &CorpusMerge) -> Result<Exit, CliError> {
    let ran = run_inputs(&arguments.into, &arguments.folders)?;
    let mut added = 0;
    for place in ran.places(|run| run.is_retained) {
        let at = usize::try_from(place).unwrap_or(usize::MAX);
        let (Some(path), Some(texts)) = (ran.file(place), ran.inputs.texts.get(at)) else {
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
    if !arguments.into.output.is_json() {
        return say(&ran, &format!("{} added", counted(added, "test")));
    }
    stdout::write(&line(&messages::CorpusMerge {
        property: ran.property.clone(),
        folder: text_of(ran.corpus.folder()),
        exit_code: ran.exit().code(),
        added,
        tests: ran.corpus.files()?.len() as u64,
        failures: ran.failures(),
        notes: ran.notes(),
    }))?;
    Ok(ran.exit())
}

/// Prints what became of a corpus. Tests that fail are reported.
fn say(ran: &Ran, done: &str) -> Result<Exit, CliError> {
    let left = ran.corpus.files()?.len();
    stdout::write(&format!("{done}, {left} in {}\n", ran.corpus.folder().display()))?;
    for failure in &ran.summary.failures {
        stdout::write(&format!("{}\n", report::headline(failure)))?;
        if let Some(file) = ran.file_of(failure) {
            stdout::write(&format!("    {}\n", file.display()))?;
        }
    }
    for note in ran.notes() {
        stdout::write(&escape(&format!("note: {note}\n")))?;
    }
    Ok(ran.exit())
}
