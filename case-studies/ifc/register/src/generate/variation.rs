//! The variation of a state: another state that an observer cannot distinguish from it.

use super::value::{REGISTERS, atoms, below, like, pc, value};
use crate::state::{Atom, Frame, Memory, StackFrame, State};
use ifc_rules::{Lattice, pick};
use mutagen_core::internal::value::seed::Random;
use rand::RngExt;

/// A state that the observer cannot distinguish from this one: visible parts are kept, all others
/// are drawn again.
pub fn of<L: Lattice>(random: &mut Random, observer: L, state: &State<L>) -> State<L> {
    let seen = state.pc.label.flows_to(observer);
    let memory = vary_memory(random, observer, &state.memory);
    let calls = state.stack.iter();
    let stack = calls.map(|call| vary_call(random, observer, call)).collect();
    let (registers, pc) = if seen {
        (vary_atoms(random, observer, &state.registers), state.pc)
    } else {
        let label = unseen(random, observer);
        (atoms(random, REGISTERS), pc(random, label))
    };
    State { instructions: state.instructions.clone(), memory, stack, registers, pc }
}

/// A label that does not flow to the observer's. One exists if anything is hidden from the
/// observer.
///
/// # Panics
/// When the observer sees everything.
fn unseen<L: Lattice>(random: &mut Random, observer: L) -> L {
    let hidden = L::ALL.iter().filter(|label| !label.flows_to(observer));
    pick::weighted(random, hidden.map(|&label| (1, label)))
}

/// Values that are hidden from the observer change, mostly to a value of the same kind.
fn vary_atoms<L: Lattice>(random: &mut Random, observer: L, atoms: &[Atom<L>]) -> Vec<Atom<L>> {
    let vary = |atom: &Atom<L>| {
        if atom.label.flows_to(observer) {
            return *atom;
        }
        let any = random.random_range(0..10) == 0;
        let value = if any { value(random) } else { like(random, atom.value) };
        Atom { value, label: atom.label }
    };
    atoms.iter().map(vary).collect()
}

/// Frames whose cells are hidden from the observer may also grow.
fn vary_memory<L: Lattice>(random: &mut Random, observer: L, memory: &Memory<L>) -> Memory<L> {
    let mut varied = memory.clone();
    for Frame { label, cells } in varied.0.values_mut().flatten() {
        *cells = if label.flows_to(observer) {
            vary_atoms(random, observer, cells)
        } else {
            let more = usize::from(random.random::<bool>());
            atoms(random, cells.len() + more)
        };
    }
    varied
}

fn vary_call<L: Lattice>(random: &mut Random, observer: L, call: &StackFrame<L>) -> StackFrame<L> {
    if call.pc.label.flows_to(observer) {
        let registers = vary_atoms(random, observer, &call.registers);
        return StackFrame { registers, ..call.clone() };
    }
    let label = unseen(random, observer);
    StackFrame {
        pc: pc(random, label),
        registers: atoms(random, REGISTERS),
        result: below(random, REGISTERS),
        label: pick::label(random),
    }
}
