//! A property under plain `cargo test`: a bounded number of generated and mutated tests in this
//! process, without instrumentation. Without coverage, the mutants of any passed test are run when
//! no other mutants wait. If the precondition is sparse, one test that meets it leads to more. The
//! more generated tests pass, the fewer mutants are run. A hang or a death of the process names the
//! property.

use crate::run::clock::Clock;
use crate::run::death::{self, Running};
use crate::run::execute::{Executor, printed};
use crate::run::failure_key::{key_of, kind_of_key};
use crate::run::kept::{Regressions, note};
use crate::run::outcome::Outcome;
use crate::run::panics;
use crate::run::property::Property;
use crate::run::random_run::RandomRun;
use crate::run::regressions::Entry;
use crate::run::replay;
use crate::run::reset::ResetPanicked;
use crate::run::shrunk::{Shrunk, shrunk};
use crate::run::thread::{STACK, on_watched_stack};
use crate::search::campaign::{Campaign, Options};
use crate::search::interface::{Search, Subject};
use crate::value::node::Node;
use crate::value::text;
use std::fmt::{self, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The limits of a run under plain `cargo test`. The run ends at the first limit that is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlainLimits {
    /// The time limit. A test that is running at that time is finished. At least 100 tests are run
    /// in any case, or as many as start in 10 s if that are fewer, and at least one.
    pub time: Duration,
    /// The maximum number of tests.
    pub tests: u64,
    /// The longest time for shrinking a failed test. Without time, the test is shown as it is.
    pub shrinking: Duration,
}

impl Default for PlainLimits {
    /// The limits of a property under plain `cargo test`.
    fn default() -> PlainLimits {
        let shrinking = Duration::from_secs(1);
        PlainLimits { time: Duration::from_millis(100), tests: 20_000, shrinking }
    }
}

/// How many tests are run even if the time limit is over, because the machine is busy or the tests
/// are slow.
const LEAST_TESTS: u64 = 100;

/// The time after which only the first of these tests starts.
const LONGEST: Duration = Duration::from_secs(10);

/// The time after which a property that has not ended is said to be in a long test: no test of the
/// search starts after [`LONGEST`], and shrinking takes a second.
const PATIENCE: Duration = Duration::from_secs(15);

/// Tests a property. A test that hangs and a death of the process are said on the standard error
/// stream.
///
/// # Panics
/// When there is a counterexample, which may be a kept one; the message has the value, and the seed
/// and how to repeat it. Also when no test can be run, before the first test.
pub fn check(property: &Property) {
    if let Err(unfit) = property.prepare() {
        panic!("no test can be run: {unfit}");
    }
    if let Some(file) = replay::requested() {
        return replay::replay(property, &file);
    }
    let seed = seed(property);
    let path = property.path();
    let regressions = match Regressions::of(property) {
        Ok(regressions) => regressions,
        Err(error) => panic!("no test is run: {error}"),
    };
    let default = PlainLimits::default();
    let shrinking = if shrinks() { default.shrinking } else { Duration::ZERO };
    let limits = PlainLimits { shrinking, ..default };
    // The report of a stack overflow has the name of the thread.
    let result = on_watched_stack(path, STACK, PATIENCE, &|| say_it_is_long(path), || {
        let _running = Running::begin(path, STACK);
        if let Some(regressions) = &regressions
            && let Some(fails) = regressions.run(property)
        {
            return Err(fails);
        }
        let mut executor = Executor::new(property);
        let result = search_with(&mut executor, property, seed, options(), limits);
        // A known defect that is passed over must not be forgotten.
        if let Some(silenced) = executor.silenced.said() {
            note(&format!("`{path}`: {silenced}"));
        }
        Ok(result)
    });
    match result {
        Ok(Err(kept)) => fail(&kept),
        Ok(Ok(SearchResult::Failed(Counterexample { report, entry }))) => {
            let kept = regressions.map(|regressions| regressions.keep(property, entry.as_ref()));
            fail(&format!("{report}{}", kept.unwrap_or_default()))
        }
        Ok(Ok(SearchResult::Passed)) => {}
        Ok(Ok(SearchResult::Discarded(0))) => {
            panic!("not run: there was no time for a single test")
        }
        Ok(Ok(SearchResult::Discarded(tests))) => warn(property, tests),
        Err(payload) => match payload.downcast_ref::<ResetPanicked>() {
            Some(why) => panic!("no test can be run: {why}"),
            None => std::panic::resume_unwind(payload),
        },
    }
}

/// Fails the test of the property.
fn fail(report: &str) -> ! {
    // A hook of the property would not print the failure.
    panics::install_again();
    panic!("{report}")
}

/// Warns that nothing was tested. A sparse precondition is not an error, since a campaign may meet
/// it, but a silent `ok` would be misleading.
fn warn(property: &Property, tests: u64) {
    let path = property.path();
    let silenced =
        if property.silenced().is_empty() { "" } else { " or failed in a silenced kind" };
    note(&format!(
        "`{path}` was not tested, for every one of {tests} tests was discarded{silenced}; `cargo \
         mutagen run {}` searches for longer, and with coverage feedback",
        last(path)
    ));
}

/// Says that a property is in a test that hangs or takes long. The test goes on.
fn say_it_is_long(path: &str) {
    let name = last(path);
    let seconds = PATIENCE.as_secs();
    note(&match death::is_shrinking() {
        false => format!(
            "`{path}` has been running for over {seconds} s: one of its tests hangs or is very \
             slow; `cargo mutagen run {name}` ends such a test and shows its value"
        ),
        true => format!(
            "`{path}` has been running for over {seconds} s: a test has failed, and a smaller one \
             hangs or is very slow; `{SHRINK}=off` shows the test that has failed"
        ),
    });
}

/// The name that selects a property on the command line.
fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// The seed: `MUTAGEN_SEED` if it is set, otherwise a seed from the name of the property. Runs can
/// therefore be repeated, and properties have different seeds.
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

/// Whether `MUTAGEN_SHRINK` allows to shrink, as it does unless it is `off`.
fn shrinks() -> bool {
    match std::env::var(SHRINK).as_deref() {
        Ok("off") => false,
        Ok("on") | Err(_) => true,
        Ok(other) => panic!("{SHRINK} is `{other}`: set it to `on` or `off`, or unset it"),
    }
}

/// The environment variable that turns shrinking off.
const SHRINK: &str = "MUTAGEN_SHRINK";

/// The options of a campaign under plain `cargo test`. There are no edits and no head start,
/// because both depend on novelty.
pub fn options() -> Options {
    Options { edits: 0, head_start: false, coverage: false, ..Options::default() }
}

/// The result of a run under plain `cargo test`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchResult {
    /// A test failed.
    Failed(Counterexample),
    /// No test failed, and at least one passed.
    Passed,
    /// All tests were discarded, or failed in a silenced kind; this is their number.
    Discarded(u64),
}

/// A test that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counterexample {
    /// The value, why it fails, and how to repeat it.
    pub report: String,
    /// The entry for the regressions of the property; `None` if the test did not fail again.
    pub entry: Option<Entry>,
}

/// Tests a prepared property on this thread, until a test fails or a limit is reached.
///
/// Most tests are generated in stretches of a random run, which is the fastest way. After each
/// stretch, some tests come from a campaign, which mutates passed tests: the fewer generated tests
/// pass, the more tests of the campaign follow. While the precondition is sparse, all tests after
/// the first stretch come from the campaign. The seed alone determines the tests and their order;
/// the limits determine how many of them are run.
pub fn search(
    property: &Property,
    seed: u64,
    options: Options,
    limits: PlainLimits,
) -> SearchResult {
    search_with(&mut Executor::new(property), property, seed, options, limits)
}

/// [`search`] with an executor of the property.
fn search_with(
    executor: &mut Executor<'_>,
    property: &Property,
    seed: u64,
    options: Options,
    limits: PlainLimits,
) -> SearchResult {
    let mutates = options.feedback;
    let options = Options { coverage: false, ..options };
    let max_size = options.max_size;
    let mut campaign = Campaign::new(property, seed, options);
    let clock = Clock::start(limits.time, LEAST_TESTS, LONGEST);
    let mut random_run = RandomRun::new(seed, max_size, clock);
    let (mut stretch, mut others, mut others_due) = (FIRST_STRETCH, 0, 0);
    while random_run.tests + others < limits.tests && !random_run.is_over(others) {
        if others_due > 0 {
            (others, others_due) = (others + 1, others_due - 1);
            if let Some(why) = step(&mut campaign, executor) {
                let failed = Failed { tests: random_run.tests + others, seed, why };
                return failed.result(executor, property, campaign.value(), limits.shrinking);
            }
            continue;
        }
        if !(mutates && random_run.is_sparse() && random_run.tests >= FIRST_STRETCH) {
            random_run.extend(stretch.min(limits.tests - random_run.tests - others), others);
            if let Some(why) = executor.random_run(&mut random_run) {
                let value = property.generate(&mut random_run.last());
                let failed = Failed { tests: random_run.tests + others, seed, why };
                return failed.result(executor, property, &*value, limits.shrinking);
            }
            stretch = (stretch * 2).min(LONGEST_STRETCH);
        }
        others_due = if mutates { share_of_others(stretch, random_run.verdicts()) } else { 0 };
    }
    match random_run.verdicts().0 + campaign.counters().passed {
        0 => SearchResult::Discarded(random_run.tests + others),
        _ => SearchResult::Passed,
    }
}

/// A failed test, in the words of its report.
struct Failed {
    tests: u64,
    seed: u64,
    why: String,
}

impl Failed {
    fn result(
        self,
        executor: &mut Executor<'_>,
        property: &Property,
        value: &dyn Node,
        time: Duration,
    ) -> SearchResult {
        let Failed { tests, seed, why } = self;
        let key = key_of(&why);
        let copy = if time > Duration::ZERO { value.copy_node() } else { None };
        let shrunk = copy.and_then(|copy| {
            // A candidate can end the process.
            let shrunk = AssertUnwindSafe(|| shrunk(executor, copy, time));
            // Whatever a candidate does, the failed test is reported.
            death::while_shrinking(|| catch_unwind(shrunk)).unwrap_or_default()
        });
        let (value, why, how) = match &shrunk {
            None => (value, why, String::new()),
            Some(Shrunk { value, message, figures }) => {
                (&**value, message.clone(), format!("{figures}\n"))
            }
        };
        let again = Again::of(executor, value, &key);
        let entry = Entry::new("failed", &why, &key, &text::print(value));
        let entry = (again.failed > 0).then_some(Entry { class: again.class(), ..entry });
        let (value, _) = printed(property, value, usize::MAX);
        let kind = kind_of_key(&key).map(|kind| format!("kind: {kind}\n")).unwrap_or_default();
        let report = format!(
            "counterexample after {tests} tests: {why}\n{value}\n{kind}{how}{again}\
             to repeat it, set MUTAGEN_SEED={seed}"
        );
        SearchResult::Failed(Counterexample { report, entry })
    }
}

/// How often a failed test is run again.
const AGAIN: u32 = 4;

/// After this time, it is not run again once more.
const LONGEST_AGAIN: Duration = Duration::from_secs(1);

/// What came of a failed test when it was run again. The runs are in the same process, so a failure
/// that needs other tests before it cannot be told.
struct Again {
    runs: u32,
    /// How many of them have failed in the same way.
    failed: u32,
}

impl Again {
    fn of(executor: &mut Executor<'_>, value: &dyn Node, key: &str) -> Again {
        let mut again = Again { runs: 0, failed: 0 };
        let start = Instant::now();
        while again.runs < AGAIN && (again.runs == 0 || start.elapsed() < LONGEST_AGAIN) {
            again.runs += 1;
            let outcome = executor.run(value);
            let fails = matches!(&outcome, Outcome::Failed(why) if key_of(why) == key);
            again.failed += u32::from(fails);
        }
        again
    }

    /// How often it has failed, of how many runs, if it has not failed each time.
    fn class(&self) -> Option<(u32, u32)> {
        (self.failed < self.runs).then_some((self.failed + 1, self.runs + 1))
    }
}

impl Display for Again {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.class() {
            Some((failed, runs)) => writeln!(
                f,
                "it failed in {failed} of {runs} runs: the property depends on chance, or keeps \
                 state from test to test"
            ),
            None => Ok(()),
        }
    }
}

/// How many tests are generated before the sparsity of the precondition is judged.
const FIRST_STRETCH: u64 = 100;

/// Each stretch is twice as long as the one before, up to this length. Switching between the two
/// kinds of tests has a cost.
const LONGEST_STRETCH: u64 = 1024;

/// How many tests of the campaign follow a stretch of this length, from the numbers of generated
/// tests that passed and were discarded: 1 for each 32 discarded tests of the stretch, and at least
/// 1. If most tests pass, mutants add little to generation.
fn share_of_others(stretch: u64, (passed, discarded): (u64, u64)) -> u64 {
    (stretch * discarded / (32 * (passed + discarded).max(1))).max(1)
}

/// Runs one test of the campaign and returns its failure, if it failed.
fn step(campaign: &mut Campaign<'_>, executor: &mut Executor<'_>) -> Option<String> {
    let outcome = executor.test(&campaign.next_test());
    executor.silenced.count();
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

    const NO_SHRINKING: PlainLimits =
        PlainLimits { time: Duration::ZERO, tests: 0, shrinking: Duration::ZERO };

    static RUNS: AtomicU64 = AtomicU64::new(0);

    fn runs(limits: PlainLimits) -> u64 {
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
        assert_eq!(search(&property, 1, options(), limits), SearchResult::Passed);
        RUNS.load(Ordering::Relaxed) - before
    }

    #[test]
    fn as_many_tests_are_run_as_the_limits_allow_and_a_hundred_without_time() {
        assert_eq!(runs(PlainLimits { time: Duration::MAX, tests: 1000, ..NO_SHRINKING }), 1000);
        let without_time = runs(PlainLimits { time: Duration::ZERO, tests: 1000, ..NO_SHRINKING });
        assert!((LEAST_TESTS..LEAST_TESTS + 32).contains(&without_time), "{without_time}");
        assert_eq!(runs(PlainLimits { time: Duration::ZERO, tests: 7, ..NO_SHRINKING }), 7);
    }

    /// The numbers that a property on one number got. The property is slow in the tests that `slow`
    /// selects.
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
        let limits = PlainLimits { time: Duration::MAX, tests, ..NO_SHRINKING };
        assert_eq!(search(&property, 1, options(), limits), SearchResult::Passed);
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
                // The failure is late in a stretch, so that many values were generated in place
                // before it.
                Outcome::check(all.len() < 7 || all.iter().flatten().count() < 6, "too many")
            },
            |(all,)| vec![all],
        );
        for seed in 0..20 {
            let limits = PlainLimits { time: Duration::MAX, tests: 1_000_000, ..NO_SHRINKING };
            let ended = search(&property, seed, options(), limits);
            let SearchResult::Failed(Counterexample { report: said, entry }) = &ended else {
                panic!("{ended:?}")
            };
            let entry = entry.as_ref().unwrap();
            assert!(property.read(&entry.value).is_ok() && entry.class.is_none(), "{entry}");
            let shown = format!("all = {}\n", LAST.lock().unwrap());
            assert!(said.contains(&shown), "{shown} failed, and this was said:\n{said}");
            assert_eq!(search(&property, seed, options(), limits), ended);
        }
    }

    #[test]
    fn a_failure_that_does_not_always_happen_is_kept_with_its_class_or_not_at_all() {
        static RUNS: AtomicU64 = AtomicU64::new(0);
        let entry = |call: fn(&(u8,), &mut Window<'_>) -> Outcome| {
            RUNS.store(0, Ordering::Relaxed);
            let property = Property::new::<(u8,)>("odd", &["x"], call, |(x,)| vec![x]);
            let limits = PlainLimits { time: Duration::MAX, tests: 1000, ..NO_SHRINKING };
            match search(&property, 1, options(), limits) {
                SearchResult::Failed(Counterexample { report, entry }) => (report, entry),
                other => panic!("{other:?}"),
            }
        };
        let (report, kept) = entry(|_, _| {
            let run = RUNS.fetch_add(1, Ordering::Relaxed);
            Outcome::check(run.is_multiple_of(2), "odd")
        });
        // It fails in the second run, and again in the fourth and in the sixth.
        assert_eq!(kept.unwrap().class, Some((3, 5)));
        assert!(report.contains("\nit failed in 3 of 5 runs: "), "{report}");
        let (report, kept) = entry(|_, _| {
            let run = RUNS.fetch_add(1, Ordering::Relaxed);
            Outcome::check(run != 7, "once")
        });
        assert!(kept.is_none() && report.contains("in 1 of 5 runs"), "{report}");
    }

    #[test]
    fn a_reset_comes_before_each_test_and_its_panic_is_no_counterexample() {
        static SINCE: AtomicU64 = AtomicU64::new(0);
        // Generated tests pass rarely, so that tests of the campaign are run as well.
        let call = |&(x,): &(u8,), _: &mut Window<'_>| match SINCE.fetch_add(1, Ordering::Relaxed) {
            0 if x == 7 => Outcome::Passed,
            0 => Outcome::Discarded,
            _ => Outcome::Failed("not reset".into()),
        };
        let property = || Property::new::<(u8,)>("reset", &["x"], call, |(x,)| vec![x]);
        let limits = PlainLimits { time: Duration::MAX, tests: 5000, ..NO_SHRINKING };
        let reset = property().reset(|| SINCE.store(0, Ordering::Relaxed));
        assert_eq!(search(&reset, 1, options(), limits), SearchResult::Passed);
        let ended = search(&property(), 1, options(), limits);
        assert!(matches!(ended, SearchResult::Failed(_)), "{ended:?}");
        let panics = property().reset(|| panic!("the table is locked"));
        let payload =
            std::thread::scope(|scope| scope.spawn(|| check(&panics)).join()).unwrap_err();
        let said = payload.downcast_ref::<String>().unwrap();
        let start = "no test can be run: the property's `reset` function panicked at ";
        assert!(said.starts_with(start) && said.contains("the table is locked"), "{said}");
    }

    #[test]
    fn that_every_test_was_discarded_is_told_from_that_one_passed() {
        let ended = |call: fn(&(u8,), &mut Window<'_>) -> Outcome| {
            let property = Property::new::<(u8,)>("sparse", &["number"], call, |(x,)| vec![x]);
            search(
                &property,
                1,
                options(),
                PlainLimits { time: Duration::MAX, tests: 3000, ..NO_SHRINKING },
            )
        };
        assert_eq!(ended(|_, _| Outcome::Discarded), SearchResult::Discarded(3000));
        // The passing test is a generated one, or one of the campaign.
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
    fn a_silenced_kind_is_no_counterexample_and_hides_no_other_and_is_counted() {
        // Generated tests pass rarely, so that tests of the campaign are run as well.
        let call = |&(x,): &(u8,), _: &mut Window<'_>| match x {
            0 => Outcome::Passed,
            1..6 => Outcome::failed_as("trap", format!("{x} traps")),
            6..8 => Outcome::Discarded,
            _ => Outcome::failed_as("value", format!("{x} differs")),
        };
        let property = || Property::new::<(u8,)>("kinds", &["x"], call, |(x,)| vec![x]);
        let limits = PlainLimits { time: Duration::MAX, tests: 5000, ..NO_SHRINKING };
        let failure = |property: &Property| {
            let limits = PlainLimits { shrinking: Duration::from_secs(60), ..limits };
            match search(property, 1, options(), limits) {
                SearchResult::Failed(Counterexample { entry: Some(entry), .. }) => {
                    (entry.key, entry.value)
                }
                other => panic!("{other:?}"),
            }
        };
        let (trap, value) = (("kind trap", "(1,)"), ("kind value", "(8,)"));
        let found = failure(&property());
        assert!([trap, value].contains(&(&*found.0, &*found.1)), "{found:?}");
        let found = failure(&property().silence(&["trap"]));
        assert_eq!((&*found.0, &*found.1), value);
        let found = failure(&property().silence(&["value", "other"]));
        assert_eq!((&*found.0, &*found.1), trap);
        let silenced = property().silence(&["value", "trap"]);
        let mut executor = Executor::new(&silenced);
        let ended = search_with(&mut executor, &silenced, 1, options(), limits);
        assert_eq!(ended, SearchResult::Passed);
        let [value, trap] = executor.silenced.counts() else { panic!("two kinds") };
        assert!(*trap > 500 && *value > 50 && trap + value < 5000, "{trap} {value}");
    }

    #[test]
    fn the_fewer_generated_tests_pass_the_more_come_from_elsewhere() {
        assert_eq!(share_of_others(1024, (1000, 0)), 1);
        assert_eq!(share_of_others(1024, (500, 500)), 16);
        assert_eq!(share_of_others(1024, (100, 900)), 28);
    }
}
