//! Finite sets, as cvc has them. The complement and the set of all values are not known.

use super::core;
use crate::sort::Sort;
use crate::term::Term;
use crate::value::Value;
use std::collections::BTreeSet;

pub(super) fn apply(name: &str, term: &Term, arguments: &[Value]) -> Option<Value> {
    let elements = match term.sort() {
        Sort::Set(element) => (**element).clone(),
        _ => Sort::Unknown,
    };
    let set = |values: BTreeSet<Value>| Some(Value::Set(term.sort().clone(), values));
    match (name, arguments) {
        ("set.empty", []) => set(BTreeSet::new()),
        ("set.singleton", [value]) => set(BTreeSet::from([value.clone().coerce(&elements)?])),
        ("set.insert", [values @ .., Value::Set(_, old)]) => {
            let mut all = old.clone();
            for value in values {
                let value = value.clone().coerce(&elements)?;
                decided(&all, &BTreeSet::from([value.clone()]))?;
                all.insert(value);
            }
            set(all)
        }
        ("set.member", [value, Value::Set(sort, values)]) => {
            let Sort::Set(element) = sort else { return None };
            let value = BTreeSet::from([value.clone().coerce(element)?]);
            decided(values, &value)?;
            Some(Value::Bool(value.is_subset(values)))
        }
        ("set.subset", [Value::Set(_, a), Value::Set(_, b)]) => {
            decided(a, b)?;
            Some(Value::Bool(a.is_subset(b)))
        }
        ("set.union" | "set.inter" | "set.minus", [Value::Set(_, first), rest @ ..]) => {
            let mut all = first.clone();
            for value in rest {
                let Value::Set(_, values) = value else { return None };
                decided(&all, values)?;
                all = match name {
                    "set.union" => &all | values,
                    "set.inter" => &all & values,
                    _ => &all - values,
                };
            }
            set(all)
        }
        ("set.card", [Value::Set(_, values)]) => Some(Value::int(values.len())),
        ("set.is_empty", [Value::Set(_, values)]) => Some(Value::Bool(values.is_empty())),
        ("set.is_singleton", [Value::Set(_, values)]) => Some(Value::Bool(values.len() == 1)),
        // Of several elements it is any.
        ("set.choose", [Value::Set(_, values)]) if values.len() == 1 => values.first().cloned(),
        _ => None,
    }
}

/// Whether equality of all elements is known, so that they can be compared as they are.
pub(super) fn decided(a: &BTreeSet<Value>, b: &BTreeSet<Value>) -> Option<()> {
    let known = |x: &Value| b.iter().all(|y| core::equal(x, y) == Some(x == y));
    a.iter().all(known).then_some(())
}
