//! Tests depth, with a list of 100,000 boxes. The work of the engine on a value is linear and does
//! not overflow the stack that properties run on. Generation stops at its depth limit.

use mutagen_core::internal::run::thread::{STACK, on_big_stack};
use mutagen_core::internal::search::batch::apply;
use mutagen_core::internal::value::context::Context;
use mutagen_core::internal::value::cursor::Cursor;
use mutagen_core::internal::value::seed;
use mutagen_core::internal::value::walk::{preorder, size, structural_hash};
use mutagen_core::text::{parse, print};
use mutagen_core::{Generator, Mutate};

const LENGTH: usize = 100_000;

/// A list with hand-written `Drop` and `Clone`, because the derived implementations recurse.
#[derive(Debug, Mutate)]
enum List {
    End,
    Link(u8, Box<List>),
}

impl Drop for List {
    fn drop(&mut self) {
        let List::Link(_, next) = self else { return };
        let mut rest = std::mem::replace(&mut **next, List::End);
        while let List::Link(_, next) = &mut rest {
            // The link that is dropped here has lost its tail, so the drop does not recurse.
            rest = std::mem::replace(&mut **next, List::End);
        }
    }
}

fn list(length: usize) -> List {
    (0..length).fold(List::End, |rest, number| List::Link(number as u8, Box::new(rest)))
}

/// Runs a test on a thread with the stack that properties have by default.
fn on_the_stack_of_a_property(test: impl FnOnce() + Send + 'static) {
    on_big_stack(STACK, test).expect("the test failed");
}

#[test]
fn a_list_of_a_hundred_thousand_boxes_is_counted_hashed_written_read_and_mutated() {
    on_the_stack_of_a_property(|| {
        let mut value = list(LENGTH);
        assert_eq!(size(&value), 2 * LENGTH as u64 + 1);
        let mut addresses = 0;
        preorder(&value, |node| addresses += node.mutants().count(1));
        // Each link has two mutants (its tail and the end), each number one sample, and the end one
        // link.
        assert_eq!(addresses, 3 * LENGTH as u64 + 1);
        let hash = structural_hash(&value);
        assert!(print(&value).len() > 9 * LENGTH);
        // Texts are bounded, and so is the depth of what is read.
        let shorter = list(LENGTH / 4);
        let read = parse::<List>(&print(&shorter)).expect("what was written can be read").value;
        assert_eq!(structural_hash(&read), structural_hash(&shorter));
        let copy = Mutate::copy(&value).expect("a list can be copied");
        assert_eq!(structural_hash(&copy), hash);
        let last = 2 * LENGTH as u64;
        assert_eq!(Cursor::at(&value, last).expect("the last node").path().len(), LENGTH);
        assert!(Cursor::at(&value, last + 1).is_none());
        assert!(apply(&mut value, 0, last - 1, 0, &mut Context::new(0, 10)));
        assert_ne!(structural_hash(&value), hash);
    });
}

#[test]
fn positions_by_index_are_those_that_a_walk_meets_in_order() {
    let value = vec![vec![Some(1_u8), None], vec![], vec![Some(3)]];
    let mut cursor = Cursor::root();
    let mut index = 0;
    loop {
        assert_eq!(Cursor::at(&value, index).as_ref(), Some(&cursor));
        index += 1;
        if !cursor.advance(&value) {
            break;
        }
    }
    assert_eq!(index, size(&value));
}

#[test]
fn generation_goes_as_deep_as_its_limit_and_no_deeper() {
    on_the_stack_of_a_property(|| {
        let depth = |limit: Option<u32>| {
            let mut generator = Generator::new(seed::random(2), LENGTH as u32);
            if let Some(limit) = limit {
                generator = generator.depth_limit(limit);
            }
            // Most lists end early by chance, but the deepest of many shows the limit.
            (0..4000).map(|_| size(&Chain::generate(&mut generator)) / 2).max()
        };
        assert_eq!(depth(Some(50)), Some(50));
        assert!(depth(None) > Some(60));
    });
}

/// A chain that ends with a probability of 1 %.
#[derive(Debug, Mutate)]
enum Chain {
    End,
    #[mutate(weight = 99)]
    Link(u8, Box<Chain>),
}
