//! Arrays with a default.

use crate::sort::Sort;
use crate::term::Term;
use crate::value::{ArrayValue, Value};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Indices of finite sorts are counted up to this number.
const MAX_INDICES: u32 = 1 << 16;

pub(super) fn apply(name: &str, term: &Term, arguments: &[Value]) -> Option<Value> {
    match (name, arguments) {
        ("const", [value]) => {
            let Sort::Array(parts) = term.sort() else { return None };
            let value = value.clone().coerce(parts.last()?)?;
            Some(Value::array(term.sort().clone(), value, BTreeMap::new()))
        }
        ("select", [Value::Array(array), indices @ ..]) => array.select(indices),
        ("store", [Value::Array(array), indices @ .., value]) => array.store(indices, value),
        _ => None,
    }
}

impl ArrayValue {
    /// The sorts of the indices, and of the elements.
    fn sorts(&self) -> Option<(&Sort, &[Sort])> {
        match &self.sort {
            Sort::Array(parts) => parts.split_last(),
            _ => None,
        }
    }

    fn key(&self, indices: &[Value]) -> Option<Vec<Value>> {
        let (_, sorts) = self.sorts()?;
        let key = indices.iter().zip(sorts).map(|(value, sort)| value.clone().coerce(sort));
        key.collect::<Option<Vec<Value>>>().filter(|key| key.len() == sorts.len())
    }

    /// The value at an index.
    pub fn select(&self, indices: &[Value]) -> Option<Value> {
        let key = self.key(indices)?;
        if let Some(value) = self.entries.get(&key) {
            return Some(value.clone());
        }
        // An index that is an array can be equal to an entry's without being the same.
        let decided = |old: &Vec<Value>| {
            old.iter().zip(&key).any(|(a, b)| super::core::equal(a, b) == Some(false))
        };
        self.entries.keys().all(decided).then(|| self.default.clone())
    }

    fn store(&self, indices: &[Value], value: &Value) -> Option<Value> {
        let (element, _) = self.sorts()?;
        let mut entries = self.entries.clone();
        entries.insert(self.key(indices)?, value.clone().coerce(element)?);
        Some(Value::array(self.sort.clone(), self.default.clone(), entries))
    }
}

/// Whether two arrays have the same value everywhere.
pub(super) fn equal(a: &ArrayValue, b: &ArrayValue) -> Option<bool> {
    if a.sort != b.sort {
        return None;
    }
    if a == b {
        return Some(true);
    }
    let keys = || a.entries.keys().chain(b.entries.keys());
    let same = |key: &Vec<Value>| super::core::equal(&a.select(key)?, &b.select(key)?);
    let mut undecided = false;
    for key in keys() {
        match same(key) {
            Some(false) => return Some(false),
            Some(true) => {}
            None => undecided = true,
        }
    }
    let defaults = super::core::equal(&a.default, &b.default);
    if undecided {
        return None;
    }
    if defaults == Some(true) {
        return Some(true);
    }
    // The defaults count if there is an index without an entry.
    let mut all: Vec<&Vec<Value>> = keys().collect();
    all.sort();
    all.dedup();
    let (_, sorts) = a.sorts()?;
    match sorts.iter().try_fold(BigUint::from(1_u8), |n, sort| Some(n * size(sort)?)) {
        Some(indices) if indices <= BigUint::from(all.len()) => Some(true),
        Some(_) => defaults,
        None if sorts.iter().all(is_infinite) => defaults,
        None => None,
    }
}

/// How many values a sort has, if that is known and finite.
fn size(sort: &Sort) -> Option<BigUint> {
    match sort {
        Sort::Bool => Some(BigUint::from(2_u8)),
        Sort::BitVec(width) if *width <= MAX_INDICES => Some(BigUint::from(1_u8) << *width),
        Sort::RoundingMode => Some(BigUint::from(5_u8)),
        _ => None,
    }
}

fn is_infinite(sort: &Sort) -> bool {
    match sort {
        Sort::Int | Sort::Real | Sort::String | Sort::Seq(_) => true,
        // Two values for each of infinitely many indices are enough.
        Sort::Array(parts) => parts.split_last().is_some_and(|(element, indices)| {
            let several = size(element).is_some_and(|n| n > BigUint::from(1_u8));
            is_infinite(element) || several && indices.iter().any(is_infinite)
        }),
        _ => false,
    }
}

/// All values of a small sort: Bool, rounding modes, narrow bit-vectors.
pub(super) fn values(sort: &Sort) -> Option<Vec<Value>> {
    match sort {
        Sort::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
        Sort::RoundingMode => {
            Some(["RNE", "RNA", "RTP", "RTN", "RTZ"].map(Value::Rounding).to_vec())
        }
        Sort::BitVec(width @ ..=8) => {
            Some((0_u32..1 << width).map(|n| Value::bits(*width, n)).collect())
        }
        _ => None,
    }
}
