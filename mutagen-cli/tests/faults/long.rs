//! Long campaigns of the case studies: after a tenth of the campaign, its processes take no more
//! memory, its folder stays small, and a crash at the end is made again from its address at once.
//! They take minutes to an hour and need an idle machine, so that they are ignored; each says how
//! it is run.

use crate::command::{command, ran};
use crate::disk::{Started, bytes};
use crate::processes::{resident, wait_for_worker, worker_of};
use crate::project::{Project, workspace};
use rustix::process::Pid;
use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The most bytes of the folder of a campaign.
const FOLDER: u64 = 256 << 20;

/// The most time until a value is made again.
const SOON: Duration = Duration::from_secs(2);

/// The most time that is waited for it.
const PATIENCE: Duration = Duration::from_secs(60);

/// The file in which the properties count, beside the streams of the command.
const SHARED: &str = "shared";

/// Properties that hold, and that count their tests in the file `LONG_FILE`, whichever process runs
/// them. From the moment at which the ninth byte of the file is not 0, they abort.
const PROPERTIES: &str = r#"
use ifc_register::{Diamond, State, rules, ssni};
use mutagen_core::{Outcome, Twin, property};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

static SHARED: LazyLock<[&'static AtomicU64; 2]> = LazyLock::new(|| {
    let path = std::env::var_os("LONG_FILE").unwrap();
    let file = std::fs::File::options().read(true).write(true).open(path).unwrap();
    // SAFETY: the file has two numbers, and is used as atomic numbers alone.
    let map = Box::leak(Box::new(unsafe { memmap2::MmapMut::map_mut(&file) }.unwrap()));
    let numbers = map.as_mut_ptr().cast::<u64>();
    // SAFETY: as above; a map is aligned to pages and lives as long as the process.
    [0, 1].map(|at| unsafe { AtomicU64::from_ptr(numbers.add(at)) })
});

fn count() {
    let [tests, crashes] = *SHARED;
    tests.fetch_add(1, Ordering::Relaxed);
    if crashes.load(Ordering::Relaxed) != 0 {
        std::process::abort();
    }
}

#[property(before = rules::select_from_env)]
fn register(observer: &Diamond, pair: &Twin<State<Diamond>>) -> Outcome {
    count();
    ssni(rules::in_force(), *observer, pair)
}

#[property]
fn red_black(tree: &etna_rbt::Tree, key: &i32) -> Outcome {
    count();
    etna_rbt::property::delete_valid(tree, key)
}
"#;

/// Writes the crate of these properties.
fn project() -> Project {
    let paths = ["ifc/register", "ifc/rules", "etna/rbt"];
    let names = paths.map(|path| path.replace('/', "-"));
    let dependency = |(name, path): (&String, &str)| {
        let path = workspace().join("case-studies").join(path);
        format!("{name} = {{ path = {path:?} }}\n")
    };
    let dependencies: String = names.iter().zip(paths).map(dependency).collect();
    let more = format!(
        "memmap2 = \"0.9\"\n{dependencies}\n[package.metadata.mutagen]\ninstrument = {names:?}\n"
    );
    Project::write_with("long", "long", &more, &[("src/lib.rs", PROPERTIES)])
}

/// What is measured each second: bytes of memory of the command and the worker, and of the folder.
struct Sample {
    command: u64,
    worker: u64,
    folder: u64,
}

impl Sample {
    fn memory(&self) -> u64 {
        self.command + self.worker
    }
}

/// A running campaign.
struct Campaign {
    started: Started,
    shared: File,
    /// The folder of the run.
    run: PathBuf,
    start: Instant,
    samples: Vec<Sample>,
}

impl Campaign {
    fn start(property: &str) -> Campaign {
        let project = project();
        ran(&mut command(&project, "list"));
        let mut started = Started::new(&format!("long_{property}"), |folder| {
            fs::write(folder.join(SHARED), [0; 16]).unwrap();
            let run = format!("run {property} --seed 1 --max-time 10h --message-format json");
            let mut command = command(&project, &run);
            command.env("LONG_FILE", folder.join(SHARED));
            command
        });
        let shared = started.folder.join(SHARED);
        let shared = File::options().read(true).write(true).open(shared).unwrap();
        let worker = wait_for_worker(&mut started.child);
        let program = fs::read_link(format!("/proc/{}/exe", worker.as_raw_nonzero())).unwrap();
        let run = program.parent().unwrap().to_owned();
        Campaign { started, shared, run, start: Instant::now(), samples: Vec::new() }
    }

    fn tests(&self) -> u64 {
        let mut number = [0; 8];
        self.shared.read_exact_at(&mut number, 0).unwrap();
        u64::from_ne_bytes(number)
    }

    /// From now on, each test crashes.
    fn crash(&self) {
        self.shared.write_all_at(&[1], 8).unwrap();
    }

    /// Measures for a second.
    fn sample(&mut self) {
        let supervisor = Pid::from_child(&self.started.child);
        if let Some(worker) = worker_of(supervisor) {
            let (command, worker) = (resident(supervisor), resident(worker));
            self.samples.push(Sample { command, worker, folder: bytes(&self.run) });
        }
        std::thread::sleep(Duration::from_secs(1));
        let ended = self.started.child.try_wait().unwrap();
        assert!(ended.is_none(), "{ended:?}: {}", self.started.said());
    }
}

/// Runs a campaign that finds nothing until it `is_over`, by tests and time. Then every test
/// crashes. Compares what was measured.
fn stays_small(property: &str, is_over: impl Fn(u64, Duration) -> bool) {
    let mut campaign = Campaign::start(property);
    while !is_over(campaign.tests(), campaign.start.elapsed()) {
        campaign.sample();
    }
    let (tests, seconds) = (campaign.tests(), campaign.start.elapsed().as_secs());
    let said = campaign.started.said();
    assert!(!said.contains("found: "), "{said}");
    campaign.crash();
    let found = campaign.started.wait_for("found: ", PATIENCE);
    let records = campaign.run.join("records.jsonl");
    let made = campaign.started.wait_for_in(&records, "{\"value\":", PATIENCE);
    let report = campaign.started.end(60);

    let samples = &campaign.samples;
    let (first, rest) = samples.split_at(samples.len() / 10 + 1);
    let (tenth, most) =
        (first.last().unwrap(), rest.iter().max_by_key(|sample| sample.memory()).unwrap());
    let folder = samples.iter().map(|sample| sample.folder).max().unwrap();
    let mib = |bytes: u64| bytes as f64 / (1 << 20) as f64;
    eprintln!(
        "{tests} tests in {seconds} s; MiB of command + worker {:.1} + {:.1} after a tenth and \
         {:.1} + {:.1} at most later, of the folder {:.1} at most; the crash was found after \
         {found:?}, and its value made again {made:?} later",
        mib(tenth.command),
        mib(tenth.worker),
        mib(most.command),
        mib(most.worker),
        mib(folder),
    );
    let failure = &report["failures"][0];
    assert_eq!(report["exit_code"], 1, "{report:#}");
    assert_eq!((&failure["kind"], &failure["class"]), (&"died".into(), &"always".into()));
    assert!(failure["text"].is_string(), "{report:#}");
    assert!(found < SOON && made < SOON);
    assert!(folder <= FOLDER);
    assert!(most.memory() * 10 <= tenth.memory() * 11);
}

#[test]
#[ignore = "5 minutes, idle: cargo test -p mutagen-cli --test faults -- --ignored a_hundred_million"]
fn a_hundred_million_tests_of_red_black_trees_stay_small() {
    stays_small("red_black", |tests, _| tests >= 100_000_000);
}

#[test]
#[ignore = "an hour, idle: cargo test -p mutagen-cli --test faults -- --ignored an_hour_of"]
fn an_hour_of_the_register_machine_stays_small() {
    stays_small("register", |_, time| time >= Duration::from_secs(3600));
}
