//! Equations as rules that make a term smaller in the order of terms. A term that a rule makes
//! smaller is not looked at: what it equals is known.

use super::term::{Pair, Term};
use rustc_hash::FxHashMap;

/// The equations by the root of the larger term.
#[derive(Default)]
pub(super) struct Rules {
    by_root: FxHashMap<(u16, u16), Vec<Pair>>,
}

impl Rules {
    /// Adds an equation.
    pub(super) fn add(&mut self, pair: &Pair) {
        for (from, to) in [(&pair.larger, &pair.smaller), (&pair.smaller, &pair.larger)] {
            let Term::Call { operation, output, .. } = from else { continue };
            let (mut from_variables, mut to_variables) = (Vec::new(), Vec::new());
            from.variables(&mut from_variables);
            to.variables(&mut to_variables);
            // A smaller term that fixes more may still become the larger one.
            if from != &pair.larger && from.size() < to.size() {
                continue;
            }
            if to_variables.iter().all(|variable| from_variables.contains(variable)) {
                let rule = Pair { larger: from.clone(), smaller: to.clone() };
                self.by_root.entry((*operation, *output)).or_default().push(rule);
            }
        }
    }

    /// Whether a rule makes this term smaller at its root.
    pub(super) fn reduce(&self, term: &Term) -> bool {
        let Term::Call { operation, output, .. } = term else { return false };
        let Some(rules) = self.by_root.get(&(*operation, *output)) else { return false };
        let mut bound = Vec::new();
        rules.iter().any(|rule| {
            bound.clear();
            if !rule.larger.matches(term, &mut bound) {
                return false;
            }
            let of = |name: (u16, u8)| {
                let found = bound.iter().find(|(known, _)| *known == name);
                found.map(|(_, term)| (*term).clone())
            };
            rule.smaller.substituted(&of) < *term
        })
    }
}
