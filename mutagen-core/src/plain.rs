//! A property under plain `cargo test`: no instrumentation, a bounded number of generated and mutated
//! tests in this process. Without coverage the mutants of a test that passed are tested when no
//! others wait, so that a sparse precondition that is met once is used.

use crate::campaign::{Campaign, Options, Verdict};
use crate::coverage::Novelty;
use crate::execute::Executor;
use crate::outcome::Outcome;
use crate::property::Property;
use std::time::{Duration, Instant};

/// The most time that a property takes under plain `cargo test`.
const TIME: Duration = Duration::from_millis(100);

/// The most tests that a property runs under plain `cargo test`.
const TESTS: u64 = 20_000;

/// The stack of the thread that a property runs on, in bytes: reserved address space, of which only
/// what is used takes memory.
pub const STACK: usize = 256 << 20;

/// Tests a property.
///
/// # Panics
/// When a counterexample is found; the message has the value, the seed and how to repeat it. Before the
/// first test, when none can be run.
pub fn check(property: &Property) {
    if let Err(unfit) = property.prepare() {
        panic!("no test can be run: {unfit}");
    }
    let seed = seed(property);
    let result = on_big_stack(STACK, || search(property, seed));
    match result {
        Ok(Some(failure)) => panic!("{failure}"),
        Ok(None) => {}
        Err(payload) => std::panic::resume_unwind(payload),
    }
}

/// Runs `work` on a thread with a stack of this many bytes: values can be deep, and Rust's own
/// derived code recurs once a level.
///
/// # Errors
/// What `work` panicked with.
pub(crate) fn on_big_stack<R: Send>(
    bytes: usize,
    work: impl FnOnce() -> R + Send,
) -> std::thread::Result<R> {
    std::thread::scope(|scope| {
        match std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, work) {
            Ok(thread) => thread.join(),
            Err(error) => {
                panic!("no thread with a stack of {bytes} bytes: {error}; ask for a smaller stack")
            }
        }
    })
}

/// The seed: `MUTAGEN_SEED` if it is set, else one that the property's name gives, so that a run can
/// be repeated and two properties differ.
fn seed(property: &Property) -> u64 {
    match std::env::var("MUTAGEN_SEED") {
        Ok(text) => match text.parse() {
            Ok(seed) => seed,
            Err(_) => panic!("MUTAGEN_SEED is `{text}`: set it to a whole number, or unset it"),
        },
        Err(_) => property.path().bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        }),
    }
}

fn search(property: &Property, seed: u64) -> Option<String> {
    let mut campaign = Campaign::new(property, seed, Options { edits: 0, ..Options::default() });
    let mut executor = Executor::new(property);
    let start = Instant::now();
    for number in 0..TESTS {
        if start.elapsed() >= TIME {
            break;
        }
        campaign.next_test();
        let verdict = match executor.run(campaign.value()) {
            Outcome::Passed => Verdict::Passed,
            Outcome::Discarded => Verdict::Discarded,
            Outcome::Failed(why) => {
                let value = property.print(campaign.value());
                let tests = number + 1;
                return Some(format!(
                    "counterexample after {tests} tests: {why}\n{value}\n\
                     to repeat it, set MUTAGEN_SEED={seed}"
                ));
            }
        };
        let idle = campaign.statistics().queued == 0;
        // There are no edges here: a made-up one stands for "worth mutating".
        let worth: &[u32] = if idle && verdict == Verdict::Passed { &[0] } else { &[] };
        campaign.observe(verdict, &Novelty::of_edges(worth));
    }
    None
}
