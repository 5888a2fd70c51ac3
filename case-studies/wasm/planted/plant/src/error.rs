//! What can go wrong while a copy is made. Each message says what to do, and names the entry and
//! the file where there is one.

use derive_more::{Display, Error};
use std::io;
use std::path::PathBuf;

/// Why no copy was made.
#[derive(Debug, Display, Error)]
pub enum PlantError {
    /// A file cannot be read.
    #[display("cannot read {}: {error}; put it there, or correct its name", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        #[error(source)]
        error: io::Error,
    },
    /// The file of changes has another form than [`Plan`](crate::Plan).
    #[display(
        "{} cannot be understood: {error}; its first lines describe its form",
        path.display()
    )]
    Malformed {
        /// The file of changes.
        path: PathBuf,
        /// Where and why.
        #[error(source)]
        error: toml::de::Error,
    },
    /// An entry contradicts itself or another one.
    #[display("{}, entry `{id}`: {problem}", path.display())]
    Entry {
        /// The file of changes.
        path: PathBuf,
        /// The entry.
        id: String,
        /// What is wrong, and what to do.
        problem: EntryProblem,
    },
    /// The file of changes does not name the crate.
    #[display(
        "{} names no version of {package}; add `{package} = \"(version)\"` under [crates]",
        path.display()
    )]
    NoVersion {
        /// The file of changes.
        path: PathBuf,
        /// The crate.
        package: String,
    },
    /// The crate of ours does not pin the version for which the changes were written.
    #[display(
        "{} is written for {package} {version}, but {} has {found}; write \
         `{package} = \"={version}\"` there, or adapt every entry of this crate",
        path.display(),
        manifest.display()
    )]
    OtherVersion {
        /// The file of changes.
        path: PathBuf,
        /// The crate.
        package: String,
        /// The version for which the changes were written.
        version: String,
        /// The manifest of the crate of ours.
        manifest: PathBuf,
        /// What the manifest says of the crate.
        found: String,
    },
    /// Cargo does not find the source without the network.
    #[display(
        "the source of {package} {version} is not there offline; run `cargo fetch` and build \
         again (cargo says: {})",
        message.trim()
    )]
    NotThere {
        /// The crate.
        package: String,
        /// Its version.
        version: String,
        /// What cargo says.
        message: String,
    },
    /// The crate has no such file.
    #[display(
        "{}, entry `{id}`: {package} {version} has no file {file}; correct `file`",
        path.display()
    )]
    NoFile {
        /// The file of changes.
        path: PathBuf,
        /// The entry.
        id: String,
        /// The crate.
        package: String,
        /// Its version.
        version: String,
        /// The file that is not there.
        file: String,
    },
    /// An anchor is not where it should be.
    #[display(
        "{}, entry `{}`: in {file} of {package} {version}, {error}",
        path.display(),
        error.id
    )]
    Anchor {
        /// The file of changes.
        path: PathBuf,
        /// The crate.
        package: String,
        /// Its version.
        version: String,
        /// The file of the crate.
        file: String,
        /// The entry and its anchor.
        #[error(source)]
        error: Box<AnchorError>,
    },
    /// The copy cannot be written.
    #[display("cannot write {}: {error}; make the build folder writable", path.display())]
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        #[error(source)]
        error: io::Error,
    },
}

/// What is wrong with an entry by itself.
#[derive(Debug, Display, Clone, PartialEq, Eq)]
pub enum EntryProblem {
    /// Another entry has the same id.
    #[display("another entry has this id; rename one of them")]
    SameId,
    /// A bug that could not be switched off.
    #[display("a bug needs its switch; write `$on` in `replace`, where the bug is asked for")]
    NoSwitch,
    /// A limit or a repair that could be switched off.
    #[display("a limit or a repair is always on; take `$on` out of `replace`")]
    NeedlessSwitch,
    /// Its crate has no version.
    #[display("its crate has no version; add it under [crates]")]
    NoVersion,
    /// An anchor without text.
    #[display("an anchor is empty; write a few tokens of the source")]
    EmptyAnchor,
}

/// An anchor that is not where it should be.
#[derive(Debug, Display, Error, Clone, PartialEq, Eq)]
#[display("the anchor `{anchor}` {problem}")]
pub struct AnchorError {
    /// The entry.
    pub id: String,
    /// The anchor.
    pub anchor: String,
    /// What is wrong with it, and what to do.
    pub problem: AnchorProblem,
}

/// What is wrong with an anchor.
#[derive(Debug, Display, Clone, Copy, PartialEq, Eq)]
pub enum AnchorProblem {
    /// The text does not have it.
    #[display("is not found; correct it after the source of this version")]
    Missing,
    /// The text has it several times.
    #[display("is found {_0} times; lengthen it until it is found once, or add `after`")]
    Repeated(usize),
    /// It shares a part with the anchor of another entry.
    #[display("overlaps that of another entry; make them equal and write `$old` in both")]
    Overlap,
}
