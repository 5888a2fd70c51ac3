//! `cargo mutagen list`: prints the properties of the selected packages, one per line.

use crate::args;
use crate::error::CliError;
use crate::escape::escape;
use crate::exit_code::Exit;
use crate::messages::{self, List, ListedProperty};
use crate::properties::properties;
use crate::regressions::{note, orphans};
use crate::select::{Candidate, SelectError};
use crate::stdout;
use std::io::Write;

/// Prints the properties: package and path, source line, and whether plain `cargo test` runs it.
///
/// # Errors
/// When the build fails, there is no property, or the standard output cannot be written.
pub fn list(arguments: &args::List) -> Result<Exit, CliError> {
    let (built, candidates) = properties(&arguments.build)?;
    if candidates.is_empty() {
        return Err(SelectError::NoProperties.into());
    }
    let text: String = match arguments.output.is_json() {
        true => messages::line(&List(candidates.iter().map(ListedProperty::from).collect())),
        false => candidates.iter().map(line).collect(),
    };
    stdout::write(&text)?;
    if let Some(note) = note(orphans(&built, &candidates)) {
        // A closed stream must not end the command.
        let _ = writeln!(std::io::stderr(), "note: {}", escape(&note));
    }
    Ok(Exit::NothingFound)
}

/// The line of a property in the list.
pub fn line(candidate: &Candidate) -> String {
    let Candidate { file, line, ignored, .. } = candidate;
    let ignored = if *ignored { "  (ignored by plain `cargo test`)" } else { "" };
    format!("{}  {file}:{line}{ignored}\n", candidate.full_name())
}
