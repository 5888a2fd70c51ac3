//! The instructions of the machine.

use mutagen_core::Mutate;

/// The index of a register. The register need not exist.
pub type Register = i64;

/// What [`Instruction::BinOp`] computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub enum BinOp {
    /// The sum of two integers.
    Add,
    /// The product of two integers.
    Mult,
    /// The least upper bound of two labels.
    Join,
    /// Whether a label flows to another: 1 or 0.
    FlowsTo,
    /// Whether two values of any kind are equal: 1 or 0.
    Eq,
}

/// An instruction. The result register comes last; for a result in memory, the pointer comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
pub enum Instruction<L> {
    /// Puts an integer into a register.
    Put(i64, Register),
    /// Copies a register to another.
    Mov(Register, Register),
    /// Copies the memory cell that a pointer points to into a register.
    Load(Register, Register),
    /// Copies the second register, with its label, into the cell that the first register points to.
    Store(Register, Register),
    /// Like `Store`, but the cell keeps its label.
    Write(Register, Register),
    /// Applies an operation to two registers.
    BinOp(BinOp, Register, Register, Register),
    /// Does nothing.
    Nop,
    /// Ends the program: no step starts here.
    Halt,
    /// Jumps to an address in a register.
    Jump(Register),
    /// Jumps by this many addresses, possibly backwards, unless the register holds 0.
    BNZ(i64, Register),
    /// Calls an address. Has the label and the register for the result.
    BCall(Register, Register, Register),
    /// Returns from the last call.
    BRet,
    /// Reads the label of a register, as a value.
    Lab(Register, Register),
    /// Reads the label of the program counter, as a value.
    PcLab(Register),
    /// Puts a label into a register.
    PutLab(L, Register),
    /// Allocates a frame. Has the size, the label, and the register for the pointer.
    Alloc(Register, Register, Register),
    /// Reads the offset of a pointer.
    PGetOff(Register, Register),
    /// Makes a pointer into the same frame with this offset.
    PSetOff(Register, Register, Register),
    /// Reads the size of the frame that a pointer points into.
    MSize(Register, Register),
    /// Reads the label of the frame that a pointer points into, as a value.
    MLab(Register, Register),
}
