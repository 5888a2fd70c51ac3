//! Properties of which a large value fails first, and a small one fails as well.

use mutagen_core::{Mutate, property};

#[derive(Debug, Clone, Mutate)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

impl Tree {
    fn nodes(&self) -> usize {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => left.nodes() + 1 + right.nodes(),
        }
    }

    fn sum(&self) -> i64 {
        match self {
            Tree::Leaf => 0,
            Tree::Node(left, number, right) => left.sum() + i64::from(*number) + right.sum(),
        }
    }
}

#[property]
fn shrink_panics(numbers: &Vec<u32>) {
    if numbers.len() > 1 {
        assert!(numbers.iter().all(|number| *number < 12), "{numbers:?} are too much");
    }
}

#[property]
fn shrink_fails_in_two_ways(numbers: &Vec<u32>) -> bool {
    assert!(numbers.len() != 3, "three");
    numbers.len() < 5
}

#[property]
fn shrink_aborts(tree: &Tree) {
    if tree.nodes() > 2 {
        std::process::abort();
    }
}

#[property]
fn shrink_overflows(tree: &Tree) {
    if tree.nodes() > 1 && tree.sum() > 17 {
        crate::overflow();
    }
}

#[property]
fn shrink_hangs(numbers: &Vec<u32>) {
    if numbers.iter().filter(|number| **number > 9).count() > 1 {
        crate::endless();
    }
}

#[property]
fn shrink_allocates(numbers: &Vec<u32>) {
    if numbers.len() > 2 && numbers.iter().any(|number| *number > 6) {
        let mut all = Vec::new();
        loop {
            all.push(vec![1_u8; 1 << 24]);
        }
    }
}

/// A smaller value than those that fail ends the process.
#[property]
fn shrink_fails_beside_exits(numbers: &Vec<u32>) -> bool {
    if numbers.len() == 6 && numbers[0] == 0 {
        std::process::exit(3);
    }
    numbers.len() < 6
}

/// Each run takes long enough for a signal, and is counted.
#[property]
fn shrink_slow(numbers: &Vec<u32>) -> bool {
    if numbers.len() > 3 {
        crate::runs();
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    numbers.len() < 4 || numbers.iter().sum::<u32>() < 30
}

#[property]
fn shrink_sometimes(numbers: &Vec<u32>) -> bool {
    numbers.len() < 4 || crate::chance().is_multiple_of(3)
}

/// Ends the process in each third of its runs, whichever process they are in.
#[property]
fn shrink_aborts_sometimes(numbers: &Vec<u32>) {
    if numbers.len() > 3 && crate::runs() % 3 == 0 {
        std::process::abort();
    }
}

/// Tells each of its failures in a file.
#[property]
fn shrink_counts(numbers: &Vec<u32>) -> bool {
    if numbers.len() > 3 && numbers.iter().sum::<u32>() >= 30 {
        crate::runs();
        std::thread::sleep(std::time::Duration::from_millis(20));
        return false;
    }
    true
}

/// Ends the process when it is dropped.
#[derive(Debug, Mutate)]
struct Bomb(Vec<u32>);

impl Drop for Bomb {
    fn drop(&mut self) {
        if self.0.len() > 2 && self.0.iter().any(|number| *number > 5) {
            std::process::abort();
        }
    }
}

#[property]
fn shrink_drops(_: &Vec<Bomb>) {}
