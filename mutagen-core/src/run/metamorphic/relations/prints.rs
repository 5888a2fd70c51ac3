//! Numbers for values, so that terms that are equal on all samples are found by a hash. Values of a
//! type with a hash have that; others are compared with those that were met on the same sample.

use super::evaluate::{Cell, Evaluator};
use super::tally::Judged;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// How many values of a sample are compared with one that is new.
const COMPARED: usize = 200;

/// The numbers of what is no value.
const NOTHING: u64 = 1;
pub(super) const OUTSIDE: u64 = 2;
pub(super) const REFUSED: u64 = 3;
pub(super) const PANICKED: u64 = 4;

/// The values of a sort without a hash that were met on one sample.
#[derive(Default)]
struct Met {
    /// The numbers by text. A text that does not tell everything has several.
    by_text: FxHashMap<u64, Vec<(Cell, u64)>>,
    /// The first values, with their numbers.
    first: Vec<(Cell, u64)>,
    next: u64,
}

/// Gives numbers to values.
#[derive(Default)]
pub(super) struct Prints {
    met: FxHashMap<(u16, u32), Met>,
}

impl Prints {
    /// The number of a value on a sample.
    pub(super) fn of(
        &mut self,
        evaluator: &Evaluator<'_>,
        sort: u16,
        sample: u32,
        cell: &Cell,
    ) -> u64 {
        let value = match cell {
            Cell::Value(value) => value,
            Cell::Nothing => return NOTHING,
            Cell::Outside => return OUTSIDE,
            Cell::Refused => return REFUSED,
            Cell::Panicked => return PANICKED,
        };
        if let Some(hash) = evaluator.table.sorts[usize::from(sort)].hash {
            return hash(&**value) | 1 << 63;
        }
        let mut hasher = FxHasher::default();
        evaluator.show(sort, cell).hash(&mut hasher);
        let text = hasher.finish();
        let met = self.met.entry((sort, sample)).or_default();
        let same = |(known, _): &&(Cell, u64)| evaluator.compare(sort, known, cell) == Judged::Same;
        let known = met.by_text.get(&text).and_then(|all| all.iter().find(same));
        let known = known.or_else(|| met.first.iter().find(same));
        if let Some(&(_, number)) = known {
            let of_text = met.by_text.entry(text).or_default();
            if of_text.iter().all(|(_, other)| *other != number) {
                of_text.push((cell.clone(), number));
            }
            return number;
        }
        met.next += 1;
        let number = met.next | 1 << 63;
        met.by_text.entry(text).or_default().push((cell.clone(), number));
        if met.first.len() < COMPARED {
            met.first.push((cell.clone(), number));
        }
        number
    }
}
