//! Tests single instructions, well-formedness of states, and what observers can distinguish.

mod atoms;

use atoms::{int, lab, ptr};
use ifc_register::Diamond::{H, L, M1};
use ifc_register::Instruction::*;
use ifc_register::{
    Atom, Diamond, Frame, Instruction, Memory, Pc, StackFrame, State, indistinguishable,
    is_well_formed, rules, step,
};

/// A state with one public frame labelled M1, whose cells are 5 and secret 6.
fn state(instruction: Instruction<Diamond>, registers: Vec<Atom<Diamond>>) -> State<Diamond> {
    let frame = Frame { label: M1, cells: vec![int(5, L), int(6, H)] };
    State {
        instructions: vec![instruction],
        memory: Memory([(L, vec![frame])].into()),
        stack: Vec::new(),
        registers,
        pc: Pc { address: 0, label: L },
    }
}

fn after(
    instruction: Instruction<Diamond>,
    registers: Vec<Atom<Diamond>>,
) -> Option<State<Diamond>> {
    step(&rules::correct(), &state(instruction, registers))
}

#[test]
fn a_load_takes_the_label_of_the_cell_and_leaves_the_others_on_the_pc() {
    let next = after(Load(0, 1), vec![ptr(0, L, 1, L), int(0, L)]).unwrap();
    assert_eq!(next.registers[1], int(6, H));
    assert_eq!(next.pc, Pc { address: 1, label: M1 });
    assert_eq!(after(Load(0, 1), vec![ptr(0, L, 2, L), int(0, L)]), None);
    assert_eq!(after(Load(0, 1), vec![ptr(1, L, 0, L), int(0, L)]), None);
    assert_eq!(after(Load(0, 2), vec![ptr(0, L, 0, L), int(0, L)]), None);
}

#[test]
fn a_store_changes_the_label_of_the_cell_and_a_write_does_not() {
    let registers = || vec![ptr(0, L, 0, L), int(7, M1)];
    let stored = after(Store(0, 1), registers()).unwrap();
    assert_eq!(stored.memory.frames(L)[0].cells, [int(7, M1), int(6, H)]);
    let written = after(Write(0, 1), registers()).unwrap();
    assert_eq!(written.memory.frames(L)[0].cells, [int(7, L), int(6, H)]);
    assert_eq!(after(Store(0, 1), vec![ptr(0, L, 0, H), int(7, L)]), None);
    assert_eq!(after(Write(0, 1), vec![ptr(0, L, 0, L), int(7, H)]), None);
}

#[test]
fn a_new_frame_is_stamped_with_all_that_its_allocation_depends_on() {
    let registers = vec![int(2, M1), lab(H, L), int(0, L)];
    let next = after(Alloc(0, 1, 2), registers.clone()).unwrap();
    assert_eq!(next.registers[2], ptr(0, M1, 0, M1));
    assert_eq!(next.memory.frames(M1), [Frame { label: H, cells: vec![int(0, L); 2] }]);
    let public = vec![int(0, L), registers[1], registers[2]];
    assert_eq!(after(Alloc(0, 1, 2), public).unwrap().registers[2], ptr(1, L, 0, L));
    for size in [-1, 101, i64::MAX] {
        assert_eq!(after(Alloc(0, 1, 2), vec![int(size, L), registers[1], registers[2]]), None);
    }
}

#[test]
fn a_call_saves_the_registers_and_its_return_brings_them_back() {
    let registers = vec![int(9, M1), lab(H, L), int(3, L)];
    let mut called = after(BCall(0, 1, 2), registers.clone()).unwrap();
    let frame = StackFrame {
        pc: Pc { address: 1, label: L },
        registers: registers.clone(),
        result: 2,
        label: H,
    };
    assert_eq!((called.pc, called.stack.as_slice()), (Pc { address: 9, label: M1 }, &[frame][..]));
    called.registers[0] = int(0, L);
    called.registers[2] = int(4, M1);
    called.instructions = vec![BRet];
    called.pc.address = 0;
    let back = step(&rules::correct(), &called).unwrap();
    assert_eq!(back.registers, [registers[0], registers[1], int(4, H)]);
    assert_eq!((back.pc, back.stack.len()), (Pc { address: 1, label: L }, 0));
}

#[test]
fn a_result_more_secret_than_was_declared_is_not_returned() {
    let mut state = state(BRet, vec![int(4, H)]);
    let pc = Pc { address: 0, label: L };
    state.stack.push(StackFrame { pc, registers: vec![int(0, L)], result: 0, label: M1 });
    assert_eq!(step(&rules::correct(), &state), None);
    state.stack[0].label = H;
    assert!(step(&rules::correct(), &state).is_some());
}

#[test]
fn a_branch_is_taken_unless_the_register_holds_zero() {
    let at = |number| after(BNZ(-3, 0), vec![int(number, M1)]).unwrap().pc;
    assert_eq!(at(0), Pc { address: 1, label: M1 });
    assert_eq!(at(2), Pc { address: -3, label: M1 });
}

#[test]
fn a_public_pointer_to_a_frame_with_a_secret_stamp_is_not_well_formed() {
    let public = state(Nop, vec![ptr(0, M1, 0, L)]);
    assert!(!is_well_formed(&public));
    assert!(is_well_formed(&state(Nop, vec![ptr(0, M1, 0, M1)])));
    let mut hidden = public.clone();
    hidden.pc.label = M1;
    assert!(is_well_formed(&hidden), "who does not see the pc does not see the registers");
    let mut stacked = state(Nop, Vec::new());
    let pc = Pc { address: 0, label: L };
    stacked.stack.push(StackFrame { pc, registers: public.registers, result: 0, label: L });
    assert!(!is_well_formed(&stacked));
}

#[test]
fn pointers_are_followed_through_the_memory_as_far_as_labels_allow() {
    let mut state = state(Nop, vec![ptr(0, L, 0, M1)]);
    let set = |state: &mut State<Diamond>, atom| {
        state.memory.0.get_mut(&L).unwrap()[0].cells[0] = atom;
    };
    set(&mut state, ptr(0, H, 0, M1));
    assert!(!is_well_formed(&state));
    set(&mut state, ptr(0, H, 0, H));
    assert!(is_well_formed(&state));
    set(&mut state, ptr(0, M1, 0, L));
    assert!(is_well_formed(&state), "the frame itself is labelled M1");
}

#[test]
fn frames_with_a_stamp_that_the_observer_does_not_see_do_not_count() {
    let one = state(Nop, Vec::new());
    let mut other = one.clone();
    other.memory.0.insert(H, vec![Frame { label: L, cells: Vec::new() }]);
    assert!(indistinguishable(M1, &one, &other));
    assert!(!indistinguishable(H, &one, &other));
    let mut changed = one.clone();
    changed.memory.0.insert(H, Vec::new());
    assert!(indistinguishable(H, &one, &changed), "no frames are no frames");
}
