//! Ranks: which sorts an operator takes, and which it gives.

use crate::sort::Sort;
use crate::symbol::Symbol;
use std::sync::Arc;

/// The sorts of a function's arguments and its result; [`Sort::Parameter`] stands for any sort.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rank {
    /// The sorts of the arguments.
    pub arguments: Vec<Sort>,
    /// Whether the last argument may occur any number of times, once at least.
    pub repeats: bool,
    /// The sort of the result.
    pub result: Sort,
}

impl Rank {
    /// A function of exactly these arguments.
    pub fn new(arguments: Vec<Sort>, result: Sort) -> Rank {
        Rank { arguments, repeats: false, result }
    }

    /// The sort of the result for arguments of these sorts, or `None` if they do not fit. An Int
    /// fits where a Real is wanted, an unknown sort fits everywhere.
    pub fn apply(&self, arguments: &[Sort]) -> Option<Sort> {
        let n = self.arguments.len();
        let fits = if self.repeats { arguments.len() >= n } else { arguments.len() == n };
        if !fits {
            return None;
        }
        let mut bound = Vec::new();
        for (i, sort) in arguments.iter().enumerate() {
            if !unify(&self.arguments[i.min(n - 1)], sort, &mut bound) {
                return None;
            }
        }
        Some(substitute(&self.result, &bound))
    }

    /// The sort of the result, if the result is known to be `wanted`: for `(as nil (List Int))`.
    pub fn apply_as(&self, arguments: &[Sort], wanted: &Sort) -> Option<Sort> {
        let mut bound = Vec::new();
        if !unify(&self.result, wanted, &mut bound) {
            return None;
        }
        let of = self.arguments.iter().map(|sort| substitute(sort, &bound)).collect();
        Rank { arguments: of, repeats: self.repeats, result: wanted.clone() }.apply(arguments)
    }
}

/// What parameters stand for.
pub(crate) type Bound = Vec<(Symbol, Sort)>;

/// Whether `sort` fits `pattern`; what its parameters stand for is added to `bound`.
pub(crate) fn unify(pattern: &Sort, sort: &Sort, bound: &mut Bound) -> bool {
    match (pattern, sort) {
        (_, Sort::Unknown) | (Sort::Unknown, _) => true,
        (Sort::Parameter(name), _) => match bound.iter_mut().find(|(n, _)| n == name) {
            Some((_, known)) if *known == Sort::Int && *sort == Sort::Real => {
                *known = Sort::Real;
                true
            }
            Some((_, known)) => {
                let known = known.clone();
                unify(&known, sort, bound)
            }
            None => {
                bound.push((name.clone(), sort.clone()));
                true
            }
        },
        (Sort::Real, Sort::Int) => true,
        _ => {
            let (of, given) = (pattern.arguments(), sort.arguments());
            let same = of.len() == given.len() && same_head(pattern, sort);
            same && of.iter().zip(given).all(|(p, s)| unify(p, s, bound))
        }
    }
}

/// Whether two sorts differ in their parts at most.
fn same_head(a: &Sort, b: &Sort) -> bool {
    match (a, b) {
        (Sort::Named(a, _), Sort::Named(b, _)) => a == b,
        // A lambda is a function for cvc5 and an array for z3.
        (Sort::Array(_) | Sort::Function(_), Sort::Array(_) | Sort::Function(_)) => true,
        (Sort::Seq(_), Sort::Seq(_)) | (Sort::Set(_), Sort::Set(_)) => true,
        _ => a == b,
    }
}

/// `sort` with its parameters replaced; those that stand for nothing become unknown.
pub(crate) fn substitute(sort: &Sort, bound: &Bound) -> Sort {
    match sort {
        Sort::Parameter(name) => {
            bound.iter().find(|(n, _)| n == name).map_or(Sort::Unknown, |(_, s)| s.clone())
        }
        _ if sort.arguments().is_empty() => sort.clone(),
        _ => sort.with_arguments(sort.arguments().iter().map(|s| substitute(s, bound)).collect()),
    }
}

/// A datatype with its constructors; the sorts may have the parameters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Datatype {
    /// The name.
    pub name: Symbol,
    /// The parameters, if it is parametric.
    pub parameters: Vec<Symbol>,
    /// The constructors.
    pub constructors: Vec<Constructor>,
}

/// A constructor of a datatype.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Constructor {
    /// The name.
    pub name: Symbol,
    /// The selectors and the sorts of the arguments.
    pub selectors: Vec<(Symbol, Sort)>,
}

impl Datatype {
    /// The sort itself, applied to its own parameters.
    pub fn sort(&self) -> Sort {
        let parameters: Arc<[Sort]> =
            self.parameters.iter().map(|name| Sort::Parameter(name.clone())).collect();
        Sort::Named(self.name.clone(), parameters)
    }

    /// The sorts of the arguments of a constructor, in a value of sort `of`.
    pub fn arguments(&self, constructor: &Constructor, of: &Sort) -> Vec<Sort> {
        let mut bound = Vec::new();
        unify(&self.sort(), of, &mut bound);
        constructor.selectors.iter().map(|(_, sort)| substitute(sort, &bound)).collect()
    }
}
