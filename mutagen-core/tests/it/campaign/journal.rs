//! Tests the campaign with the file of its journal: every test can be made again at any moment,
//! also right after the journal was compacted, and no damaged file does harm.

use super::edits::{answer, literals};
use crate::mutated;
use crate::subjects::{Bytes, History, without_head_start};
use mutagen_core::internal::coverage::{CoverageRequest, Observation};
use mutagen_core::internal::run::protocol::{Journal, read_journal};
use mutagen_core::internal::search::address::{Address, Served};
use mutagen_core::internal::search::campaign::{Campaign, Options, Replay};
use mutagen_core::internal::search::interface::{Rerun, Search};
use mutagen_core::internal::search::journal::{JournalEntry, Past, find};
use mutagen_core::internal::search::statistics::Statistics;
use mutagen_core::internal::value::node::Node;
use mutagen_core::text;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

const SEED: u64 = 31;

/// The folder of a test's files, which is removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("mutagen-campaign-log-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn log(&self) -> PathBuf {
        self.0.join("log")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn options() -> Options {
    Options { corpus: 80, edits: 80, ..without_head_start() }
}

fn made(options: &Options, journal: &[JournalEntry], address: Address) -> Option<String> {
    let campaign = Campaign::new(&Bytes, SEED, options.clone());
    let value = campaign.remake(journal, address, &mut || true).ok()?;
    Some(text::print(&*value.expect("nothing stops it")))
}

/// Records a test, as a worker does.
fn follow(
    journal: &mut Journal,
    campaign: &Campaign<'_>,
    address: Address,
    retained: Option<&JournalEntry>,
    test: u64,
) {
    if let Some(entry) = retained {
        journal.append(entry).unwrap();
    }
    journal.follow(campaign, address.served(), || test.is_multiple_of(2)).unwrap();
}

#[test]
fn every_test_is_made_again_from_the_file_before_and_after_it_was_compacted() {
    let folder = Folder::new("again");
    let literals = Some(literals());
    let mut campaign = Campaign::new(&Bytes, SEED, options()).with_literals(literals);
    let (journal, _) = Journal::open(&folder.log(), false).unwrap();
    let mut journal = journal.growth(40_000);
    let mut history = History::new(&Bytes, SEED, &options(), literals);
    let (mut failures, mut values) = (Vec::new(), BTreeMap::new());
    let (mut compacted, mut texts, mut marked) = (0, 0, 0);
    let mut file = fs::metadata(folder.log()).unwrap();
    for test in 0..12_000 {
        let (address, value, retained) = answer(&mut campaign, test);
        if test % 5 == 0 {
            // The running test, which may end the process.
            history.journal = read_journal(&folder.log()).unwrap();
            assert_eq!(history.print(address), value, "at {address}");
        }
        if test % 1000 == 999 {
            journal.keep_for(address);
            failures.push((address, value.clone()));
        }
        if let Some(entry) = &retained {
            values.insert(entry.number, value);
        }
        follow(&mut journal, &campaign, address, retained.as_ref(), test);
        if address.served() != Served::Otherwise && test % 29 == 0 {
            let copy = folder.log().with_extension("copy");
            fs::copy(folder.log(), &copy).unwrap();
            let (_, past) = Journal::open(&copy, true).unwrap();
            assert_eq!(past.marks, Some(campaign.marks()), "after test {test}, {address}");
            marked += 1;
        }
        let before = std::mem::replace(&mut file, fs::metadata(folder.log()).unwrap());
        if before.ino() != file.ino() {
            compacted += 1;
            history.journal = read_journal(&folder.log()).unwrap();
            for (address, value) in &failures {
                assert_eq!(&history.print(*address), value, "at {address}");
            }
            let entries = history.journal.clone();
            let is_kept = |entry: &&JournalEntry| entry.address.parent() != Some(entry.number);
            let kept = entries.iter().filter(is_kept);
            assert!(kept.clone().count() > 50);
            texts += kept.clone().filter(|entry| entry.value.is_some()).count();
            for JournalEntry { number, .. } in kept {
                let again = history.print(Address::Repeated { parent: *number });
                assert_eq!(again, values[number], "entry {number}");
            }
        }
        // Each entry takes up to 800 bytes here, most of them for comparisons. Between two
        // compactions, the file doubles, and its end has 64 KiB of zeros.
        let kept = 100 + campaign.statistics().queued;
        let length = file.len();
        assert!(length < 200_000 + 2 * 800 * kept, "{length} bytes for {kept} after test {test}");
    }
    assert!(compacted > 3 && texts > 0, "compacted {compacted} times, {texts} texts");
    assert!(marked > 50, "{marked} marks were compared");
}

/// Names the folder of a campaign to a process that makes its tests again.
const AGAIN: &str = "MUTAGEN_TEST_JOURNAL";

/// The tests of a campaign, an address and a text a line.
fn tests_of(folder: &Path) -> String {
    let literals = Some(literals());
    let mut campaign = Campaign::new(&Bytes, SEED, options()).with_literals(literals);
    let (journal, _) = Journal::open(&folder.join("log"), false).unwrap();
    let mut journal = journal.growth(u64::MAX / 2);
    let mut tests = String::new();
    for test in 0..200_000 {
        let (address, value, retained) = answer(&mut campaign, test);
        follow(&mut journal, &campaign, address, retained.as_ref(), test);
        tests += &format!("{address}\t{value}\n");
    }
    tests
}

/// A step of a drift that nothing was retained from is overwritten by later ones, which is a
/// compaction. An entry of comparisons that nothing was retained from is replaced, and the addresses
/// of its tests are refused. These tests are made again while they run, as tested above.
#[test]
#[ignore = "16 minutes: cargo test -p mutagen-core --test it -- --ignored two_hundred_thousand"]
fn two_hundred_thousand_tests_are_made_again_from_their_addresses_in_another_process() {
    if let Some(folder) = std::env::var_os(AGAIN).map(PathBuf::from) {
        let journal = read_journal(&folder.join("log")).unwrap();
        let mut replay = Replay::new(&Bytes, SEED, &options(), Some(literals()), &journal);
        let (mut again, mut compacted, mut replaced) = (0, 0, 0);
        for line in fs::read_to_string(folder.join("tests")).unwrap().lines() {
            let (address, text) = line.split_once('\t').unwrap();
            let address: Address = address.parse().unwrap();
            let Ok(value) = replay.make(&address, &mut || true) else {
                let entry = address.parent().and_then(|parent| find(&journal, parent));
                match address {
                    Address::Drifted { .. } if entry.is_none() => compacted += 1,
                    Address::Solved { stack, edits, .. }
                        if entry.is_none_or(|entry| !entry.is_edited(stack, edits)) =>
                    {
                        replaced += 1;
                    }
                    _ => panic!("{address} is not made again"),
                }
                continue;
            };
            assert_eq!(text::print(&*value.expect("nothing stops it")), text, "at {address}");
            again += 1;
        }
        eprintln!("{again} made again, {compacted} compacted, {replaced} from a replaced entry");
        assert!(again + compacted + replaced == 200_000 && again > 150_000);
        return;
    }
    let folder = Folder::new("200000");
    fs::write(folder.0.join("tests"), tests_of(&folder.0)).unwrap();
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    let name = "campaign::journal::two_hundred_thousand_tests_are_made_again_from_their_addresses\
                _in_another_process";
    command.args([name, "--exact", "--ignored", "--nocapture"]).env(AGAIN, &folder.0);
    assert!(command.status().unwrap().success());
}

/// Says of each test that it shows nothing, and counts them.
struct Nothing(u64, Observation);

impl Rerun for Nothing {
    fn goes_on(&mut self) -> bool {
        true
    }

    fn rerun(&mut self, _: &JournalEntry, _: &dyn Node, _: &CoverageRequest<'_>) -> &Observation {
        self.0 += 1;
        &self.1
    }
}

fn resume(past: &Past, tests: u64) -> (Campaign<'static>, Option<u64>) {
    let mut campaign = Campaign::new(&Bytes, SEED, options());
    let mut runner = Nothing(0, Observation::default());
    let before = Statistics { tests, ..Statistics::default() };
    let result = campaign.resume(past, &before, &mut runner);
    (campaign, result.is_ok().then_some(runner.0))
}

#[test]
fn a_campaign_that_dies_again_and_again_goes_on_from_its_files() {
    let folder = Folder::new("deaths");
    let mut test = 0;
    let mut run = 0;
    let mut served = BTreeSet::new();
    for death in 0..20 {
        let (journal, past) = Journal::open(&folder.log(), death > 0).unwrap();
        let mut journal = journal.growth(30_000);
        let (mut campaign, again) = resume(&past, test);
        run += again.unwrap();
        for _ in 0..500 {
            let (address, _, retained) = answer(&mut campaign, test);
            let is_new = served.insert(address);
            let may_repeat = matches!(address, Address::Repeated { .. } | Address::Solved { .. });
            assert!(is_new || may_repeat, "{address} is served again after {death} deaths");
            follow(&mut journal, &campaign, address, retained.as_ref(), test);
            test += 1;
        }
    }
    // The corpora of passed and discarded tests hold 100 tests, and as many batches may wait.
    assert!((1000..20 * 700).contains(&run), "{run} tests were run again");
}

/// Writes the journal of a campaign that was killed after so many tests. Returns the addresses of
/// the last ones, and the state after half of the tests.
fn killed(folder: &Folder, tests: u64) -> (Vec<Address>, Vec<u8>) {
    let mut campaign = Campaign::new(&Bytes, SEED, options());
    let (journal, _) = Journal::open(&folder.log(), false).unwrap();
    let mut journal = journal.growth(20_000);
    let (mut addresses, mut state) = (Vec::new(), Vec::new());
    for test in 0..tests {
        let (address, _, retained) = answer(&mut campaign, test);
        follow(&mut journal, &campaign, address, retained.as_ref(), test);
        addresses.push(address);
        if test == tests / 2 {
            state = campaign.state();
        }
    }
    (addresses.split_off(addresses.len() - 10), state)
}

/// The bytes up to the last one that is no zero.
fn used(mut bytes: Vec<u8>) -> Vec<u8> {
    let zeros = bytes.iter().rev().take_while(|byte| **byte == 0).count();
    bytes.truncate(bytes.len() - zeros);
    bytes
}

/// Reads mutated versions of a journal, makes tests again from each, and resumes the campaign from
/// it and a mutated state.
fn go_on_from_mutated_files(name: &str, versions: u64) {
    const TESTS: u64 = 160;
    let folder = Folder::new(name);
    let (addresses, state) = killed(&folder, TESTS);
    let log = used(fs::read(folder.log()).unwrap());
    let (_, past) = Journal::open(&folder.log(), true).unwrap();
    let whole = Past { state, ..past };
    assert!(resume(&whole, TESTS).1.is_some_and(|run| run > 20));
    let states = mutated::Original::of(&whole.state);
    let original = addresses.iter().map(|address| made(&options(), &whole.entries, *address));
    let original: Vec<Option<String>> = original.collect();
    assert!(original.iter().all(Option::is_some));
    let (mut number, mut remade, mut resumed, mut refused) = (0, 0, 0, 0);
    let slowest = mutated::slowest(versions, &log, |version| {
        number += 1;
        mutated::write(&folder.log(), version);
        let past = match Journal::open(&folder.log(), true) {
            Ok((_, past)) => past,
            Err(error) => {
                refused += 1;
                let (text, name) = (error.to_string(), folder.log().display().to_string());
                assert!(text.starts_with(&name) && text.contains("delete the file"), "{text}");
                // The journal is whole, but not the state.
                whole.clone()
            }
        };
        let own = past.entries.iter().rev().step_by(7).take(3).map(|entry| entry.address);
        for address in addresses.iter().copied().take(3).chain(own) {
            remade += u64::from(made(&options(), &past.entries, address).is_some());
        }
        // A state without its checksum, which would refuse nearly all.
        let state = if number % 3 == 0 { whole.state.clone() } else { states.version(number) };
        let tests = if number % 5 == 0 { u64::MAX } else { TESTS };
        let (mut campaign, again) = resume(&Past { state, ..past }, tests);
        if again.is_some() {
            resumed += 1;
            for test in TESTS..TESTS + 4 {
                answer(&mut campaign, test);
            }
            assert!(!campaign.state().is_empty());
        }
    });
    assert!(slowest < Duration::from_secs(1), "{slowest:?}");
    let all = [remade, resumed, refused];
    assert!(all.iter().all(|count| *count > versions / 10), "{all:?} of {versions}");
}

#[test]
fn mutated_files_give_an_error_or_another_campaign_soon() {
    go_on_from_mutated_files("mutated", 2000);
}

#[test]
#[ignore = "half a minute: cargo test -p mutagen-core --test it -- --ignored ten_thousand"]
fn ten_thousand_mutated_files_give_an_error_or_another_campaign_soon() {
    go_on_from_mutated_files("ten-thousand", mutated::VERSIONS);
}

#[test]
fn a_file_cut_off_anywhere_goes_on() {
    let folder = Folder::new("cut");
    killed(&folder, 2500);
    let whole = used(fs::read(folder.log()).unwrap());
    let mut resumed = 0;
    for length in (16 * 1024..whole.len()).step_by(whole.len() / 60) {
        fs::write(folder.log(), &whole[..length]).unwrap();
        let (_, past) = Journal::open(&folder.log(), true).unwrap();
        let (mut campaign, again) = resume(&past, 2500);
        // A test whose ancestors are cut off cannot be made again; the others can.
        if again.is_some() {
            resumed += 1;
            campaign.next_test();
        }
    }
    assert!(resumed > 20, "{resumed} resumed");
}
