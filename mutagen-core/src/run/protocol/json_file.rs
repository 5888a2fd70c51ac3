//! Files of JSON that the supervisor writes once a campaign and that each of its workers reads.

use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// Writes the file.
///
/// # Errors
/// With the reason, when the file cannot be written.
pub(super) fn save(content: &(impl Serialize + ?Sized), path: &Path) -> Result<(), String> {
    let text = serde_json::to_string(content).map_err(|error| error.to_string())?;
    fs::write(path, text).map_err(|error| error.to_string())
}

/// Reads a file of at most this many bytes.
///
/// # Errors
/// With the reason, when the file is missing, is too long, or has another content.
pub(super) fn load<T: for<'d> Deserialize<'d>>(path: &Path, longest: u64) -> Result<T, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut text = String::new();
    let read = file.take(longest + 1).read_to_string(&mut text);
    read.map_err(|error| error.to_string())?;
    if text.len() as u64 > longest {
        return Err(format!("larger than {} MiB", longest >> 20));
    }
    serde_json::from_str(&text).map_err(|error| error.to_string())
}
