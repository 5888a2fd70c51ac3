//! Names inside terms and definitions: inlined, merged, dropped.

use crate::candidate::{Change, Place, fresh, places};
use crate::reducer::Reducer;
use smt_lang::{Binder, Command, Definition, Kind, Script, Sort, SortedVar, Symbol, Term};
use std::collections::HashMap;

/// Takes annotations, `let`, definitions and quantifiers out, as far as that goes.
pub(crate) fn flatten<C, E>(reducer: &mut Reducer<C>) -> Result<(), E>
where
    C: FnMut(&Script) -> Result<bool, E>,
{
    everywhere(reducer, |term| match term.kind() {
        Kind::Annotated(_) => Some(term.children()[0].clone()),
        _ => None,
    })?;
    everywhere(reducer, inlined)?;
    everywhere(reducer, merged)?;
    definitions(reducer)?;
    quantifiers(reducer)
}

/// An edit of terms: at all places at once, and then in smaller groups.
fn everywhere<C, E>(reducer: &mut Reducer<C>, edit: impl Fn(&Term) -> Option<Term>) -> Result<(), E>
where
    C: FnMut(&Script) -> Result<bool, E>,
{
    // Inside each other, they would move each other: all of them is a case of its own.
    let whole = |script: &Script| {
        let map = |term: &Term| term.map(|part| edit(part));
        Script { commands: script.commands.iter().map(|c| c.map_terms(map)).collect() }
    };
    let all = whole(reducer.script());
    if all == *reducer.script() || reducer.accepts(all)? {
        return Ok(());
    }
    let found = |script: &Script| -> Vec<Place> {
        let places = places(script).into_iter();
        places.filter(|(_, _, term)| edit(term).is_some()).map(|(place, ..)| place).collect()
    };
    let mut n = 0;
    while let Some(place) = found(reducer.script()).get(n).copied()
        && !reducer.is_over()
    {
        let new = place.of(reducer.script()).and_then(&edit);
        let candidate = new.map(|new| Change::one(place, new).apply(reducer.script()));
        let taken = candidate.map(|c| reducer.accepts(c)).transpose()?.unwrap_or(false);
        n += usize::from(!taken);
    }
    Ok(())
}

/// `let` with its values in place of its variables, unless a quantifier inside would catch one.
fn inlined(term: &Term) -> Option<Term> {
    let Kind::Let(names) = term.kind() else { return None };
    let (body, values) = term.children().split_last()?;
    if catches(body, values) {
        return None;
    }
    Some(body.substitute(&names.iter().cloned().zip(values.iter().cloned()).collect()))
}

/// Whether something in `body` binds a name that is free in `terms`.
fn catches(body: &Term, terms: &[Term]) -> bool {
    body.catches(&terms.iter().flat_map(|term| term.free_names().into_keys()).collect())
}

/// Quantifiers of one kind directly inside each other as one, or one without variables that do not
/// occur.
fn merged(term: &Term) -> Option<Term> {
    let Kind::Binder(binder @ (Binder::Forall | Binder::Exists), variables) = term.kind() else {
        return None;
    };
    let body = &term.children()[0];
    if let Kind::Binder(inner, more) = body.kind()
        && inner == binder
        && !more.iter().any(|v| variables.iter().any(|w| w.name == v.name))
    {
        let all = variables.iter().chain(more).cloned().collect();
        return Some(Term::new(Kind::Binder(*binder, all), body.children().to_vec(), Sort::Bool));
    }
    let free = body.free_names();
    let left: Vec<SortedVar> =
        variables.iter().filter(|v| free.contains_key(&v.name)).cloned().collect();
    if left.len() == variables.len() {
        return None;
    }
    if left.is_empty() {
        return Some(body.clone());
    }
    Some(Term::new(Kind::Binder(*binder, left), vec![body.clone()], Sort::Bool))
}

/// Definitions, put in where they are used. What then nothing uses goes by itself.
fn definitions<C, E>(reducer: &mut Reducer<C>) -> Result<(), E>
where
    C: FnMut(&Script) -> Result<bool, E>,
{
    let defined = |script: &Script| -> Vec<Definition> {
        let definitions = script.commands.iter().filter_map(|command| match command {
            Command::Define(d) => Some(d.clone()),
            _ => None,
        });
        definitions.filter(|d| !d.body.free_names().contains_key(&d.name)).collect()
    };
    for definition in defined(reducer.script()) {
        let uses = |term: &Term| -> Option<Term> {
            let ident = term.ident().filter(|i| i.name == definition.name)?;
            let fits = term.children().len() == definition.parameters.len() && ident.of.is_none();
            let arguments = term.children();
            if !fits || catches(&definition.body, arguments) {
                return None;
            }
            let names = definition.parameters.iter().map(|p| p.name.clone());
            let terms: HashMap<Symbol, Term> = names.zip(arguments.iter().cloned()).collect();
            Some(definition.body.substitute(&terms))
        };
        everywhere(reducer, uses)?;
    }
    Ok(())
}

/// Each quantifier becomes its body with fresh constants.
fn quantifiers<C, E>(reducer: &mut Reducer<C>) -> Result<(), E>
where
    C: FnMut(&Script) -> Result<bool, E>,
{
    let mut n = 0;
    loop {
        let script = reducer.script();
        let is =
            |term: &Term| matches!(term.kind(), Kind::Binder(Binder::Forall | Binder::Exists, _));
        let found = places(script).into_iter().filter(|(_, _, term)| is(term)).nth(n);
        let Some((place, _, term)) = found else { return Ok(()) };
        let Kind::Binder(_, variables) = term.kind() else { return Ok(()) };
        let prefix = fresh(script);
        let names = (0..variables.len()).map(|n| Symbol::new(&format!("{}{n}", prefix.name())));
        let names: Vec<Symbol> = names.collect();
        let sorts = variables.iter().map(|v| v.sort.sort.clone());
        let constants = names.iter().zip(sorts.clone());
        let terms = variables.iter().map(|v| v.name.clone());
        let terms =
            terms.zip(constants.map(|(name, sort)| Term::var(name.clone(), sort))).collect();
        let mut change = Change::one(place, term.children()[0].substitute(&terms));
        change.declared = names.iter().cloned().zip(sorts).collect();
        let candidate = change.apply(script);
        if !reducer.accepts(candidate)? {
            n += 1;
        }
        if reducer.is_over() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> Term {
        let script = Script::read(text.as_bytes()).unwrap();
        script.assertions().next().unwrap().clone()
    }

    #[test]
    fn a_let_is_inlined_unless_a_name_would_be_caught() {
        let term = first("(declare-const a Int)(assert (let ((x a) (a 1)) (< x a)))");
        assert_eq!(inlined(&term).unwrap().to_string(), "(< a 1)");
        let term = first("(declare-const a Int)(assert (let ((x a)) (exists ((a Int)) (< x a))))");
        assert_eq!(inlined(&term), None);
    }

    #[test]
    fn quantifiers_are_merged_and_lose_what_does_not_occur() {
        let term = first("(assert (forall ((x Int)) (forall ((y Int) (z Int)) (< x y))))");
        let merged_once = merged(&term).unwrap();
        assert_eq!(merged_once.to_string(), "(forall ((x Int) (y Int) (z Int)) (< x y))");
        let again = merged(&merged_once).unwrap();
        assert_eq!(again.to_string(), "(forall ((x Int) (y Int)) (< x y))");
        assert_eq!(merged(&again), None);
    }
}
