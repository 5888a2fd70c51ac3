//! The rule language: joins of variables, and rules made of joins.
//!
//! A rule has three parts: the check that must hold for an instruction to run, the label of its
//! result, and the label of the program counter after it. The variables are the labels that the
//! instruction looks at, ℓ1, ℓ2, …, and the label of the program counter before it.

use crate::lattice::Lattice;
use derive_more::Display;
use std::fmt;

/// A variable of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display)]
pub enum Variable {
    /// The first label that the instruction looks at.
    #[display("ℓ1")]
    L1,
    /// The second.
    #[display("ℓ2")]
    L2,
    /// The third.
    #[display("ℓ3")]
    L3,
    /// The fourth.
    #[display("ℓ4")]
    L4,
    /// The label of the program counter.
    #[display("pc")]
    Pc,
}

/// The join of some variables, in the order in which they are written; ⊥ if there are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Join(pub Vec<Variable>);

impl Join {
    /// The value of the join.
    ///
    /// # Panics
    /// When the instruction has no label with that number.
    pub fn evaluate<L: Lattice>(&self, inputs: &[L], pc: L) -> L {
        self.0.iter().fold(L::BOTTOM, |label, variable| {
            label.join(match variable {
                Variable::L1 => inputs[0],
                Variable::L2 => inputs[1],
                Variable::L3 => inputs[2],
                Variable::L4 => inputs[3],
                Variable::Pc => pc,
            })
        })
    }
}

impl fmt::Display for Join {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("⊥");
        }
        for (at, variable) in self.0.iter().enumerate() {
            let sign = if at == 0 { "" } else { " ∨ " };
            write!(f, "{sign}{variable}")?;
        }
        Ok(())
    }
}

/// The check of an instruction: `source ⊑ target`.
#[derive(Debug, Clone, PartialEq, Eq, Display)]
#[display("{source} ⊑ {target}")]
pub struct Check {
    /// The left side.
    pub source: Join,
    /// The right side.
    pub target: Join,
}

/// The rule of one opcode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The check, if there is one.
    pub check: Option<Check>,
    /// The label of the result, if the instruction has one.
    pub result: Option<Join>,
    /// The label of the program counter after the instruction.
    pub pc: Join,
}

/// The result of a rule for one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect<L> {
    /// The label of the result; ⊥ if the instruction has no result.
    pub result: L,
    /// The label of the program counter after the step.
    pub pc: L,
}

impl Rule {
    /// A rule without a check and without a result.
    pub fn new(pc: &[Variable]) -> Rule {
        Rule { check: None, result: None, pc: Join(pc.to_vec()) }
    }

    /// The rule with this label for the result.
    pub fn result(self, result: &[Variable]) -> Rule {
        Rule { result: Some(Join(result.to_vec())), ..self }
    }

    /// The rule with the check `source ⊑ target`.
    pub fn check(self, source: &[Variable], target: &[Variable]) -> Rule {
        let (source, target) = (Join(source.to_vec()), Join(target.to_vec()));
        Rule { check: Some(Check { source, target }), ..self }
    }

    /// The labels after a step, or `None` when the check fails.
    ///
    /// # Panics
    /// When the rule refers to a label that the instruction does not have.
    pub fn apply<L: Lattice>(&self, inputs: &[L], pc: L) -> Option<Effect<L>> {
        if let Some(Check { source, target }) = &self.check {
            let (source, target) = (source.evaluate(inputs, pc), target.evaluate(inputs, pc));
            if !source.flows_to(target) {
                return None;
            }
        }
        let result = self.result.as_ref().map_or(L::BOTTOM, |join| join.evaluate(inputs, pc));
        Some(Effect { result, pc: self.pc.evaluate(inputs, pc) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::TwoPoint::{H, L};
    use Variable::*;

    #[test]
    fn a_rule_joins_what_it_names() {
        let rule = Rule::new(&[L1, Pc]).result(&[]);
        assert_eq!(rule.apply(&[L], L), Some(Effect { result: L, pc: L }));
        assert_eq!(rule.apply(&[H], L), Some(Effect { result: L, pc: H }));
        assert_eq!(rule.apply(&[L], H), Some(Effect { result: L, pc: H }));
    }

    #[test]
    fn a_step_whose_check_fails_is_undefined() {
        let rule = Rule::new(&[Pc]).check(&[L1], &[L2]);
        assert_eq!(rule.apply(&[H, L], L), None);
        assert!(rule.apply(&[H, H], L).is_some());
    }
}
