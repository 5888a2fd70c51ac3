//! The program without a mutant, on random valid trees that are larger than those of
//! `tests/correct.rs`; and the generator that makes them.

use etna_rbt::bespoke::{GREATEST, MOST_KEYS, bespoke, number};
use etna_rbt::{Property, Tree};
use mutagen_core::Outcome;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Random arguments.
trait Bespoke {
    fn random(random: &mut Xoshiro256PlusPlus) -> Self;
}

impl Bespoke for i32 {
    fn random(random: &mut Xoshiro256PlusPlus) -> i32 {
        number(random)
    }
}

impl Bespoke for Tree {
    fn random(random: &mut Xoshiro256PlusPlus) -> Tree {
        bespoke(random)
    }
}

macro_rules! run_any {
    ($($name:ident = $function:ident($($argument:ident: $type:ty),*);)*) => {
        fn run(property: Property, random: &mut Xoshiro256PlusPlus) -> Outcome {
            match property {
                $(Property::$name => {
                    $(let $argument = <$type>::random(random);)*
                    etna_rbt::property::$function($(&$argument),*)
                })*
            }
        }
    };
}

etna_rbt::for_each_property!(run_any);

#[test]
fn every_property_holds_on_bespoke_trees() {
    for property in Property::ALL {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..5_000 {
            assert_eq!(run(*property, &mut random), Outcome::Passed, "{property}");
        }
    }
}

#[test]
fn bespoke_trees_are_valid_and_have_up_to_the_number_of_keys_promised() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut sizes = [0; MOST_KEYS as usize + 1];
    for _ in 0..20_000 {
        let tree = bespoke(&mut random);
        assert!(tree.valid(), "{tree:?}");
        let list = tree.to_list();
        assert!(list.iter().all(|(key, _)| (0..=GREATEST).contains(key)), "{tree:?}");
        sizes[list.len()] += 1;
    }
    assert!(sizes[..MOST_KEYS as usize - 4].iter().all(|trees| *trees > 50), "{sizes:?}");
}
