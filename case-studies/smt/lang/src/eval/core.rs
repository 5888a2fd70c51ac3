//! Booleans and equality.

use super::arrays;
use crate::sort::Sort;
use crate::value::Value;

/// Operators that may have a value though an argument has none.
pub(super) fn partial(name: &str, arguments: &[Option<Value>]) -> Option<Value> {
    let truth = |value: &Option<Value>| value.as_ref().and_then(Value::as_bool);
    match name {
        "and" => all(arguments.iter().map(truth)).map(Value::Bool),
        "or" => all(arguments.iter().map(|a| truth(a).map(|b| !b))).map(|b| Value::Bool(!b)),
        "=>" => {
            let (last, rest) = arguments.split_last()?;
            // It is false only if all but the last are true and the last is false.
            let premises = rest.iter().map(truth);
            let refuted = all(premises.chain([truth(last).map(|b| !b)]));
            refuted.map(|b| Value::Bool(!b))
        }
        "*" if arguments.iter().flatten().any(is_zero) => {
            arguments.iter().flatten().find(|value| is_zero(value)).cloned()
        }
        "distinct" | "=" => comparison(name, arguments),
        _ => None,
    }
}

/// Whether all are true; unknown ones do not matter if one is false.
fn all(mut values: impl Iterator<Item = Option<bool>> + Clone) -> Option<bool> {
    if values.clone().any(|v| v == Some(false)) {
        return Some(false);
    }
    values.all(|v| v == Some(true)).then_some(true)
}

fn is_zero(value: &Value) -> bool {
    value.as_rational().is_some_and(|r| *r.numer() == num_bigint::BigInt::default())
}

/// Chains of `=`, and `distinct`: two known values can decide alone.
fn comparison(name: &str, arguments: &[Option<Value>]) -> Option<Value> {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    if name == "=" {
        pairs.extend((1..arguments.len()).map(|n| (n - 1, n)));
        // With an unknown one between, the ends can still differ.
        let known: Vec<usize> = (0..arguments.len()).filter(|n| arguments[*n].is_some()).collect();
        pairs.extend(known.windows(2).map(|w| (w[0], w[1])));
    } else if arguments.len() > 2000 {
        return None;
    } else {
        for n in 1..arguments.len() {
            pairs.extend((0..n).map(|m| (m, n)));
        }
    }
    let of_pair = |(a, b): (usize, usize)| {
        let same = equal(arguments[a].as_ref()?, arguments[b].as_ref()?)?;
        Some(same == (name == "="))
    };
    all(pairs.into_iter().map(of_pair)).map(Value::Bool)
}

/// Whether two values are equal; unknown for arrays over a sort of unknown size.
pub(super) fn equal(a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => arrays::equal(a, b),
        (Value::Seq(_, a), Value::Seq(_, b)) => equal_lists(a, b),
        (Value::Set(_, a), Value::Set(_, b)) => {
            super::sets::decided(a, b)?;
            Some(a == b)
        }
        (Value::Data(_, c, a), Value::Data(_, d, b)) => {
            if c == d {
                equal_lists(a, b)
            } else {
                Some(false)
            }
        }
        (Value::Int(_), Value::Real(_)) | (Value::Real(_), Value::Int(_)) => {
            Some(a.as_rational() == b.as_rational())
        }
        // Different expressions can match the same strings.
        (Value::Regex(a), Value::Regex(b)) => (a == b).then_some(true),
        (Value::Element(s, a), Value::Element(t, b)) => {
            (s == t || *s == Sort::Unknown || *t == Sort::Unknown).then(|| a == b)
        }
        _ => (a.sort() == b.sort()).then(|| a == b),
    }
}

fn equal_lists(a: &[Value], b: &[Value]) -> Option<bool> {
    if a.len() != b.len() {
        return Some(false);
    }
    let pairs: Vec<Option<bool>> = a.iter().zip(b).map(|(a, b)| equal(a, b)).collect();
    all(pairs.into_iter())
}

/// Operators whose arguments are known.
pub(super) fn apply(name: &str, arguments: &[Value]) -> Option<Value> {
    let truth = || arguments.iter().map(Value::as_bool).collect::<Option<Vec<bool>>>();
    let value = match (name, arguments) {
        ("true", []) => true,
        ("false", []) => false,
        ("not", [Value::Bool(a)]) => !a,
        ("xor", [_, ..]) => truth()?.into_iter().reduce(|a, b| a != b)?,
        _ => return None,
    };
    Some(Value::Bool(value))
}
