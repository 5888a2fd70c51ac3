//! A crate without std at its root: what the macros make compiles there and runs.

#![no_std]

extern crate alloc;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use mutagen_core::{Generator, Mutate, Outcome, Via, assume, check, property};

#[derive(Debug, Clone, PartialEq, Mutate)]
enum Tree {
    Leaf,
    #[mutate(weight = 2)]
    Node(Box<Tree>, #[mutate(range = 0..=9)] u8, Box<Tree>),
}

#[derive(Debug, Clone, PartialEq, Mutate)]
struct Request<T> {
    #[mutate(regex = "GET|POST")]
    method: String,
    #[mutate(max_len = 3)]
    bodies: Vec<T>,
    #[mutate(fixed)]
    reserved: u32,
}

#[derive(Debug, Clone, PartialEq, Mutate)]
#[mutate(transparent)]
struct Id(u64);

#[derive(Debug, Clone, PartialEq, Mutate)]
#[mutate(via = u8)]
struct Even(u8);

impl Via<u8> for Even {
    fn to_parts(&self) -> Option<u8> {
        Some(self.0 / 2)
    }
    fn from_parts(parts: &u8) -> Self {
        Even(parts / 2 * 2)
    }
}

#[property]
fn a_copy_is_equal(tree: &Tree, request: &Request<Id>) -> Outcome {
    assume!(request.method.len() > 2);
    check!(Mutate::copy(tree).as_ref() == Some(tree) && request.reserved == 0)
}

#[property(before = before)]
fn by_value(number: Even, text: &str, id: Id) -> Result<bool, String> {
    Ok(number.0 & 1 == 0 && text.len() < 1000 && id == id.clone())
}

fn before() {}

#[test]
fn values_are_made_printed_and_read() {
    let tree = Tree::generate(&mut Generator::seeded(3, 10));
    let text = mutagen_core::text::print(&tree);
    assert_eq!(mutagen_core::text::parse::<Tree>(&text).unwrap().value, tree);
}
