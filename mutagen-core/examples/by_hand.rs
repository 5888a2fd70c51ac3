//! Implements `Mutate` by hand for a type that a derive could not make right, a sorted list, and
//! calls a property as the ordinary function that it is.
//!
//! ```text
//! $ cargo run -p mutagen-core --example by_hand
//! [0, 1, 4, 4]: Failed("check failed: list.0.iter().all(|number| contains(list, *number))")
//! [1, 2, 3, 3]: Failed("check failed: list.0.iter().all(|number| contains(list, *number))")
//! []: Passed
//! [0, 1, 3, 4]: Failed("check failed: list.0.iter().all(|number| contains(list, *number))")
//! ```

use mutagen_core::{Generator, Mutate, Outcome, check, property};

/// Numbers in ascending order.
#[derive(Debug, Clone)]
struct Sorted(Vec<u32>);

impl Mutate for Sorted {
    fn smallest() -> Self {
        Sorted(Vec::new())
    }
    fn generate(generator: &mut Generator) -> Self {
        let mut numbers: Vec<u32> = Mutate::generate(generator);
        numbers.sort_unstable();
        Sorted(numbers)
    }
    // Without copies, a property of this type is tested without random edits.
    fn copy(this: &Self) -> Option<Self> {
        Some(this.clone())
    }
}

/// Whether a number is in the list; it stops too early.
fn contains(list: &Sorted, number: u32) -> bool {
    list.0.iter().take_while(|other| **other < number).any(|other| *other == number)
}

#[property]
fn each_number_is_found(list: &Sorted) -> Outcome {
    check!(list.0.iter().all(|number| contains(list, *number)))
}

fn main() {
    for seed in 1..5 {
        let list = Sorted::generate(&mut Generator::seeded(seed, 5));
        println!("{:?}: {:?}", list.0, each_number_is_found(&list));
    }
}
