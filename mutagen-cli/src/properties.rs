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

/// The names of the crates of these packages. A version behind the name stays.
fn crates(packages: &[String]) -> Vec<String> {
    let krate = |package: &String| match package.split_once('@') {
        Some((name, version)) => format!("{}@{version}", name.replace('-', "_")),
        None => package.replace('-', "_"),
    };
    packages.iter().map(krate).collect()
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
                checked: executable.checked.clone(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_has_the_name_of_its_package_and_the_version_where_it_is_needed() {
        let packages = ["my-parser", "rand@0.9.0-beta.1", "a-b@1.0.0"].map(str::to_owned);
        assert_eq!(crates(&packages), ["my_parser", "rand@0.9.0-beta.1", "a_b@1.0.0"]);
    }
}
