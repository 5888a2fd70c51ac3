//! Rule tables, with one rule per opcode.

use crate::rule::Rule;
use std::fmt::Debug;

/// The opcodes of a machine.
pub trait Opcode: Copy + Eq + Debug + 'static {
    /// All opcodes, in the order in which mutants are numbered.
    const ALL: &'static [Self];

    /// The index of the opcode in [`Opcode::ALL`].
    fn index(self) -> usize;
}

/// The rules of a machine with opcodes `O`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table<O> {
    rules: Vec<(O, Rule)>,
}

impl<O: Opcode> Table<O> {
    /// The table with these rules.
    pub fn new(rule: impl Fn(O) -> Rule) -> Table<O> {
        Table { rules: O::ALL.iter().map(|&op| (op, rule(op))).collect() }
    }

    /// The rule of an opcode.
    pub fn rule(&self, op: O) -> &Rule {
        &self.rules[op.index()].1
    }

    /// The table with another rule for one opcode.
    pub fn with(&self, op: O, rule: Rule) -> Table<O> {
        let mut table = self.clone();
        table.rules[op.index()].1 = rule;
        table
    }
}
