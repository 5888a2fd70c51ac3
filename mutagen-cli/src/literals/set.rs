//! The set of literals that were collected: each literal once, with all its places, within limits
//! of length and number.

use mutagen_core::internal::value::literals::{Function, Literal, Literals, Occurring};
use std::collections::{BTreeMap, BTreeSet};

/// The most bytes of a text.
const LONGEST: usize = 256;

/// The most literals.
const MOST: usize = 20_000;

/// The most places of one literal.
const MOST_PLACES: usize = 64;

/// Generation makes these integers anyway.
const COMMON: [i128; 4] = [-1, 0, 1, 2];

/// Literals with their places.
#[derive(Default)]
pub(super) struct LiteralSet {
    literals: Vec<(Literal, BTreeSet<usize>)>,
    indices: BTreeMap<Key, usize>,
    places: BTreeMap<Function, usize>,
    functions: Vec<Function>,
    groups: Vec<Vec<usize>>,
    known_groups: BTreeSet<Vec<usize>>,
    /// The literals of each constant, by the names of crate and constant.
    constants: BTreeMap<(String, String), Vec<usize>>,
    /// The constants that a place names.
    uses: BTreeSet<(String, String, usize)>,
    /// How many texts were too long.
    pub(super) long: usize,
    /// How many literals were too many.
    pub(super) surplus: usize,
}

/// A literal in an order. Floats are compared by their bits.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Integer(i128),
    Float(u64),
    Char(char),
    Text(String),
    Bytes(Vec<u8>),
}

impl LiteralSet {
    /// The index of a place.
    pub(super) fn place(&mut self, function: Function) -> usize {
        if let Some(&place) = self.places.get(&function) {
            return place;
        }
        self.functions.push(function.clone());
        self.places.insert(function, self.functions.len() - 1);
        self.functions.len() - 1
    }

    /// Adds a literal, and returns its index. `None` if it is left out.
    pub(super) fn add(&mut self, literal: Literal, place: usize) -> Option<usize> {
        let key = match &literal {
            Literal::Integer(integer) if COMMON.contains(integer) => return None,
            // JSON has no other floats, and no other float can be written.
            Literal::Float(float) if !float.is_finite() => return None,
            Literal::Text(text) if text.is_empty() => return None,
            Literal::Bytes(bytes) if bytes.is_empty() => return None,
            Literal::Integer(integer) => Key::Integer(*integer),
            Literal::Float(float) => Key::Float(float.to_bits()),
            Literal::Char(char) => Key::Char(*char),
            Literal::Text(text) if text.len() <= LONGEST => Key::Text(text.clone()),
            Literal::Bytes(bytes) if bytes.len() <= LONGEST => Key::Bytes(bytes.clone()),
            Literal::Text(_) | Literal::Bytes(_) => {
                self.long += 1;
                return None;
            }
        };
        let index = match self.indices.get(&key) {
            Some(&index) => index,
            None if self.literals.len() >= MOST => {
                self.surplus += 1;
                return None;
            }
            None => {
                self.literals.push((literal, BTreeSet::new()));
                self.indices.insert(key, self.literals.len() - 1);
                self.literals.len() - 1
            }
        };
        self.stands(index, place);
        Some(index)
    }

    /// Adds literals that are alternatives of each other. Literals of different kinds are not.
    pub(super) fn group(&mut self, indices: &[usize]) {
        let mut by_kind: [Vec<usize>; 5] = Default::default();
        for &index in indices {
            let kind = match self.literals[index].0 {
                Literal::Integer(_) => 0,
                Literal::Float(_) => 1,
                Literal::Char(_) => 2,
                Literal::Text(_) => 3,
                Literal::Bytes(_) => 4,
            };
            if !by_kind[kind].contains(&index) {
                by_kind[kind].push(index);
            }
        }
        for group in by_kind.into_iter().filter(|group| group.len() > 1) {
            if self.known_groups.insert(group.clone()) {
                self.groups.push(group);
            }
        }
    }

    /// A literal belongs to a constant.
    pub(super) fn defines(&mut self, krate: &str, constant: &str, literal: usize) {
        let key = (krate.to_owned(), constant.to_owned());
        self.constants.entry(key).or_default().push(literal);
    }

    /// A place names something that may be a constant.
    pub(super) fn uses(&mut self, krate: &str, constant: &str, place: usize) {
        self.uses.insert((krate.to_owned(), constant.to_owned(), place));
    }

    /// The set, with the literals of constants also at the places that name the constants.
    pub(super) fn finish(mut self) -> Literals {
        for (krate, constant, place) in std::mem::take(&mut self.uses) {
            let literals = self.constants.get(&(krate, constant)).cloned().unwrap_or_default();
            literals.iter().for_each(|&index| self.stands(index, place));
        }
        let occurring = |(literal, places): (Literal, BTreeSet<usize>)| Occurring {
            literal,
            places: places.into_iter().collect(),
        };
        let literals = self.literals.into_iter().map(occurring).collect();
        let literals = Literals::new(literals, self.functions, self.groups);
        literals.unwrap_or_else(|why| unreachable!("the indices are of this set: {why}"))
    }

    fn stands(&mut self, index: usize, place: usize) {
        let places = &mut self.literals[index].1;
        if places.len() < MOST_PLACES {
            places.insert(place);
        }
    }
}
