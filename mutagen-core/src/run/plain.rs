//! A property under plain `cargo test`: no instrumentation, a bounded number of generated and
//! mutated tests in this process. Without coverage the mutants of a test that passed are tested
//! when no others wait, so that a sparse precondition that is met once is used; the more of the
//! generated tests pass by themselves, the fewer mutants there are.

use crate::run::clock::Clock;
use crate::run::execute::{Executor, printed};
use crate::run::outcome::Outcome;
use crate::run::property::Property;
use crate::run::random_run::RandomRun;
use crate::run::thread::{STACK, on_big_stack};
use crate::search::campaign::{Campaign, Options};
use crate::search::interface::{Search, Subject};
use crate::value::node::Node;
use std::io::Write;
use std::time::Duration;

/// How long a property is tested: until either is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The most time. The test that runs when it is over is finished.
    pub time: Duration,
    /// The most tests.
    pub tests: u64,
}

impl Default for Budget {
    /// What a property gets under plain `cargo test`.
    fn default() -> Budget {
        Budget { time: Duration::from_millis(100), tests: 20_000 }
    }
}

/// Tests a property.
///
/// # Panics
/// When a counterexample is found; the message has the value, the seed and how to repeat it. Before
/// the first test, when none can be run.
pub fn check(property: &Property) {
    if let Err(unfit) = property.prepare() {
        panic!("no test can be run: {unfit}");
    }
    let seed = seed(property);
    let result = on_big_stack(STACK, || search(property, seed, options(), Budget::default()));
    match result {
        Ok(SearchResult::Failed(failure)) => panic!("{failure}"),
        Ok(SearchResult::Passed) => {}
        Ok(SearchResult::Discarded(tests)) => warn(property, tests),
        Err(payload) => std::panic::resume_unwind(payload),
    }
}

/// Says that nothing was tested. A sparse precondition is no error, since a campaign may well meet
/// it, but a silent `ok` would be false comfort. `eprintln!` would be caught by the test harness,
/// which shows it for failed tests alone.
fn warn(property: &Property, tests: u64) {
    let path = property.path();
    let name = path.rsplit("::").next().unwrap_or(path);
    // If nobody can be told, the test has still not failed.
    let _ = writeln!(
        std::io::stderr(),
        "note: `{path}` was not tested, for every one of {tests} tests was discarded; `cargo mutagen run \
         {name}` searches for longer, and with coverage feedback"
    );
}

/// The seed: `MUTAGEN_SEED` if it is set, else one that the property's name gives, so that a run
/// can be repeated and two properties differ.
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

/// The options of a campaign under plain `cargo test`: no random edits, which live on novelty, and
/// no head start, which ends when there is none.
pub fn options() -> Options {
    Options { edits: 0, head_start: false, coverage: false, ..Options::default() }
}

/// What a search came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchResult {
    /// A test failed: what there is to say of it.
    Failed(String),
    /// No test failed, and at least one passed.
    Passed,
    /// Every one of so many tests was discarded.
    Discarded(u64),
}

/// Tests a prepared property on this thread, until a test fails or the budget is used up.
///
/// Most tests are generated, in stretches of a random run, which is fastest. As long as the
/// precondition is sparse, and for some tests after each stretch otherwise, the more the fewer
/// pass, they come from a campaign instead, which stays with tests that passed. Which tests there
/// are, and in which order, depends on the seed alone; the budget says after how many of them to
/// stop.
pub fn search(property: &Property, seed: u64, options: Options, budget: Budget) -> SearchResult {
    let mutates = options.feedback;
    let options = Options { coverage: false, ..options };
    let mut random_run = RandomRun::new(seed, options.max_size, Clock::start(budget.time));
    let mut campaign = Campaign::new(property, seed, options);
    let mut executor = Executor::new(property);
    let failed = |value: &dyn Node, tests: u64, why: String| {
        let value = printed(property, value);
        SearchResult::Failed(format!(
            "counterexample after {tests} tests: {why}\n{value}\n\
             to repeat it, set MUTAGEN_SEED={seed}"
        ))
    };
    let ended = |random_run: &RandomRun, campaign: &Campaign<'_>, others: u64| {
        if random_run.verdicts().0 + campaign.counters().passed == 0 {
            SearchResult::Discarded(random_run.tests() + others)
        } else {
            SearchResult::Passed
        }
    };
    let (mut stretch, mut others) = (FIRST_STRETCH, 0);
    loop {
        if random_run.tests() + others >= budget.tests || random_run.is_over(others) {
            return ended(&random_run, &campaign, others);
        }
        if !(mutates && random_run.is_sparse() && random_run.tests() >= FIRST_STRETCH) {
            random_run.extend(stretch.min(budget.tests - random_run.tests() - others), others);
            if let Some(why) = executor.random_run(&mut random_run) {
                let value = property.generate(&mut random_run.last());
                return failed(&*value, random_run.tests() + others, why);
            }
            stretch = (stretch * 2).min(LONGEST_STRETCH);
        }
        for _ in 0..if mutates { share_of_others(stretch, random_run.verdicts()) } else { 0 } {
            if random_run.tests() + others >= budget.tests || random_run.is_over(others) {
                return ended(&random_run, &campaign, others);
            }
            others += 1;
            if let Some(why) = step(&mut campaign, &mut executor) {
                return failed(campaign.value(), random_run.tests() + others, why);
            }
        }
    }
}

/// Before it is known how sparse the precondition is, so many tests are generated.
const FIRST_STRETCH: u64 = 100;

/// Each stretch is twice as long as the one before, up to this: both kinds of tests take longer
/// right after the other kind.
const LONGEST_STRETCH: u64 = 1024;

/// How many tests of the campaign follow a stretch of this length, when so many generated tests
/// passed and were discarded: one for 32 discarded ones. Where most pass, generation does what
/// mutants would.
fn share_of_others(stretch: u64, (passed, discarded): (u64, u64)) -> u64 {
    (stretch * discarded / (32 * (passed + discarded).max(1))).max(1)
}

/// Runs one test of the campaign; gives how it failed, if it did.
fn step(campaign: &mut Campaign<'_>, executor: &mut Executor<'_>) -> Option<String> {
    let outcome = executor.test(&campaign.next_test());
    if let Outcome::Failed(why) = outcome {
        return Some(why);
    }
    campaign.observe(outcome.verdict(), executor.observation());
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::Window;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};

    static RUNS: AtomicU64 = AtomicU64::new(0);

    fn runs(budget: Budget) -> u64 {
        let property = Property::new::<(u8,)>(
            "counted",
            &["number"],
            |_, window| {
                window.open();
                RUNS.fetch_add(1, Ordering::Relaxed);
                Outcome::Passed
            },
            |(number,)| vec![number],
        );
        let before = RUNS.load(Ordering::Relaxed);
        let ended =
            if budget.time.is_zero() { SearchResult::Discarded(0) } else { SearchResult::Passed };
        assert_eq!(search(&property, 1, options(), budget), ended);
        RUNS.load(Ordering::Relaxed) - before
    }

    #[test]
    fn as_many_tests_are_run_as_the_budget_has_and_none_without_time() {
        assert_eq!(runs(Budget { time: Duration::MAX, tests: 1000 }), 1000);
        assert_eq!(runs(Budget { time: Duration::ZERO, tests: 1000 }), 0);
    }

    /// The numbers that a property on one saw, which takes long for those that `slow` says.
    fn seen(tests: u64, slow: fn(usize) -> bool) -> Vec<i32> {
        static SEEN: Mutex<Vec<i32>> = Mutex::new(Vec::new());
        static SLOW: Mutex<fn(usize) -> bool> = Mutex::new(|_| false);
        let lock = |seen: &'static Mutex<Vec<i32>>| seen.lock().unwrap();
        lock(&SEEN).clear();
        *SLOW.lock().unwrap() = slow;
        let property = Property::new::<(i32,)>(
            "seen",
            &["number"],
            |(number,), _| {
                let mut seen = SEEN.lock().unwrap();
                seen.push(*number);
                if SLOW.lock().unwrap()(seen.len()) {
                    std::thread::sleep(Duration::from_micros(50));
                }
                if number % 2 == 0 { Outcome::Passed } else { Outcome::Discarded }
            },
            |(number,)| vec![number],
        );
        let budget = Budget { time: Duration::MAX, tests };
        assert_eq!(search(&property, 1, options(), budget), SearchResult::Passed);
        lock(&SEEN).clone()
    }

    #[test]
    fn which_tests_are_run_depends_neither_on_how_long_they_take_nor_on_how_many_there_may_be() {
        let fast = seen(3000, |_| false);
        assert_eq!(fast.len(), 3000);
        assert_eq!(seen(3000, |at| at % 7 < 3 && at < 700), fast);
        assert_eq!(seen(1234, |_| false), fast[..1234]);
    }

    #[test]
    fn the_value_that_is_shown_is_the_one_that_failed() {
        static LAST: Mutex<String> = Mutex::new(String::new());
        let property = Property::new::<(Vec<Option<i32>>,)>(
            "fails",
            &["all"],
            |(all,), _| {
                *LAST.lock().unwrap() = format!("{all:#?}");
                // Far into a stretch, so that much was generated in place before.
                Outcome::check(all.len() < 7 || all.iter().flatten().count() < 6, "too many")
            },
            |(all,)| vec![all],
        );
        for seed in 0..20 {
            let budget = Budget { time: Duration::MAX, tests: 1_000_000 };
            let ended = search(&property, seed, options(), budget);
            let SearchResult::Failed(said) = &ended else { panic!("{ended:?}") };
            let shown = format!("all = {}\n", LAST.lock().unwrap());
            assert!(said.contains(&shown), "{shown} failed, and this was said:\n{said}");
            assert_eq!(search(&property, seed, options(), budget), ended);
        }
    }

    #[test]
    fn that_every_test_was_discarded_is_told_from_that_one_passed() {
        let ended = |call: fn(&(u8,), &mut Window<'_>) -> Outcome| {
            let property = Property::new::<(u8,)>("sparse", &["number"], call, |(x,)| vec![x]);
            search(&property, 1, options(), Budget { time: Duration::MAX, tests: 3000 })
        };
        assert_eq!(ended(|_, _| Outcome::Discarded), SearchResult::Discarded(3000));
        // Whether a generated test passed or one of the campaign.
        for passes in [0, 150] {
            static PASSES: AtomicU64 = AtomicU64::new(0);
            PASSES.store(passes, Ordering::Relaxed);
            let once = |_: &(u8,), _: &mut Window<'_>| match PASSES.fetch_sub(1, Ordering::Relaxed)
            {
                0 => Outcome::Passed,
                _ => Outcome::Discarded,
            };
            assert_eq!(ended(once), SearchResult::Passed);
        }
    }

    #[test]
    fn the_fewer_generated_tests_pass_the_more_come_from_elsewhere() {
        assert_eq!(share_of_others(1024, (1000, 0)), 1);
        assert_eq!(share_of_others(1024, (500, 500)), 16);
        assert_eq!(share_of_others(1024, (100, 900)), 28);
    }
}
