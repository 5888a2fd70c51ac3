//! The property and trees prepared for it, for the driver.

use measured::Program;
use measured_red_black::{Tree, insertion_keeps_the_invariants, tree_of};
use mutagen_core::Outcome;
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::value::node::Node;
use mutagen_core::internal::value::seed;
use rand::RngExt;

/// Numbers in a prepared tree: chosen so that a run on it takes about 300 ns.
const NUMBERS: usize = 6;

/// Numbers in a tree whose mutants are served: chosen so that a run on one of those, most of which
/// do not meet the precondition, takes about 300 ns.
const NUMBERS_OF_PARENTS: usize = 15;

fn call(value: &dyn Node) -> Outcome {
    match value.downcast_ref::<(Tree, i32)>() {
        Some((tree, number)) => insertion_keeps_the_invariants(tree, *number),
        None => panic!("the value was made for another property"),
    }
}

fn main() {
    let property = Property::new::<(Tree, i32)>(
        "red-black",
        &["tree", "number"],
        |(tree, number), window| {
            window.open();
            insertion_keeps_the_invariants(tree, *number)
        },
        |(tree, number)| vec![tree, number],
    );
    let mut random = seed::random(1);
    let mut number = || random.random_range(-100..100);
    let mut value = |numbers| {
        let tree = tree_of(std::iter::repeat_with(&mut number).take(numbers));
        let value: Box<dyn Node> = Box::new((tree, number()));
        value
    };
    let values = (0..256).map(|_| value(NUMBERS)).collect();
    let parents = (0..256).map(|_| value(NUMBERS_OF_PARENTS)).collect();
    measured::serve(Program { property, call, values, parents });
}
