//! `cargo mutagen regressions prune`: removes the kept counterexamples that can no longer be read,
//! because the types have changed.

use super::Regressions;
use crate::args::Prune;
use crate::error::CliError;
use crate::exit_code::Exit;
use crate::list::properties;
use crate::outside::Outside;
use crate::select::{Candidate, select};
use crate::stdout;
use crate::supervise::{Interrupt, Regression, ReplayEnd, replay};
use mutagen_core::internal::run::protocol::{Replayed, Replaying};
use mutagen_core::internal::run::regressions::{Kept, Use, remove};

/// Removes the entries that cannot be read, of one property or of all, and lists them.
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
    let (mut removed, mut kept) = (0, 0);
    for candidate in selected {
        let regressions = Regressions::of(candidate, Use::Write);
        let all = regressions.kept()?;
        if all.is_empty() {
            continue;
        }
        let outside = Outside::of(&built, candidate, &arguments.limits)?;
        let sources = all.iter().map(|regression| regression.kept.source.clone());
        let request =
            Replaying { tests: sources.collect(), done: 0, run: false, show: false, emit: false };
        let (tests, _) = replay(&outside.campaign, &request, &interrupt, &mut |_, _| ())?;
        if let Some(code) = interrupt.exit_code() {
            return Ok(Exit::Signal(code));
        }
        let unreadable = |(regression, test): (&Regression, _)| match test {
            ReplayEnd::Told(Replayed::Unreadable(error)) => Some((
                regression.kept.clone(),
                format!(
                    "{}:{}:{}: expected {}, found {}\n",
                    regression.file.display(),
                    regression.kept.line_of(error.line),
                    error.column,
                    error.expected,
                    error.found
                ),
            )),
            _ => None,
        };
        let lost: Vec<_> =
            all.iter().zip(tests.into_iter().map(|test| test.end)).filter_map(unreadable).collect();
        (removed, kept) = (removed + lost.len(), kept + all.len() - lost.len());
        for (_, said) in &lost {
            stdout::write(said)?;
        }
        if !arguments.dry_run && !lost.is_empty() {
            let entries: Vec<Kept> = lost.into_iter().map(|(kept, _)| kept).collect();
            remove(&regressions.path(), &entries)?;
        }
    }
    let verb = if arguments.dry_run { "would be removed" } else { "removed" };
    let entries = if removed == 1 { "entry" } else { "entries" };
    stdout::write(&format!("{removed} {entries} {verb}, {kept} kept\n"))?;
    Ok(Exit::NothingFound)
}
