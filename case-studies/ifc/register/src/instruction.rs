//! The instructions of the machine.

use mutagen_core::Mutate;

/// The number of a register. There need not be one of that number.
pub type Register = i64;

/// What [`Instruction::BinOp`] computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub enum BinOp {
    /// The sum of two integers.
    Add,
    /// The product of two integers.
    Mult,
    /// The least label above two labels.
    Join,
    /// Whether a label is below another: 1 or 0.
    FlowsTo,
    /// Whether two values of any kind are the same: 1 or 0.
    Eq,
}

/// An instruction. Where a register gets a result it comes last; where memory does, the pointer to
/// it comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub enum Instruction<L> {
    /// An integer into a register.
    Put(i64, Register),
    /// A register into another.
    Mov(Register, Register),
    /// The memory cell that a pointer points to, into a register.
    Load(Register, Register),
    /// Into the cell that the first register points to, the second register, with its label.
    Store(Register, Register),
    /// The same, but the cell keeps its label.
    Write(Register, Register),
    /// Two registers and the result of an operation on them.
    BinOp(BinOp, Register, Register, Register),
    /// Does nothing.
    Nop,
    /// Ends the program: no step is made from here.
    Halt,
    /// Jumps to an address in a register.
    Jump(Register),
    /// Goes so many addresses on, or back where that is negative, unless the register holds 0.
    BNZ(i64, Register),
    /// Calls: the address, the label that the result will have, and the register for the result.
    BCall(Register, Register, Register),
    /// Returns from the last call.
    BRet,
    /// The label of a register, as a value.
    Lab(Register, Register),
    /// The label of the program counter, as a value.
    PcLab(Register),
    /// A label into a register.
    PutLab(L, Register),
    /// Allocates a frame: its size, its label, and the register for the pointer to it.
    Alloc(Register, Register, Register),
    /// The offset of a pointer.
    PGetOff(Register, Register),
    /// A pointer into the same frame, with this offset.
    PSetOff(Register, Register, Register),
    /// The size of the frame that a pointer points into.
    MSize(Register, Register),
    /// The label of the frame that a pointer points into, as a value.
    MLab(Register, Register),
}
