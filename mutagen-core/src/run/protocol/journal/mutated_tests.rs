//! Tests that no mutated file of a journal or of a state does harm: it is read soon, or refused
//! with an error that says where.

use super::tests::{Files, retained, step};
use super::*;
use crate::mutated::{VERSIONS, slowest, write};
use crate::run::protocol::checked_line::{SUM, checked_line};
use crate::search::journal::{Place, Position, Queued};
use crate::value::operands::{Comparison, Operands};
use std::time::Duration;

/// A journal with all that it can hold, as a process that was killed leaves it, without most of the
/// zeros at its end.
fn written(files: &Files) -> Vec<u8> {
    let (mut journal, _) = Journal::open(&files.0, false).unwrap();
    for number in 0..12 {
        let mut entry = retained(number);
        let parent = number.saturating_sub(1);
        let donated = format!("{parent}:3:2,-:4:3").parse().unwrap();
        entry.address = match number % 5 {
            1 => Address::Mutant { parent, position: 2, mutant: number },
            2 => Address::Edited { parent, number, edits: 3, solved: 20, retained: 5, donated },
            3 => Address::Solved { parent, number, stack: 90 + number, edits: 3 },
            4 => Address::Drifted { parent, first: 7, edits: 0x1d },
            _ => entry.address,
        };
        entry.operands = Operands::of(vec![
            Comparison::Numbers(u64::MAX, number, 8),
            Comparison::Texts(b"\xff\0".as_slice().into(), b"ab".as_slice().into()),
        ]);
        entry.literals = vec![3, number as u32];
        let place = Place::Before(Position { number, node: 3, served: 1 });
        entry.batch =
            Some(Queued { samples: 4, regrown: true, new_edges: 2, place, divided: true });
        entry.value = (number % 2 == 0).then(|| "(\"\\0\\n\", [1, 2])".into());
        journal.append(&entry).unwrap();
    }
    journal.append(&step(12, 11)).unwrap();
    journal.append(&step(13, 12)).unwrap();
    journal.mark(&Marks { entries: 12, ..Marks::default() });
    let used = journal.length() as usize + 100;
    drop(journal);
    let mut bytes = fs::read(&files.0).unwrap();
    bytes.truncate(used);
    bytes
}

/// The version with right checksums, as somebody who knows the format would make it.
fn with_right_checksums(version: &[u8]) -> Vec<u8> {
    let (head, lines) = version.split_at(HEAD.min(version.len()));
    let (marks, steps) = head.split_at(STEPS.min(head.len()));
    let corrected = |line: &[u8]| {
        let text = line.strip_suffix(b"\n").and_then(|line| line.get(SUM..));
        let text = text.and_then(|text| str::from_utf8(text).ok());
        text.map_or(line.to_vec(), |text| checked_line(text).into_bytes())
    };
    let area = |bytes: &[u8]| {
        bytes.split_inclusive(|byte| *byte == b'\n').flat_map(corrected).collect::<Vec<u8>>()
    };
    [marks.to_vec(), area(steps), area(lines)].concat()
}

#[test]
fn a_mutated_journal_gives_entries_in_order_or_an_error_with_file_and_line() {
    let files = Files::new("mutated");
    let path = &files.0;
    let bytes = written(&files);
    fs::write(path, &bytes).unwrap();
    let original = files.read();
    assert_eq!(original.len(), 14);
    let (mut unchanged, mut lost, mut other, mut no_log, mut no_line) = (0, 0, 0, 0, 0);
    let mut number = 0;
    let slowest = slowest(2 * VERSIONS, &bytes, |version| {
        number += 1;
        let corrected = (number % 2 == 0).then(|| with_right_checksums(version));
        let version = corrected.as_deref().unwrap_or(version);
        write(path, version);
        let entries = match read(path) {
            Ok(entries) => entries,
            Err(error) => {
                let text = error.to_string();
                assert!(text.starts_with(&path.display().to_string()), "{text}");
                assert!(text.contains("delete the file and run the campaign again"), "{text}");
                match error {
                    ProtocolError::NoLog { .. } => no_log += 1,
                    ProtocolError::Log { line, .. } => {
                        no_line += 1;
                        let lines = version[HEAD..].iter().filter(|byte| **byte == b'\n').count();
                        assert!((1..=lines).contains(&line), "{text}");
                    }
                    _ => panic!("{text}"),
                }
                // What is refused is not changed either.
                assert!(Journal::open(path, true).is_err());
                assert_eq!(fs::read(path).unwrap(), version);
                return;
            }
        };
        assert!(entries.is_sorted_by(|one, other| one.number < other.number));
        let lines = version.iter().filter(|byte| **byte == b'\n').count();
        assert!(entries.len() < lines.max(1), "the head has a line of its own");
        for entry in &entries {
            let line = line::of(entry).unwrap();
            assert_eq!(line::entry(line.trim_end().as_bytes()).as_ref(), Some(entry));
        }
        if entries == original {
            unchanged += 1;
        } else if entries.iter().all(|entry| original.contains(entry)) {
            lost += 1;
        } else {
            assert!(corrected.is_some(), "no checksum tells that an entry was changed");
            other += 1;
        }
        // A worker goes on with it, unless no number is left.
        let (mut journal, past) = Journal::open(path, true).unwrap();
        assert_eq!(past.entries, entries);
        let number = entries.last().map_or(0, |last| last.number + 1);
        if number < line::MOST {
            let next = JournalEntry { number, ..retained(0) };
            journal.append(&next).unwrap();
            assert_eq!(files.read().last(), Some(&next));
        }
    });
    assert!(slowest < Duration::from_secs(1), "{slowest:?}");
    let all = [unchanged, lost, other, no_log, no_line];
    assert!(all.iter().all(|count| *count > 300), "{all:?}");
}

#[test]
fn a_mutated_state_is_read_as_it_was_written_or_not_at_all() {
    let files = Files::new("mutated-state");
    let path = state_path(&files.0);
    let state: Vec<u8> = (0..400_u64).flat_map(|n| (n * n).to_le_bytes()).collect();
    let bytes = read::with_checksum(&state);
    fs::write(&path, &bytes).unwrap();
    assert_eq!(read::state(&path), state);
    let mut refused = 0;
    let slowest = slowest(VERSIONS, &bytes, |version| {
        write(&path, version);
        let read = read::state(&path);
        assert!(read.is_empty() || version == bytes && read == state);
        refused += u64::from(read.is_empty());
    });
    assert!(slowest < Duration::from_secs(1), "{slowest:?}");
    assert!(refused > VERSIONS * 9 / 10, "{refused}");
}
