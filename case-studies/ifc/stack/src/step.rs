//! One step of the machine, under a rule table.
//!
//! A step first reads everything it needs and only then builds the next state, so that a state
//! without a step costs little.

use crate::Label;
use crate::rules::{Op, Table};
use crate::state::{Atom, Instruction, Stack, State};
use ifc_rules::Effect;

/// The state after one step, or `None` if no step is defined.
///
/// The labels that rules refer to:
///
/// | instruction | ℓ1 | ℓ2 | ℓ3 |
/// |---|---|---|---|
/// | `BCall` | the jump address | | |
/// | `BRet` | the return marker | the returned value | |
/// | `Add` | the top | the one below | |
/// | `Load` | the memory cell | the pointer | |
/// | `Store` | the pointer | the new value | the old cell |
pub fn step(table: &Table, state: &State) -> Option<State> {
    let State { memory, stack, pc, .. } = state;
    let apply = |op, inputs: &[Label]| table.rule(op).apply(inputs, pc.label);
    // The state that continues at the next instruction.
    let next = |effect: Effect<Label>, memory: Vec<Atom>, stack: Stack| {
        let pc = Atom { value: pc.value.wrapping_add(1), label: effect.pc };
        Some(State { instructions: state.instructions.clone(), memory, stack, pc })
    };
    match state.instruction()? {
        Instruction::Nop => next(apply(Op::Nop, &[])?, memory.clone(), stack.clone()),
        Instruction::Push(value) => {
            let effect = apply(Op::Push, &[])?;
            let pushed = Atom { value, label: effect.result };
            next(effect, memory.clone(), stack.clone().data(pushed))
        }
        Instruction::Add => {
            let (a, rest) = stack.pop()?;
            let (b, rest) = rest.pop()?;
            let effect = apply(Op::Add, &[a.label, b.label])?;
            let sum = Atom { value: a.value.wrapping_add(b.value), label: effect.result };
            next(effect, memory.clone(), rest.clone().data(sum))
        }
        Instruction::Load => {
            let (pointer, rest) = stack.pop()?;
            let cell = memory.get(usize::try_from(pointer.value).ok()?)?;
            let effect = apply(Op::Load, &[cell.label, pointer.label])?;
            let loaded = Atom { value: cell.value, label: effect.result };
            next(effect, memory.clone(), rest.clone().data(loaded))
        }
        Instruction::Store => {
            let (pointer, rest) = stack.pop()?;
            let (new, rest) = rest.pop()?;
            let at = usize::try_from(pointer.value).ok()?;
            let old = memory.get(at)?;
            let effect = apply(Op::Store, &[pointer.label, new.label, old.label])?;
            let mut memory = memory.clone();
            memory[at] = Atom { value: new.value, label: effect.result };
            next(effect, memory, rest.clone())
        }
        Instruction::BCall(arguments) => {
            let (address, rest) = stack.pop()?;
            if !starts_with_data(rest, arguments) {
                return None;
            }
            let effect = apply(Op::BCall, &[address.label])?;
            let marker = Atom { value: pc.value.wrapping_add(1), label: effect.result };
            Some(State {
                instructions: state.instructions.clone(),
                memory: memory.clone(),
                stack: insert_marker(rest, arguments, marker),
                pc: Atom { value: address.value, label: effect.pc },
            })
        }
        Instruction::BRet => {
            let (returned, rest) = stack.pop()?;
            let (marker, rest) = last_marker(rest)?;
            let effect = apply(Op::BRet, &[marker.label, returned.label])?;
            let value = Atom { value: returned.value, label: effect.result };
            Some(State {
                instructions: state.instructions.clone(),
                memory: memory.clone(),
                stack: rest.clone().data(value),
                pc: Atom { value: marker.value, label: effect.pc },
            })
        }
        Instruction::Halt => None,
    }
}

/// Whether the top of the stack consists of at least this many data atoms.
fn starts_with_data(stack: &Stack, number: i64) -> bool {
    let mut stack = stack;
    for _ in 0..number {
        match stack.pop() {
            Some((_, rest)) => stack = rest,
            None => return false,
        }
    }
    number >= 0
}

/// The stack with a return marker below its top `number` data atoms.
fn insert_marker(stack: &Stack, number: i64, marker: Atom) -> Stack {
    match stack.pop() {
        Some((atom, rest)) if number > 0 => insert_marker(rest, number - 1, marker).data(atom),
        _ => stack.clone().marker(marker),
    }
}

/// The return marker nearest to the top, and the rest below it.
fn last_marker(stack: &Stack) -> Option<(Atom, &Stack)> {
    let mut stack = stack;
    loop {
        match stack {
            Stack::Empty => return None,
            Stack::Data(_, rest) => stack = rest,
            Stack::Return(marker, rest) => return Some((*marker, rest)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    fn after(instruction: Instruction, stack: Stack) -> Option<State> {
        let memory = vec![Atom::low(7), Atom::high(8)];
        let instructions = vec![instruction];
        step(&rules::correct(), &State { instructions, memory, stack, pc: Atom::low(0) })
    }

    #[test]
    fn a_call_leaves_its_marker_below_its_arguments() {
        let stack = || Stack::Empty.data(Atom::low(3)).data(Atom::low(2)).data(Atom::high(9));
        let state = after(Instruction::BCall(1), stack()).unwrap();
        assert_eq!(state.pc, Atom::high(9));
        let expected = Stack::Empty.data(Atom::low(3)).marker(Atom::low(1)).data(Atom::low(2));
        assert_eq!(state.stack, expected);
        assert!(after(Instruction::BCall(2), stack()).is_some());
        assert_eq!(after(Instruction::BCall(3), stack()), None);
        assert_eq!(after(Instruction::BCall(-1), stack()), None);
    }

    #[test]
    fn a_return_drops_all_above_the_first_marker() {
        let below = Stack::Empty.data(Atom::low(1)).marker(Atom::high(5));
        let stack = below.data(Atom::low(2)).data(Atom::low(4));
        let state = after(Instruction::BRet, stack).unwrap();
        assert_eq!(state.pc, Atom::high(5));
        assert_eq!(state.stack, Stack::Empty.data(Atom::low(1)).data(Atom::low(4)));
        assert_eq!(after(Instruction::BRet, Stack::Empty.data(Atom::low(4))), None);
    }

    #[test]
    fn a_store_through_a_secret_pointer_needs_a_secret_cell() {
        let to = |cell| Stack::Empty.data(Atom::low(3)).data(Atom::high(cell));
        assert_eq!(after(Instruction::Store, to(0)), None);
        let state = after(Instruction::Store, to(1)).unwrap();
        assert_eq!(state.memory, [Atom::low(7), Atom::high(3)]);
        assert_eq!(after(Instruction::Store, to(2)), None);
    }

    #[test]
    fn a_load_is_as_secret_as_its_cell_and_its_pointer() {
        let from = |pointer: Atom| after(Instruction::Load, Stack::Empty.data(pointer));
        let loaded = |pointer| from(pointer).unwrap().stack;
        assert_eq!(loaded(Atom::low(0)), Stack::Empty.data(Atom::low(7)));
        assert_eq!(loaded(Atom::low(1)), Stack::Empty.data(Atom::high(8)));
        assert_eq!(loaded(Atom::high(0)), Stack::Empty.data(Atom::high(7)));
        assert_eq!(from(Atom::low(-1)), None);
    }

    #[test]
    fn a_halted_machine_makes_no_step() {
        assert_eq!(after(Instruction::Halt, Stack::Empty), None);
        assert!(after(Instruction::Nop, Stack::Empty).is_some());
    }
}
