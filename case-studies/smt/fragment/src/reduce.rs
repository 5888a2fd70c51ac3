//! Reduction of a script that fails: smaller scripts are tried until none of them fails.

use crate::op::Op;
use crate::script::Script;
use crate::sort::Sort;
use crate::term::Term;
use crate::value::{Rational, Value};
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::BTreeSet;

/// The smallest script found for which `fails` holds, with at most `tries` calls. Each step drops
/// an assertion, or replaces a term by a smaller one of its sort.
pub fn reduce(script: &Script, tries: usize, mut fails: impl FnMut(&Script) -> bool) -> Script {
    let mut best = script.clone();
    let mut best_rank = rank(&best);
    let mut left = tries;
    let mut accept = |best: &mut Script, candidate: Script| {
        if left == 0 {
            return false;
        }
        let rank = rank(&candidate);
        if rank >= best_rank {
            return false;
        }
        left -= 1;
        let accepted = fails(&candidate);
        if accepted {
            (*best, best_rank) = (candidate, rank);
        }
        accepted
    };
    loop {
        let before = best.clone();
        let mut n = best.assertions.len();
        while n > 0 {
            n -= 1;
            let mut candidate = best.clone();
            candidate.assertions.remove(n);
            accept(&mut best, candidate);
        }
        // Places are in preorder: large terms go first. A place that was replaced is tried again.
        let mut place = 0;
        while place < best.size() {
            let replaced = options(&best, place).into_iter().any(|term| {
                let mut candidate = best.clone();
                if let Some(old) = at(&mut candidate, place) {
                    *old = term;
                }
                accept(&mut best, candidate)
            });
            if !replaced {
                place += 1;
            }
        }
        if best == before {
            return best;
        }
    }
}

/// Smaller scripts have smaller ranks: fewer terms, then fewer variables, then shorter text.
fn rank(script: &Script) -> (usize, usize, usize, String) {
    let text = script.assertions.iter().map(Term::to_string).collect::<Vec<_>>().join(" ");
    (script.size(), script.variables().len(), text.len(), text)
}

/// The term at this place in preorder.
fn at(script: &mut Script, mut place: usize) -> Option<&mut Term> {
    fn within<'a>(term: &'a mut Term, place: &mut usize) -> Option<&'a mut Term> {
        if *place == 0 {
            return Some(term);
        }
        *place -= 1;
        term.args.iter_mut().find_map(|arg| within(arg, place))
    }
    script.assertions.iter_mut().find_map(|term| within(term, &mut place))
}

/// What may stand for the term at this place.
fn options(script: &Script, place: usize) -> Vec<Term> {
    let mut script = script.clone();
    let Some(term) = at(&mut script, place).cloned() else { return Vec::new() };
    let mut options = Vec::new();
    // Bound variables must stay within their quantifier, or be bound outside as well.
    let free = !term.is_closed();
    if term.sort == Sort::Re {
        options.extend([Op::ReNone, Op::ReAll].map(|op| Term::new(op, Sort::Re, [])));
    } else {
        options.push(Term::literal(Value::default_of(term.sort)));
    }
    if term.sort == Sort::Bool {
        options.push(Term::literal(Value::Bool(true)));
    }
    if !matches!(term.op, Op::Literal(_)) && term.sort != Sort::Re {
        options.push(Term::new(Op::Var(term.sort, 0), term.sort, []));
    }
    descendants(&term, term.sort, &mut options, free);
    if let Op::Literal(value) = &term.op {
        options.extend(smaller(value).into_iter().map(Term::literal));
    }
    if let Op::Bound(sort, _) = term.op {
        options.push(Term::new(Op::Var(sort, 0), sort, []));
    }
    let mut seen = BTreeSet::new();
    options.retain(|option| *option != term && seen.insert(option.to_string()));
    options.sort_by_key(Term::size);
    options
}

/// Adds the terms of this sort within a term, the nearest of each branch.
fn descendants(term: &Term, sort: Sort, into: &mut Vec<Term>, free: bool) {
    for arg in &term.args {
        if arg.sort == sort && (free || arg.is_closed()) {
            into.push(arg.clone());
        }
        descendants(arg, sort, into, free);
    }
}

/// Simpler values of the same sort.
fn smaller(value: &Value) -> Vec<Value> {
    match value {
        Value::Int(n) => [BigInt::from(1), BigInt::from(2), n / 2, -n].map(Value::Int).to_vec(),
        Value::Real(x) => {
            let whole = Rational::from(x.to_integer());
            let half =
                if whole.is_zero() { whole.clone() } else { Rational::from(x.to_integer() / 2) };
            [Rational::from(BigInt::from(1)), half, whole, -x.clone()].map(Value::Real).to_vec()
        }
        Value::Bv(width, bits) => {
            [1, bits >> 1, bits & (bits.wrapping_sub(1))].map(|b| Value::Bv(*width, b)).to_vec()
        }
        Value::Str(text) if !text.is_empty() => {
            let a = vec![u32::from(b'a'); text.len()];
            [text[1..].to_vec(), text[..text.len() - 1].to_vec(), a].map(Value::Str).to_vec()
        }
        Value::Fp(format, bits) => [bits >> 1, bits & (bits.wrapping_sub(1))]
            .map(|b| Value::Fp(*format, format.canonical(b)))
            .to_vec(),
        _ => Vec::new(),
    }
}
