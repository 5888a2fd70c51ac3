//! The inputs that a campaign starts from: those that a user has written, in
//! `mutagen-seeds/TARGET/MODULES/PROPERTY/` beside the manifest of the package, and the corpus.

use super::{Corpus, bytes_of, files};
use crate::error::CliError;
use mutagen_core::internal::run::protocol::load_inputs;
use mutagen_core::internal::run::regressions::FOLDER;
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The folder of inputs that a user has written.
const SEEDS: &str = "mutagen-seeds";

/// The most inputs of a campaign.
const MOST: usize = 20_000;

/// The most bytes of all inputs together.
const MOST_BYTES: usize = 256 << 20;

/// Inputs, in the order in which they run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The texts of each. The first one that is a value of the property counts.
    pub texts: Vec<Vec<String>>,
    /// Where each is from.
    pub origins: Vec<Origin>,
    /// What the user should know about them.
    pub notes: Vec<String>,
    /// The files of the corpus that cannot be the text of a value, and why.
    unfit: Vec<(PathBuf, String)>,
    bytes: usize,
}

/// The files of inputs that are no values of the property, each with the reason.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NoValues {
    /// Those that a user has written.
    pub seeds: Vec<(PathBuf, String)>,
    /// Those of the corpus.
    pub corpus: Vec<(PathBuf, String)>,
}

/// Where an input is from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A file that a user has written.
    Seed(PathBuf),
    /// A file of the corpus.
    Corpus(PathBuf),
    /// The inputs of an earlier run.
    Run,
}

impl Inputs {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The inputs that an earlier run started from, in its folder.
    ///
    /// # Errors
    /// When the folder has no such file, or the file is broken.
    pub fn of_run(folder: &Path) -> Result<Inputs, CliError> {
        let texts = load_inputs(&folder.join("inputs.json"))?;
        let origins = vec![Origin::Run; texts.len()];
        Ok(Inputs { texts, origins, ..Inputs::default() })
    }

    /// Adds what a user has written for a property: text forms, or files of raw bytes for a
    /// property of one text or one slice of bytes. They are sorted by name.
    ///
    /// # Errors
    /// When the folder or a file cannot be read.
    pub fn add_seeds(&mut self, package: &Path, regressions: &Path) -> Result<(), CliError> {
        let folder = package.join(seeds_of(regressions));
        let failed = |path: &Path, error| CliError::CampaignFile { path: path.to_owned(), error };
        let mut paths = files(&folder).map_err(|error| failed(&folder, error))?;
        paths.sort_by(|a, b| a.1.cmp(&b.1));
        for (_, path) in paths {
            let Some(bytes) = bytes_of(&path).map_err(|error| failed(&path, error))? else {
                self.notes.push(format!("{}: left out, because it is long", path.display()));
                continue;
            };
            self.add(bytes.len(), meanings(&bytes), Origin::Seed(path));
        }
        Ok(())
    }

    /// Adds the tests of a corpus, the shortest first.
    ///
    /// # Errors
    /// When the folder or a file cannot be read.
    pub fn add_corpus(&mut self, corpus: &Corpus) -> Result<(), CliError> {
        let known: BTreeSet<String> = self.texts.iter().flatten().cloned().collect();
        for path in corpus.files()? {
            let bytes = match bytes_of(&path) {
                // Another campaign has removed it, or set it aside.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                read => {
                    read.map_err(|error| CliError::CampaignFile { path: path.clone(), error })?
                }
            };
            let text = match bytes.map(String::from_utf8) {
                Some(Ok(text)) => text,
                Some(Err(error)) => {
                    let valid = error.utf8_error().valid_up_to();
                    self.unfit.push((path, format!("byte {valid} is not UTF-8")));
                    continue;
                }
                None => {
                    self.unfit.push((path, format!("longer than {} MiB", super::MOST_BYTES >> 20)));
                    continue;
                }
            };
            if !known.contains(&text) {
                self.add(text.len(), vec![text], Origin::Corpus(path));
            }
        }
        Ok(())
    }

    /// Which files are no values of the property, given the inputs that the campaign could not
    /// read.
    pub fn no_values(&self, unreadable: &[(u64, String)]) -> NoValues {
        let mut files = NoValues { corpus: self.unfit.clone(), ..NoValues::default() };
        for (place, why) in unreadable {
            match usize::try_from(*place).ok().and_then(|at| self.origins.get(at)) {
                Some(Origin::Seed(path)) => files.seeds.push((path.clone(), why.clone())),
                Some(Origin::Corpus(path)) => files.corpus.push((path.clone(), why.clone())),
                Some(Origin::Run) | None => {}
            }
        }
        files
    }

    /// Adds an input of a file with so many bytes.
    fn add(&mut self, bytes: usize, texts: Vec<String>, origin: Origin) {
        self.bytes += bytes;
        if self.texts.len() >= MOST || self.bytes > MOST_BYTES {
            let note = format!(
                "a campaign starts from at most {MOST} inputs of {} MiB together; the others are \
                 left out; `cargo mutagen corpus minimize` removes tests that add nothing",
                MOST_BYTES >> 20
            );
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
            return;
        }
        self.texts.push(texts);
        self.origins.push(origin);
    }

    /// How many are from the user, and how many from the corpus.
    pub fn counts(&self) -> (usize, usize) {
        let count =
            |is: fn(&Origin) -> bool| self.origins.iter().filter(|origin| is(origin)).count();
        let seeds = count(|origin| matches!(origin, Origin::Seed(_)));
        (seeds, count(|origin| matches!(origin, Origin::Corpus(_))))
    }
}

/// The folder of a user's inputs for a property, from the file of its regressions: both have the
/// same names.
fn seeds_of(regressions: &Path) -> PathBuf {
    let names = regressions.strip_prefix(FOLDER).unwrap_or(regressions);
    Path::new(SEEDS).join(names.with_extension(""))
}

/// What the bytes of a file can mean: a value in its text form, a text, or bytes.
pub fn meanings(bytes: &[u8]) -> Vec<String> {
    let numbers = || bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    match std::str::from_utf8(bytes) {
        Ok(text) => vec![text.to_owned(), format!("({text:?},)"), format!("([{}],)", numbers())],
        Err(_) => {
            vec![format!("([{}],)", numbers()), format!("(b\"{}\",)", bytes.escape_ascii())]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mutagen_core::internal::run::regressions::file_of;
    use std::fs;

    #[test]
    fn seeds_come_first_by_name_and_the_corpus_has_no_second_copy_of_them() {
        let package = tempfile::tempdir().unwrap();
        let seeds = package.path().join("mutagen-seeds/lib/laws/order");
        fs::create_dir_all(&seeds).unwrap();
        fs::write(seeds.join("b"), "([7],)").unwrap();
        fs::write(seeds.join("a.bin"), b"\xff\x00").unwrap();
        let corpus = Corpus::at(&package.path().join("corpus"));
        corpus.add("([7],)").unwrap();
        corpus.add("([9],)").unwrap();
        let mut inputs = Inputs::default();
        inputs.add_seeds(package.path(), &file_of("lib", "laws::order")).unwrap();
        inputs.add_corpus(&corpus).unwrap();
        let first: Vec<&str> = inputs.texts.iter().map(|texts| texts[0].as_str()).collect();
        assert_eq!(first, ["([255, 0],)", "([7],)", "([9],)"]);
        assert_eq!(inputs.texts[0][1], "(b\"\\xff\\x00\",)");
        assert_eq!(inputs.texts[1][1], "(\"([7],)\",)");
        assert_eq!(inputs.counts(), (2, 1));
        assert_eq!(inputs.notes, [""; 0]);
    }

    #[test]
    fn a_file_of_the_corpus_that_is_no_text_or_too_long_is_told_with_those_that_are_no_values() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            fs::write(&path, bytes).unwrap();
            path
        };
        let damaged = write("a.txt", b"(\"ab\xffc\",)");
        let long = write("b.txt", &vec![b' '; (4 << 20) + 1]);
        let old = write("c.txt", b"(Old,)");
        let mut inputs = Inputs::default();
        inputs.add_corpus(&Corpus::at(folder.path())).unwrap();
        assert_eq!(inputs.texts, [["(Old,)"]]);
        let files = inputs.no_values(&[(0, "line 1, column 2: odd".into()), (7, "none".into())]);
        let expected = [
            (damaged, "byte 4 is not UTF-8"),
            (long, "longer than 4 MiB"),
            (old, "line 1, column 2: odd"),
        ];
        assert_eq!(files.corpus, expected.map(|(path, why)| (path, why.to_owned())));
        assert!(files.seeds.is_empty());
    }

    #[test]
    fn a_property_without_inputs_starts_from_none() {
        let package = tempfile::tempdir().unwrap();
        let mut inputs = Inputs::default();
        inputs.add_seeds(package.path(), &file_of("lib", "order")).unwrap();
        inputs.add_corpus(&Corpus::at(&package.path().join("corpus"))).unwrap();
        assert!(inputs.is_empty());
        assert!(Inputs::of_run(package.path()).is_err());
    }
}
