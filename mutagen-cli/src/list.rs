//! `cargo mutagen list`: prints the properties of the selected packages, one per line. The code
//! that finds properties is also used by `run`.

use crate::args::List;
use crate::error::CliError;
use crate::exit_code::Exit;
use crate::instrument::{self, BuildOptions, Built};
use crate::select::{Candidate, SelectError};
use crate::stdout;

/// Prints the properties: package and path, source line, and whether plain `cargo test` runs it.
///
/// # Errors
/// When the build fails, there is no property, or the standard output cannot be written.
pub fn list(arguments: &List) -> Result<Exit, CliError> {
    let (_, candidates) = properties(&arguments.build)?;
    if candidates.is_empty() {
        return Err(SelectError::NoProperties.into());
    }
    let text: String = candidates.iter().map(line).collect();
    stdout::write(&text)?;
    Ok(Exit::NothingFound)
}

/// The line of a property in the list.
pub fn line(candidate: &Candidate) -> String {
    let Candidate { file, line, ignored, .. } = candidate;
    let ignored = if *ignored { "  (ignored by plain `cargo test`)" } else { "" };
    format!("{}  {file}:{line}{ignored}\n", candidate.full_name())
}

/// Builds the selected packages and finds their properties, sorted by package and path.
///
/// # Errors
/// When the build fails.
pub fn properties(options: &BuildOptions) -> Result<(Built, Vec<Candidate>), CliError> {
    let built = instrument::build(options)?;
    let candidates = candidates(&built)?;
    Ok((built, candidates))
}

/// The names of the crates of these packages.
fn crates(packages: &[String]) -> Vec<String> {
    packages.iter().map(|name| name.replace('-', "_")).collect()
}

/// The properties of a build, sorted by package and path.
///
/// # Errors
/// When an executable cannot be read.
pub fn candidates(built: &Built) -> Result<Vec<Candidate>, CliError> {
    let mut candidates = Vec::new();
    for executable in &built.executables {
        for found in instrument::properties(&executable.path)? {
            candidates.push(Candidate {
                package: executable.package.clone(),
                folder: executable.folder.clone(),
                executable: executable.path.clone(),
                sources: executable.sources.clone(),
                instrumented: crates(&executable.instrumented),
                target: executable.target.clone(),
                kind: executable.kind.clone(),
                path: found.path,
                file: found.file,
                line: found.line,
                ignored: found.ignored,
            });
        }
    }
    candidates
        .sort_by(|a, b| (&a.package, &a.path, &a.target).cmp(&(&b.package, &b.path, &b.target)));
    Ok(candidates)
}
