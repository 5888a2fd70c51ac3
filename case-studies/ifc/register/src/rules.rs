//! The rule table of the machine, its planted bugs, and the table in force.

use ifc_rules::Variable::{L1, L2, L3, L4, Pc};
use ifc_rules::{Opcode, Rule, Scheme, Switch};
use std::sync::LazyLock;

/// The opcodes with a rule, in the order in which the bugs are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are the instructions, which say what they do")]
pub enum Op {
    Put,
    Mov,
    Load,
    Store,
    Write,
    BinOp,
    Nop,
    Jump,
    BNZ,
    BCall,
    BRet,
    Lab,
    PcLab,
    PutLab,
    Alloc,
    PGetOff,
    PSetOff,
    MSize,
    MLab,
}

impl Opcode for Op {
    const ALL: &'static [Op] = &[
        Op::Put,
        Op::Mov,
        Op::Load,
        Op::Store,
        Op::Write,
        Op::BinOp,
        Op::Nop,
        Op::Jump,
        Op::BNZ,
        Op::BCall,
        Op::BRet,
        Op::Lab,
        Op::PcLab,
        Op::PutLab,
        Op::Alloc,
        Op::PGetOff,
        Op::PSetOff,
        Op::MSize,
        Op::MLab,
    ];

    fn index(self) -> usize {
        self as usize
    }
}

/// A rule table of this machine.
pub type Table = ifc_rules::Table<Op>;

/// The correct table. [`mod@crate::step`] says which labels ℓ1, ℓ2, … of an instruction are.
pub fn correct() -> Table {
    Table::new(|op| match op {
        Op::Put | Op::Lab | Op::PcLab | Op::PutLab => Rule::new(&[Pc]).result(&[]),
        Op::Mov | Op::PGetOff | Op::MLab => Rule::new(&[Pc]).result(&[L1]),
        Op::Load => Rule::new(&[Pc, L1, L2]).result(&[L3]),
        Op::Store => Rule::new(&[Pc]).result(&[L3]).check(&[L1, Pc], &[L2]),
        Op::Write => Rule::new(&[Pc]).result(&[L4]).check(&[Pc, L1, L3], &[L2, L4]),
        Op::BinOp | Op::Alloc | Op::PSetOff => Rule::new(&[Pc]).result(&[L1, L2]),
        Op::Nop => Rule::new(&[Pc]),
        Op::Jump => Rule::new(&[Pc, L1]),
        Op::BNZ => Rule::new(&[L1, Pc]),
        Op::BCall => Rule::new(&[L1, Pc]).result(&[L2, Pc]),
        Op::BRet => Rule::new(&[L3]).result(&[L2]).check(&[L1, Pc], &[L2, L3]),
        Op::MSize => Rule::new(&[Pc, L1]).result(&[L2]),
    })
}

/// The correct table and the 33 planted bugs.
pub static BUGS: LazyLock<Switch<Op>> = LazyLock::new(|| {
    let correct = correct();
    let mutants = ifc_rules::mutants(&correct, Scheme::Move);
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
