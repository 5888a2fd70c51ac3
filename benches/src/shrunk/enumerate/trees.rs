//! Valid search trees and other arguments of the properties of BST and RBT.
//!
//! Both programs only compare keys. With as many different numbers as there are keys, every order
//! of keys occurs. They only move values. If two maps differ in a value, they still differ if the
//! origin of one of the two values has 1 and everything else 0; so at most one value is 1.

use super::Trial;
use mutagen_core::internal::value::Node;
use std::ops::Range;

/// An argument of a property.
trait Argument: Clone {
    /// Whether it is a tree.
    const IS_TREE: bool;

    /// All of a size, which is the number of keys in a tree, with keys from 0 to below this number.
    /// The values are 0.
    fn all(name: &str, size: usize, keys: i32) -> Vec<Self>;

    /// Adds the places of the values.
    fn values<'a>(&'a mut self, name: &str, all: &mut Vec<&'a mut i32>);
}

/// Whether an argument is a value and not a key.
fn is_value(name: &str) -> bool {
    name.starts_with('v')
}

impl Argument for i32 {
    const IS_TREE: bool = false;

    fn all(name: &str, _: usize, keys: i32) -> Vec<i32> {
        if is_value(name) { vec![0] } else { (0..keys).collect() }
    }

    fn values<'a>(&'a mut self, name: &str, all: &mut Vec<&'a mut i32>) {
        if is_value(name) {
            all.push(self);
        }
    }
}

impl Argument for etna_bst::Tree {
    const IS_TREE: bool = true;

    fn all(_: &str, size: usize, keys: i32) -> Vec<Self> {
        between(0, keys, size)
    }

    fn values<'a>(&'a mut self, _: &str, all: &mut Vec<&'a mut i32>) {
        if let etna_bst::Tree::T(left, _, value, right) = self {
            left.values("", all);
            all.push(value);
            right.values("", all);
        }
    }
}

/// All search trees of a size with keys from `low` to below `high`.
fn between(low: i32, high: i32, size: usize) -> Vec<etna_bst::Tree> {
    use etna_bst::Tree;
    if size == 0 {
        return vec![Tree::E];
    }
    let mut all = Vec::new();
    for key in low..high {
        for left in 0..size {
            let rights = between(key + 1, high, size - 1 - left);
            for left in between(low, key, left) {
                let roots = rights.iter();
                all.extend(roots.map(|right| Tree::node(left.clone(), key, 0, right.clone())));
            }
        }
    }
    all
}

impl Argument for etna_rbt::Tree {
    const IS_TREE: bool = true;

    fn all(_: &str, size: usize, keys: i32) -> Vec<Self> {
        let most = (size + 1).ilog2();
        (0..=most).flat_map(|height| balanced(0..keys, size, height, false)).collect()
    }

    fn values<'a>(&'a mut self, _: &str, all: &mut Vec<&'a mut i32>) {
        if let etna_rbt::Tree::T(_, left, _, value, right) = self {
            left.values("", all);
            all.push(value);
            right.values("", all);
        }
    }
}

/// All red-black trees of a size with so many black nodes on each path, whose root may be red or
/// not.
fn balanced(keys: Range<i32>, size: usize, height: u32, may_be_red: bool) -> Vec<etna_rbt::Tree> {
    use etna_rbt::tree::Colour::{B, R};
    use etna_rbt::tree::Tree;
    if size == 0 {
        return if height == 0 { vec![Tree::E] } else { Vec::new() };
    }
    let roots = [(B, height.checked_sub(1)), (R, Some(height).filter(|_| may_be_red))];
    let mut all = Vec::new();
    for (colour, below) in roots {
        let Some(below) = below else { continue };
        for key in keys.clone() {
            for left in 0..size {
                let part = |keys, size| balanced(keys, size, below, colour == B);
                let rights = part(key + 1..keys.end, size - 1 - left);
                if rights.is_empty() {
                    continue;
                }
                for left in part(keys.start..key, left) {
                    let node =
                        |right: &Tree| Tree::node(colour, left.clone(), key, 0, right.clone());
                    all.extend(rights.iter().map(node));
                }
            }
        }
    }
    all
}

/// The arguments of a property.
trait Arguments: Node + Sized {
    /// Which of them are trees.
    fn trees() -> Vec<bool>;

    /// Runs a function on all of these sizes.
    fn each(names: &[&str], sizes: &[usize], keys: i32, work: &mut dyn FnMut(&mut Self));

    /// The places of the values.
    fn values(&mut self, names: &[&str]) -> Vec<&mut i32>;
}

macro_rules! arguments {
    ($($type:ident $at:tt),*) => {
        impl<$($type: Argument),*> Arguments for ($($type,)*)
        where
            Self: Node,
        {
            fn trees() -> Vec<bool> {
                vec![$($type::IS_TREE),*]
            }

            fn each(names: &[&str], sizes: &[usize], keys: i32, work: &mut dyn FnMut(&mut Self)) {
                let lists = ($($type::all(names[$at], sizes[$at], keys),)*);
                let lengths = [$(lists.$at.len()),*];
                for number in 0..lengths.iter().product() {
                    let mut rest = number;
                    let at = lengths.map(|length| {
                        let digit = rest % length;
                        rest /= length;
                        digit
                    });
                    work(&mut ($(lists.$at[at[$at]].clone(),)*));
                }
            }

            fn values(&mut self, names: &[&str]) -> Vec<&mut i32> {
                let mut all = Vec::new();
                $(self.$at.values(names[$at], &mut all);)*
                all
            }
        }
    };
}

arguments!(A 0);
arguments!(A 0, B 1);
arguments!(A 0, B 1, C 2);
arguments!(A 0, B 1, C 2, D 3);
arguments!(A 0, B 1, C 2, D 3, E 4);

/// Runs all arguments of a property, from fewer keys in trees to more. All arguments of one
/// property with as many keys in trees have as many nodes.
fn all<A: Arguments>(property: &str, names: &[&str], trial: &mut Trial<'_>) {
    let trees = A::trees();
    let keys = trees.iter().zip(names).filter(|(tree, name)| !**tree && !is_value(name)).count();
    // A property that only asks whether trees are valid sees no value.
    let sees_values = !property.ends_with("Valid");
    for size in 0.. {
        for sizes in splits(size, &trees) {
            A::each(names, &sizes, (size + keys) as i32, &mut |arguments| {
                trial.run(arguments);
                let values = if sees_values { arguments.values(names).len() } else { 0 };
                for at in 0..values {
                    *arguments.values(names)[at] = 1;
                    trial.run(arguments);
                    *arguments.values(names)[at] = 0;
                }
            });
        }
        if trial.is_over() {
            break;
        }
    }
}

/// The ways to divide so many keys among the trees.
fn splits(size: usize, trees: &[bool]) -> Vec<Vec<usize>> {
    let Some((is_tree, rest)) = trees.split_first() else {
        return if size == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let firsts = if *is_tree { 0..=size } else { 0..=0 };
    let with = |first: usize| {
        splits(size - first, rest).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    firsts.flat_map(with).collect()
}

macro_rules! runs {
    ($($name:ident = $function:ident($($argument:ident: $type:ty),*);)*) => {
        |property: &str, trial: &mut Trial<'_>| match property {
            $(stringify!($name) => {
                all::<($($type,)*)>(property, &[$(stringify!($argument)),*], trial);
            })*
            _ => {}
        }
    };
}

/// Runs the arguments of a property of BST.
pub(super) fn search_trees(property: &str, trial: &mut Trial<'_>) {
    etna_bst::for_each_property!(runs)(property, trial);
}

/// Runs the arguments of a property of RBT.
pub(super) fn red_black_trees(property: &str, trial: &mut Trial<'_>) {
    etna_rbt::for_each_property!(runs)(property, trial);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// All search trees with these keys, in all colours.
    fn coloured(keys: Range<i32>) -> Vec<etna_rbt::Tree> {
        use etna_rbt::{Colour, Tree};
        if keys.is_empty() {
            return vec![Tree::E];
        }
        let mut all = Vec::new();
        for key in keys.clone() {
            for left in coloured(keys.start..key) {
                for right in coloured(key + 1..keys.end) {
                    let node = |colour| Tree::node(colour, left.clone(), key, 0, right.clone());
                    all.extend([Colour::R, Colour::B].map(node));
                }
            }
        }
        all
    }

    #[test]
    fn the_red_black_trees_of_a_size_are_all_valid_trees_each_once() {
        for size in 0..6 {
            let trees = etna_rbt::Tree::all("t", size, size as i32);
            let distinct: HashSet<_> = trees.iter().cloned().collect();
            assert_eq!(trees.len(), distinct.len(), "{size}");
            let valid = coloured(0..size as i32).into_iter().filter(etna_rbt::Tree::valid);
            assert_eq!(distinct, valid.collect(), "{size}");
        }
    }

    #[test]
    fn search_trees_have_every_choice_of_keys() {
        let trees = etna_bst::Tree::all("t", 2, 3);
        assert!(trees.iter().all(etna_bst::Tree::valid));
        // Two shapes for each of the three pairs of keys.
        assert_eq!(trees.len(), 6);
    }
}
