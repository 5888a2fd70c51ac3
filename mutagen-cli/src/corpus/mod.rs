//! The corpus of a property: the tests that its campaigns have retained, each in a file of its own
//! in its text form. A file has the digest of its text as its name, so several campaigns can add
//! tests at the same time.

mod inputs;

pub use inputs::{Inputs, NoValues, Origin, meanings};

use crate::campaigns::{component, target_name};
use crate::error::CliError;
use crate::select::Candidate;
use std::fs::{self, File};
use std::hash::Hasher;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;

/// The folder of all corpora, inside that of mutagen's files.
const CORPUS: &str = "corpus";

/// The folder, inside a corpus, of tests that are no longer values of the property.
const SET_ASIDE: &str = "set-aside";

/// The most bytes of a file that is read.
const MOST_BYTES: u64 = 4 << 20;

/// The corpus of one property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corpus {
    folder: PathBuf,
}

impl Corpus {
    /// The corpus of a property in the folder of mutagen's files:
    /// `corpus/PACKAGE/TARGET/MODULES/PROPERTY/`.
    pub fn of(target_folder: &Path, candidate: &Candidate) -> Corpus {
        let mut folder = target_folder.join(CORPUS);
        folder.push(component(&candidate.package));
        folder.push(component(&target_name(candidate)));
        folder.extend(candidate.path.split("::").map(component));
        Corpus { folder }
    }

    /// All corpora in the folder of mutagen's files, each with the full name of its property, such
    /// as `shop::laws::order`, by name. A corpus may have nothing but tests that were set aside.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn all(target_folder: &Path) -> Result<Vec<(String, Corpus)>, CliError> {
        let mut found = Vec::new();
        let mut open = vec![(Vec::new(), target_folder.join(CORPUS))];
        while let Some((path, folder)) = open.pop() {
            let failed = |error| CliError::CampaignFile { path: folder.clone(), error };
            let entries = match fs::read_dir(&folder) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                entries => entries.map_err(failed)?,
            };
            for entry in entries {
                let entry = entry.map_err(failed)?;
                let inside = entry.file_name().to_string_lossy().into_owned();
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) && inside != SET_ASIDE {
                    open.push(([path.as_slice(), &[inside]].concat(), entry.path()));
                }
            }
            let corpus = Corpus { folder };
            if !corpus.files()?.is_empty() || !corpus.aside().files()?.is_empty() {
                found.push((full_name(&path), corpus));
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(found)
    }

    /// The corpus in this folder.
    pub fn at(folder: &Path) -> Corpus {
        Corpus { folder: folder.to_owned() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The files of the corpus, the shortest first; none if there is no such folder.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn files(&self) -> Result<Vec<PathBuf>, CliError> {
        let mut files: Vec<(u64, PathBuf)> = files(&self.folder)
            .map_err(|error| CliError::CampaignFile { path: self.folder.clone(), error })?
            .into_iter()
            .filter(|(_, path)| path.extension().is_some_and(|extension| extension == "txt"))
            .collect();
        files.sort();
        Ok(files.into_iter().map(|(_, path)| path).collect())
    }

    /// Adds a test. Returns whether it is new.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&self, text: &str) -> io::Result<bool> {
        let file = self.folder.join(name_of(text));
        if file.exists() {
            return Ok(false);
        }
        fs::create_dir_all(&self.folder)?;
        let mut new = tempfile::NamedTempFile::new_in(&self.folder)?;
        new.write_all(text.as_bytes())?;
        // Another campaign may have added the same text meanwhile.
        new.persist(file)?;
        Ok(true)
    }

    /// Moves files of the corpus to a folder beside them. Returns that folder.
    ///
    /// # Errors
    /// When a file cannot be moved.
    pub fn set_aside(&self, files: &[PathBuf]) -> Result<PathBuf, CliError> {
        let folder = self.aside().folder;
        let failed = |path: &Path, error| CliError::CampaignFile { path: path.to_owned(), error };
        fs::create_dir_all(&folder).map_err(|error| failed(&folder, error))?;
        for file in files {
            let to = folder.join(file.file_name().unwrap_or_default());
            match fs::rename(file, to) {
                // Another campaign was faster.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                moved => moved.map_err(|error| failed(file, error))?,
            }
        }
        Ok(folder)
    }

    /// Removes files of the corpus.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn remove(&self, files: &[PathBuf]) -> Result<(), CliError> {
        files.iter().try_for_each(|file| match fs::remove_file(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => {
                removed.map_err(|error| CliError::CampaignFile { path: file.clone(), error })
            }
        })
    }

    /// Removes the whole corpus, with what was set aside.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn clear(&self) -> Result<(), CliError> {
        self.remove(&self.files()?)?;
        let aside = self.aside();
        aside.remove(&aside.files()?)
    }

    /// What was set aside.
    fn aside(&self) -> Corpus {
        Corpus { folder: self.folder.join(SET_ASIDE) }
    }
}

/// The full name of a property from the folders of its corpus, as [`Candidate::full_name`] has it:
/// the target is left out if it is the library, and so is its kind.
fn full_name(path: &[String]) -> String {
    let named = |(at, part): (usize, &'_ String)| match (at, part.as_str()) {
        (1, "lib") => None,
        (1, target) => Some(target.split_once('-').map_or(target, |(_, name)| name).to_owned()),
        (_, part) => Some(part.to_owned()),
    };
    path.iter().enumerate().filter_map(named).collect::<Vec<_>>().join("::")
}

/// The name of the file of a test.
fn name_of(text: &str) -> String {
    let mut hasher = XxHash3_64::new();
    hasher.write(text.as_bytes());
    format!("{:016x}.txt", hasher.finish())
}

/// The files in a folder with their lengths; none if there is no such folder.
fn files(folder: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        // A file can vanish meanwhile.
        let Ok(data) = fs::metadata(&path) else { continue };
        let is_hidden =
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if data.is_file() && !is_hidden {
            found.push((data.len(), path));
        }
    }
    Ok(found)
}

/// The bytes of a file; `None` if there are too many.
fn bytes_of(file: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= MOST_BYTES).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_is_one_file_and_the_shortest_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        let corpus = Corpus::at(&folder.path().join("laws/order"));
        assert_eq!(corpus.files().unwrap(), [""; 0].map(PathBuf::from));
        assert!(corpus.add("([1, 2],)").unwrap());
        assert!(corpus.add("([1],)").unwrap());
        assert!(!corpus.add("([1, 2],)").unwrap());
        fs::write(corpus.folder().join(".hidden.txt"), "").unwrap();
        fs::create_dir(corpus.folder().join("other")).unwrap();
        let texts = |corpus: &Corpus| -> Vec<String> {
            let files = corpus.files().unwrap();
            files.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
        };
        assert_eq!(texts(&corpus), ["([1],)", "([1, 2],)"]);
        let first = corpus.files().unwrap().remove(0);
        let aside = corpus.set_aside(std::slice::from_ref(&first)).unwrap();
        assert_eq!(fs::read_to_string(aside.join(first.file_name().unwrap())).unwrap(), "([1],)");
        assert_eq!(texts(&corpus), ["([1, 2],)"]);
        corpus.remove(&corpus.files().unwrap()).unwrap();
        assert!(corpus.files().unwrap().is_empty());
    }

    #[test]
    fn a_corpus_has_the_name_of_its_property_also_if_all_of_it_was_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| Corpus::at(&folder.path().join(CORPUS).join(path));
        at("shop/lib/laws/order").add("(1,)").unwrap();
        at("shop/tests-more-laws/order").add("(1,)").unwrap();
        let old = at("shop/lib/old");
        old.add("(1,)").unwrap();
        old.set_aside(&old.files().unwrap()).unwrap();
        let all = Corpus::all(folder.path()).unwrap();
        let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["shop::laws::order", "shop::more-laws::order", "shop::old"]);
        all.iter().for_each(|(_, corpus)| corpus.clear().unwrap());
        assert!(Corpus::all(folder.path()).unwrap().is_empty());
    }

    #[test]
    fn campaigns_add_tests_at_the_same_time() {
        let folder = tempfile::tempdir().unwrap();
        let corpus = Corpus::at(folder.path());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for number in 0..100 {
                        corpus.add(&format!("({number},)")).unwrap();
                    }
                });
            }
        });
        assert_eq!(corpus.files().unwrap().len(), 100);
    }
}
