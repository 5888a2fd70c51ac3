//! Values of the hand-written generator: small integers, pointers to existing cells, and labels.

use crate::state::{Atom, Block, Pc, Pointer, Value};
use ifc_rules::{Lattice, pick};
use mutagen_core::internal::value::seed::Random;
use rand::RngExt;

/// The number of frames of a state (all with the stamp ⊥), of cells of each frame, and of
/// instructions.
pub const FRAMES: usize = 2;
/// See [`FRAMES`].
pub const CELLS: usize = 2;
/// See [`FRAMES`].
pub const INSTRUCTIONS: usize = 2;
/// The number of registers.
pub const REGISTERS: usize = 10;

/// The greatest magnitude of an integer.
const GREATEST: i64 = 10;

/// A number below `n`.
pub(super) fn below(random: &mut Random, n: usize) -> i64 {
    i64::try_from(random.random_range(0..n)).unwrap_or(i64::MAX)
}

/// An integer: a small one, zero, or in half of the cases an address in the program.
pub fn integer(random: &mut Random) -> i64 {
    let any = random.random_range(-GREATEST..=GREATEST);
    let address = below(random, INSTRUCTIONS);
    pick::weighted(random, [(10, any), (1, 0), (10, address)])
}

/// A pointer to a cell.
pub fn pointer<L: Lattice>(random: &mut Random) -> Pointer<L> {
    let block = Block { index: below(random, FRAMES), stamp: L::BOTTOM };
    Pointer { block, offset: below(random, CELLS) }
}

/// A value, with all kinds equally likely.
pub fn value<L: Lattice>(random: &mut Random) -> Value<L> {
    match random.random_range(0..3) {
        0 => Value::Int(integer(random)),
        1 => Value::Ptr(pointer(random)),
        _ => Value::Lab(pick::label(random)),
    }
}

/// Another value of the same kind.
pub fn like<L: Lattice>(random: &mut Random, value: Value<L>) -> Value<L> {
    match value {
        Value::Int(_) => Value::Int(integer(random)),
        Value::Ptr(_) => Value::Ptr(pointer(random)),
        Value::Lab(_) => Value::Lab(pick::label(random)),
    }
}

/// A list of this many values with random labels.
pub fn atoms<L: Lattice>(random: &mut Random, number: usize) -> Vec<Atom<L>> {
    let atom = |_| Atom { value: value(random), label: pick::label(random) };
    (0..number).map(atom).collect()
}

/// A program counter at a random instruction, with this label.
pub fn pc<L: Lattice>(random: &mut Random, label: L) -> Pc<L> {
    Pc { address: below(random, INSTRUCTIONS), label }
}
