//! Counting distinct valid values: a campaign that goes on after counterexamples to the end of a fixed
//! CPU time, in which the program itself appends a hash of each value that met the precondition and
//! passed to a file; the different ones among them are counted afterwards, outside of the measured time.

use super::Error;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// Bytes of a hash in the file.
const HASH: usize = 8;

/// How distinct valid values of a workload are counted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counting {
    /// The environment variable that names the file to which the program appends hashes, 8 bytes each.
    pub variable: &'static str,
    /// CPU seconds of the testing thread.
    pub seconds: f64,
}

/// What a campaign of a fixed CPU time came to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Counted {
    /// CPU seconds that it was given.
    pub limit: f64,
    /// CPU seconds of the testing thread that it took.
    pub time: f64,
    /// Tests, discarded and failing ones included.
    pub tests: u64,
    /// Tests that met the precondition and held.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
    /// Different values among those that passed.
    pub distinct: u64,
    /// Edges that passed or discarded tests hit.
    pub edges: u64,
}

impl Counting {
    /// CPU seconds of the counting part of a trial that has so many to find a counterexample.
    pub fn limit(&self, limit: f64) -> f64 {
        self.seconds.min(limit)
    }
}

/// The number of different hashes in a file; none if there is no file.
pub(super) fn distinct(file: &Path) -> Result<u64, Error> {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(format!("{}: {error}", file.display()).into()),
    };
    let (whole, rest) = bytes.as_chunks::<HASH>();
    if !rest.is_empty() {
        return Err(format!("{}: the last hash is cut short", file.display()).into());
    }
    let mut hashes: Vec<u64> = whole.iter().map(|hash| u64::from_le_bytes(*hash)).collect();
    hashes.sort_unstable();
    hashes.dedup();
    Ok(hashes.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_hashes_count_once_and_no_file_is_none_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hashes");
        assert_eq!(distinct(&file).unwrap(), 0);
        let hashes = [7_u64, 9, 7, 1 << 63].map(u64::to_le_bytes).concat();
        fs::write(&file, &hashes).unwrap();
        assert_eq!(distinct(&file).unwrap(), 3);
        fs::write(&file, &hashes[..30]).unwrap();
        assert!(distinct(&file).unwrap_err().to_string().contains("cut short"));
    }

    #[test]
    fn counting_takes_no_longer_than_the_search() {
        let counting = Counting { variable: "V", seconds: 10.0 };
        assert_eq!((counting.limit(60.0), counting.limit(1.0)), (10.0, 1.0));
    }
}
