//! Counts the distinct hashes in a file to which a program appended one for each valid value.

use crate::study::Error;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// Bytes of a hash in the file.
const HASH: usize = 8;

/// The number of distinct hashes in a file; 0 if there is no file.
pub(super) fn count_distinct(file: &Path) -> Result<u64, Error> {
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
        assert_eq!(count_distinct(&file).unwrap(), 0);
        let hashes = [7_u64, 9, 7, 1 << 63].map(u64::to_le_bytes).concat();
        fs::write(&file, &hashes).unwrap();
        assert_eq!(count_distinct(&file).unwrap(), 3);
        fs::write(&file, &hashes[..30]).unwrap();
        assert!(count_distinct(&file).unwrap_err().to_string().contains("cut short"));
    }
}
