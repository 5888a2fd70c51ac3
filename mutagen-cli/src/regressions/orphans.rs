//! Files of regressions that belong to no property of a build: those of properties that were
//! renamed or removed. A property can also be missing because of a feature, so such files are only
//! named, until the user asks for their removal.

use super::Regressions;
use crate::error::CliError;
use crate::instrument::Built;
use crate::select::Candidate;
use mutagen_core::internal::run::regressions::{FOLDER, Use, is_regressions};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The most files that a note names.
const NAMED: usize = 3;

/// How many bytes at the start of a file tell whose it is.
const START: u64 = 100;

/// A file that belongs to no property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Orphan {
    /// The name of the package.
    pub package: String,
    /// The folder of the package.
    folder: PathBuf,
    /// The file, relative to that folder.
    pub file: PathBuf,
}

impl Orphan {
    /// The file.
    pub fn path(&self) -> PathBuf {
        self.folder.join(&self.file)
    }
}

/// The files of regressions in the packages of a build that belong to none of its properties, by
/// package and name.
///
/// # Errors
/// When a folder or a file cannot be read.
pub fn orphans(built: &Built, candidates: &[Candidate]) -> Result<Vec<Orphan>, CliError> {
    let known: BTreeSet<PathBuf> =
        candidates.iter().map(|candidate| Regressions::of(candidate, Use::Read).path()).collect();
    let packages: BTreeMap<&Path, &str> = built
        .executables
        .iter()
        .map(|executable| (executable.folder.as_path(), executable.package.as_str()))
        .collect();
    let mut found = Vec::new();
    for (folder, package) in packages {
        let failed = |path: &Path, error| CliError::CampaignFile { path: path.to_owned(), error };
        let all = folder.join(FOLDER);
        for path in files(&all).map_err(|error| failed(&all, error))? {
            let is_text = path.extension().is_some_and(|extension| extension == "txt");
            if !is_text || known.contains(&path) || !is_of_mutagen(&path) {
                continue;
            }
            let file = path.strip_prefix(folder).unwrap_or(&path).to_owned();
            found.push(Orphan { package: package.to_owned(), folder: folder.to_owned(), file });
        }
    }
    found.sort_by(|a, b| (&a.package, &a.file).cmp(&(&b.package, &b.file)));
    Ok(found)
}

/// A note about such files, if there are any, or about what kept us from looking for them.
pub fn note(orphans: Result<Vec<Orphan>, CliError>) -> Option<String> {
    let orphans = match orphans {
        Ok(orphans) => orphans,
        Err(error) => return Some(error.to_string()),
    };
    let names: Vec<String> =
        orphans.iter().take(NAMED).map(|orphan| orphan.file.display().to_string()).collect();
    let more = orphans.len().saturating_sub(NAMED);
    let (belongs, it) = match &orphans[..] {
        [] => return None,
        [_] => ("belongs", "the file"),
        _ => ("belong", "each file"),
    };
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    Some(format!(
        "{}{more} {belongs} to no property of this build. If a property was renamed, rename {it} \
         too; `cargo mutagen regressions prune --orphaned` removes such files.",
        names.join(", ")
    ))
}

/// Whether a file begins as those of mutagen do. Other files are none of our business.
fn is_of_mutagen(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(START).read_to_end(&mut start));
    read.is_ok() && is_regressions(&String::from_utf8_lossy(&start))
}

/// All files in a folder and in those inside it; none if there is no such folder.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            match entry.file_type()?.is_dir() {
                true => open.push(entry.path()),
                false => found.push(entry.path()),
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaigns::candidate;
    use crate::instrument::Executable;

    #[test]
    fn a_file_of_no_property_is_an_orphan_and_other_files_are_none() {
        let folder = tempfile::tempdir().unwrap();
        let known = Candidate { folder: folder.path().to_owned(), ..candidate("lib", "shop") };
        let file = Regressions::of(&known, Use::Read).path();
        let beside = |name: &str| file.with_file_name(name);
        fs::create_dir_all(beside("older")).unwrap();
        let header = "# mutagen regressions, version 1\n";
        for path in [file.clone(), beside("gone.txt"), beside("older/newer.txt")] {
            fs::write(path, header).unwrap();
        }
        fs::write(beside("notes.txt"), "what we know").unwrap();
        fs::write(beside("gone.orig"), header).unwrap();
        let executable = Executable {
            package: known.package.clone(),
            folder: known.folder.clone(),
            target: known.target.clone(),
            kind: known.kind.clone(),
            path: known.executable.clone(),
            instrumented: Vec::new(),
            checked: Vec::new(),
            sources: Vec::new(),
        };
        let built = Built { executables: vec![executable], target_folder: PathBuf::new() };
        let found = orphans(&built, &[known]).unwrap();
        let paths: Vec<PathBuf> = found.iter().map(Orphan::path).collect();
        assert_eq!(paths, [beside("gone.txt"), beside("older/newer.txt")]);
    }

    #[test]
    fn a_note_names_three_files_and_counts_the_rest() {
        let orphan = |name: &str| Orphan {
            package: "shop".into(),
            folder: PathBuf::new(),
            file: name.into(),
        };
        assert_eq!(note(Ok(Vec::new())), None);
        let one = note(Ok(vec![orphan("a.txt")])).unwrap();
        assert!(one.starts_with("a.txt belongs to no property of this build. "), "{one}");
        let five = note(Ok(["a", "b", "c", "d", "e"].map(orphan).into())).unwrap();
        assert!(five.starts_with("a, b, c and 2 more belong to no property"), "{five}");
    }
}
