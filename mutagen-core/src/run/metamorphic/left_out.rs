//! What a run of a specification leaves out: implementations, laws and operations, the comparison
//! of calls, and tests of most shapes. It is decided once in a process, before the first value is
//! made: the types of a specification skip variants that are left out.

use crate::run::metamorphic::specification::Specification;
use crate::search::nearest::nearest;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// The names that the command has given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Implementations, laws and operations that are left out.
    pub without: Vec<String>,
    /// If there are any, all other implementations and laws are left out. The name of an operation
    /// stands for its implementations.
    pub only: Vec<String>,
    /// Calls are not compared with their bases where they happen: only laws and the results of
    /// whole terms are compared.
    #[serde(default)]
    pub results_only: bool,
    /// Generated tests have the shape of those of MF++. For measurements.
    #[serde(default)]
    pub spines_only: bool,
}

static LEFT_OUT: OnceLock<LeftOut> = OnceLock::new();

/// Sets what this process leaves out. Only the first call counts.
pub fn leave_out(left_out: &LeftOut) {
    if *left_out != LeftOut::default() {
        let _ = LEFT_OUT.set(left_out.clone());
    }
}

/// Whether this process leaves out implementations, laws or operations.
pub(super) fn leaves_out() -> bool {
    LEFT_OUT
        .get()
        .is_some_and(|left_out| !(left_out.without.is_empty() && left_out.only.is_empty()))
}

/// Whether the results of whole terms are compared, and no calls.
pub(super) fn compares_results_only() -> bool {
    LEFT_OUT.get().is_some_and(|left_out| left_out.results_only)
}

/// Whether generated tests have the shape of those of MF++.
pub(crate) fn has_spines_only() -> bool {
    LEFT_OUT.get().is_some_and(|left_out| left_out.spines_only)
}

/// Whether terms do not have the operation with this number.
pub fn is_operation_left_out(specification: &Specification, operation: u16) -> bool {
    LEFT_OUT.get().is_some_and(|left_out| left_out.has_not(specification, operation))
}

/// Whether no expansion has the implementation with this number.
pub fn is_implementation_left_out(
    specification: &Specification,
    operation: u16,
    implementation: u16,
) -> bool {
    let left_out = LEFT_OUT.get();
    left_out.is_some_and(|left_out| !left_out.compares(specification, operation, implementation))
}

/// Whether no test is this law.
pub fn is_law_left_out(specification: &Specification, law: u16) -> bool {
    is_implementation_left_out(specification, law, 0)
}

/// Finds a name that the command has given and the property does not have. A property that is no
/// specification has none.
pub(crate) fn unknown(specification: Option<&Specification>) -> Option<String> {
    let left_out = LEFT_OUT.get()?;
    let Some(specification) = specification else {
        return Some(
            "`--without`, `--only` and `--results-only` are for properties that `#[metamorphic]` \
             makes, and this is none"
                .to_owned(),
        );
    };
    left_out.unknown(specification)
}

impl LeftOut {
    fn has_not(&self, specification: &Specification, operation: u16) -> bool {
        let name = specification.operation(operation).base.name;
        self.without.iter().any(|without| without == name)
    }

    fn compares(&self, specification: &Specification, operation: u16, implementation: u16) -> bool {
        let operation = specification.operation(operation);
        let own = operation.implementation(implementation).function.name;
        let is_own = |name: &String| *name == own || *name == operation.base.name;
        let is_asked_for = self.only.is_empty() || self.only.iter().any(is_own);
        is_asked_for && !self.without.iter().any(is_own)
    }

    /// What is wrong with a name.
    fn unknown(&self, specification: &Specification) -> Option<String> {
        let names = || {
            specification.operations.iter().flat_map(|operation| {
                let others = operation.implementations.iter().map(|it| it.function.name);
                [operation.base.name].into_iter().chain(others)
            })
        };
        let flags = [("--without", &self.without), ("--only", &self.only)];
        let mut all =
            flags.into_iter().flat_map(|(flag, all)| all.iter().map(move |it| (flag, it)));
        let (flag, wanted) = all.find(|(_, wanted)| names().all(|name| name != *wanted))?;
        let near = nearest(wanted, names()).unwrap_or_default();
        Some(format!(
            "`{flag} {wanted}`: `{}` has no operation, implementation or law `{wanted}`; the \
             nearest is `{near}`",
            specification.name
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::metamorphic::specification::Operation;
    use crate::run::metamorphic::specification::made::{operation, other, specification};

    static NUMBERS: Specification = specification(
        &[
            operation("add", &[other("add_swapped"), other("add_negated")]),
            Operation { is_law: true, ..operation("is_even", &[other("is_even")]) },
        ],
        &[],
    );

    fn compared(without: &[&str], only: &[&str]) -> [bool; 3] {
        let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        let left_out = LeftOut { without: owned(without), only: owned(only), ..LeftOut::default() };
        [(0, 0), (0, 1), (1, 0)].map(|(of, it)| left_out.compares(&NUMBERS, of, it))
    }

    #[test]
    fn names_leave_out_an_implementation_a_law_or_all_of_an_operation() {
        assert_eq!(compared(&[], &[]), [true; 3]);
        assert_eq!(compared(&["add_swapped"], &[]), [false, true, true]);
        assert_eq!(compared(&["add"], &[]), [false, false, true]);
        assert_eq!(compared(&["is_even"], &[]), [true, true, false]);
        assert_eq!(compared(&[], &["add_negated"]), [false, true, false]);
        assert_eq!(compared(&[], &["add"]), [true, true, false]);
        assert_eq!(compared(&["add_swapped"], &["add"]), [false, true, false]);
        let left_out = LeftOut { without: vec!["add".to_owned()], ..LeftOut::default() };
        assert!(left_out.has_not(&NUMBERS, 0) && !left_out.has_not(&NUMBERS, 1));
        assert_eq!(left_out.unknown(&NUMBERS), None);
    }

    #[test]
    fn an_unknown_name_is_an_error_with_the_nearest_name() {
        let left_out = LeftOut { only: vec!["add_negatd".to_owned()], ..LeftOut::default() };
        let error = left_out.unknown(&NUMBERS).unwrap();
        assert_eq!(
            error,
            "`--only add_negatd`: `numbers` has no operation, implementation or law `add_negatd`; \
             the nearest is `add_negated`"
        );
    }
}
