//! Tests the campaign with the file of its journal: every test can be made again at any moment,
//! also right after the journal was compacted, and no damaged file does harm.

use super::edits::{answer, literals};
use crate::subjects::{Bytes, History, without_head_start};
use mutagen_core::internal::coverage::{CoverageRequest, Observation};
use mutagen_core::internal::run::protocol::{Journal, read_journal};
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::campaign::{Campaign, Options};
use mutagen_core::internal::search::interface::{Rerun, Search};
use mutagen_core::internal::search::journal::{JournalEntry, Past};
use mutagen_core::internal::search::statistics::Statistics;
use mutagen_core::internal::value::node::Node;
use mutagen_core::{Generator, text};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

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

#[test]
fn every_test_is_made_again_from_the_file_before_and_after_it_was_compacted() {
    let folder = Folder::new("again");
    let literals = Some(literals());
    let mut campaign = Campaign::new(&Bytes, SEED, options()).with_literals(literals);
    let (journal, _) = Journal::open(&folder.log(), false).unwrap();
    let mut journal = journal.growth(40_000);
    let mut history = History::new(&Bytes, SEED, &options(), literals);
    let (mut failures, mut values) = (Vec::new(), BTreeMap::new());
    let (mut compacted, mut file) = (0, fs::metadata(folder.log()).unwrap());
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
        journal.follow(&campaign, &address, retained.as_ref(), || ()).unwrap();
        let before = std::mem::replace(&mut file, fs::metadata(folder.log()).unwrap());
        if before.ino() != file.ino() {
            compacted += 1;
            history.journal = read_journal(&folder.log()).unwrap();
            for (address, value) in &failures {
                assert_eq!(&history.print(*address), value, "at {address}");
            }
            let entries = history.journal.clone();
            let retained = entries.iter().filter(|entry| entry.value.is_some());
            assert!(retained.clone().count() > 50);
            for JournalEntry { number, .. } in retained {
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
    assert!(compacted > 3, "compacted {compacted} times");
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
        journal.follow(&campaign, &address, retained.as_ref(), || ()).unwrap();
        tests += &format!("{address}\t{value}\n");
    }
    tests
}

/// A step of a drift that nothing was retained from is overwritten by later ones, which is a
/// compaction. The tests from it are made again while they run, as tested above.
#[test]
#[ignore = "a minute: cargo test -p mutagen-core --test it -- --ignored two_hundred_thousand"]
fn two_hundred_thousand_tests_are_made_again_from_their_addresses_in_another_process() {
    if let Some(folder) = std::env::var_os(AGAIN).map(PathBuf::from) {
        let mut history = History::new(&Bytes, SEED, &options(), Some(literals()));
        history.journal = read_journal(&folder.join("log")).unwrap();
        let numbers: BTreeSet<u64> = history.journal.iter().map(|entry| entry.number).collect();
        let (mut made, mut compacted) = (0, 0);
        for line in fs::read_to_string(folder.join("tests")).unwrap().lines() {
            let (address, text) = line.split_once('\t').unwrap();
            let address: Address = address.parse().unwrap();
            if address.parent().is_some_and(|parent| !numbers.contains(&parent)) {
                assert!(matches!(address, Address::Drifted { .. }), "{address}");
                compacted += 1;
                continue;
            }
            assert_eq!(history.print(address), text, "at {address}");
            made += 1;
        }
        eprintln!("{made} made again, {compacted} compacted");
        assert!(made + compacted == 200_000 && made > 150_000);
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
            journal.follow(&campaign, &address, retained.as_ref(), || ()).unwrap();
            test += 1;
        }
    }
    // The corpora of passed and discarded tests hold 100 tests, and as many batches may wait.
    assert!((1000..20 * 700).contains(&run), "{run} tests were run again");
}

/// The files of a campaign that was killed, and the addresses of some of its tests.
fn killed(folder: &Folder) -> Vec<Address> {
    let mut campaign = Campaign::new(&Bytes, SEED, options());
    let (journal, _) = Journal::open(&folder.log(), false).unwrap();
    let mut journal = journal.growth(20_000);
    let mut addresses = Vec::new();
    for test in 0..2500 {
        let (address, _, retained) = answer(&mut campaign, test);
        journal.follow(&campaign, &address, retained.as_ref(), || ()).unwrap();
        if test > 2490 {
            addresses.push(address);
        }
    }
    addresses
}

#[test]
fn damaged_files_give_an_error_or_another_campaign_soon() {
    let folder = Folder::new("damaged");
    let addresses = killed(&folder);
    let whole = fs::read(folder.log()).unwrap();
    let mut random = Generator::seeded(5, 0);
    let (mut read, mut remade, mut refused) = (0, 0, 0);
    for round in 0..1500 {
        let mut bytes = whole.clone();
        for _ in 0..=random.number(0, 3) {
            let at = random.number(0, bytes.len() as u32 - 1) as usize;
            match random.number(0, 5) {
                0 => bytes.truncate(at.max(1)),
                1 => bytes[at] = random.number(0, 255) as u8,
                2 => bytes[at] = b'9',
                3 => bytes.insert(at, b"0123456789,[]\n\""[random.number(0, 14) as usize]),
                4 => _ = bytes.remove(at),
                _ => {
                    // A line comes twice, or another part of the file.
                    let end = (at + random.number(1, 400) as usize).min(bytes.len());
                    let part = bytes[at..end].to_vec();
                    let to = random.number(0, bytes.len() as u32) as usize;
                    bytes.splice(to..to, part);
                }
            }
        }
        let start = Instant::now();
        fs::write(folder.log(), &bytes).unwrap();
        match read_journal(&folder.log()) {
            Ok(entries) => {
                read += 1;
                for address in &addresses {
                    remade += u32::from(made(&options(), &entries, *address).is_some());
                }
                if round % 10 == 0 {
                    let (_, past) = Journal::open(&folder.log(), true).unwrap();
                    let (mut campaign, again) = resume(&past, 2500);
                    if again.is_some() {
                        campaign.next_test();
                    }
                }
            }
            Err(error) => {
                refused += 1;
                assert!(error.to_string().contains("delete the file"), "{error}");
            }
        }
        assert!(start.elapsed() < Duration::from_secs(5), "round {round}");
    }
    assert!(read > 100 && remade > 100 && refused > 100, "{read} {remade} {refused}");
}

#[test]
fn a_file_cut_off_anywhere_goes_on() {
    let folder = Folder::new("cut");
    killed(&folder);
    let whole = fs::read(folder.log()).unwrap();
    let used = 1 + whole.iter().rposition(|byte| *byte != 0).unwrap();
    let mut resumed = 0;
    for length in (16 * 1024..used).step_by(used / 60) {
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
