//! Reads `solvers.toml`: the solvers that can be had, and the hashes of their files.

use crate::SolverError;
use derive_more::Display;
use serde::Deserialize;

/// A code base. Two solvers of one code base are one witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Display)]
#[serde(rename_all = "lowercase")]
pub enum Code {
    /// z3.
    #[display("z3")]
    Z3,
    /// CVC4 and cvc5.
    #[display("cvc")]
    Cvc,
    /// bitwuzla.
    #[display("bitwuzla")]
    Bitwuzla,
    /// Yices.
    #[display("yices")]
    Yices,
    /// OxiZ.
    #[display("oxiz")]
    Oxiz,
}

/// The way in which a solver is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Display)]
#[serde(rename_all = "kebab-case")]
pub enum Runs {
    /// An executable with z3's options; the library is beside it.
    #[display("z3")]
    Z3,
    /// An executable with the options of CVC4 and cvc5.
    #[display("cvc")]
    Cvc,
    /// `yices-smt2`.
    #[display("yices")]
    Yices,
    /// The Python module of cvc5.
    #[display("cvc5-python")]
    Cvc5Python,
    /// The Python module of bitwuzla.
    #[display("bitwuzla-python")]
    BitwuzlaPython,
}

/// A registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Display)]
#[serde(rename_all = "lowercase")]
pub enum Registry {
    /// PyPI, by pip.
    #[display("pypi")]
    Pypi,
    /// Debian's archive, by apt-get.
    #[display("debian")]
    Debian,
}

/// A file of a registry.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pinned {
    /// Its name, as the client writes it.
    pub name: String,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

/// A solver that can be had.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name with its release, as `z3-4.8.5`.
    pub name: String,
    /// Its code base.
    pub code: Code,
    /// How it is run.
    pub runs: Runs,
    /// Where it comes from.
    pub from: Registry,
    /// What the registry's client is asked for.
    pub ask: Vec<String>,
    /// The files that the client must get.
    pub files: Vec<Pinned>,
}

impl Entry {
    /// The release: the name without the part before its first number.
    pub fn release(&self) -> &str {
        self.name.split_once('-').map_or("", |(_, release)| release)
    }
}

/// All solvers that can be had, in the order of the file.
#[derive(Debug, Clone)]
pub struct Catalogue {
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    solver: Vec<Entry>,
}

impl Catalogue {
    /// The catalogue of this crate.
    ///
    /// # Errors
    /// When `solvers.toml` is wrong; a test reads it.
    pub fn own() -> Result<Catalogue, SolverError> {
        Catalogue::read(include_str!("../solvers.toml"))
    }

    /// A catalogue from a text.
    ///
    /// # Errors
    /// When it is no TOML, an entry lacks something, a hash is none, or a name is there twice.
    pub fn read(text: &str) -> Result<Catalogue, SolverError> {
        let wrong = |why: String| SolverError::Catalogue { why };
        let file: File =
            toml::from_str(text).map_err(|error| wrong(error.to_string().trim().to_owned()))?;
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._+~-".contains(letter);
        for (at, entry) in file.solver.iter().enumerate() {
            let of_entry = |why: &str| wrong(format!("{}: {why}", entry.name));
            if entry.release().is_empty() || !entry.name.chars().all(is_plain) {
                return Err(of_entry("a name is a solver and a release, as `z3-4.8.5`"));
            }
            if file.solver[..at].iter().any(|earlier| earlier.name == entry.name) {
                return Err(of_entry("an earlier entry has this name"));
            }
            if entry.ask.is_empty() || entry.ask.iter().any(|ask| ask.starts_with('-')) {
                return Err(of_entry("`ask` names what to fetch"));
            }
            if entry.files.is_empty() {
                return Err(of_entry("it has no file"));
            }
            for file in &entry.files {
                if !file.name.chars().all(is_plain) {
                    return Err(of_entry(&format!("`{}` is no name of a file", file.name)));
                }
                let is_digit = |letter: u8| matches!(letter, b'0'..=b'9' | b'a'..=b'f');
                if file.sha256.len() != 64 || !file.sha256.bytes().all(is_digit) {
                    return Err(of_entry(&format!("{} has no SHA-256", file.name)));
                }
            }
        }
        Ok(Catalogue { entries: file.solver })
    }

    /// All entries. Releases of one code base stand in the order of their time.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The solver with this name.
    ///
    /// # Errors
    /// When there is none. The text lists all.
    pub fn entry(&self, name: &str) -> Result<&Entry, SolverError> {
        self.entries.iter().find(|entry| entry.name == name).ok_or_else(|| SolverError::Unknown {
            name: name.to_owned(),
            known: self.entries.iter().map(|entry| entry.name.clone()).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> String {
        let hash = "0".repeat(64);
        format!(
            "[[solver]]\nname = \"z3-1.2\"\ncode = \"z3\"\nruns = \"z3\"\nfrom = \"pypi\"\n\
             ask = [\"z3==1.2\"]\nfiles = [{{ name = \"z3-1.2.whl\", sha256 = \"{hash}\" }}]\n"
        )
    }

    #[test]
    fn an_entry_says_whom_to_ask_for_what() {
        let catalogue = Catalogue::read(&good()).unwrap();
        let entry = catalogue.entry("z3-1.2").unwrap();
        assert_eq!((entry.code, entry.from, entry.release()), (Code::Z3, Registry::Pypi, "1.2"));
        let error = catalogue.entry("z3-1.3").unwrap_err().to_string();
        assert_eq!(error, "there is no solver `z3-1.3`; take from: z3-1.2");
    }

    #[test]
    fn a_wrong_entry_is_named_with_what_is_wrong() {
        for (text, expected) in [
            (good().repeat(2), "z3-1.2: an earlier entry has this name"),
            (
                good().replace("z3-1.2\"\ncode", "z3\"\ncode"),
                "z3: a name is a solver and a release",
            ),
            (good().replace("z3-1.2\"\ncode", "z3-/x\"\ncode"), "z3-/x: a name is a solver"),
            (good().replace("000\"", "00\""), "z3-1.2: z3-1.2.whl has no SHA-256"),
            (good().replace("000\"", "00G\""), "z3-1.2: z3-1.2.whl has no SHA-256"),
            (good().replace("z3-1.2.whl", "../z3.whl"), "`../z3.whl` is no name of a file"),
            (good().replace("z3==1.2", "--pre"), "z3-1.2: `ask` names what to fetch"),
            (good().replace("code = \"z3\"", "code = \"z4\""), "unknown variant `z4`"),
            (good().replace("ask", "asks"), "unknown field `asks`"),
        ] {
            let error = Catalogue::read(&text).unwrap_err().to_string();
            assert!(error.starts_with("solvers.toml: ") && error.contains(expected), "{error}");
        }
    }

    #[test]
    fn the_catalogue_of_this_crate_has_old_and_new_releases_of_each_code_base() {
        let own = Catalogue::own().unwrap();
        for name in ["z3-4.8.5", "z3-5.4.1", "cvc4-1.8", "cvc5-1.4.2", "yices-2.6.5"] {
            assert!(own.entry(name).is_ok(), "{name}");
        }
        let releases_of_z3 = own.entries().iter().filter(|entry| entry.code == Code::Z3);
        let number = |part: &str| part.parse::<u64>().unwrap();
        let numbers: Vec<Vec<u64>> =
            releases_of_z3.map(|entry| entry.release().split('.').map(number).collect()).collect();
        assert!(numbers.is_sorted() && numbers.len() >= 20);
    }
}
