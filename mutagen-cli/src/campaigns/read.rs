//! Reads a file of records, whatever has happened to it: what is torn or was changed is passed over
//! and counted.

use super::limits::{FILE, LINE, Used};
use super::open;
use super::record::{FORMAT, MAGIC, Record};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The readable records of a file, and the number of lines that cannot be read. At most 64 MiB of
/// the file are read; more count as one such line.
///
/// # Errors
/// When the file cannot be opened or read, or is not one of records of this format.
pub fn read(path: &Path) -> io::Result<(Vec<Record>, u64)> {
    let file = open::existing(path)?;
    let too_large = file.metadata()?.len() > FILE;
    let mut reader = BufReader::with_capacity(1 << 16, file.take(FILE));
    let (mut records, mut unreadable, mut used) =
        (Vec::new(), u64::from(too_large), Used::default());
    let mut line = Vec::new();
    loop {
        line.clear();
        let bytes = reader.by_ref().take(LINE).read_until(b'\n', &mut line)?;
        if bytes == 0 {
            break;
        }
        let whole = line.pop_if(|last| *last == b'\n').is_some();
        if !whole && bytes as u64 == LINE {
            reader.skip_until(b'\n')?;
        }
        // The writer ends what a full disk has left of a line before it goes on.
        if whole && line.is_empty() {
            continue;
        }
        match Record::of_line(&line).filter(|_| whole) {
            Some(record) if used.read(&record, bytes as u64) => {
                check(&record)?;
                records.push(record);
            }
            _ => unreadable += 1,
        }
    }
    Ok((records, unreadable))
}

/// Refuses the header of another kind of file, or of another format.
fn check(record: &Record) -> io::Result<()> {
    let Record::Header { magic, format, mutagen, .. } = record else { return Ok(()) };
    let text = if magic != MAGIC {
        "this is no file of records".to_owned()
    } else if *format != FORMAT {
        format!("format {format} of mutagen {mutagen} is unknown to this version")
    } else {
        return Ok(());
    };
    Err(io::Error::new(io::ErrorKind::InvalidData, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaigns::fold;
    use crate::campaigns::samples::records;
    use crate::mutated::{VERSIONS, slowest, write};
    use std::fs;
    use std::time::{Duration, Instant};

    fn lines(records: &[Record]) -> Vec<u8> {
        records.iter().flat_map(|record| record.line().unwrap()).collect()
    }

    fn read_bytes(bytes: &[u8]) -> io::Result<(Vec<Record>, u64)> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), bytes).unwrap();
        read(file.path())
    }

    #[test]
    fn a_torn_end_is_counted_and_all_before_it_is_read() {
        let all = records();
        let bytes = lines(&all);
        for missing in 1..=bytes.len() {
            let (read, unreadable) = read_bytes(&bytes[..bytes.len() - missing]).unwrap();
            assert_eq!(read, all[..read.len()], "{missing}");
            assert!(unreadable <= 1 && read.len() < all.len(), "{missing}");
        }
    }

    #[test]
    fn any_changed_byte_costs_its_line_alone() {
        let all = records();
        let bytes = lines(&all);
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            let (read, unreadable) = read_bytes(&changed).unwrap();
            // A changed end of a line joins two lines.
            let lost = all.len() - read.len();
            assert!((1..=2).contains(&lost) && unreadable >= 1, "{at}: {lost} {unreadable}");
            assert!(read.iter().all(|record| all.contains(record)), "{at}");
        }
    }

    #[test]
    fn mutated_truncated_and_random_files_cost_no_panic_and_little_time() {
        let all = records();
        let bytes = lines(&all);
        let folder = tempfile::tempdir().unwrap();
        let (path, mut lost) = (folder.path().join("records.jsonl"), 0);
        let slowest = slowest(VERSIONS, &bytes, |version| {
            write(&path, version);
            let (read, unreadable) = read(&path).unwrap();
            // Mutations repeat lines, too, but never make a record that was not written.
            assert!(read.iter().all(|record| all.contains(record)));
            assert!(fold(&read).len() <= read.len());
            lost += u64::from(unreadable > 0);
        });
        assert!(slowest < Duration::from_secs(1), "{slowest:?}");
        assert!(lost > 5000, "{lost}");
    }

    #[test]
    fn a_file_of_another_kind_or_format_is_refused() {
        let header = |magic: &str, format| Record::Header {
            magic: magic.to_owned(),
            format,
            mutagen: "9.0.0".to_owned(),
            program: String::new(),
            seed: 0,
            property: String::new(),
        };
        let error = read_bytes(&lines(&[header("something", FORMAT)])).unwrap_err().to_string();
        assert_eq!(error, "this is no file of records");
        let error = read_bytes(&lines(&[header(MAGIC, 7)])).unwrap_err().to_string();
        assert_eq!(error, "format 7 of mutagen 9.0.0 is unknown to this version");
    }

    #[test]
    fn long_lines_and_large_files_are_bounded() {
        let all = records();
        let mut bytes = lines(&all[..2]);
        bytes.extend(vec![b'x'; 3 << 20]);
        bytes.push(b'\n');
        bytes.extend(lines(&all[2..]));
        assert_eq!(read_bytes(&bytes).unwrap(), (all.clone(), 1));

        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), lines(&all)).unwrap();
        file.as_file().set_len(1 << 40).unwrap();
        let start = Instant::now();
        let (read, unreadable) = read(file.path()).unwrap();
        assert_eq!((read, unreadable), (all, 2));
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    }

    #[test]
    fn records_that_are_small_in_the_file_and_large_in_memory_are_bounded() {
        let frames = Record::Frames { id: 1, frames: vec![String::new(); 64] };
        let line = frames.line().unwrap();
        let copies = (20 << 20) / line.len();
        let (read, unreadable) = read_bytes(&line.repeat(copies)).unwrap();
        let memory: u64 = read.iter().map(Record::memory).sum();
        assert!(memory <= 64 << 20, "{memory}");
        assert_eq!(read.len() as u64 + unreadable, copies as u64);
        assert!(unreadable > 0);
        let many = Record::Frames { id: 1, frames: vec![String::new(); 65] };
        assert_eq!(read_bytes(&many.line().unwrap()).unwrap(), (Vec::new(), 1));
    }
}
