//! The regressions of a property, as the command uses them: where they are, which of them run
//! before a campaign, and what of a campaign's findings is added. The format of the files is the
//! engine's.

mod orphans;
mod prune;

pub use orphans::{Orphan, note, orphans};
pub use prune::prune;

use crate::error::CliError;
use crate::select::Candidate;
use crate::supervise::{Class, Failure, Keeping, Kind, Regression};
use mutagen_core::internal::run::regressions::{self, Added, Entry, MOST_VALUE, Use};
use mutagen_core::text;
use std::path::{Path, PathBuf};

/// The regressions of one property.
#[derive(Debug, Clone)]
pub struct Regressions {
    /// The file, relative to the folder of the package.
    file: PathBuf,
    /// The folder of the package.
    folder: PathBuf,
    /// The path of the property.
    property: String,
    how: Use,
}

impl Regressions {
    /// The regressions of a property, which are used in this way.
    pub fn of(candidate: &Candidate, how: Use) -> Regressions {
        let Candidate { kind, target, path, folder, .. } = candidate;
        let target = match kind.as_str() {
            "bin" | "example" => format!("bin-{target}"),
            // The test itself knows the name of its crate only.
            "test" | "bench" => format!("tests-{}", target.replace('-', "_")),
            _ => "lib".to_owned(),
        };
        let file = regressions::file_of(&target, path);
        Regressions { file, folder: folder.clone(), property: path.clone(), how }
    }

    /// The file.
    pub fn path(&self) -> PathBuf {
        self.folder.join(&self.file)
    }

    /// The file, relative to the folder of the package.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The counterexamples that are kept; none if regressions are off.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn kept(&self) -> Result<Vec<Regression>, CliError> {
        if self.how == Use::Off {
            return Ok(Vec::new());
        }
        let kept = regressions::read(&self.path())?;
        Ok(kept.into_iter().map(|kept| Regression { file: self.file.clone(), kept }).collect())
    }

    /// Keeps a counterexample of a campaign. `None` if it is not one to be kept.
    pub fn keep(&self, failure: &Failure) -> Option<Keeping> {
        let class = match failure.class {
            // Without the tests before it, it passes.
            Class::OnlyAfterOtherTests => return None,
            Class::Sometimes { failed, runs } => Some((failed, runs)),
            Class::Always | Class::NotConfirmed => None,
        };
        if self.how == Use::Off || matches!(failure.kind, Kind::Generate | Kind::Outside) {
            return None;
        }
        if failure.class == Class::NotConfirmed {
            let why = "it was not run again, so it may depend on other tests";
            return Some(Keeping::Not(why.to_owned()));
        }
        let value = failure.whole_text()?;
        if value.len() > MOST_VALUE {
            let why = format!("its text has more than {} KiB", MOST_VALUE >> 10);
            return Some(Keeping::Not(why));
        }
        if !text::is_whole(&value) {
            return Some(Keeping::Not("a part of it has no text form".to_owned()));
        }
        let shrunk = failure.shrunk.as_ref().and_then(|shrunk| shrunk.message.as_ref());
        let message = shrunk.unwrap_or(&failure.message);
        let kind = failure.kind.to_string();
        let entry = Entry { class, ..Entry::new(&kind, message, &failure.key, &value) };
        if self.how == Use::Read {
            let is_new = !self.path().exists();
            let beginning = is_new.then(|| regressions::beginning(&self.property));
            return Some(Keeping::Shown { file: self.file.clone(), beginning, entry });
        }
        Some(match regressions::add(&self.path(), &self.property, &entry) {
            Ok(added) => {
                let place = format!("{}:{}", self.file.display(), added.line());
                match added {
                    Added::New(_) => Keeping::Written(place),
                    Added::Known(_) => Keeping::Known(place),
                }
            }
            Err(error) => Keeping::Not(error.to_string()),
        })
    }
}
