//! Indistinguishability: two states are indistinguishable to an observer if they differ only in
//! parts whose labels do not flow to the observer's label.

use crate::state::{Atom, Frame, Memory, StackFrame, State};
use ifc_rules::Lattice;

/// Whether an observer with this label cannot distinguish two states.
pub fn indistinguishable<L: Lattice>(observer: L, left: &State<L>, right: &State<L>) -> bool {
    let seen = |label: L| label.flows_to(observer);
    // The cheapest comparison comes first: most different pairs differ in a number.
    if seen(left.pc.label) || seen(right.pc.label) {
        left.pc == right.pc
            && atoms(observer, &left.registers, &right.registers)
            && stacks(observer, &left.stack, &right.stack)
            && memories(observer, &left.memory, &right.memory)
            && left.instructions == right.instructions
    } else {
        stacks(observer, cropped(observer, &left.stack), cropped(observer, &right.stack))
            && memories(observer, &left.memory, &right.memory)
            && left.instructions == right.instructions
    }
}

/// Whether the labels are equal, and the values too where the observer sees them.
fn atom<L: Lattice>(observer: L, left: &Atom<L>, right: &Atom<L>) -> bool {
    left.label == right.label && (!left.label.flows_to(observer) || left.value == right.value)
}

fn atoms<L: Lattice>(observer: L, left: &[Atom<L>], right: &[Atom<L>]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(a, b)| atom(observer, a, b))
}

fn frame<L: Lattice>(observer: L, left: &Frame<L>, right: &Frame<L>) -> bool {
    left.label == right.label
        && (!left.label.flows_to(observer) || atoms(observer, &left.cells, &right.cells))
}

/// The frames whose allocation the observer has seen.
fn memories<L: Lattice>(observer: L, left: &Memory<L>, right: &Memory<L>) -> bool {
    L::ALL.iter().filter(|stamp| stamp.flows_to(observer)).all(|&stamp| {
        let (left, right) = (left.frames(stamp), right.frames(stamp));
        left.len() == right.len() && left.iter().zip(right).all(|(a, b)| frame(observer, a, b))
    })
}

fn stack_frame<L: Lattice>(observer: L, left: &StackFrame<L>, right: &StackFrame<L>) -> bool {
    let seen = left.pc.label.flows_to(observer) || right.pc.label.flows_to(observer);
    !seen
        || (left.pc == right.pc
            && left.result == right.result
            && left.label == right.label
            && atoms(observer, &left.registers, &right.registers))
}

fn stacks<L: Lattice>(observer: L, left: &[StackFrame<L>], right: &[StackFrame<L>]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(a, b)| stack_frame(observer, a, b))
}

/// The part of the stack that is compared while the machine does hidden work: from the first call
/// on that returns to a visible place.
fn cropped<L: Lattice>(observer: L, stack: &[StackFrame<L>]) -> &[StackFrame<L>] {
    let seen = |frame: &StackFrame<L>| frame.pc.label.flows_to(observer);
    let first = stack.iter().position(seen).unwrap_or(stack.len());
    &stack[first..]
}
