//! Values as solvers print them in models.

use crate::bits;
use crate::lower;
use crate::sort::{Format, Sort};
use crate::value::{Array, Rational, Value};
use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::Zero;

/// An S-expression.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Tree {
    Atom(String),
    List(Vec<Tree>),
}

/// Reads one S-expression, the whole text.
fn read(text: &str) -> Option<Tree> {
    let mut open: Vec<Vec<Tree>> = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (tree, length) = match first {
            '(' => {
                open.push(Vec::new());
                (None, 1)
            }
            ')' => {
                let list = open.pop()?;
                (Some(Tree::List(list)), 1)
            }
            '"' => {
                let mut end = 1;
                // A quote inside is written twice.
                loop {
                    end += rest[end..].find('"')? + 1;
                    if !rest[end..].starts_with('"') {
                        break;
                    }
                    end += 1;
                }
                (Some(Tree::Atom(rest[..end].to_owned())), end)
            }
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "()\"".contains(c));
                let end = end.unwrap_or(rest.len());
                (Some(Tree::Atom(rest[..end].to_owned())), end)
            }
        };
        if let Some(tree) = tree {
            open.last_mut()?.push(tree);
        }
        rest = rest[length..].trim_start();
    }
    let mut top = open.pop().filter(|_| open.is_empty())?;
    top.pop().filter(|_| top.is_empty())
}

/// The value of this sort that a text means. Nothing if it is none, such as an algebraic number,
/// an abstract value, or a name.
pub fn value(sort: Sort, text: &str) -> Option<Value> {
    of_tree(sort, &read(text)?)
}

fn of_tree(sort: Sort, tree: &Tree) -> Option<Value> {
    match sort {
        Sort::Bool => match atom(tree)? {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ => None,
        },
        Sort::Int => number(tree).filter(Ratio::is_integer).map(|x| Value::Int(x.to_integer())),
        Sort::Real => number(tree).map(Value::Real),
        Sort::Bv(width) => {
            let (found, bits) = literal_bits(tree)?;
            (found == width).then_some(Value::Bv(width, bits))
        }
        Sort::Str => string(atom(tree)?).map(Value::Str),
        Sort::Re => None,
        Sort::Array => array(tree).map(Value::Array),
        Sort::Fp(format) => float(format, tree).map(|bits| Value::Fp(format, bits)),
    }
}

fn atom(tree: &Tree) -> Option<&str> {
    match tree {
        Tree::Atom(text) => Some(text),
        Tree::List(_) => None,
    }
}

/// An integer, a decimal, or `-` and `/` of such.
fn number(tree: &Tree) -> Option<Rational> {
    match tree {
        Tree::Atom(text) => {
            let (whole, part) = text.split_once('.').unwrap_or((text, ""));
            let all_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
            let unsigned = whole.strip_prefix('-').unwrap_or(whole);
            if unsigned.is_empty() || !all_digits(unsigned) || !all_digits(part) {
                return None;
            }
            let digits: BigInt = format!("{whole}{part}").parse().ok()?;
            let scale = BigInt::from(10).pow(u32::try_from(part.len()).ok()?);
            Some(Rational::new(digits, scale))
        }
        Tree::List(list) => match (atom(list.first()?)?, &list[1..]) {
            ("-", [a]) => Some(-number(a)?),
            ("/", [a, b]) => {
                let (a, b) = (number(a)?, number(b)?);
                (!b.is_zero()).then(|| a / b)
            }
            ("to_real", [a]) => number(a),
            _ => None,
        },
    }
}

/// The width and bits of a literal: `#b`, `#x` or `(_ bvN W)`.
fn literal_bits(tree: &Tree) -> Option<(u32, u64)> {
    match tree {
        Tree::Atom(text) => {
            let (digits, radix, each) = match (text.strip_prefix("#b"), text.strip_prefix("#x")) {
                (Some(digits), _) => (digits, 2, 1),
                (_, Some(digits)) => (digits, 16, 4),
                _ => return None,
            };
            let width = u32::try_from(digits.len()).ok()? * each;
            let bits = u64::from_str_radix(digits, radix).ok()?;
            (1..=64).contains(&width).then_some((width, bits))
        }
        Tree::List(list) => {
            let [first, name, width] = list.as_slice() else { return None };
            let bits: u64 = atom(name)?.strip_prefix("bv")?.parse().ok()?;
            let width: u32 = atom(width)?.parse().ok()?;
            let fits = (1..=64).contains(&width) && bits <= bits::mask(width);
            (atom(first)? == "_" && fits).then_some((width, bits))
        }
    }
}

/// The code points of a literal, escapes read.
fn string(text: &str) -> Option<Vec<u32>> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?.replace("\"\"", "\"");
    let mut codes = Vec::new();
    let mut rest = inner.as_str();
    while let Some(first) = rest.chars().next() {
        if let Some((code, length)) = escape(rest) {
            codes.push(code);
            rest = &rest[length..];
        } else {
            codes.extend(lower::codes(&first.to_string()));
            rest = &rest[first.len_utf8()..];
        }
    }
    Some(codes)
}

/// An escape at the beginning of the text, and its length: `\u{…}` or `\u` and four digits.
fn escape(text: &str) -> Option<(u32, usize)> {
    let after = text.strip_prefix("\\u")?;
    let (digits, length) = match after.strip_prefix('{') {
        Some(after) => {
            let end = after.find('}').filter(|end| (1..=5).contains(end))?;
            (&after[..end], end + 4)
        }
        None => (after.get(..4)?, 6),
    };
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, 16).ok().map(|code| (code, length))
}

/// A constant array under `store`s.
fn array(tree: &Tree) -> Option<Array> {
    let Tree::List(list) = tree else { return None };
    let int = |tree: &Tree| number(tree).filter(Ratio::is_integer).map(|x| x.to_integer());
    match list.as_slice() {
        [Tree::List(head), value] => {
            let constant = matches!(head.as_slice(), [a, b, _]
                if atom(a) == Some("as") && atom(b) == Some("const"));
            constant.then(|| int(value).map(Array::constant))?
        }
        [store, inner, place, value] if atom(store) == Some("store") => {
            Some(array(inner)?.store(int(place)?, int(value)?))
        }
        _ => None,
    }
}

/// The bits of `(fp s e f)` or of a special value.
fn float(format: Format, tree: &Tree) -> Option<u64> {
    let Tree::List(list) = tree else { return None };
    match list.as_slice() {
        [fp, sign, exponent, fraction] if atom(fp) == Some("fp") => {
            let widths = [1, format.exponent, format.significand - 1];
            let mut bits = 0;
            for (tree, width) in [sign, exponent, fraction].into_iter().zip(widths) {
                let (found, part) = literal_bits(tree)?;
                if found != width {
                    return None;
                }
                bits = bits << width | part;
            }
            Some(format.canonical(bits))
        }
        [_, name, exponent, significand] => {
            let same = atom(exponent)? == format.exponent.to_string()
                && atom(significand)? == format.significand.to_string();
            let (sign, infinity) = (1 << (format.width() - 1), format.infinity(false));
            let bits = match atom(name)? {
                "NaN" => format.nan(),
                "+oo" => infinity,
                "-oo" => sign | infinity,
                "+zero" => 0,
                "-zero" => sign,
                _ => return None,
            };
            same.then_some(bits)
        }
        _ => None,
    }
}
