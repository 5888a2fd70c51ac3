//! The reduction as a whole: the best script so far, and candidates that are checked.

use crate::candidate::{tidy, unknown};
use crate::{commands, leaves, scopes, sorts, terms};
use smt_lang::Script;
use std::collections::HashSet;

/// What is left of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reduced {
    /// The smallest script found that the check holds for.
    pub script: Script,
    /// How many scripts were checked.
    pub checks: usize,
    /// Whether nothing more could be done; else the limit of checks was reached.
    pub is_done: bool,
}

/// Makes a script smaller as long as `check` holds for it, with at most `limit` checks. That it
/// holds for `script` itself is not checked. No script is checked twice, and none that is
/// ill-sorted where `script` is not.
///
/// ```
/// use smt_lang::{Script, Term};
/// let text = b"(declare-const a Int) (declare-const b Int) (assert (< a 100))
///              (assert (and (> b a) (= (* 2 (+ b 17)) a)))";
/// let script = Script::read(text).unwrap();
/// let has_product = |s: &Script| {
///     let is_product = |t: &Term| t.is_op("*") && t.children()[0] == Term::int(2);
///     Ok::<bool, ()>(s.terms().flat_map(Term::preorder).any(is_product))
/// };
/// let reduced = smt_reduce::reduce(&script, 1000, has_product).unwrap();
/// assert_eq!(reduced.script.to_string(), "(assert (= (* 2 0) 0))\n");
/// ```
///
/// # Errors
/// The first error of the check.
pub fn reduce<E>(
    script: &Script,
    limit: usize,
    check: impl FnMut(&Script) -> Result<bool, E>,
) -> Result<Reduced, E> {
    let mut reducer = Reducer::new(script, limit, check);
    reducer.all()?;
    let Reducer { script, checks, limit, .. } = reducer;
    Ok(Reduced { script, checks, is_done: checks < limit })
}

/// The state of a reduction.
pub(crate) struct Reducer<C> {
    script: Script,
    /// Ill-sorted terms of the script.
    unknown: usize,
    /// Whether what nothing uses is dropped from each candidate.
    tidies: bool,
    checks: usize,
    limit: usize,
    /// Texts of candidates that were checked.
    had: HashSet<String>,
    check: C,
}

impl<C, E> Reducer<C>
where
    C: FnMut(&Script) -> Result<bool, E>,
{
    fn new(script: &Script, limit: usize, check: C) -> Reducer<C> {
        let had = HashSet::from([script.to_string()]);
        let (script, unknown) = (script.clone(), unknown(script));
        Reducer { script, unknown, tidies: true, checks: 0, limit, had, check }
    }

    fn all(&mut self) -> Result<(), E> {
        let tidied = tidy(&self.script);
        if tidied != self.script {
            self.tidies = self.accepts(tidied)?;
        }
        loop {
            let before = self.script.clone();
            commands::drop(self)?;
            scopes::flatten(self)?;
            terms::shrink(self)?;
            leaves::shrink(self)?;
            if self.script == before || self.is_over() {
                break;
            }
        }
        // What rests on the whole script comes last: it seldom opens the way for other steps.
        sorts::shrink(self)?;
        sorts::rename(self)
    }

    /// The best script so far.
    pub fn script(&self) -> &Script {
        &self.script
    }

    /// Whether the limit of checks is reached.
    pub fn is_over(&self) -> bool {
        self.checks >= self.limit
    }

    /// Takes a candidate as the best script, if it is another well-sorted one and the check holds.
    pub fn accepts(&mut self, candidate: Script) -> Result<bool, E> {
        if self.is_over() {
            return Ok(false);
        }
        let mut candidate = candidate.resolved();
        if self.tidies {
            candidate = tidy(&candidate);
        }
        let unknown = unknown(&candidate);
        if unknown > self.unknown || !self.had.insert(candidate.to_string()) {
            return Ok(false);
        }
        self.checks += 1;
        let holds = (self.check)(&candidate)?;
        if holds {
            (self.script, self.unknown) = (candidate, unknown);
        }
        Ok(holds)
    }

    /// Tries `edit` on groups of `items`, the largest groups first (delta debugging), and single
    /// ones last. `items` is asked for the items of the script as it is then, and `edit` gets the
    /// script and the items to change. Returns whether any candidate was taken.
    pub fn in_groups<T: Clone>(
        &mut self,
        items: impl Fn(&Script) -> Vec<T>,
        mut edit: impl FnMut(&Script, &[T]) -> Option<Script>,
    ) -> Result<bool, E> {
        let mut taken = false;
        let mut all = items(&self.script);
        let mut size = all.len();
        while size > 0 {
            let mut at = 0;
            while at < all.len() && !self.is_over() {
                let group = &all[at..(at + size).min(all.len())];
                let candidate = edit(&self.script, group);
                if let Some(candidate) = candidate
                    && self.accepts(candidate)?
                {
                    taken = true;
                    // Where items are gone, the next ones have moved to this place.
                    let left = items(&self.script);
                    at += if left.len() < all.len() { 0 } else { size };
                    all = left;
                } else {
                    at += size;
                }
            }
            size = if size == 1 { 0 } else { size.min(all.len().max(1)).div_ceil(2) };
        }
        Ok(taken)
    }
}
