//! Tests the program without a mutant on all small arguments.

use super::small::any;
use super::{Argument, SearchTrees, Visitor};
use crate::NamedProperty;
use mutagen_core::{Mutate, Outcome};

/// Limits of small arguments.
#[derive(Clone, Copy)]
pub struct Small {
    /// The most nodes of all trees of a test together.
    pub nodes: usize,
    /// Keys and values are below this number.
    pub span: i32,
}

/// The number of tests of a property, and how many of them passed and were discarded.
struct Count {
    small: Small,
    spoil: Option<usize>,
}

impl<W: SearchTrees> Visitor<W> for Count {
    type Output = [usize; 3];

    fn visit<A: Argument<W> + Mutate>(self, property: fn(&A) -> Outcome) -> [usize; 3] {
        let mut counts = [0; 3];
        any::<W, A>(self.small.nodes, self.small.span, self.spoil, &mut |arguments, _| {
            counts[0] += 1;
            match property(arguments) {
                Outcome::Passed => counts[1] += 1,
                Outcome::Discarded => counts[2] += 1,
                Outcome::Failed(_) => {}
            }
            false
        });
        counts
    }
}

/// Every property holds on all small valid trees.
pub fn every_property_holds_on_all_small_valid_trees<W: SearchTrees>(small: Small) {
    for property in W::Property::ALL {
        let [tests, passed, discarded] = W::visit(*property, Count { small, spoil: None });
        assert_eq!((passed, discarded), (tests, 0), "{property}");
        assert!(tests > 50, "{property}: {tests} tests");
    }
}

/// A test is discarded when one of its trees is invalid: the first, or any other up to the number
/// `most`.
pub fn a_test_with_an_invalid_tree_is_discarded<W: SearchTrees>(small: Small, most: usize) {
    for property in W::Property::ALL {
        for place in 0..most {
            let [tests, _, discarded] = W::visit(*property, Count { small, spoil: Some(place) });
            assert_eq!(discarded, tests, "{property}: tree {place}");
            assert!(place > 0 || tests > 0, "{property} has no tree");
        }
    }
}

/// The valid trees of up to `most` nodes are exactly those that can be built in order.
pub fn the_valid_trees_are_exactly_those_that_can_be_built_in_order<W: SearchTrees>(most: usize) {
    for nodes in 0..=most {
        let mut expected: Vec<W::Tree> = (0..=nodes).flat_map(W::shapes).collect();
        let keys_from_zero =
            |tree: &W::Tree| (0..).zip(W::to_list(tree)).all(|(at, (key, _))| at == key);
        let mut valid = unchecked::<W>(nodes, nodes as i32);
        valid.retain(|tree| W::valid(tree) && keys_from_zero(tree));
        for trees in [&mut expected, &mut valid] {
            trees.sort_by_cached_key(|tree| format!("{tree:?}"));
        }
        assert_eq!(valid, expected, "{nodes} nodes");
    }
}

/// All trees with at most this many nodes, any keys in `0..span` and the value 0, valid or not.
fn unchecked<W: SearchTrees>(nodes: usize, span: i32) -> Vec<W::Tree> {
    let size = |tree: &W::Tree| W::to_list(tree).len();
    let mut all = vec![W::empty()];
    for left_nodes in 0..nodes {
        for left in unchecked::<W>(left_nodes, span).iter().filter(|t| size(t) == left_nodes) {
            for right in unchecked::<W>(nodes - 1 - left_nodes, span) {
                all.extend((0..span).flat_map(|key| W::nodes(left, key, &right)));
            }
        }
    }
    all
}
