//! One step of the machine, under a rule table.
//!
//! The labels that rules refer to, in order, starting with ℓ1:
//!
//! | instruction | labels |
//! |---|---|
//! | `Mov` | the source |
//! | `Load` | the pointer; the frame; the cell |
//! | `Store` | the pointer; the frame; the value |
//! | `Write` | the pointer; the frame; the value; the cell |
//! | `BinOp` | the operands |
//! | `Jump`, `BNZ` | the register |
//! | `BCall` | the address; the register with the label of the result |
//! | `BRet` | the returned value; the label that the result was to have; the return address |
//! | `Alloc` | the size; the register with the frame's label; that label |
//! | `PGetOff` | the pointer |
//! | `PSetOff` | the pointer; the offset |
//! | `MSize`, `MLab` | the pointer; the frame |
//!
//! A step first reads everything it needs and only then builds the next state, so that a state
//! without a step costs little.

use crate::instruction::{BinOp, Instruction, Register};
use crate::rules::{Op, Table};
use crate::state::{Atom, Block, Frame, Pc, Pointer, StackFrame, State, Value};
use ifc_rules::{Effect, Lattice};

/// The most cells of an allocation. A larger allocation is not a step.
pub const MOST_CELLS: i64 = 100;

/// The state after one step, or `None` if no step is defined: for a value of the wrong kind, a
/// missing register or cell, or a failed check.
pub fn step<L: Lattice>(table: &Table, state: &State<L>) -> Option<State<L>> {
    let now = Now { table, state };
    match state.instruction()? {
        Instruction::Put(number, to) => {
            let effect = now.apply(Op::Put, &[])?;
            now.put(to, Value::Int(number), effect)
        }
        Instruction::Mov(from, to) => {
            let source = now.read(from)?;
            now.put(to, source.value, now.apply(Op::Mov, &[source.label])?)
        }
        Instruction::Lab(from, to) => {
            let source = now.read(from)?;
            now.put(to, Value::Lab(source.label), now.apply(Op::Lab, &[])?)
        }
        Instruction::PcLab(to) => {
            now.put(to, Value::Lab(state.pc.label), now.apply(Op::PcLab, &[])?)
        }
        Instruction::PutLab(label, to) => {
            now.put(to, Value::Lab(label), now.apply(Op::PutLab, &[])?)
        }
        Instruction::MLab(pointer, to) => {
            let (pointer, label) = now.pointer(pointer)?;
            let frame = state.memory.frame(pointer.block)?;
            let effect = now.apply(Op::MLab, &[label, frame.label])?;
            now.put(to, Value::Lab(frame.label), effect)
        }
        Instruction::MSize(pointer, to) => {
            let (pointer, label) = now.pointer(pointer)?;
            let frame = state.memory.frame(pointer.block)?;
            let effect = now.apply(Op::MSize, &[label, frame.label])?;
            now.put(to, Value::Int(i64::try_from(frame.cells.len()).ok()?), effect)
        }
        Instruction::PGetOff(pointer, to) => {
            let (pointer, label) = now.pointer(pointer)?;
            now.put(to, Value::Int(pointer.offset), now.apply(Op::PGetOff, &[label])?)
        }
        Instruction::PSetOff(pointer, offset, to) => {
            let (pointer, label) = now.pointer(pointer)?;
            let (offset, of_offset) = now.integer(offset)?;
            let effect = now.apply(Op::PSetOff, &[label, of_offset])?;
            now.put(to, Value::Ptr(Pointer { block: pointer.block, offset }), effect)
        }
        Instruction::BinOp(operator, left, right, to) => {
            let (left, right) = (now.read(left)?, now.read(right)?);
            let value = compute(operator, left.value, right.value)?;
            now.put(to, value, now.apply(Op::BinOp, &[left.label, right.label])?)
        }
        Instruction::Load(pointer, to) => {
            let (pointer, label) = now.pointer(pointer)?;
            let (frame, cell) = now.cell(pointer)?;
            let effect = now.apply(Op::Load, &[label, frame.label, cell.label])?;
            now.put(to, cell.value, effect)
        }
        Instruction::Store(pointer, from) => {
            let (pointer, label) = now.pointer(pointer)?;
            let (frame, _) = now.cell(pointer)?;
            let source = now.read(from)?;
            let effect = now.apply(Op::Store, &[label, frame.label, source.label])?;
            now.set_cell(pointer, source.value, effect)
        }
        Instruction::Write(pointer, from) => {
            let (pointer, label) = now.pointer(pointer)?;
            let (frame, cell) = now.cell(pointer)?;
            let source = now.read(from)?;
            let labels = [label, frame.label, source.label, cell.label];
            now.set_cell(pointer, source.value, now.apply(Op::Write, &labels)?)
        }
        Instruction::Alloc(size, label, to) => now.allocate(size, label, to),
        Instruction::Nop => now.go(now.following(), now.apply(Op::Nop, &[])?),
        Instruction::Jump(target) => {
            let (address, label) = now.integer(target)?;
            now.go(address, now.apply(Op::Jump, &[label])?)
        }
        Instruction::BNZ(distance, tested) => {
            let (number, label) = now.integer(tested)?;
            let over = if number == 0 { 1 } else { distance };
            let effect = now.apply(Op::BNZ, &[label])?;
            now.go(state.pc.address.wrapping_add(over), effect)
        }
        Instruction::BCall(address, label, result) => now.call(address, label, result),
        Instruction::BRet => now.come_back(),
        Instruction::Halt => None,
    }
}

/// The result of an operation, if it is defined for values of these kinds.
fn compute<L: Lattice>(operator: BinOp, left: Value<L>, right: Value<L>) -> Option<Value<L>> {
    Some(match (operator, left, right) {
        (BinOp::Add, Value::Int(a), Value::Int(b)) => Value::Int(a.wrapping_add(b)),
        (BinOp::Mult, Value::Int(a), Value::Int(b)) => Value::Int(a.wrapping_mul(b)),
        (BinOp::Join, Value::Lab(a), Value::Lab(b)) => Value::Lab(a.join(b)),
        (BinOp::FlowsTo, Value::Lab(a), Value::Lab(b)) => Value::Int(a.flows_to(b).into()),
        (BinOp::Eq, a, b) => Value::Int((a == b).into()),
        _ => return None,
    })
}

/// The state before the step, and the rules.
struct Now<'s, L: Lattice> {
    table: &'s Table,
    state: &'s State<L>,
}

impl<L: Lattice> Now<'_, L> {
    fn apply(&self, op: Op, inputs: &[L]) -> Option<Effect<L>> {
        self.table.rule(op).apply(inputs, self.state.pc.label)
    }

    fn read(&self, register: Register) -> Option<Atom<L>> {
        self.state.registers.get(place(register)?).copied()
    }

    fn integer(&self, register: Register) -> Option<(i64, L)> {
        match self.read(register)? {
            Atom { value: Value::Int(number), label } => Some((number, label)),
            _ => None,
        }
    }

    fn pointer(&self, register: Register) -> Option<(Pointer<L>, L)> {
        match self.read(register)? {
            Atom { value: Value::Ptr(pointer), label } => Some((pointer, label)),
            _ => None,
        }
    }

    fn label(&self, register: Register) -> Option<(L, L)> {
        match self.read(register)? {
            Atom { value: Value::Lab(value), label } => Some((value, label)),
            _ => None,
        }
    }

    fn cell(&self, pointer: Pointer<L>) -> Option<(&Frame<L>, Atom<L>)> {
        let frame = self.state.memory.frame(pointer.block)?;
        Some((frame, *frame.cells.get(place(pointer.offset)?)?))
    }

    fn following(&self) -> i64 {
        self.state.pc.address.wrapping_add(1)
    }

    /// Continues at an address.
    fn go(&self, address: i64, effect: Effect<L>) -> Option<State<L>> {
        Some(State { pc: Pc { address, label: effect.pc }, ..self.state.clone() })
    }

    /// Continues at the next instruction, with a value in a register.
    fn put(&self, to: Register, value: Value<L>, effect: Effect<L>) -> Option<State<L>> {
        self.read(to)?;
        let mut next = self.go(self.following(), effect)?;
        *next.registers.get_mut(place(to)?)? = Atom { value, label: effect.result };
        Some(next)
    }

    /// Continues at the next instruction, with a value in an existing cell.
    fn set_cell(&self, to: Pointer<L>, value: Value<L>, effect: Effect<L>) -> Option<State<L>> {
        let mut next = self.go(self.following(), effect)?;
        let frames = next.memory.0.get_mut(&to.block.stamp)?;
        let frame = frames.get_mut(place(to.block.index)?)?;
        *frame.cells.get_mut(place(to.offset)?)? = Atom { value, label: effect.result };
        Some(next)
    }

    /// The stamp of the new frame does not come from the rules: it only makes precise what the
    /// observer sees of the memory.
    fn allocate(&self, size: Register, label: Register, to: Register) -> Option<State<L>> {
        let (size, of_size) = self.integer(size)?;
        let (label, of_label) = self.label(label)?;
        if size > MOST_CELLS {
            return None;
        }
        let zero = Atom { value: Value::Int(0), label: L::BOTTOM };
        let stamp = of_size.join(of_label).join(self.state.pc.label);
        let index = i64::try_from(self.state.memory.frames(stamp).len()).ok()?;
        let pointer = Pointer { block: Block { index, stamp }, offset: 0 };
        let frame = Frame { label, cells: vec![zero; place(size)?] };
        let effect = self.apply(Op::Alloc, &[of_size, of_label, label])?;
        let mut next = self.put(to, Value::Ptr(pointer), effect)?;
        next.memory.0.entry(stamp).or_default().push(frame);
        Some(next)
    }

    fn call(&self, address: Register, label: Register, result: Register) -> Option<State<L>> {
        let (address, of_address) = self.integer(address)?;
        let (label, of_label) = self.label(label)?;
        let effect = self.apply(Op::BCall, &[of_address, of_label])?;
        let mut next = self.go(address, effect)?;
        let frame = StackFrame {
            pc: Pc { address: self.following(), label: effect.result },
            registers: self.state.registers.clone(),
            result,
            label,
        };
        next.stack.insert(0, frame);
        Some(next)
    }

    fn come_back(&self) -> Option<State<L>> {
        let (frame, below) = self.state.stack.split_first()?;
        let returned = self.read(frame.result)?;
        let at = place(frame.result)?;
        frame.registers.get(at)?;
        let effect = self.apply(Op::BRet, &[returned.label, frame.label, frame.pc.label])?;
        let mut registers = frame.registers.clone();
        registers[at] = Atom { value: returned.value, label: effect.result };
        Some(State {
            instructions: self.state.instructions.clone(),
            memory: self.state.memory.clone(),
            stack: below.to_vec(),
            registers,
            pc: Pc { address: frame.pc.address, label: effect.pc },
        })
    }
}

/// A number as an index.
fn place(number: i64) -> Option<usize> {
    usize::try_from(number).ok()
}
