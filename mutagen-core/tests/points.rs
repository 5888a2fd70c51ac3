//! Tests custom coverage points through the crate `sancov`: they guide a campaign although nothing
//! here is instrumented.

use mutagen_core::internal::coverage::{Verdict, Window};
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::search::campaign::{Campaign, Options};
use mutagen_core::internal::search::interface::Search;
use mutagen_core::{IntoOutcome, Mutate, Outcome};
use sancov::Counters;

#[derive(Debug, Clone, Mutate)]
enum Tree {
    Leaf,
    Node(Box<Tree>, Box<Tree>),
}

impl Tree {
    fn height(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, right) => 1 + left.height().max(right.height()),
        }
    }
}

/// One coverage point per height.
static HEIGHTS: Counters<32> = Counters::new();

fn is_low(tree: &Tree, says_its_height: bool) -> bool {
    let height = tree.height();
    if says_its_height {
        HEIGHTS[height.min(31)].increment();
    }
    height < 30
}

/// The greatest height that this number of tests reaches, and the seen edges.
fn search(says_its_height: bool, tests: u64) -> (usize, u64) {
    let call = if says_its_height {
        |(tree,): &(Tree,), window: &mut Window<'_>| {
            window.open();
            is_low(tree, true).into_outcome()
        }
    } else {
        |(tree,): &(Tree,), window: &mut Window<'_>| {
            window.open();
            is_low(tree, false).into_outcome()
        }
    };
    let property = Property::new::<(Tree,)>("is_low", &["tree"], call, |(tree,)| vec![tree]);
    property.prepare().expect("trees have values");
    let mut executor = Executor::new(&property);
    let mut campaign = Campaign::new(&property, 1, Options::default());
    let mut highest = 0;
    for _ in 0..tests {
        let test = campaign.next_test();
        let outcome = executor.test(&test);
        let (tree,): &(Tree,) = test.value.downcast_ref().expect("the property's arguments");
        highest = highest.max(tree.height());
        if outcome != Outcome::Passed {
            break;
        }
        campaign.observe(Verdict::Passed, executor.observation());
    }
    (highest, campaign.statistics().edges)
}

#[test]
fn points_of_ones_own_are_edges_and_guide_the_search() {
    // It may be called any number of times; once is enough.
    HEIGHTS.register();
    HEIGHTS.register();
    let tests = 20_000;
    let (blind, none) = search(false, tests);
    let (guided, edges) = search(true, tests);
    assert!(guided >= 30 && blind < 15, "height {guided} with points, {blind} without");
    // One edge per height that was reached below 30. A test may exceed the height of its parent by
    // more than one.
    assert!(none == 0 && (16..=30).contains(&edges), "{none} and {edges} edges");
}
