//! Arrays of several indices, tuples and relations, and operators that take a function's name.

use super::fixed;
use crate::rank::Rank;
use crate::scope::Scope;
use crate::sexp::Sexp;
use crate::sort::Sort;
use crate::symbol::Symbol;
use crate::term::Ident;
use std::sync::Arc;

const NAMES: &[&str] = &[
    "select",
    "store",
    "const",
    "map",
    "as-array",
    "tuple",
    "tuple.select",
    "tuple.update",
    "tuple.project",
    "rel.transpose",
    "rel.tclosure",
    "rel.join",
    "rel.product",
    "rel.project",
    "table.product",
    "table.project",
    "set.insert",
    "is",
    "update-field",
    "update",
    "char",
    "Char",
    "@",
    "emp",
    "partial-order",
    "linear-order",
    "tree-order",
    "piecewise-linear-order",
    "transitive-closure",
    "at-most",
    "at-least",
    "pble",
    "pbge",
    "pbeq",
    "seq.empty",
    "set.empty",
    "set.universe",
    "bag.empty",
    "sep.nil",
    "nullable.null",
    "nullable.lift",
    "divisible",
];

/// Whether this module knows the operator.
pub(super) fn has(name: &str) -> bool {
    NAMES.contains(&name)
}

fn tuple(parts: Vec<Sort>) -> Sort {
    let name = if parts.is_empty() { "UnitTuple" } else { "Tuple" };
    Sort::Named(Symbol::new(name), parts.into())
}

/// The parts of a tuple, or of the tuples of a relation or table, with the latter's name.
fn parts<'a>(sort: &'a Sort, of: &str) -> Option<&'a [Sort]> {
    match sort {
        Sort::Set(element) if of == "Set" => parts(element, "Tuple"),
        Sort::Named(name, args) if of == "Bag" && name.name() == "Bag" => parts(&args[0], "Tuple"),
        Sort::Named(name, args) if of == "Tuple" && name.name() == "Tuple" => Some(args),
        _ => None,
    }
}

fn relation(parts: Vec<Sort>) -> Sort {
    Sort::Set(Arc::new(tuple(parts)))
}

fn project(parts: &[Sort], indices: &[Sexp]) -> Option<Vec<Sort>> {
    indices.iter().map(|i| parts.get(i.numeral()? as usize).cloned()).collect()
}

/// The result; `None` if this module does not know the operator.
pub(super) fn result(scope: &Scope, name: &str, ident: &Ident, arguments: &[Sort]) -> Option<Sort> {
    has(name).then(|| known(scope, name, ident, arguments).unwrap_or(Sort::Unknown))
}

fn known(scope: &Scope, name: &str, ident: &Ident, arguments: &[Sort]) -> Option<Sort> {
    let plain = ident.indices.is_empty();
    Some(match (name, arguments) {
        ("select", [Sort::Array(of) | Sort::Function(of), rest @ ..]) if plain => {
            let (element, indices) = of.split_last()?;
            Rank::new(indices.to_vec(), element.clone()).apply(rest)?
        }
        ("store", [array @ (Sort::Array(of) | Sort::Function(of)), rest @ ..]) if plain => {
            Rank::new(of.to_vec(), array.clone()).apply(rest)?
        }
        ("map", [first, ..]) if ident.indices.len() == 1 => map(scope, ident, first, arguments)?,
        ("as-array", []) => as_array(scope, ident.indices.first()?)?,
        ("tuple", _) if plain => tuple(arguments.to_vec()),
        ("tuple.select", [of]) => parts(of, "Tuple")?.get(ident.index(0)? as usize)?.clone(),
        ("tuple.update", [of, new]) => {
            let old = parts(of, "Tuple")?.get(ident.index(0)? as usize)?.clone();
            fixed(std::slice::from_ref(new), &[old], of.clone())
        }
        ("tuple.project", [of]) => tuple(project(parts(of, "Tuple")?, &ident.indices)?),
        ("rel.project", [of]) => relation(project(parts(of, "Set")?, &ident.indices)?),
        ("table.project", [of]) => {
            let row = tuple(project(parts(of, "Bag")?, &ident.indices)?);
            Sort::Named(Symbol::new("Bag"), [row].into())
        }
        ("rel.transpose", [of]) => relation(parts(of, "Set")?.iter().rev().cloned().collect()),
        ("rel.tclosure", [of]) => parts(of, "Set").map(|_| of.clone())?,
        ("rel.product", [a, b]) => relation([parts(a, "Set")?, parts(b, "Set")?].concat()),
        ("table.product", [a, b]) => {
            let row = tuple([parts(a, "Bag")?, parts(b, "Bag")?].concat());
            Sort::Named(Symbol::new("Bag"), [row].into())
        }
        ("rel.join", [a, b]) => {
            let (_, left) = parts(a, "Set")?.split_last()?;
            let (_, right) = parts(b, "Set")?.split_first()?;
            relation([left, right].concat())
        }
        ("set.insert", [elements @ .., set @ Sort::Set(element)]) if plain => {
            let wanted = vec![(**element).clone(); elements.len()];
            fixed(elements, &wanted, set.clone())
        }
        ("is", [_]) if ident.indices.len() == 1 => Sort::Bool,
        ("update-field" | "update", [of, _]) if ident.indices.len() == 1 => of.clone(),
        ("char", []) => Sort::String,
        ("Char", []) => Sort::named("Unicode"),
        ("@", [Sort::Function(of), rest @ ..]) => apply(of, rest)?,
        ("emp", []) => Sort::Bool,
        ("partial-order" | "linear-order" | "tree-order", [_, _]) => Sort::Bool,
        ("piecewise-linear-order" | "transitive-closure", [_, _]) => Sort::Bool,
        ("at-most" | "at-least" | "pble" | "pbge" | "pbeq", _) if !plain => arguments
            .iter()
            .all(|s| matches!(s, Sort::Bool | Sort::Unknown))
            .then_some(Sort::Bool)?,
        _ => return None,
    })
}

/// A function as a value, applied to some of its arguments.
pub(crate) fn apply(function: &[Sort], arguments: &[Sort]) -> Option<Sort> {
    let (result, of) = function.split_last()?;
    let (now, later) = of.split_at_checked(arguments.len())?;
    let result = Rank::new(now.to_vec(), result.clone()).apply(arguments)?;
    Some(match later {
        [] => result,
        _ => Sort::Function(later.iter().cloned().chain([result]).collect()),
    })
}

/// `(_ map f)`: f applied to the elements of arrays. The index is a name, or a name with sorts.
fn map(scope: &Scope, ident: &Ident, first: &Sort, arguments: &[Sort]) -> Option<Sort> {
    let element = |s: &Sort| match s {
        Sort::Array(of) => of.last().cloned(),
        _ => None,
    };
    let elements: Vec<Sort> = arguments.iter().map(element).collect::<Option<_>>()?;
    let index = &ident.indices[0];
    let name = index.any_symbol().or_else(|| index.list()?.first()?.any_symbol())?;
    let result = scope.apply(&Ident::new(name, crate::term::Origin::Nowhere), &elements);
    let Sort::Array(of) = first else { return None };
    let indices = of[..of.len() - 1].iter().cloned();
    Some(Sort::Array(indices.chain([result]).collect()))
}

fn as_array(scope: &Scope, name: &Sexp) -> Option<Sort> {
    let rank = scope.ranks(&name.any_symbol()?).last()?;
    Some(Sort::Array(rank.arguments.iter().cloned().chain([rank.result.clone()]).collect()))
}

/// The result of `(as name sort)` applied to arguments: the sort, for all that is polymorphic.
pub(super) fn qualified(name: &str, sort: &Sort, arguments: &[Sort]) -> Option<Sort> {
    let fits = match (name, sort, arguments) {
        ("const", Sort::Array(of), [value]) => {
            let element = of.last()?.clone();
            fixed(std::slice::from_ref(value), &[element], Sort::Bool) == Sort::Bool
        }
        ("seq.empty", Sort::Seq(_) | Sort::String, []) => true,
        ("set.empty" | "set.universe", Sort::Set(_) | Sort::Array(_), []) => true,
        ("re.none" | "re.all" | "re.allchar", _, []) => true,
        ("bag.empty" | "sep.nil" | "nullable.null", _, []) => true,
        (_, Sort::Named(field, _), []) if name.starts_with("ff") => field.name() == "FiniteField",
        _ => return None,
    };
    Some(if fits { sort.clone() } else { Sort::Unknown })
}
