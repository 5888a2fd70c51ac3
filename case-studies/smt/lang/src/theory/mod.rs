//! Which operators the theories have, and the sorts of their results.
//!
//! - [`table`]: operators whose rank can be written down.
//! - [`bits`]: bit-vectors and floats, whose ranks depend on widths.
//! - [`shapes`]: arrays of several indices, tuples and relations, and operators that take the name
//!   of a function as index.

mod bits;
mod shapes;
mod table;

pub(crate) use shapes::apply;

use crate::rank::Rank;
use crate::scope::Scope;
use crate::sort::Sort;
use crate::term::Ident;

/// The result of an operator of a theory for arguments of these sorts. Names of dialects are known
/// by their present names: see [`crate::canonical`]. `None` if no theory has the operator, unknown
/// if the arguments do not fit.
pub(crate) fn result(scope: &Scope, ident: &Ident, arguments: &[Sort]) -> Option<Sort> {
    let name = crate::names::canonical(ident.name.name());
    if let Some(of) = &ident.of {
        return shapes::qualified(name, &of.sort, arguments);
    }
    let special = bits::result(name, ident, arguments)
        .or_else(|| arithmetic(name, ident, arguments))
        .or_else(|| shapes::result(scope, name, ident, arguments));
    if special.is_some() {
        return special;
    }
    let ranks = table::ranks(name).filter(|_| ident.indices.is_empty())?;
    Some(first_fit(ranks, arguments).unwrap_or(Sort::Unknown))
}

/// Whether a theory has an operator of this name.
pub(crate) fn has(name: &str) -> bool {
    let name = crate::names::canonical(name);
    table::ranks(name).is_some() || bits::has(name) || shapes::has(name) || is_arithmetic(name)
}

/// Whether it is the sort of regular expressions over sequences, which z3 has.
fn is_regex(sort: &Sort) -> bool {
    matches!(sort, Sort::Named(name, _) if name.name() == "RegEx")
}

/// The result of the first rank that fits.
pub(crate) fn first_fit(ranks: &[Rank], arguments: &[Sort]) -> Option<Sort> {
    ranks.iter().rev().find_map(|rank| rank.apply(arguments))
}

fn is_arithmetic(name: &str) -> bool {
    matches!(name, "+" | "-" | "*" | "^" | "abs" | "divisible" | "iand")
}

/// The operators that both Int and Real have: Real as soon as one argument is.
fn arithmetic(name: &str, ident: &Ident, arguments: &[Sort]) -> Option<Sort> {
    match (name, ident.indices.len()) {
        ("divisible", 1) => return Some(fixed(arguments, &[Sort::Int], Sort::Bool)),
        ("re.loop" | "re.^", 1 | 2) if ident.indices.iter().all(|i| i.numeral().is_some()) => {
            let regex = arguments.first().filter(|_| arguments.len() == 1)?;
            let fits = matches!(regex, Sort::RegLan) || is_regex(regex);
            return Some(if fits { regex.clone() } else { Sort::Unknown });
        }
        ("iand", 1) => return Some(fixed(arguments, &[Sort::Int, Sort::Int], Sort::Int)),
        (_, 0) if is_arithmetic(name) => {}
        _ => return None,
    }
    let count = match name {
        "abs" => arguments.len() == 1,
        "^" => arguments.len() == 2,
        _ => !arguments.is_empty(),
    };
    let numbers = arguments.iter().all(|s| s.is_arithmetic() || *s == Sort::Unknown);
    if !count || !numbers || arguments.contains(&Sort::Unknown) {
        return Some(Sort::Unknown);
    }
    let real = arguments.contains(&Sort::Real);
    Some(if real { Sort::Real } else { Sort::Int })
}

/// `result`, if the arguments have these sorts.
fn fixed(arguments: &[Sort], wanted: &[Sort], result: Sort) -> Sort {
    Rank::new(wanted.to_vec(), result).apply(arguments).unwrap_or(Sort::Unknown)
}
