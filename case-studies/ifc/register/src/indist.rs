//! Indistinguishability: what an observer can tell apart who may see all that flows to its label.

use crate::state::{Atom, Frame, Memory, StackFrame, State};
use ifc_rules::Lattice;

/// Whether an observer with this label cannot tell two states apart.
pub fn indistinguishable<L: Lattice>(observer: L, left: &State<L>, right: &State<L>) -> bool {
    let seen = |label: L| label.flows_to(observer);
    // The cheapest first: most pairs that differ do so in a number.
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

/// Equal labels, and equal values where the observer sees them.
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

/// The frames whose allocation the observer saw.
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

/// What is left of the stack of a machine that does what the observer does not see: from the first
/// call on that returns to where it does.
fn cropped<L: Lattice>(observer: L, stack: &[StackFrame<L>]) -> &[StackFrame<L>] {
    let seen = |frame: &StackFrame<L>| frame.pc.label.flows_to(observer);
    let first = stack.iter().position(seen).unwrap_or(stack.len());
    &stack[first..]
}
