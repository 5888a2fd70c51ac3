//! Tests the file of the journal: what is in it after a crash at any moment, and what is refused.

use super::files::beside;
use super::*;
use crate::coverage::Tier;
use crate::search::journal::{Place, Position, Queued};
use crate::value::operands::{Comparison, Operands};

/// A path for the files of a test, which are removed at its end.
pub(super) struct Files(pub(super) PathBuf);

impl Files {
    pub(super) fn new(name: &str) -> Files {
        Files(std::env::temp_dir().join(format!("mutagen-log-{}-{name}", std::process::id())))
    }

    pub(super) fn read(&self) -> Vec<JournalEntry> {
        read(&self.0).unwrap()
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        for path in [self.0.clone(), state_path(&self.0), beside(&self.0, "new")] {
            let _ = fs::remove_file(path);
        }
    }
}

pub(super) fn retained(number: u64) -> JournalEntry {
    let address = Address::Generated { number: number * 1_000_000_007, size: 3 };
    JournalEntry::new(number, address, true, Some(Tier::Set))
}

/// A step of a drift.
pub(super) fn step(number: u64, parent: u64) -> JournalEntry {
    let address = Address::Drifted { parent, first: 7 * number, edits: 0x1d };
    JournalEntry::new(number, address, true, None)
}

fn numbers(entries: &[JournalEntry]) -> Vec<u64> {
    entries.iter().map(|entry| entry.number).collect()
}

/// Writes a part of a line after the last entry.
fn tear(path: &Path, part: &str) {
    let mut bytes = fs::read(path).unwrap();
    let used = HEAD + bytes[HEAD..].iter().position(|byte| *byte == 0).unwrap_or(0);
    bytes.truncate(used);
    fs::write(path, [&bytes, part.as_bytes(), b"\0\0"].concat()).unwrap();
}

#[test]
fn a_resumed_log_goes_on_where_it_was_and_a_torn_line_is_left_out() {
    let files = Files::new("resume");
    let path = &files.0;
    let mut entries = [retained(0), retained(1), retained(2)];
    entries[0].rarest = u32::MAX;
    entries[0].operands = Operands::of(vec![
        Comparison::Numbers(u64::MAX, 77, 8),
        Comparison::Texts(b"\xff\0".as_slice().into(), b"ab".as_slice().into()),
    ]);
    entries[0].literals = vec![3, 9];
    let place = Place::Before(Position { number: 0, node: 3, served: 1 });
    entries[1].batch =
        Some(Queued { samples: 4, regrown: true, new_edges: 2, place, divided: true });
    entries[2].value = Some("(\"\\0\\n\u{7f}\", [1, 2])".into());
    let (mut journal, _) = Journal::open(path, false).unwrap();
    journal.append(&entries[0]).unwrap();
    drop(journal);
    tear(path, "[1,true,");
    assert_eq!(files.read(), &entries[..1]);
    let (mut journal, earlier) = Journal::open(path, true).unwrap();
    assert_eq!(earlier.entries, &entries[..1]);
    journal.append(&entries[1]).unwrap();
    journal.append(&entries[2]).unwrap();
    assert_eq!(files.read(), entries);
}

#[test]
fn nothing_is_lost_or_there_twice_wherever_the_process_was_killed() {
    let files = Files::new("killed");
    let path = &files.0;
    let entries: Vec<JournalEntry> = (0..2000).map(retained).collect();
    let (mut journal, _) = Journal::open(path, false).unwrap();
    for (at, entry) in entries.iter().enumerate() {
        journal.append(entry).unwrap();
        if at % 97 == 0 {
            assert_eq!(files.read(), &entries[..=at]);
        }
    }
    // The process is killed in the middle of a line.
    let last = line::of(&retained(2000)).unwrap();
    drop(journal);
    tear(path, &last[..last.len() - 5]);
    assert_eq!(files.read(), entries);
    let (mut journal, earlier) = Journal::open(path, true).unwrap();
    assert_eq!(earlier.entries, entries);
    journal.append(&retained(2000)).unwrap();
    assert_eq!(files.read().len(), 2001);
    drop(journal);
    assert_eq!(Journal::open(path, false).unwrap().1, Past::default());
    assert!(files.read().is_empty(), "a new journal has nothing of the old one");
}

#[test]
fn an_entry_longer_than_the_mapped_end_is_written_and_read() {
    let files = Files::new("long");
    let (mut journal, _) = Journal::open(&files.0, false).unwrap();
    let mut long = retained(1);
    long.value = Some("x".repeat(3 * SIZE).into());
    let entries = [retained(0), long, retained(2)];
    entries.iter().for_each(|entry| journal.append(entry).unwrap());
    assert_eq!(files.read(), entries);
}

#[test]
fn steps_of_a_drift_are_overwritten_unless_a_test_is_retained_from_them() {
    let files = Files::new("steps");
    let (mut journal, _) = Journal::open(&files.0, false).unwrap();
    let mut append = |entry: JournalEntry| {
        journal.append(&entry).unwrap();
        (numbers(&files.read()), journal.length())
    };
    append(retained(0));
    append(step(1, 0));
    let (all, length) = append(step(2, 1));
    assert_eq!(all, [0, 1, 2], "the next test is made from the last step");
    append(retained(3));
    assert_eq!(append(step(4, 2)).0, [0, 1, 2, 3, 4]);
    // Another drift begins.
    assert_eq!(append(step(5, 3)).0, [0, 3, 5]);
    let mut from_step = step(7, 6);
    from_step.tier = Some(Tier::Set);
    append(step(6, 5));
    assert_eq!(append(from_step).0, [0, 3, 5, 6, 7]);
    let (all, longer) = append(step(8, 7));
    assert_eq!(all, [0, 3, 5, 6, 7, 8]);
    assert_eq!(append(step(9, 0)).0, [0, 3, 5, 6, 7, 9]);
    // The lines of 3, 5, 6 and 7: the step 8 took no place.
    assert!(longer - length < 5 * 120, "{longer} after {length}");
    // The steps of a long drift find no place in the head.
    for number in 10..400 {
        assert_eq!(append(step(number, number - 1)).0.len() as u64, number - 3);
    }
    drop(journal);
    let (_, past) = Journal::open(&files.0, true).unwrap();
    assert_eq!(past.entries.len(), 396, "the steps of a process that died are kept");
    assert_eq!(files.read().len(), 396);
}

/// What a fork of the journal's process knows.
fn fork(journal: &Journal) -> Journal {
    let file = journal.file.writable().unwrap();
    Journal {
        path: journal.path.clone(),
        head: Mapped::of(&file, 0, HEAD).unwrap(),
        end: Mapped::of(&file, journal.start, journal.end.len()).unwrap(),
        file: Held::of(&journal.path, &file).unwrap(),
        steps: journal.steps.clone(),
        waiting: journal.waiting.clone(),
        trouble: None,
        failures: journal.failures.clone(),
        ..*journal
    }
}

#[test]
fn a_successor_drops_what_was_written_after_the_fork_and_goes_on() {
    let marks = |entries| Marks { entries, ..Marks::default() };
    for is_compacted in [false, true] {
        let files = Files::new(if is_compacted { "successor-compacted" } else { "successor" });
        let (mut journal, _) = Journal::open(&files.0, false).unwrap();
        (0..3).for_each(|number| journal.append(&retained(number)).unwrap());
        journal.append(&step(3, 2)).unwrap();
        journal.append(&step(4, 3)).unwrap();
        journal.mark(&marks(5));
        let mut successor = fork(&journal);
        // A longer drift, another one, and more than the mapped end holds.
        journal.append(&step(5, 4)).unwrap();
        (6..2000).for_each(|number| journal.append(&retained(number)).unwrap());
        journal.append(&step(2000, 7)).unwrap();
        (1999..2002).for_each(|entries| journal.mark(&marks(entries)));
        fs::write(state_path(&files.0), read::with_checksum(b"of 2001 entries")).unwrap();
        if is_compacted {
            replace(&files.0, false, write_head).unwrap();
        }
        drop(journal);
        successor.go_back(&marks(5), b"of 5 entries").unwrap();
        let left = || read::all(&files.0).unwrap().unwrap().past;
        assert_eq!(numbers(&left().entries), [0, 1, 2, 3, 4]);
        assert_eq!(left().marks, Some(marks(5)));
        assert_eq!(read::state(&state_path(&files.0)), b"of 5 entries");
        let mut from_step = retained(5);
        from_step.address = step(5, 4).address;
        successor.append(&from_step).unwrap();
        successor.append(&retained(6)).unwrap();
        successor.mark(&marks(7));
        assert_eq!(numbers(&left().entries), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(left().marks, Some(marks(7)));
        let (_, past) = Journal::open(&files.0, true).unwrap();
        assert_eq!(numbers(&past.entries), [0, 1, 2, 3, 4, 5, 6]);
    }
}

#[test]
fn an_entry_takes_the_place_of_a_recorded_test_that_nothing_needs() {
    let files = Files::new("replaced");
    let recorded = |number| JournalEntry::new(number, retained(number).address, true, None);
    for next in [retained(1), step(1, 0)] {
        let (mut journal, _) = Journal::open(&files.0, false).unwrap();
        journal.append(&retained(0)).unwrap();
        journal.append(&recorded(1)).unwrap();
        assert_eq!(files.read(), [retained(0), recorded(1)]);
        journal.append(&next).unwrap();
        assert_eq!(files.read(), [retained(0), next]);
    }
}

#[test]
fn marks_are_those_that_were_written_last() {
    let files = Files::new("marks");
    let (mut journal, past) = Journal::open(&files.0, false).unwrap();
    assert_eq!(past.marks, None);
    for entries in 0..5 {
        let first = Some(Position { number: entries, node: 1, served: 2 });
        let marks = Marks { entries, first: [first, None] };
        journal.mark(&marks);
        assert_eq!(read::all(&files.0).unwrap().unwrap().past.marks, Some(marks));
    }
    drop(journal);
    let (mut journal, past) = Journal::open(&files.0, true).unwrap();
    assert_eq!(past.marks.map(|marks| marks.entries), Some(4));
    journal.mark(&Marks::default());
    assert_eq!(read::all(&files.0).unwrap().unwrap().past.marks, Some(Marks::default()));
}

#[test]
fn a_line_that_is_no_entry_is_an_error_with_its_number() {
    let files = Files::new("broken");
    let (mut journal, _) = Journal::open(&files.0, false).unwrap();
    journal.append(&retained(0)).unwrap();
    drop(journal);
    tear(&files.0, "[1,true,\"Edge\",3]\n");
    let error = read(&files.0).unwrap_err().to_string();
    assert!(error.contains("line 2") && error.contains("delete the file"), "{error}");
}

#[test]
fn a_file_that_is_no_journal_is_refused() {
    let files = Files::new("foreign");
    for bytes in [&b"[0,true,\"Edge\",3,[1,0,0,0],[],[]]\n"[..], &[7; 2 * HEAD], MAGIC] {
        fs::write(&files.0, bytes).unwrap();
        let error = read(&files.0).unwrap_err().to_string();
        assert!(error.contains("not the log"), "{error}");
        assert!(Journal::open(&files.0, true).is_err());
    }
    // A worker was killed before it wrote anything.
    fs::write(&files.0, []).unwrap();
    assert!(read(&files.0).unwrap().is_empty());
    let folder = files.0.parent().unwrap();
    assert!(matches!(read(folder), Err(ProtocolError::NoLog { .. })));
}

#[test]
fn a_damaged_state_is_as_good_as_none() {
    let files = Files::new("state");
    let path = state_path(&files.0);
    let bytes = read::with_checksum(&[1, 2, 3, 0, 0, 0, 0, 0, 9]);
    fs::write(&path, &bytes).unwrap();
    assert_eq!(read::state(&path), [1, 2, 3, 0, 0, 0, 0, 0, 9]);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        fs::write(&path, &damaged).unwrap();
        assert!(read::state(&path).is_empty(), "byte {at}");
        fs::write(&path, &bytes[..at]).unwrap();
        assert!(read::state(&path).is_empty(), "{at} bytes");
    }
}

#[test]
fn a_file_cut_off_anywhere_is_read_as_far_as_its_lines_are_whole() {
    let files = Files::new("cut");
    let (mut journal, _) = Journal::open(&files.0, false).unwrap();
    (0..4).for_each(|number| journal.append(&retained(number)).unwrap());
    journal.append(&step(4, 3)).unwrap();
    let used = journal.length() as usize;
    drop(journal);
    let whole = fs::read(&files.0).unwrap();
    for length in (0..HEAD).step_by(97).chain(HEAD..used) {
        fs::write(&files.0, &whole[..length]).unwrap();
        match read(&files.0) {
            Ok(entries) if length >= HEAD => {
                let lines = whole[HEAD..length].iter().filter(|byte| **byte == b'\n').count();
                assert_eq!(entries.len(), lines + 1);
            }
            Ok(entries) => assert!(entries.is_empty() && length == 0),
            Err(error) => assert!(length < HEAD, "{error} at {length}"),
        }
    }
}

#[test]
fn many_zeros_at_the_end_take_no_time() {
    let files = Files::new("zeros");
    let (mut journal, _) = Journal::open(&files.0, false).unwrap();
    journal.append(&retained(0)).unwrap();
    drop(journal);
    let file = File::options().write(true).open(&files.0).unwrap();
    file.set_len(256 << 20).unwrap();
    let start = std::time::Instant::now();
    assert_eq!(files.read(), [retained(0)]);
    assert!(start.elapsed().as_millis() < 100, "{:?}", start.elapsed());
    file.set_len((256 << 20) + 1).unwrap();
    assert!(read(&files.0).is_err());
}

#[test]
fn what_is_no_journal_is_neither_replaced_nor_followed() {
    let files = Files::new("somebody");
    let (path, target) = (&files.0, Files::new("target"));
    for content in [b"a letter to somebody else".as_slice(), b"short", &[0; 4096]] {
        fs::write(path, content).unwrap();
        for resume in [false, true] {
            assert!(Journal::open(path, resume).is_err(), "{resume}");
            assert_eq!(fs::read(path).unwrap(), content);
        }
    }
    fs::remove_file(path).unwrap();
    drop(Journal::open(&target.0, false).unwrap());
    let before = fs::read(&target.0).unwrap();
    std::os::unix::fs::symlink(&target.0, path).unwrap();
    for resume in [false, true] {
        assert!(Journal::open(path, resume).is_err(), "{resume}");
        assert!(fs::symlink_metadata(path).unwrap().is_symlink());
    }
    assert_eq!(fs::read(&target.0).unwrap(), before);
}

#[test]
fn a_process_that_writes_to_all_descriptors_or_closes_them_damages_no_journal() {
    let files = Files::new("descriptors");
    let path = &files.0;
    let (mut journal, _) = Journal::open(path, false).unwrap();
    journal.append(&retained(0)).unwrap();
    let descriptor = journal.file.descriptor();
    assert!(rustix::io::write(descriptor, b"garbage").is_err());
    assert!(rustix::fs::ftruncate(descriptor, 7).is_err());
    // The descriptor becomes that of another file.
    let other = Files::new("other");
    fs::write(&other.0, "a letter").unwrap();
    let letter = File::options().read(true).write(true).open(&other.0).unwrap();
    journal.file.become_another(&letter);
    for number in 1..2000 {
        journal.append(&retained(number)).unwrap();
    }
    drop(journal);
    assert_eq!(fs::read(&other.0).unwrap(), b"a letter");
    assert_eq!(files.read().len(), 2000);
}

#[test]
fn lines_wait_in_memory_while_the_file_cannot_grow() {
    let files = Files::new("full");
    let path = &files.0;
    let (mut journal, _) = Journal::open(path, false).unwrap();
    journal.file.is_full = true;
    let mut told = Vec::new();
    for number in 0..5000 {
        journal.append(&retained(number)).unwrap();
        told.extend(journal.trouble());
    }
    assert!(told.len() == 1 && told[0].contains("goes on"), "{told:?}");
    let written = files.read().len();
    assert!((100..4000).contains(&written), "{written}");
    journal.file.is_full = false;
    // An entry with the number of the last one still replaces it.
    let other = JournalEntry::new(4999, Address::Generated { number: 1, size: 1 }, true, None);
    journal.append(&other).unwrap();
    let entries = files.read();
    assert_eq!(numbers(&entries), (0..5000).collect::<Vec<u64>>());
    assert_eq!(entries[4999], other);
    assert_eq!(journal.trouble(), None);
}
