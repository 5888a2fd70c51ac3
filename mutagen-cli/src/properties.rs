//! The properties of the selected packages: builds them and looks into the test executables.

use crate::error::CliError;
use crate::instrument::{self, BuildOptions, Built};
use crate::select::Candidate;

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
