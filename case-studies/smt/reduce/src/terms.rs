//! Terms, from the outermost inwards: replaced by less.

use crate::candidate::{Change, Place, defaults, fresh, places};
use crate::reducer::Reducer;
use smt_lang::{Kind, Script, Sort, Term};

/// How many parts of its sort are tried for a term.
const PARTS: usize = 6;

/// Operators that take any number of operands, and mean the same for fewer.
const CHAINS: &[&str] = &[
    "and",
    "or",
    "xor",
    "=>",
    "=",
    "distinct",
    "+",
    "-",
    "*",
    "<",
    "<=",
    ">",
    ">=",
    "str.++",
    "re.++",
    "re.union",
    "re.inter",
    "bvadd",
    "bvmul",
    "bvand",
    "bvor",
    "bvxor",
    "concat",
    "set.insert",
    "seq.++",
];

/// Replaces terms level by level.
pub(crate) fn shrink<C, E>(reducer: &mut Reducer<C>) -> Result<(), E>
where
    C: FnMut(&Script) -> Result<bool, E>,
{
    let mut level = 0;
    loop {
        let at_level = |script: &Script| -> Vec<Place> {
            let places = places(script).into_iter().filter(|(_, depth, _)| *depth == level);
            let compound = places.filter(|(_, _, term)| !term.children().is_empty());
            compound.map(|(place, ..)| place).collect()
        };
        if !places(reducer.script()).iter().any(|(_, depth, _)| *depth == level) {
            return Ok(());
        }
        // Whole assertions were dropped already; one of a group that is `true` is the same.
        if level > 0 {
            reducer.in_groups(at_level, |script, group| {
                let new = |place: &Place| {
                    Some((*place, defaults(place.of(script)?.sort()).into_iter().next()?))
                };
                let terms: Vec<_> = group.iter().filter_map(new).collect();
                let change = Change { terms, declared: Vec::new() };
                (!change.terms.is_empty()).then(|| change.apply(script))
            })?;
        }
        let mut n = 0;
        while let Some(place) = at_level(reducer.script()).get(n).copied()
            && !reducer.is_over()
        {
            let taken = one(reducer, place)?;
            n += usize::from(!taken);
        }
        level += 1;
    }
}

/// Tries all that one term can become. Returns whether it is no longer the same.
fn one<C, E>(reducer: &mut Reducer<C>, place: Place) -> Result<bool, E>
where
    C: FnMut(&Script) -> Result<bool, E>,
{
    let Some(term) = place.of(reducer.script()).cloned() else { return Ok(false) };
    for new in smaller(&term) {
        let candidate = Change::one(place, new).apply(reducer.script());
        if reducer.accepts(candidate)? {
            return Ok(true);
        }
    }
    if shorter(reducer, place)? {
        return Ok(true);
    }
    let is_declared = !term.sort().is_unknown() && !matches!(term.sort(), Sort::RegLan);
    // A variable in place of a large term only: it says more than a small one.
    if term.size() < 4 || !is_declared {
        return Ok(false);
    }
    let name = fresh(reducer.script());
    let mut change = Change::one(place, Term::var(name.clone(), term.sort().clone()));
    change.declared.push((name, term.sort().clone()));
    let candidate = change.apply(reducer.script());
    reducer.accepts(candidate)
}

/// What a term can become: its sort's constants, and parts of its sort, the nearest first.
fn smaller(term: &Term) -> Vec<Term> {
    let mut all = defaults(term.sort());
    all.retain(|new| new != term);
    let mut level: Vec<&Term> = vec![term];
    let mut found = 0;
    while !level.is_empty() && found < PARTS {
        let mut next = Vec::new();
        for child in level.into_iter().flat_map(operands) {
            if child.sort() == term.sort() && !child.sort().is_unknown() {
                found += 1;
                if !all.contains(child) {
                    all.push(child.clone());
                }
            } else {
                next.push(child);
            }
        }
        level = next;
    }
    all
}

/// The children, but for patterns.
fn operands(term: &Term) -> &[Term] {
    match term.kind() {
        Kind::Annotated(_) => &term.children()[..1],
        _ => term.children(),
    }
}

/// Drops operands in groups, the largest first.
fn shorter<C, E>(reducer: &mut Reducer<C>, place: Place) -> Result<bool, E>
where
    C: FnMut(&Script) -> Result<bool, E>,
{
    let mut taken = false;
    let of = |script: &Script| place.of(script).cloned();
    let Some(term) = of(reducer.script()) else { return Ok(false) };
    if !term.theory_op().is_some_and(|op| CHAINS.contains(&op)) {
        return Ok(false);
    }
    let mut size = term.children().len() / 2;
    while size > 0 {
        let mut at = 0;
        while let Some(term) = of(reducer.script())
            && at < term.children().len()
            && term.children().len() > 2
            && !reducer.is_over()
        {
            let end = (at + size).min(term.children().len());
            let mut children = term.children().to_vec();
            children.drain(at..end);
            // Two are left at least: one operand is tried as a part.
            let is_taken = children.len() >= 2 && {
                let new = Term::new(term.kind().clone(), children, term.sort().clone());
                let candidate = Change::one(place, new).apply(reducer.script());
                reducer.accepts(candidate)?
            };
            taken |= is_taken;
            at += if is_taken { 0 } else { size };
        }
        size /= 2;
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_becomes_constants_or_the_nearest_parts_of_its_sort() {
        let text = b"(declare-const x Int)(assert (or (< (str.len (str.at \"ab\" x)) 2) (= x 1)))";
        let script = Script::read(text).unwrap();
        let whole = script.assertions().next().unwrap();
        let texts = |term: &Term| smaller(term).iter().map(Term::to_string).collect::<Vec<_>>();
        let less = "(< (str.len (str.at \"ab\" x)) 2)";
        assert_eq!(texts(whole), ["true", "false", less, "(= x 1)"]);
        let length = whole.part(2).unwrap();
        assert_eq!(texts(length), ["0", "x"]);
    }
}
