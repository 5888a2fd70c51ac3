//! Well-formedness: an observer that can reach a frame may know that the frame was allocated.
//!
//! Without well-formedness, a state could hold a public pointer to a frame with a secret stamp. No
//! program can make such a pointer, and noninterference does not hold for such states.

use crate::state::{Atom, Block, State, Value};
use ifc_rules::Lattice;

/// Whether, for each label, all frames that are reachable at the label have a stamp that flows to
/// it.
///
/// The frames reachable at a label are the targets of three kinds of pointers: those in the
/// registers, if the program counter's label flows to the label; those in the saved registers of a
/// call, if the label of its return address does; and those in reachable frames whose label does.
/// Only pointers whose own label flows to the label count. A frame is reachable whether or not it
/// exists.
pub fn is_well_formed<L: Lattice>(state: &State<L>) -> bool {
    L::ALL.iter().all(|&label| is_well_formed_at(label, state))
}

fn is_well_formed_at<L: Lattice>(label: L, state: &State<L>) -> bool {
    let mut reached = Reached { label, blocks: Vec::new() };
    let calls = state.stack.iter().map(|call| (call.pc.label, &call.registers));
    let mut roots = calls.chain([(state.pc.label, &state.registers)]);
    if !roots.all(|(guard, atoms)| !guard.flows_to(label) || reached.follow(atoms)) {
        return false;
    }
    let mut next = 0;
    while let Some(&block) = reached.blocks.get(next) {
        next += 1;
        if let Some(frame) = state.memory.frame(block)
            && frame.label.flows_to(label)
            && !reached.follow(&frame.cells)
        {
            return false;
        }
    }
    true
}

/// The frames found reachable at a label so far.
struct Reached<L> {
    label: L,
    blocks: Vec<Block<L>>,
}

impl<L: Lattice> Reached<L> {
    /// Adds the targets of these atoms. Returns whether all of them may be reached.
    fn follow(&mut self, atoms: &[Atom<L>]) -> bool {
        atoms.iter().filter(|atom| atom.label.flows_to(self.label)).all(|atom| {
            let Value::Ptr(pointer) = atom.value else { return true };
            if !self.blocks.contains(&pointer.block) {
                self.blocks.push(pointer.block);
            }
            pointer.block.stamp.flows_to(self.label)
        })
    }
}
