//! The program without a mutant, on all small arguments.

mod enumerate;

use enumerate::{any, shapes};
use etna_rbt::{Colour, Property, Tree, mutant};
use mutagen_core::Outcome;

/// Nodes of all trees of a test together.
const NODES: usize = 5;

/// Keys, and values, are below.
const SPAN: i32 = 6;

macro_rules! check_all {
    ($($name:ident = $function:ident($($argument:ident: $type:ty),*);)*) => {
        /// How many tests of the property there are, and how many of them passed and were discarded.
        fn check(property: Property, spoil: Option<usize>) -> [usize; 3] {
            let mut counts = [0; 3];
            match property {
                $(Property::$name => any(NODES, SPAN, spoil, &mut |($($argument,)*): &($($type,)*), _| {
                    counts[0] += 1;
                    match etna_rbt::property::$function($($argument),*) {
                        Outcome::Passed => counts[1] += 1,
                        Outcome::Discarded => counts[2] += 1,
                        Outcome::Failed(_) => {}
                    }
                    false
                }),)*
            };
            counts
        }
    };
}

etna_rbt::for_each_property!(check_all);

#[test]
fn every_property_holds_on_all_small_valid_trees() {
    for property in Property::ALL {
        let [tests, passed, discarded] = check(*property, None);
        assert_eq!((passed, discarded), (tests, 0), "{property}");
        assert!(tests > 50, "{property}: {tests} tests");
    }
}

#[test]
fn a_test_with_an_invalid_tree_is_discarded_whichever_argument_it_is() {
    for property in Property::ALL {
        for place in 0..1 {
            let [tests, _, discarded] = check(*property, Some(place));
            assert_eq!(discarded, tests, "{property}: tree {place}");
            assert!(place > 0 || tests > 0, "{property} has no tree");
        }
    }
}

#[test]
fn the_valid_trees_are_exactly_those_that_can_be_built_in_order() {
    for nodes in 0..=4 {
        let mut expected: Vec<Tree> = (0..=nodes).flat_map(shapes).collect();
        let keys_from_zero =
            |tree: &Tree| (0..).zip(tree.to_list()).all(|(at, (key, _))| at == key);
        let mut valid = unchecked(nodes, nodes as i32);
        valid.retain(|tree| tree.valid() && keys_from_zero(tree));
        for trees in [&mut expected, &mut valid] {
            trees.sort_by_cached_key(|tree| format!("{tree:?}"));
        }
        assert_eq!(valid, expected, "{nodes} nodes");
    }
}

#[test]
fn no_mutant_is_in_the_program_unless_one_is_selected() {
    assert_eq!(mutant::selected(), None);
}

/// All trees of at most this many nodes with any colours, any keys in `0..span` and the value 0,
/// valid or not.
fn unchecked(nodes: usize, span: i32) -> Vec<Tree> {
    let mut all = vec![Tree::E];
    for left_nodes in 0..nodes {
        for left in unchecked(left_nodes, span).into_iter().filter(|t| size(t) == left_nodes) {
            for right in unchecked(nodes - 1 - left_nodes, span) {
                for colour in [Colour::R, Colour::B] {
                    let node = |k| Tree::node(colour, left.clone(), k, 0, right.clone());
                    all.extend((0..span).map(node));
                }
            }
        }
    }
    all
}

fn size(tree: &Tree) -> usize {
    match tree {
        Tree::E => 0,
        Tree::T(_, left, _, _, right) => size(left) + 1 + size(right),
    }
}
