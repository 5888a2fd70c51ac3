//! Scripts: the assertions of a formula as SMT-LIB text, and formulas that are true by
//! construction.

use crate::eval::Assignment;
use crate::lower;
use crate::op::Op;
use crate::sort::Sort;
use crate::term::Term;
use crate::typed::{Draw, Formula};
use crate::value::{Array, Value};
use std::collections::BTreeSet;
use std::fmt;

/// Assertions with all they need: printed, a complete script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The logic that the script sets.
    pub logic: &'static str,
    /// The assertions.
    pub assertions: Vec<Term>,
}

impl Script {
    /// The script of a formula.
    pub fn of(formula: &Formula) -> Script {
        Script { logic: lower::logic(formula), assertions: lower::assertions(formula) }
    }

    /// The declared variables that occur.
    pub fn variables(&self) -> BTreeSet<(Sort, u8)> {
        let mut variables = BTreeSet::new();
        self.assertions.iter().for_each(|term| term.variables(&mut variables));
        variables
    }

    /// The number of operators, variables and literals.
    pub fn size(&self) -> usize {
        self.assertions.iter().map(Term::size).sum()
    }

    /// Whether all assertions hold; nothing if that is unknown.
    pub fn holds(&self, assignment: &Assignment) -> Option<bool> {
        let mut known = true;
        for assertion in &self.assertions {
            match assignment.holds(assertion) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => known = false,
            }
        }
        known.then_some(true)
    }

    /// The script that this assignment satisfies: each assertion that it falsifies is negated,
    /// and each one of which the value is unknown is dropped.
    #[must_use]
    pub fn made_true(&self, assignment: &Assignment) -> Script {
        let made = |term: &Term| match assignment.holds(term)? {
            true => Some(term.clone()),
            // A double negation would hide what is negated.
            false => Some(match (&term.op, term.args.as_slice()) {
                (Op::Not, [inner]) => inner.clone(),
                _ => term.clone().negated(),
            }),
        };
        let assertions = self.assertions.iter().filter_map(made).collect();
        Script { logic: self.logic, assertions }
    }

    /// The sorts and operators of the script, as kinds of failures name them. Truth values,
    /// connectives and comparisons are in nearly all of them, and are named only if there is
    /// nothing else.
    pub fn words(&self) -> String {
        let (mut sorts, mut ops) = (BTreeSet::new(), BTreeSet::new());
        self.assertions.iter().for_each(|term| term.words(&mut sorts, &mut ops));
        let join = |mut words: BTreeSet<&'static str>, common: &[&str]| {
            if words.iter().any(|word| !common.contains(word)) {
                words.retain(|word| !common.contains(word));
            }
            words.into_iter().collect::<Vec<_>>().join(" ")
        };
        format!("{}: {}", join(sorts, &["Bool"]), join(ops, &COMMON))
    }
}

/// Operators that are in nearly all formulas.
const COMMON: [&str; 11] = ["not", "and", "or", "=>", "xor", "=", "distinct", "<", "<=", ">", ">="];

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "(set-logic {})", self.logic)?;
        for (sort, number) in self.variables() {
            writeln!(f, "(declare-const {}{number} {sort})", sort.prefix())?;
        }
        for assertion in &self.assertions {
            writeln!(f, "(assert {assertion})")?;
        }
        writeln!(f, "(check-sat)")
    }
}

impl Draw {
    /// The values, with those of each declared variable.
    pub fn assignment(&self) -> Assignment {
        let mut all = Assignment::default();
        for n in 0..lower::VARIABLES {
            let i = usize::from(n);
            all.set(n, Value::Bool(self.bools[i]));
            all.set(n, Value::Int(self.ints[i].into()));
            all.set(n, Value::Real(lower::real(self.reals[i].0, self.reals[i].1)));
            all.set(n, Value::Bv(4, u64::from(self.bv4s[i] & 15)));
            all.set(n, Value::Bv(8, u64::from(self.bv8s[i])));
            all.set(n, Value::Str(lower::codes(&self.strs[i].0)));
            let (default, places) = &self.arrays[i];
            let array = Array::constant((*default).into());
            let array = places.iter().fold(array, |a, &(k, v)| a.store(k.into(), v.into()));
            all.set(n, Value::Array(array));
            for (format, bits) in [
                (crate::sort::Format::SMALL, u64::from(self.fp8s[i])),
                (crate::sort::Format::HALF, u64::from(self.fp16s[i])),
            ] {
                all.set(n, Value::Fp(format, format.canonical(bits)));
            }
        }
        all
    }
}
