//! The log of retained tests: one line an entry, `0 passed edge generated 0 size 0`. It is written before
//! anything is made from the entry, so that every test that ever ran can be made again from the log
//! and its address.

use super::ProtocolError;
use crate::address::Address;
use crate::campaign::Retained;
use crate::coverage::{Operands, Tier};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The log of a running campaign.
pub struct RetainedLog {
    path: PathBuf,
    file: File,
    earlier: Vec<Retained>,
}

impl RetainedLog {
    /// Starts a log, or goes on with the one of an earlier worker.
    ///
    /// # Errors
    /// When the file cannot be made, or its entries cannot be read.
    pub fn open(path: &Path, resume: bool) -> Result<RetainedLog, ProtocolError> {
        let error = |error| ProtocolError::File { path: path.to_owned(), error };
        let (earlier, complete) = if resume { load(path)? } else { (Vec::new(), 0) };
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(error)?;
        // What a killed worker left of a line goes, or the next entry would be joined to it.
        file.set_len(complete).map_err(error)?;
        Ok(RetainedLog { path: path.to_owned(), file, earlier })
    }

    /// The entries of earlier workers.
    pub fn entries(&self) -> &[Retained] {
        &self.earlier
    }

    /// Appends an entry; it is in the file when this returns.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, entry: Retained) -> Result<(), ProtocolError> {
        let written = self.file.write_all(line(entry).as_bytes());
        written.map_err(|error| ProtocolError::File { path: self.path.clone(), error })
    }

    /// The entries of a log. A last line without an end, as a killed worker may leave it, is not an
    /// entry.
    ///
    /// # Errors
    /// When the file cannot be read or another line is no entry.
    pub fn read(path: &Path) -> Result<Vec<Retained>, ProtocolError> {
        load(path).map(|(entries, _)| entries)
    }
}

/// The entries of a log and how many bytes they take.
fn load(path: &Path) -> Result<(Vec<Retained>, u64), ProtocolError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(ProtocolError::File { path: path.to_owned(), error }),
    };
    let complete = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let mut entries = Vec::new();
    for (at, line) in complete.lines().enumerate() {
        match entry(line).filter(|entry| entry.number == at as u64) {
            Some(entry) => entries.push(entry),
            None => return Err(ProtocolError::Log { path: path.to_owned(), line: at + 1 }),
        }
    }
    Ok((entries, complete.len() as u64))
}

fn line(entry: Retained) -> String {
    let Retained { number, address, passed, tier, operands } = entry;
    let outcome = if passed { "passed" } else { "discarded" };
    let mut line = format!("{number} {outcome} {} {address}", tier_name(tier));
    for (at, operand) in operands.as_slice().iter().enumerate() {
        line.push_str(if at == 0 { COMPARED } else { "," });
        line.push_str(&operand.to_string());
    }
    line + "\n"
}

fn entry(line: &str) -> Option<Retained> {
    let (number, rest) = line.split_once(' ')?;
    let (outcome, rest) = rest.split_once(' ')?;
    let (tier, rest) = rest.split_once(' ')?;
    let (address, operands) = rest.split_once(COMPARED).unwrap_or((rest, ""));
    let operands: Result<Vec<i64>, _> =
        operands.split(',').filter(|text| !text.is_empty()).map(str::parse).collect();
    let operands = Operands::of(&operands.ok()?);
    let tier = TIERS.into_iter().find(|known| tier_name(*known) == tier)?;
    let passed = match outcome {
        "passed" => true,
        "discarded" => false,
        _ => return None,
    };
    let address: Address = address.parse().ok()?;
    Some(Retained { number: number.parse().ok()?, address, passed, tier, operands })
}

/// What stands before the numbers that the test's run compared.
const COMPARED: &str = " compared ";

const TIERS: [Tier; 5] = [Tier::Edge, Tier::Bucket, Tier::Pair, Tier::Set, Tier::BucketedSet];

fn tier_name(tier: Tier) -> &'static str {
    match tier {
        Tier::Edge => "edge",
        Tier::Bucket => "bucket",
        Tier::Pair => "pair",
        Tier::Set => "set",
        Tier::BucketedSet => "bucketed-set",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("mutagen-log-{}-{name}", std::process::id()))
    }

    #[test]
    fn a_resumed_log_goes_on_where_it_was_and_a_torn_line_is_left_out() {
        let path = path("resume");
        let entries = [
            Retained {
                number: 0,
                address: Address::Generated { number: 4, size: 2 },
                passed: true,
                tier: Tier::BucketedSet,
                operands: Operands::of(&[i64::MIN, 77]),
            },
            Retained {
                number: 1,
                address: Address::Mutant { parent: 0, position: 3, mutant: 9 },
                passed: false,
                tier: Tier::Edge,
                operands: Operands::default(),
            },
        ];
        let mut log = RetainedLog::open(&path, false).unwrap();
        log.append(entries[0]).unwrap();
        log.file.write_all(b"1 pass").unwrap();
        drop(log);
        assert_eq!(RetainedLog::read(&path).unwrap(), &entries[..1]);
        let mut log = RetainedLog::open(&path, true).unwrap();
        assert_eq!(log.entries(), &entries[..1]);
        log.append(entries[1]).unwrap();
        assert_eq!(RetainedLog::read(&path).unwrap(), entries);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_line_that_is_no_entry_is_an_error_with_its_number() {
        let path = path("broken");
        fs::write(&path, "0 passed edge generated 0 size 0\n1 passed edge nonsense\n").unwrap();
        let error = RetainedLog::read(&path).unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("delete the file"), "{error}");
        fs::remove_file(path).unwrap();
    }
}
