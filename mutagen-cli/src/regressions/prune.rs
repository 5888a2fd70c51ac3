//! `cargo mutagen regressions prune`: removes the kept counterexamples that can no longer be read,
//! because the types have changed, and, if that is asked for, the files of properties that are
//! gone.

use super::{Orphan, Regressions, orphans};
use crate::args::Prune;
use crate::counted::counted;
use crate::error::CliError;
use crate::exit_code::Exit;
use crate::instrument::Built;
use crate::messages::{self, OrphanedFile, UnreadableEntry, line, text_of};
use crate::outside::Outside;
use crate::properties::properties;
use crate::select::{Candidate, select};
use crate::stdout;
use crate::supervise::{Interrupt, ReplayEnd, replay};
use mutagen_core::internal::run::protocol::{Replayed, Replaying};
use mutagen_core::internal::run::regressions::{Kept, Use, remove};

/// Removes the entries that cannot be read, of one property or of all, and lists them. Files of no
/// property are listed, and removed if the arguments say so.
///
/// # Errors
/// When the build fails, the property is not found, a file is damaged or cannot be written, or the
/// standard output cannot be written.
pub fn prune(arguments: &Prune) -> Result<Exit, CliError> {
    let (built, candidates) = properties(&arguments.build)?;
    let selected: Vec<&Candidate> = match &arguments.property {
        Some(name) => vec![select(&candidates, name)?],
        None => candidates.iter().collect(),
    };
    let interrupt = Interrupt::install()?;
    let (mut entries, mut kept) = (Vec::new(), 0);
    for candidate in selected {
        let regressions = Regressions::of(candidate, Use::Write);
        let read = read(arguments, &built, candidate, &regressions, &interrupt)?;
        if let Some(code) = interrupt.exit_code() {
            return Ok(Exit::Signal(code));
        }
        kept += read.readable;
        if !arguments.dry_run && !read.lost.is_empty() {
            let lost: Vec<Kept> = read.lost.iter().map(|(kept, _)| kept.clone()).collect();
            remove(&regressions.path(), &lost)?;
        }
        for (_, entry) in read.lost {
            say_entry(arguments, &entry)?;
            entries.push(entry);
        }
    }
    let mut orphaned = Vec::new();
    if arguments.property.is_none() {
        for orphan in orphans(&built, &candidates)? {
            orphaned.push(take_orphan(arguments, &orphan)?);
        }
    }
    let removed = entries.len() as u64;
    let dry_run = arguments.dry_run;
    if arguments.output.is_json() {
        let message = messages::Prune { dry_run, removed, kept, entries, orphaned };
        stdout::write(&line(&message))?;
        return Ok(Exit::NothingFound);
    }
    let verb = if dry_run { "would be removed" } else { "removed" };
    stdout::write(&format!("{} {verb}, {kept} kept\n", counted(removed, "entry")))?;
    Ok(Exit::NothingFound)
}

/// What can be read of a file.
#[derive(Default)]
struct Read {
    /// How many entries.
    readable: u64,
    /// The other entries, and why they cannot be read.
    lost: Vec<(Kept, UnreadableEntry)>,
}

/// Reads the entries of a property in a process of the property.
fn read(
    arguments: &Prune,
    built: &Built,
    candidate: &Candidate,
    regressions: &Regressions,
    interrupt: &Interrupt,
) -> Result<Read, CliError> {
    let all = regressions.kept()?;
    if all.is_empty() {
        return Ok(Read::default());
    }
    let outside = Outside::of(built, candidate, &arguments.limits)?;
    let sources = all.iter().map(|regression| regression.kept.source.clone());
    let request = Replaying {
        tests: sources.collect(),
        done: 0,
        run: false,
        show: false,
        emit: false,
        lines_below: None,
    };
    let (tests, _) = replay(&outside.campaign, &request, interrupt, &mut |_, _| ())?;
    let mut read = Read::default();
    for (regression, test) in all.into_iter().zip(tests) {
        let ReplayEnd::Told(Replayed::Unreadable(error)) = test.end else {
            read.readable += 1;
            continue;
        };
        let entry = UnreadableEntry {
            property: candidate.full_name(),
            file: text_of(&regression.file),
            line: regression.kept.line_of(error.line) as u64,
            column: error.column as u64,
            expected: error.expected,
            found: error.found,
        };
        read.lost.push((regression.kept, entry));
    }
    Ok(read)
}

fn say_entry(arguments: &Prune, entry: &UnreadableEntry) -> Result<(), CliError> {
    if arguments.output.is_json() {
        return Ok(());
    }
    let UnreadableEntry { file, line, column, expected, found, .. } = entry;
    stdout::write(&format!("{file}:{line}:{column}: expected {expected}, found {found}\n"))
}

/// Removes a file of no property if that is asked for, and says what became of it.
fn take_orphan(arguments: &Prune, orphan: &Orphan) -> Result<OrphanedFile, CliError> {
    let removed = arguments.orphaned;
    if removed && !arguments.dry_run {
        let path = orphan.path();
        std::fs::remove_file(&path).map_err(|error| CliError::CampaignFile { path, error })?;
    }
    if !arguments.output.is_json() {
        let became = match (removed, arguments.dry_run) {
            (true, true) => "would be removed",
            (true, false) => "removed",
            (false, _) => "kept; `--orphaned` removes such files",
        };
        let file = orphan.file.display();
        stdout::write(&format!("{file}: belongs to no property of this build, {became}\n"))?;
    }
    let (package, file) = (orphan.package.clone(), text_of(&orphan.file));
    Ok(OrphanedFile { package, file, removed })
}
