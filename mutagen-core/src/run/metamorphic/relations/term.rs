//! Terms of operations with erased types, and the order in which they are made: smaller ones first.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A term of a [table](super::Table).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Term {
    /// A variable.
    Variable {
        /// The number of the sort.
        sort: u16,
        /// Which variable of the sort.
        index: u8,
    },
    /// A value as it is.
    Constant {
        /// The number of the sort.
        sort: u16,
        /// Which constant of the sort.
        index: u8,
    },
    /// What an operation gives.
    Call {
        /// The place of the operation in the table.
        operation: u16,
        /// Which of its values.
        output: u16,
        /// The arguments.
        arguments: Vec<Term>,
    },
}

impl Term {
    /// How many operations, variables and constants it has.
    pub fn size(&self) -> u32 {
        match self {
            Term::Variable { .. } | Term::Constant { .. } => 1,
            Term::Call { arguments, .. } => 1 + arguments.iter().map(Term::size).sum::<u32>(),
        }
    }

    /// Adds the variables, in the order of their first occurrence.
    pub fn variables(&self, all: &mut Vec<(u16, u8)>) {
        match self {
            Term::Variable { sort, index } if !all.contains(&(*sort, *index)) => {
                all.push((*sort, *index));
            }
            Term::Variable { .. } | Term::Constant { .. } => {}
            Term::Call { arguments, .. } => arguments.iter().for_each(|it| it.variables(all)),
        }
    }

    /// Whether the variables of each sort are the first ones.
    pub fn has_first_variables(&self) -> bool {
        let mut all = Vec::new();
        self.variables(&mut all);
        all.iter().all(|(sort, index)| (0..*index).all(|before| all.contains(&(*sort, before))))
    }

    /// The term with other terms in place of its variables. A variable without one stays.
    pub fn substituted(&self, of: &dyn Fn((u16, u8)) -> Option<Term>) -> Term {
        match self {
            Term::Variable { sort, index } => of((*sort, *index)).unwrap_or_else(|| self.clone()),
            Term::Constant { .. } => self.clone(),
            Term::Call { operation, output, arguments } => Term::Call {
                operation: *operation,
                output: *output,
                arguments: arguments.iter().map(|it| it.substituted(of)).collect(),
            },
        }
    }

    /// Whether the other term is this one with terms in place of its variables, which `bound`
    /// takes.
    pub fn matches<'t>(&self, other: &'t Term, bound: &mut Vec<((u16, u8), &'t Term)>) -> bool {
        match (self, other) {
            (Term::Variable { sort, index }, _) => {
                let name = (*sort, *index);
                match bound.iter().find(|(known, _)| *known == name) {
                    Some((_, term)) => *term == other,
                    None => {
                        bound.push((name, other));
                        true
                    }
                }
            }
            (Term::Constant { .. }, _) => self == other,
            (
                Term::Call { operation, output, arguments },
                Term::Call { operation: theirs, output: other_output, arguments: others },
            ) => {
                (operation, output) == (theirs, other_output)
                    && arguments.iter().zip(others).all(|(one, other)| one.matches(other, bound))
            }
            (Term::Call { .. }, _) => false,
        }
    }

    /// Whether it calls an operation for which this holds.
    pub fn calls(&self, is_it: &dyn Fn(u16) -> bool) -> bool {
        match self {
            Term::Variable { .. } | Term::Constant { .. } => false,
            Term::Call { operation, arguments, .. } => {
                is_it(*operation) || arguments.iter().any(|it| it.calls(is_it))
            }
        }
    }

    fn rank(&self) -> (u8, u16, u16) {
        match self {
            Term::Constant { sort, index } => (0, *sort, u16::from(*index)),
            Term::Variable { sort, index } => (1, *sort, u16::from(*index)),
            Term::Call { operation, output, .. } => (2, *operation, *output),
        }
    }
}

impl Ord for Term {
    fn cmp(&self, other: &Term) -> Ordering {
        let arguments = |term: &Term| match term {
            Term::Call { arguments, .. } => arguments.clone(),
            _ => Vec::new(),
        };
        let by_size = self.size().cmp(&other.size());
        let by_root = || self.rank().cmp(&other.rank());
        by_size.then_with(by_root).then_with(|| arguments(self).cmp(&arguments(other)))
    }
}

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Term) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An equation, or what is nearly one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pair {
    /// The term that comes later in the order.
    pub larger: Term,
    /// The other one.
    pub smaller: Term,
}

impl Pair {
    /// How many operations, variables and constants it has.
    pub fn size(&self) -> u32 {
        self.larger.size() + self.smaller.size()
    }
}
