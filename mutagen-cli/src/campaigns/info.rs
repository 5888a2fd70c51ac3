//! The file `run.json` of a run: seed, options and what was tested, written before the first test.

use super::open::read_at_most;
use crate::error::CliError;
use mutagen_core::internal::search::options::Options;
use mutagen_core::internal::search::share::Share;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

/// The version of the format.
const FORMAT: u32 = 1;

/// The most bytes of the file.
const MOST_BYTES: u64 = 1 << 20;

/// Seed, options and identity of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunInfo {
    /// The version of the format.
    pub format: u32,
    /// The version of mutagen.
    pub mutagen: String,
    /// The property's full name.
    pub property: String,
    /// Its package.
    pub package: String,
    /// Its cargo target, as in the path of the run: `lib`, `bin-NAME` and so on.
    pub target: String,
    /// The seed.
    pub seed: u64,
    /// The options as they were given on the command line.
    pub options: Vec<String>,
    /// All options of the search.
    pub search: Options,
    /// The number of workers.
    #[serde(default = "alone")]
    pub workers: u32,
    /// The share of the worker whose run is repeated, if it is one of several.
    #[serde(default)]
    pub repeated: Option<Share>,
    /// The digest of the executable.
    pub program: String,
    /// The shape of the argument types, when the worker has told it.
    pub shape: Option<String>,
    /// The start of the run, in seconds since 1970.
    pub started: u64,
}

/// The number of workers of a run that does not say it.
fn alone() -> u32 {
    1
}

impl RunInfo {
    /// The information about a run that starts now, in the present format and version.
    pub fn new(
        property: &str,
        package: &str,
        target: &str,
        seed: u64,
        options: Vec<String>,
        search: Options,
        program: &str,
    ) -> RunInfo {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        RunInfo {
            format: FORMAT,
            mutagen: env!("CARGO_PKG_VERSION").to_owned(),
            property: property.to_owned(),
            package: package.to_owned(),
            target: target.to_owned(),
            seed,
            options,
            search,
            workers: 1,
            repeated: None,
            program: program.to_owned(),
            shape: None,
            started: now.map_or(0, |since| since.as_secs()),
        }
    }

    /// Writes the file as a whole, or leaves the one that is there.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), CliError> {
        self.try_write(path)
            .map_err(|error| CliError::CampaignFile { path: path.to_owned(), error })
    }

    fn try_write(&self, path: &Path) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        serde_json::to_writer_pretty(&mut file, self)?;
        file.write_all(b"\n")?;
        file.as_file().sync_data()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    }

    /// Reads the file.
    ///
    /// # Errors
    /// When it cannot be read, is too large, or is of another version of mutagen.
    pub fn read(path: &Path) -> Result<RunInfo, CliError> {
        let failed = |error| CliError::CampaignFile { path: path.to_owned(), error };
        let bytes = read_at_most(path, MOST_BYTES).map_err(failed)?;
        let info: RunInfo =
            serde_json::from_slice(&bytes).map_err(|error| failed(io::Error::from(error)))?;
        if info.format != FORMAT {
            let RunInfo { format, mutagen, .. } = &info;
            let text = format!("format {format} of mutagen {mutagen} is unknown to this version");
            return Err(failed(io::Error::new(io::ErrorKind::InvalidData, text)));
        }
        Ok(info)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaigns::samples::info;
    use crate::mutated::{VERSIONS, slowest, write};
    use std::fs;
    use std::time::Duration;

    #[test]
    fn what_was_written_is_read_and_the_old_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.json");
        let mut info = info();
        info.write(&path).unwrap();
        info.shape = Some("Vec<u8>".to_owned());
        info.write(&path).unwrap();
        assert_eq!(RunInfo::read(&path).unwrap(), info);
        assert!(fs::read_to_string(&path).unwrap().contains("\"seed\": 7,\n"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn another_format_a_large_file_and_a_missing_one_are_errors_that_name_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.json");
        assert!(RunInfo::read(&path).unwrap_err().to_string().contains("run.json"));
        RunInfo { format: 9, ..info() }.write(&path).unwrap();
        let error = RunInfo::read(&path).unwrap_err().to_string();
        assert!(error.contains("format 9 of mutagen"), "{error}");
        fs::write(&path, " ".repeat(2 << 20)).unwrap();
        assert!(RunInfo::read(&path).unwrap_err().to_string().contains("more than"));
        assert!(info().write(&folder.path().join("gone/run.json")).is_err());
    }

    #[test]
    fn a_mutated_file_is_an_error_that_names_it_or_another_run() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.json");
        info().write(&path).unwrap();
        let original = fs::read(&path).unwrap();
        assert_eq!(RunInfo::read(&path).unwrap(), info());
        let mut refused = 0;
        let slowest = slowest(VERSIONS, &original, |version| {
            write(&path, version);
            match RunInfo::read(&path) {
                Ok(read) => {
                    assert_eq!(read.format, FORMAT);
                    read.write(&path).unwrap();
                    assert_eq!(RunInfo::read(&path).unwrap(), read);
                }
                Err(error) => {
                    refused += 1;
                    let (text, name) = (error.to_string(), path.display().to_string());
                    assert!(text.contains(&name), "{text}");
                }
            }
        });
        assert!(slowest < Duration::from_secs(1), "{slowest:?}");
        assert!((VERSIONS / 4..VERSIONS).contains(&refused), "{refused}");
    }
}
