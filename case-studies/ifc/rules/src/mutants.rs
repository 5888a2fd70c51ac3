//! The planted bugs: all mutants of a rule table, made by a fixed scheme in a fixed order.
//!
//! The opcodes come in the order of the table. For each rule, the check is weakened first: each
//! variable in the join on the left side of ⊑ is dropped in turn. Then the label of the result is
//! lowered in the same way, and then the label of the program counter (see [`Scheme`]). Dropping a
//! single variable leaves ⊥, which has no mutants.

use crate::rule::{Check, Join, Rule, Variable};
use crate::table::{Opcode, Table};
use std::fmt;

/// How the label of the program counter is mutated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Drops each joined variable in turn. For the stack machine.
    Drop,
    /// Moves each joined variable except `pc` to the label of the result. If an instruction has no
    /// result, each variable is dropped in turn. For the register machine.
    Move,
}

/// A table with one rule changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutant<O> {
    /// The opcode whose rule is changed.
    pub op: O,
    /// The correct rule.
    pub correct: Rule,
    /// The changed rule.
    pub rule: Rule,
}

impl<O: Opcode> Mutant<O> {
    /// The correct table with the changed rule.
    pub fn plant(&self, correct: &Table<O>) -> Table<O> {
        correct.with(self.op, self.rule.clone())
    }
}

/// The opcode and the change of its rule, such as `BCall: pc ℓ1 ∨ pc → ℓ1`.
impl<O: fmt::Debug> fmt::Display for Mutant<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (old, new) = (&self.correct, &self.rule);
        let mut changes = Vec::new();
        if let (Some(old), Some(new)) = (&old.check, &new.check)
            && old != new
        {
            changes.push(format!("check {old} → {new}"));
        }
        if let (Some(old), Some(new)) = (&old.result, &new.result)
            && old != new
        {
            changes.push(format!("result {old} → {new}"));
        }
        if old.pc != new.pc {
            changes.push(format!("pc {} → {}", old.pc, new.pc));
        }
        write!(f, "{:?}: {}", self.op, changes.join(", "))
    }
}

/// All mutants of a table, in order.
pub fn mutants<O: Opcode>(table: &Table<O>, scheme: Scheme) -> Vec<Mutant<O>> {
    let all = O::ALL.iter().flat_map(|&op| {
        let correct = table.rule(op);
        let mutant = |rule| Mutant { op, correct: correct.clone(), rule };
        weaker(correct, scheme).into_iter().map(mutant).collect::<Vec<_>>()
    });
    all.collect()
}

fn weaker(rule: &Rule, scheme: Scheme) -> Vec<Rule> {
    let mut rules = Vec::new();
    if let Some(check) = &rule.check {
        rules.extend(lower(&check.source).map(|(_, source)| {
            let check = Check { source, target: check.target.clone() };
            Rule { check: Some(check), ..rule.clone() }
        }));
    }
    if let Some(result) = &rule.result {
        rules.extend(lower(result).map(|(_, low)| Rule { result: Some(low), ..rule.clone() }));
    }
    match (&rule.result, scheme) {
        (Some(result), Scheme::Move) => {
            let moved = lower(&rule.pc).filter(|&(variable, _)| variable != Variable::Pc);
            rules.extend(moved.map(|(variable, pc)| {
                let mut result = result.clone();
                result.0.push(variable);
                Rule { result: Some(result), pc, ..rule.clone() }
            }));
        }
        _ => rules.extend(lower(&rule.pc).map(|(_, pc)| Rule { pc, ..rule.clone() })),
    }
    rules
}

/// The joins with one variable fewer, each with the dropped variable.
fn lower(join: &Join) -> impl Iterator<Item = (Variable, Join)> {
    join.0.iter().enumerate().map(|(at, &variable)| {
        let mut rest = join.clone();
        rest.0.remove(at);
        (variable, rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Variable::*;

    fn weakened(rule: Rule, scheme: Scheme) -> Vec<String> {
        let all = weaker(&rule, scheme).into_iter();
        all.map(|weak| Mutant { op: (), correct: rule.clone(), rule: weak }.to_string()).collect()
    }

    #[test]
    fn each_variable_is_dropped_in_turn_from_the_check_then_the_result_then_the_pc() {
        let rule = Rule::new(&[Pc]).result(&[L2]).check(&[L1, Pc], &[L3]);
        let all = [
            "(): check ℓ1 ∨ pc ⊑ ℓ3 → pc ⊑ ℓ3",
            "(): check ℓ1 ∨ pc ⊑ ℓ3 → ℓ1 ⊑ ℓ3",
            "(): result ℓ2 → ⊥",
            "(): pc pc → ⊥",
        ];
        assert_eq!(weakened(rule, Scheme::Drop), all);
    }

    #[test]
    fn a_variable_moves_from_the_pc_to_the_result_if_there_is_one() {
        let with_result = Rule::new(&[Pc, L1]).result(&[]);
        let moved = ["(): result ⊥ → ℓ1, pc pc ∨ ℓ1 → pc"];
        assert_eq!(weakened(with_result, Scheme::Move), moved);
        let without = Rule::new(&[Pc, L1]);
        let dropped = ["(): pc pc ∨ ℓ1 → ℓ1", "(): pc pc ∨ ℓ1 → pc"];
        assert_eq!(weakened(without, Scheme::Move), dropped);
    }

    #[test]
    fn bottom_has_no_mutants() {
        assert!(weaker(&Rule::new(&[]).result(&[]), Scheme::Drop).is_empty());
    }
}
