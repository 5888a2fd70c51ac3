//! Generates an instruction that fits the values in the registers.

use super::value::{INSTRUCTIONS, REGISTERS, below, integer};
use crate::instruction::{BinOp, Instruction, Register};
use crate::state::{Atom, State, Value};
use ifc_rules::{Lattice, pick};
use mutagen_core::internal::value::seed::Random;
use rand::RngExt;

const OPERATORS: [BinOp; 5] = [BinOp::Add, BinOp::Mult, BinOp::Join, BinOp::FlowsTo, BinOp::Eq];

/// The registers, by the kind of value that they hold.
fn holding<L>(registers: &[Atom<L>], kind: impl Fn(&Value<L>) -> bool) -> Vec<Register> {
    (0..).zip(registers).filter(|(_, atom)| kind(&atom.value)).map(|(number, _)| number).collect()
}

/// An instruction for this state. Operands hold values of the right kind, and an instruction
/// without suitable operands is not chosen. Result registers are arbitrary.
pub fn fitting<L: Lattice>(random: &mut Random, state: &State<L>) -> Instruction<L> {
    let registers = &state.registers;
    let is_address = |number: i64| usize::try_from(number).is_ok_and(|at| at < INSTRUCTIONS);
    let ints = holding(registers, |value| matches!(value, Value::Int(_)));
    let addresses = holding(registers, |value| matches!(value, Value::Int(n) if is_address(*n)));
    let pointers = holding(registers, |value| matches!(value, Value::Ptr(_)));
    let labels = holding(registers, |value| matches!(value, Value::Lab(_)));

    let int = pick::one(random, &ints);
    let second_int = pick::one(random, &ints);
    let address = pick::one(random, &addresses);
    let pointer = pick::one(random, &pointers);
    let label = pick::one(random, &labels);
    let any = below(random, REGISTERS);
    let to = below(random, REGISTERS);
    let operator = OPERATORS[random.random_range(0..OPERATORS.len())];
    let distance = random.random_range(-1..=2);

    let choices = [
        (1, Some(Instruction::Nop)),
        (10, Some(Instruction::PcLab(to))),
        (10, Some(Instruction::Lab(any, to))),
        (10, pointer.map(|pointer| Instruction::MLab(pointer, to))),
        (10, Some(Instruction::PutLab(pick::label(random), to))),
        (10, address.zip(label).map(|(address, label)| Instruction::BCall(address, label, to))),
        (50, (!state.stack.is_empty()).then_some(Instruction::BRet)),
        (200, int.zip(label).map(|(size, label)| Instruction::Alloc(size, label, to))),
        (10, pointer.map(|pointer| Instruction::Load(pointer, to))),
        (100, pointer.map(|pointer| Instruction::Store(pointer, any))),
        (100, pointer.map(|pointer| Instruction::Write(pointer, any))),
        (10, address.map(Instruction::Jump)),
        (10, int.map(|tested| Instruction::BNZ(distance, tested))),
        (10, pointer.zip(int).map(|(pointer, int)| Instruction::PSetOff(pointer, int, to))),
        (10, Some(Instruction::Put(integer(random), to))),
        (10, int.zip(second_int).map(|(a, b)| Instruction::BinOp(operator, a, b, to))),
        (10, pointer.map(|pointer| Instruction::MSize(pointer, to))),
        (10, pointer.map(|pointer| Instruction::PGetOff(pointer, to))),
        (10, Some(Instruction::Mov(any, to))),
    ];
    let possible = choices.into_iter().filter_map(|(weight, choice)| Some((weight, choice?)));
    pick::weighted(random, possible)
}
