//! Names in a scope: where they come from, and the sorts of what they are applied to.

use crate::scope::Scope;
use crate::sort::Sort;
use crate::symbol::Symbol;
use crate::term::{Ident, Kind, Origin, Term};
use crate::theory;

impl Scope {
    /// Where a name comes from here. What is bound hides what is declared, and that hides theories.
    pub fn origin(&self, name: &Symbol) -> Origin {
        if self.bound(name).is_some() {
            Origin::Bound
        } else if !self.ranks(name).is_empty() {
            Origin::Declared
        } else if theory::has(name.name()) {
            Origin::Theory
        } else {
            Origin::Nowhere
        }
    }

    /// The sort of this identifier applied to arguments of these sorts; unknown if they do not fit
    /// or nothing of this name is known. [`Ident::origin`] is not looked at.
    pub fn apply(&self, ident: &Ident, arguments: &[Sort]) -> Sort {
        if let Some(sort) = self.bound(&ident.name) {
            return apply_value(sort, arguments);
        }
        let ranks = self.ranks(&ident.name);
        if ranks.is_empty() {
            return theory::result(self, ident, arguments).unwrap_or(Sort::Unknown);
        }
        if let Some(of) = &ident.of {
            let fit = |rank: &crate::Rank| rank.apply_as(arguments, &of.sort);
            return ranks.iter().rev().find_map(fit).unwrap_or(Sort::Unknown);
        }
        if let Some(sort) = theory::first_fit(ranks, arguments) {
            return sort;
        }
        // A function as a value, or applied to some of its arguments only.
        let [rank] = ranks else { return Sort::Unknown };
        let parts: Vec<Sort> =
            rank.arguments.iter().cloned().chain([rank.result.clone()]).collect();
        match (rank.arguments.len(), arguments.len()) {
            (0, _) => apply_value(&rank.result, arguments),
            (_, 0) => Sort::Function(parts.into()),
            (n, given) if given < n => theory::apply(&parts, arguments).unwrap_or(Sort::Unknown),
            (n, _) => {
                let (first, rest) = arguments.split_at(n);
                rank.apply(first).map_or(Sort::Unknown, |value| apply_value(&value, rest))
            }
        }
    }

    /// The term that applies the operator, constant or function of this name, or `None` if it does
    /// not fit the children or is not known here.
    ///
    /// ```
    /// use smt_lang::{Scope, Sort, Term};
    /// let scope = Scope::new();
    /// let sum = scope.term("+", vec![Term::int(1), Term::int(-2)]).unwrap();
    /// assert_eq!(sum.to_string(), "(+ 1 (- 2))");
    /// assert_eq!(*sum.sort(), Sort::Int);
    /// assert!(scope.term("+", vec![sum, Term::bool(true)]).is_none());
    /// ```
    pub fn term(&self, name: &str, children: Vec<Term>) -> Option<Term> {
        let name = Symbol::new(name);
        let origin = self.origin(&name);
        let term = self.ident_term(Ident::new(name, origin), children);
        (*term.sort() != Sort::Unknown).then_some(term)
    }

    /// The same for any identifier. The sort may be unknown.
    pub fn ident_term(&self, ident: Ident, children: Vec<Term>) -> Term {
        let sorts: Vec<Sort> = children.iter().map(|child| child.sort().clone()).collect();
        let sort = self.apply(&ident, &sorts);
        Term::new(Kind::Op(ident), children, sort)
    }
}

/// The sort of a value applied to arguments: none, or those of a function.
pub(crate) fn apply_value(sort: &Sort, arguments: &[Sort]) -> Sort {
    match sort {
        _ if arguments.is_empty() => sort.clone(),
        Sort::Function(of) => theory::apply(of, arguments).unwrap_or(Sort::Unknown),
        // A lambda of z3 is an array.
        Sort::Array(of) if of.len() == arguments.len() + 1 => {
            theory::apply(of, arguments).unwrap_or(Sort::Unknown)
        }
        _ => Sort::Unknown,
    }
}
