//! The rule table of the machine, its planted bugs, and the table in force.

use ifc_rules::Variable::{L1, L2, L3, Pc};
use ifc_rules::{Mutant, Opcode, Rule, Scheme, Switch};
use std::sync::LazyLock;

/// The opcodes, in the order in which the bugs are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are the instructions, which say what they do")]
pub enum Op {
    BCall,
    BRet,
    Nop,
    Push,
    Add,
    Load,
    Store,
    Halt,
}

impl Opcode for Op {
    const ALL: &'static [Op] =
        &[Op::BCall, Op::BRet, Op::Nop, Op::Push, Op::Add, Op::Load, Op::Store, Op::Halt];

    fn index(self) -> usize {
        self as usize
    }
}

/// A rule table of this machine.
pub type Table = ifc_rules::Table<Op>;

/// The correct table. [`mod@crate::step`] says which labels ℓ1, ℓ2, ℓ3 of an instruction are.
pub fn correct() -> Table {
    Table::new(|op| match op {
        Op::BCall => Rule::new(&[L1, Pc]).result(&[Pc]),
        Op::BRet => Rule::new(&[L1]).result(&[L2, Pc]),
        Op::Nop => Rule::new(&[Pc]),
        Op::Push => Rule::new(&[Pc]).result(&[]),
        Op::Add => Rule::new(&[Pc]).result(&[L1, L2]),
        Op::Load => Rule::new(&[Pc]).result(&[L1, L2]),
        Op::Store => Rule::new(&[Pc]).result(&[Pc, L1, L2]).check(&[L1, Pc], &[L3]),
        Op::Halt => Rule::new(&[Pc]).result(&[]),
    })
}

/// The correct table and the 20 planted bugs. The only mutant of `Halt` is excluded: `Halt` never
/// makes a step, so nothing can distinguish the mutant from the correct table.
pub static BUGS: LazyLock<Switch<Op>> = LazyLock::new(|| {
    let correct = correct();
    let mut mutants: Vec<Mutant<Op>> = ifc_rules::mutants(&correct, Scheme::Drop);
    mutants.retain(|mutant| mutant.op != Op::Halt);
    Switch::new(correct, mutants)
});

/// Selects the bug whose number is in the environment variable `IFC_BUG`. If the variable is unset
/// or empty, the correct table is selected.
///
/// # Panics
/// When the variable holds anything else; the message lists the bugs.
pub fn select_from_env() {
    BUGS.select_from_env();
}

/// The table in force.
pub fn in_force() -> &'static Table {
    BUGS.selected()
}
