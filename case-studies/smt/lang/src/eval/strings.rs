//! Strings and sequences, as SMT-LIB 2.6 defines them; all operators are total but `seq.nth`.

use super::core;
use crate::regex::Regex;
use crate::strings::MAX_CHAR;
use crate::term::Term;
use crate::value::Value;
use num_bigint::{BigInt, Sign};

/// Longer strings are not computed.
const MAX_LENGTH: usize = 1 << 16;

pub(super) fn apply(name: &str, term: &Term, arguments: &[Value]) -> Option<Value> {
    if let [Value::Seq(..), ..] = arguments
        && name != "seq.unit"
    {
        return sequences(name, arguments);
    }
    if let [Value::String(s), Value::Regex(regex), rest @ ..] = arguments {
        return with_regex(name, s, regex, rest);
    }
    if let Some(regex) = Regex::apply(name, term, arguments) {
        return Some(Value::Regex(regex.into()));
    }
    let strings: Vec<&[u32]> = arguments.iter().map_while(string).collect();
    let all = strings.len() == arguments.len();
    Some(match (name, &strings[..], &arguments[strings.len()..]) {
        ("char", [], []) => {
            let code = term.ident()?.indices.first()?.token()?.text.strip_prefix("#x")?;
            Value::String(vec![u32::from_str_radix(code, 16).ok().filter(|c| *c <= MAX_CHAR)?])
        }
        ("seq.unit", _, _) => Value::Seq(term.sort().clone(), vec![arguments.first()?.clone()]),
        ("seq.empty", [], []) => Value::default_of(term.sort())?,
        ("str.from_int", [], [Value::Int(n)]) => {
            Value::string(&if n.sign() == Sign::Minus { String::new() } else { n.to_string() })
        }
        ("str.from_code", [], [Value::Int(n)]) => {
            let code = u32::try_from(n).ok().filter(|c| *c <= MAX_CHAR);
            Value::String(code.into_iter().collect())
        }
        ("str.++" | "seq.++", [_, ..], []) => Value::String(concat(&strings)?),
        ("str.len" | "seq.len", [s], []) => Value::int(s.len()),
        ("str.<", _, []) if all => Value::Bool(strings.windows(2).all(|w| w[0] < w[1])),
        ("str.<=", _, []) if all => Value::Bool(strings.windows(2).all(|w| w[0] <= w[1])),
        ("str.prefixof" | "seq.prefixof", [a, b], []) => Value::Bool(b.starts_with(a)),
        ("str.suffixof" | "seq.suffixof", [a, b], []) => Value::Bool(b.ends_with(a)),
        ("str.contains" | "seq.contains", [a, b], []) => Value::Bool(find(a, b, 0).is_some()),
        ("str.at" | "seq.at", [s], [Value::Int(i)]) => {
            Value::String(part(s, i, &BigInt::from(1_u8)).to_vec())
        }
        ("str.substr" | "seq.extract", [s], [Value::Int(i), Value::Int(n)]) => {
            Value::String(part(s, i, n).to_vec())
        }
        ("str.indexof" | "seq.indexof", [s, t], [Value::Int(i)]) => Value::int(index_of(s, t, i)),
        ("str.replace" | "seq.replace", [s, t, u], []) => match find(s, t, 0) {
            Some(at) => Value::String(concat(&[&s[..at], u, &s[at + t.len()..]])?),
            None => Value::String(s.to_vec()),
        },
        ("str.replace_all", [s, t, u], []) => Value::String(replace_all(s, t, u)?),
        ("str.to_code", [s], []) => match s {
            [one] => Value::int(*one),
            _ => Value::int(-1),
        },
        ("str.is_digit", [s], []) => Value::Bool(matches!(s, [c] if (0x30..=0x39).contains(c))),
        ("str.to_int", [s], []) => Value::Int(to_int(s)),
        ("str.rev", [s], []) => Value::String(s.iter().rev().copied().collect()),
        ("str.to_lower", [s], []) => Value::String(map(s, |c| c.to_ascii_lowercase())),
        ("str.to_upper", [s], []) => Value::String(map(s, |c| c.to_ascii_uppercase())),
        ("str.update", [s], [Value::Int(i), Value::String(t)]) => Value::String(update(s, i, t)),
        _ => return None,
    })
}

fn string(value: &Value) -> Option<&[u32]> {
    match value {
        Value::String(characters) => Some(characters),
        _ => None,
    }
}

fn concat<T: Clone>(parts: &[&[T]]) -> Option<Vec<T>> {
    (parts.iter().map(|p| p.len()).sum::<usize>() <= MAX_LENGTH).then(|| parts.concat())
}

fn map(s: &[u32], f: impl Fn(u8) -> u8) -> Vec<u32> {
    s.iter()
        .map(|c| u8::try_from(*c).map_or(*c, |b| u32::from(if b < 128 { f(b) } else { b })))
        .collect()
}

/// The part of that length from there on; empty if the place is outside or the length is none.
fn part<'a, T>(s: &'a [T], from: &BigInt, length: &BigInt) -> &'a [T] {
    let Some(from) = usize::try_from(from).ok().filter(|from| *from < s.len()) else { return &[] };
    if length.sign() != Sign::Plus {
        return &[];
    }
    let length = usize::try_from(length).unwrap_or(usize::MAX).min(s.len() - from);
    &s[from..from + length]
}

/// The first place of `t` in `s` from `from` on.
fn find<T: PartialEq>(s: &[T], t: &[T], from: usize) -> Option<usize> {
    (from..=s.len().checked_sub(t.len())?).find(|at| s[*at..].starts_with(t))
}

fn index_of<T: PartialEq>(s: &[T], t: &[T], from: &BigInt) -> i64 {
    let from = usize::try_from(from).ok().filter(|from| *from <= s.len());
    let at = from.and_then(|from| find(s, t, from));
    at.and_then(|at| i64::try_from(at).ok()).unwrap_or(-1)
}

fn replace_all<T: PartialEq + Clone>(s: &[T], t: &[T], u: &[T]) -> Option<Vec<T>> {
    let mut result = Vec::new();
    let mut at = 0;
    while let Some(found) = find(s, t, at).filter(|_| !t.is_empty()) {
        result.extend_from_slice(&s[at..found]);
        result.extend_from_slice(u);
        at = found + t.len();
        if result.len() > MAX_LENGTH {
            return None;
        }
    }
    result.extend_from_slice(&s[at..]);
    Some(result)
}

/// cvc5's update: as much of `t` as fits, from there on.
fn update<T: Clone>(s: &[T], at: &BigInt, t: &[T]) -> Vec<T> {
    let mut result = s.to_vec();
    if let Some(at) = usize::try_from(at).ok().filter(|at| *at < s.len()) {
        for (old, new) in result[at..].iter_mut().zip(t) {
            *old = new.clone();
        }
    }
    result
}

fn to_int(s: &[u32]) -> BigInt {
    let digits: Option<String> =
        s.iter().map(|c| char::from_u32(*c).filter(char::is_ascii_digit)).collect();
    digits.and_then(|digits| digits.parse().ok()).unwrap_or_else(|| BigInt::from(-1))
}

fn sequences(name: &str, arguments: &[Value]) -> Option<Value> {
    let Value::Seq(sort, s) = &arguments[0] else { return None };
    let seq = |elements: Vec<Value>| Some(Value::Seq(sort.clone(), elements));
    match (name, &arguments[1..]) {
        ("seq.len" | "str.len", []) => Some(Value::int(s.len())),
        ("seq.++" | "str.++", rest) => {
            let mut all = vec![&s[..]];
            for value in rest {
                let Value::Seq(_, elements) = value else { return None };
                all.push(elements);
            }
            seq(concat(&all)?)
        }
        ("seq.at", [Value::Int(i)]) => seq(part(s, i, &BigInt::from(1_u8)).to_vec()),
        ("seq.extract", [Value::Int(i), Value::Int(n)]) => seq(part(s, i, n).to_vec()),
        // Out of range it is any value.
        ("seq.nth", [Value::Int(i)]) => s.get(usize::try_from(i).ok()?).cloned(),
        ("seq.rev", []) => seq(s.iter().rev().cloned().collect()),
        ("seq.update", [Value::Int(i), Value::Seq(_, t)]) => seq(update(s, i, t)),
        (_, rest) => compare_sequences(name, s, rest).or_else(|| {
            let [Value::Seq(_, t), Value::Seq(_, u)] = rest else { return None };
            let at = decided(s, t)?.then(|| find(s, t, 0));
            match (name, at?) {
                ("seq.replace", Some(at)) => seq(concat(&[&s[..at], u, &s[at + t.len()..]])?),
                ("seq.replace", None) => seq(s.clone()),
                ("seq.replace_all", _) => seq(replace_all(s, t, u)?),
                _ => None,
            }
        }),
    }
}

/// Whether equality of all elements is known, so that they can be compared as they are.
fn decided(s: &[Value], t: &[Value]) -> Option<bool> {
    let known = |a: &Value| t.iter().all(|b| core::equal(a, b) == Some(a == b));
    s.iter().all(known).then_some(true)
}

fn compare_sequences(name: &str, s: &[Value], rest: &[Value]) -> Option<Value> {
    let Value::Seq(_, t) = rest.first()? else { return None };
    decided(s, t)?;
    Some(match (name, &rest[1..]) {
        ("seq.contains", []) => Value::Bool(find(s, t, 0).is_some()),
        ("seq.prefixof", []) => Value::Bool(t.starts_with(s)),
        ("seq.suffixof", []) => Value::Bool(t.ends_with(s)),
        ("seq.indexof", [Value::Int(from)]) => Value::int(index_of(s, t, from)),
        _ => return None,
    })
}

/// Operators of a string, a regular expression and perhaps a third argument.
fn with_regex(name: &str, s: &[u32], regex: &Regex, rest: &[Value]) -> Option<Value> {
    Some(match (name, rest) {
        ("str.in_re", []) => Value::Bool(regex.matches(s)?),
        // The shortest leftmost match, as SMT-LIB says; of `replace_re_all`, no empty one.
        ("str.replace_re", [Value::String(t)]) => match regex.first(s, 0, true)? {
            Some((from, to)) => Value::String(concat(&[&s[..from], t, &s[to..]])?),
            None => Value::String(s.to_vec()),
        },
        ("str.replace_re_all", [Value::String(t)]) => {
            let mut result = Vec::new();
            let mut at = 0;
            while let Some((from, to)) = regex.first(s, at, false)? {
                result.extend_from_slice(&s[at..from]);
                result.extend_from_slice(t);
                at = to;
                if result.len() > MAX_LENGTH {
                    return None;
                }
            }
            result.extend_from_slice(&s[at..]);
            Value::String(result)
        }
        ("str.indexof_re", [Value::Int(from)]) => {
            let from = usize::try_from(from).ok().filter(|from| *from <= s.len());
            let found = match from {
                Some(from) => regex.first(s, from, true)?,
                None => None,
            };
            found.map_or(Value::int(-1), |(at, _)| Value::int(at))
        }
        _ => return None,
    })
}
