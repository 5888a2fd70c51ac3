//! Tests the program without a mutant on random valid trees, larger than all small trees, and tests
//! the generator of these trees.

use super::{Argument, SearchTrees, Visitor};
use crate::NamedProperty;
use crate::bespoke::{GREATEST, MOST_KEYS};
use mutagen_core::{Mutate, Outcome};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Runs a property on random arguments until it does not pass, at most this many times.
struct RunRandom(usize);

impl<W: SearchTrees> Visitor<W> for RunRandom {
    type Output = Outcome;

    fn visit<A: Argument<W> + Mutate>(self, property: fn(&A) -> Outcome) -> Outcome {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut outcomes = (0..self.0).map(|_| property(&A::random(&mut random)));
        outcomes.find(|outcome| *outcome != Outcome::Passed).unwrap_or(Outcome::Passed)
    }
}

/// Every property holds on trees of the hand-written generator.
pub fn every_property_holds_on_bespoke_trees<W: SearchTrees>() {
    for property in W::Property::ALL {
        assert_eq!(W::visit(*property, RunRandom(5_000)), Outcome::Passed, "{property}");
    }
}

/// The hand-written generator makes valid trees, of every size up to the promised maximum.
pub fn bespoke_trees_are_valid_and_of_every_size_promised<W: SearchTrees>() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut sizes = [0; MOST_KEYS as usize + 1];
    for _ in 0..20_000 {
        let tree = W::bespoke(&mut random);
        assert!(W::valid(&tree), "{tree:?}");
        let list = W::to_list(&tree);
        assert!(list.iter().all(|(key, _)| (0..=GREATEST).contains(key)), "{tree:?}");
        sizes[list.len()] += 1;
    }
    assert!(sizes[..MOST_KEYS as usize - 4].iter().all(|trees| *trees > 50), "{sizes:?}");
}
