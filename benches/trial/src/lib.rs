//! A trial: its parameters, the counters around each test, and the watchdog that ends it. The
//! result is one line of JSON on the standard output. The process then ends at once, whatever the
//! tool has on its stack: nothing is shrunk, and no exit handler prints anything.
//!
//! The modules, each behind a feature, run a property of bytes, of text or of a value of any type
//! with one tool.
#![forbid(unsafe_code)]

#[cfg(feature = "bolero")]
pub mod bolero;
#[cfg(feature = "libfuzzer")]
pub mod libfuzzer;
#[cfg(feature = "proptest")]
pub mod proptest;
#[cfg(feature = "quickcheck")]
pub mod quickcheck;

use mutagen_core::Outcome;
use rustix::process::{Pid, Resource, Rlimit, Signal, getpid, getrlimit, kill_process, setrlimit};
use rustix::thread::gettid;
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use std::io::Write;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The environment variable with the package of the workload.
pub const WORKLOAD: &str = "PEER_WORKLOAD";
/// The environment variable with the name of the property in ETNA's tables.
pub const PROPERTY: &str = "PEER_PROPERTY";
/// The environment variable with the seed, for tools that take one.
pub const SEED: &str = "PEER_SEED";
/// The environment variable with the CPU seconds of the testing thread.
pub const LIMIT: &str = "PEER_LIMIT";
/// The environment variable with the CPU seconds that one test may take.
pub const PATIENCE: &str = "PEER_PATIENCE";

/// How often the watchdog looks.
const GLANCE: Duration = Duration::from_millis(10);

/// The number of watchdog checks between two lines of progress. The lines show how far a process
/// came if it dies.
const PROGRESS: u64 = 25;

/// The stack of the testing thread, if it is not the main thread. The values of some tools are
/// unbounded.
const STACK: usize = 1 << 30;

/// The stack of the main thread, for tools that test on it. It grows while the process runs, into
/// the room that Linux leaves below it in any case. The usual limit of 8 MiB is too little for
/// parsers that recurse for each parenthesis.
const MAIN_STACK: u64 = 100 << 20;

/// The parameters of a trial.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The package of the workload.
    pub workload: String,
    /// The name of the property.
    pub property: String,
    /// The seed.
    pub seed: u64,
    /// CPU time of the testing thread.
    pub limit: Duration,
    /// CPU time of one test.
    pub patience: Duration,
}

impl Trial {
    /// Reads the parameters from the environment, because a tool may use the arguments itself.
    ///
    /// # Errors
    /// When a variable is missing or malformed.
    pub fn from_env() -> Result<Trial, String> {
        let text = |name| std::env::var(name).map_err(|error| format!("{name}: {error}"));
        let seconds = |name| {
            let seconds: f64 = text(name)?.parse().map_err(|error| format!("{name}: {error}"))?;
            Duration::try_from_secs_f64(seconds).map_err(|error| format!("{name}: {error}"))
        };
        Ok(Trial {
            workload: text(WORKLOAD)?,
            property: text(PROPERTY)?,
            seed: text(SEED)?.parse().map_err(|error| format!("{SEED}: {error}"))?,
            limit: seconds(LIMIT)?,
            patience: seconds(PATIENCE)?,
        })
    }
}

/// The seed of the trial; 0 outside a trial.
pub fn seed() -> u64 {
    SEED_OF_TRIAL.load(Relaxed)
}

/// Runs a whole trial on a thread of its own with a large stack. Returns only with an error to
/// print.
pub fn main(property_of: fn(&Trial) -> Option<fn()>) -> Result<(), String> {
    let (trial, run) = asked_for(property_of)?;
    let testing = move || {
        begin(&trial);
        run();
    };
    let thread = std::thread::Builder::new().name("trial".to_owned()).stack_size(STACK);
    let thread = thread.spawn(testing).map_err(|error| error.to_string())?;
    match thread.join() {
        Ok(()) => Err("the tool has stopped testing".to_owned()),
        Err(_) => Err("the tool has panicked".to_owned()),
    }
}

/// Chooses the property and begins the trial on the calling thread, for a tool that is the main
/// program and calls back for each test. Prints an error if there is no such trial.
pub fn begin_asked_for(property_of: fn(&Trial) -> Option<fn()>) {
    let limits = Rlimit { current: Some(MAIN_STACK), ..getrlimit(Resource::Stack) };
    if let Err(error) = setrlimit(Resource::Stack, limits) {
        eprintln!("the stack of the main thread stays small: {error}");
    }
    match asked_for(property_of) {
        Ok((trial, choose)) => {
            choose();
            begin(&trial);
        }
        Err(error) => eprintln!("error: {error}"),
    }
}

/// The trial in the environment, and the function that runs or chooses its property.
fn asked_for(property_of: fn(&Trial) -> Option<fn()>) -> Result<(Trial, fn()), String> {
    let trial = Trial::from_env()?;
    let unknown = || format!("no property `{}` in `{}`", trial.property, trial.workload);
    let property = property_of(&trial).ok_or_else(unknown)?;
    Ok((trial, property))
}

static SEED_OF_TRIAL: AtomicU64 = AtomicU64::new(0);
static TESTS: AtomicU64 = AtomicU64::new(0);
static VALID: AtomicU64 = AtomicU64::new(0);
/// Whether the testing thread is in the property.
static INSIDE: AtomicBool = AtomicBool::new(false);
/// CPU nanoseconds of the testing thread when its trial began.
static BEGINNING: AtomicU64 = AtomicU64::new(0);
/// The message and the place of the last panic in the property.
static PANIC: Mutex<String> = Mutex::new(String::new());
/// Locked by the thread that prints the result of the trial.
static LAST_WORD: Mutex<()> = Mutex::new(());

/// Begins the trial on the calling thread.
///
/// # Panics
/// When the system cannot report the CPU time of a thread.
pub fn begin(trial: &Trial) {
    SEED_OF_TRIAL.store(trial.seed, Relaxed);
    let show = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        // A panic in the property ends the trial, whose result has the message.
        if INSIDE.load(Relaxed) {
            let mut said = PANIC.lock().unwrap_or_else(PoisonError::into_inner);
            *said = panic.to_string();
        } else {
            show(panic);
        }
    }));
    let thread = gettid();
    let (limit, patience) = (trial.limit, trial.patience);
    std::thread::spawn(move || watch(thread, limit, patience));
    BEGINNING.store(own_cpu_time(), Relaxed);
}

/// Runs one test and counts it. A failure or a panic ends the trial. Returns whether the test
/// passed; `None` if it was discarded.
pub fn test(property: impl FnOnce() -> Outcome) -> Option<()> {
    add(&TESTS);
    INSIDE.store(true, Relaxed);
    let outcome = std::panic::catch_unwind(AssertUnwindSafe(property));
    INSIDE.store(false, Relaxed);
    if let Ok(Outcome::Discarded) = outcome {
        return None;
    }
    add(&VALID);
    let message = match outcome {
        Ok(Outcome::Failed(message)) => message,
        Ok(_) => return Some(()),
        Err(_) => PANIC.lock().unwrap_or_else(PoisonError::into_inner).clone(),
    };
    let mut failed = verdict("failed", own_cpu_time() - BEGINNING.load(Relaxed));
    failed["message"] = message.into();
    end(failed)
}

/// Adds one. Only the testing thread writes.
fn add(counter: &AtomicU64) {
    counter.store(counter.load(Relaxed) + 1, Relaxed);
}

/// CPU nanoseconds of the calling thread.
fn own_cpu_time() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec.cast_unsigned() * 1_000_000_000 + time.tv_nsec.cast_unsigned()
}

/// CPU nanoseconds of another thread of the process, as the scheduler last recorded them.
fn cpu_time_of(thread: Pid) -> Option<u64> {
    let path = format!("/proc/self/task/{}/schedstat", thread.as_raw_nonzero());
    std::fs::read_to_string(path).ok()?.split(' ').next()?.parse().ok()
}

/// Ends the trial when its time is over, or when one test takes too long. The loop of the tests
/// reads no clock.
fn watch(thread: Pid, limit: Duration, patience: Duration) {
    let (limit, patience) = (limit.as_nanos() as u64, patience.as_nanos() as u64);
    // The trial has begun, whatever happens before the first check.
    say_running(0);
    let mut since = (u64::MAX, 0);
    for glance in 1_u64.. {
        std::thread::sleep(GLANCE);
        let Some(now) = cpu_time_of(thread) else {
            eprintln!("the CPU time of the testing thread is not known");
            return kill();
        };
        let time = now.saturating_sub(BEGINNING.load(Relaxed));
        let tests = TESTS.load(Relaxed);
        if since.0 != tests || !INSIDE.load(Relaxed) {
            since = (tests, now);
        } else if now - since.1 > patience {
            let mut hung = verdict("failed", time);
            hung["how"] = "hung".into();
            end(hung);
        }
        if time >= limit {
            end(verdict("timeout", time));
        }
        if glance % PROGRESS == 0 {
            say_running(time);
        }
    }
}

fn verdict(status: &str, nanoseconds: u64) -> Value {
    json!({
        "status": status,
        "tests": TESTS.load(Relaxed),
        "valid": VALID.load(Relaxed),
        "time": nanoseconds as f64 / 1e9,
    })
}

/// Prints a line of progress, unless the last line was printed.
fn say_running(nanoseconds: u64) {
    let _last_word = LAST_WORD.lock().unwrap_or_else(PoisonError::into_inner);
    println!("{}", verdict("running", nanoseconds));
}

/// Prints the last line and ends the process.
fn end(verdict: Value) -> ! {
    let _last_word = LAST_WORD.lock().unwrap_or_else(PoisonError::into_inner);
    let mut out = std::io::stdout().lock();
    // Printing fails if the reader is gone; the process ends in any case.
    let _ = writeln!(out, "{verdict}").and_then(|()| out.flush());
    drop(out);
    loop {
        kill();
    }
}

/// Ends the process with a signal that no tool can catch.
fn kill() {
    let _ = kill_process(getpid(), Signal::KILL);
}
