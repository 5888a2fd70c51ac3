//! `plain`: tests per CPU second under plain `cargo test`, compared with bolero's random engine and
//! quickcheck. The property is the same, insertion into a red-black tree, with the derived
//! generator of each tool and tests of the same mean size.

use crate::red_black::{Tree, keeps_red_black};
use crate::report::{Bound, Options, Report};
use crate::rounds::{Pairs, timed};
use mutagen_core::Outcome;
use mutagen_core::internal::run::plain::{self, PlainLimits, SearchResult};
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::search::campaign::Options as Campaign;
use quickcheck::{Gen, QuickCheck, TestResult};
use std::error::Error;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The largest allowed difference between the mean sizes.
const ALIKE: f64 = 0.1;

/// Measures and prints; returns whether every bound holds.
pub(crate) fn measure(options: Options) -> Result<bool, Box<dyn Error>> {
    let mut report = Report::new("plain", options);
    let (rounds, tests) = if options.quick { (51, 100_000) } else { (101, 200_000) };
    let mixed: &dyn Fn(u64) = &|tests| mutagen(plain::options(), tests);
    // For comparison: the loop when every test is generated.
    let generated: &dyn Fn(u64) =
        &|tests| mutagen(Campaign { feedback: false, ..plain::options() }, tests);
    let ways = [("tests", mixed, Bound::AtLeast(1.0)), ("generated tests", generated, Bound::None)];
    for (what, run, bound) in ways {
        let (size, passed) = observe(tests, run);
        let depth = (1..=12).min_by_key(|depth| {
            let theirs = observe(tests / 10, &|tests| bolero(*depth, tests)).0;
            (theirs - size).abs().to_bits()
        });
        let depth = depth.unwrap_or(1);
        let peers: [(&str, Peer); 2] = [("bolero", bolero), ("quickcheck", quickcheck)];
        for (name, peer) in peers {
            let peer: &dyn Fn(u64) = &|tests| peer(depth, tests);
            let (theirs, they_passed) = observe(tests, peer);
            if bound != Bound::None && (size / theirs - 1.0).abs() > ALIKE {
                return Err(format!("mean sizes differ: {size:.1} and {theirs:.1} nodes").into());
            }
            let pairs = Pairs::measure(rounds, || Ok(rate(tests, run)), || Ok(rate(tests, peer)))?;
            let what = format!(
                "{what} of {size:.1} nodes, {passed:.0} % passed / {name}'s, of {theirs:.1}, \
                 {they_passed:.0} %"
            );
            report.ratio(&what, &pairs, "tests/µs", bound);
        }
    }
    report.finish()
}

/// Runs this many tests on values of a depth.
type Peer = fn(usize, u64);

fn rate(tests: u64, run: &dyn Fn(u64)) -> f64 {
    tests as f64 / timed(|| run(tests)).1 * 1000.0
}

/// The mean number of nodes of a test's tree, and the percentage of tests that passed; counted
/// outside the timed runs.
fn observe(tests: u64, run: &dyn Fn(u64)) -> (f64, f64) {
    NODES.store(0, Relaxed);
    PASSED.store(0, Relaxed);
    COUNTING.store(true, Relaxed);
    run(tests);
    COUNTING.store(false, Relaxed);
    let mean = |of: &AtomicU64| of.load(Relaxed) as f64 / tests as f64;
    (mean(&NODES), 100.0 * mean(&PASSED))
}

static COUNTING: AtomicBool = AtomicBool::new(false);
static NODES: AtomicU64 = AtomicU64::new(0);
static PASSED: AtomicU64 = AtomicU64::new(0);

/// The property, as every tool calls it.
fn tested(tree: &Tree, key: i32) -> Option<bool> {
    let result = keeps_red_black(tree, key);
    if COUNTING.load(Relaxed) {
        NODES.fetch_add(tree.nodes(), Relaxed);
        PASSED.fetch_add(u64::from(result == Some(true)), Relaxed);
    }
    result
}

fn mutagen(options: Campaign, tests: u64) {
    let property = Property::new::<(Tree, i32)>(
        "insertion",
        &["tree", "key"],
        |(tree, key), window| {
            window.open();
            match tested(tree, *key) {
                None => Outcome::Discarded,
                Some(true) => Outcome::Passed,
                Some(false) => Outcome::Failed("not red-black".to_owned()),
            }
        },
        |(tree, key)| vec![tree, key],
    );
    if let Err(unfit) = property.prepare() {
        panic!("{unfit}");
    }
    let limits = PlainLimits { time: Duration::MAX, tests, ..PlainLimits::default() };
    if let SearchResult::Failed(failure) = plain::search(&property, 1, options, limits) {
        panic!("{}", failure.report);
    }
}

fn bolero(depth: usize, tests: u64) {
    bolero::check!()
        .with_type::<(Tree, i32)>()
        .with_iterations(tests as usize)
        .with_max_depth(depth)
        .for_each(|(tree, key)| assert!(tested(tree, *key) != Some(false)));
}

fn quickcheck(depth: usize, tests: u64) {
    fn property(tree: Tree, key: i32) -> TestResult {
        tested(&tree, key).map_or_else(TestResult::discard, TestResult::from_bool)
    }
    let mut run =
        QuickCheck::new().rng(Gen::from_size_and_seed(depth, 1)).tests(tests).max_tests(tests);
    if let Err(failure) = run.quicktest(property as fn(Tree, i32) -> TestResult) {
        panic!("{failure:?}");
    }
}
