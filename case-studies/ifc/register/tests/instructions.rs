//! The effect of each instruction with the correct rules, in a run with some secrets: the whole
//! state after the step, or the absence of a step.

mod atoms;

use atoms::{int, lab, ptr};
use ifc_register::BinOp::{Add, Eq, FlowsTo, Join, Mult};
use ifc_register::Diamond::{H, L, M1, M2};
use ifc_register::Instruction::*;
use ifc_register::{
    Atom, Diamond, Frame, Instruction, Memory, Pc, Register, StackFrame, State, rules, step,
};

/// The registers of [`state`], by content: integers, labels, pointers into both frames and to
/// missing cells and frames. The last register is for results, and no register has the index
/// `NONE`.
const TWO: Register = 0;
const MINUS_THREE: Register = 1;
const GREATEST: Register = 2;
const LABEL_L: Register = 3;
const LABEL_M1: Register = 4;
const LABEL_M2: Register = 5;
const POINTER: Register = 6;
const OTHER_POINTER: Register = 7;
const BEHIND_FRAME: Register = 8;
const NO_FRAME: Register = 9;
const RESULT: Register = 10;
const NONE: Register = 11;

/// A state at the address 1, with a program counter labelled M2.
fn state(instruction: Instruction<Diamond>) -> State<Diamond> {
    let frame = Frame { label: H, cells: vec![int(5, L), int(6, M1)] };
    let other = Frame { label: M1, cells: vec![int(7, L), int(8, H), int(9, L)] };
    State {
        instructions: vec![Halt, instruction, Halt],
        memory: Memory([(L, vec![frame, other])].into()),
        stack: Vec::new(),
        registers: vec![
            int(2, M1),
            int(-3, L),
            int(i64::MAX, M2),
            lab(L, L),
            lab(M1, M1),
            lab(M2, M2),
            ptr(0, L, 1, M1),
            ptr(1, L, 0, L),
            ptr(1, L, 3, L),
            ptr(2, L, 0, L),
            int(0, H),
        ],
        pc: Pc { address: 1, label: M2 },
    }
}

/// The state with a different value in a register.
fn with(mut state: State<Diamond>, register: Register, atom: Atom<Diamond>) -> State<Diamond> {
    state.registers[usize::try_from(register).unwrap()] = atom;
    state
}

#[test]
fn results_go_to_a_register_with_the_label_that_the_rule_says() {
    let flows = |from, to| BinOp(FlowsTo, from, to, RESULT);
    let same = |one, other| BinOp(Eq, one, other, RESULT);
    let results = [
        (Put(-7, RESULT), int(-7, L), M2),
        (Mov(TWO, RESULT), int(2, M1), M2),
        (Mov(OTHER_POINTER, RESULT), ptr(1, L, 0, L), M2),
        (Lab(TWO, RESULT), lab(M1, L), M2),
        (Lab(POINTER, RESULT), lab(M1, L), M2),
        (Lab(LABEL_L, RESULT), lab(L, L), M2),
        (PcLab(RESULT), lab(M2, L), M2),
        (PutLab(H, RESULT), lab(H, L), M2),
        // Reads the label of the frame, which is as secret as the pointer to the frame.
        (MLab(POINTER, RESULT), lab(H, M1), M2),
        (MLab(OTHER_POINTER, RESULT), lab(M1, L), M2),
        // The size is as secret as the cells. The program counter reveals which frame it is.
        (MSize(POINTER, RESULT), int(2, H), H),
        (MSize(OTHER_POINTER, RESULT), int(3, M1), M2),
        // These instructions need a frame, or only a pointer, but no cell.
        (MSize(BEHIND_FRAME, RESULT), int(3, M1), M2),
        (MLab(BEHIND_FRAME, RESULT), lab(M1, L), M2),
        (PGetOff(NO_FRAME, RESULT), int(0, L), M2),
        (PGetOff(POINTER, RESULT), int(1, M1), M2),
        (PSetOff(NO_FRAME, MINUS_THREE, RESULT), ptr(2, L, -3, L), M2),
        (PSetOff(POINTER, MINUS_THREE, RESULT), ptr(0, L, -3, M1), M2),
        (PSetOff(OTHER_POINTER, TWO, RESULT), ptr(1, L, 2, M1), M2),
        (BinOp(Add, TWO, MINUS_THREE, RESULT), int(-1, M1), M2),
        (BinOp(Add, MINUS_THREE, TWO, RESULT), int(-1, M1), M2),
        (BinOp(Add, GREATEST, TWO, RESULT), int(i64::MIN + 1, H), M2),
        (BinOp(Mult, TWO, MINUS_THREE, RESULT), int(-6, M1), M2),
        (BinOp(Mult, GREATEST, TWO, RESULT), int(-2, H), M2),
        (BinOp(Join, LABEL_M1, LABEL_M2, RESULT), lab(H, H), M2),
        (BinOp(Join, LABEL_L, LABEL_M2, RESULT), lab(M2, M2), M2),
        (flows(LABEL_L, LABEL_M1), int(1, M1), M2),
        (flows(LABEL_M1, LABEL_L), int(0, M1), M2),
        (flows(LABEL_M1, LABEL_M2), int(0, H), M2),
        (flows(LABEL_M2, LABEL_M2), int(1, M2), M2),
        (same(TWO, TWO), int(1, M1), M2),
        (same(TWO, MINUS_THREE), int(0, M1), M2),
        (same(LABEL_M1, LABEL_M2), int(0, H), M2),
        (same(OTHER_POINTER, BEHIND_FRAME), int(0, L), M2),
        // Values of different kinds are never equal.
        (same(LABEL_L, MINUS_THREE), int(0, L), M2),
        (Load(POINTER, RESULT), int(6, M1), H),
        (Load(OTHER_POINTER, RESULT), int(7, L), H),
    ];
    for (instruction, result, pc) in results {
        let pc = Pc { address: 2, label: pc };
        let expected = State { pc, ..with(state(instruction), RESULT, result) };
        assert_eq!(step(&rules::correct(), &state(instruction)), Some(expected), "{instruction:?}");
    }
}

#[test]
fn values_are_the_same_whatever_their_labels() {
    let start = with(state(BinOp(Eq, TWO, RESULT, RESULT)), RESULT, int(2, M2));
    let pc = Pc { address: 2, label: M2 };
    let expected = State { pc, ..with(start.clone(), RESULT, int(1, H)) };
    assert_eq!(step(&rules::correct(), &start), Some(expected));
}

#[test]
fn jumps_change_the_pc_alone() {
    let jumps = [
        (Nop, 2, M2),
        (Jump(TWO), 2, H),
        (Jump(MINUS_THREE), -3, M2),
        (Jump(RESULT), 0, H),
        (BNZ(5, TWO), 6, H),
        (BNZ(-4, MINUS_THREE), -3, M2),
        (BNZ(5, RESULT), 2, H),
    ];
    for (instruction, address, label) in jumps {
        let expected = State { pc: Pc { address, label }, ..state(instruction) };
        assert_eq!(step(&rules::correct(), &state(instruction)), Some(expected), "{instruction:?}");
    }
}

#[test]
fn stores_change_one_cell_alone() {
    let cell = |start: State<Diamond>, index: usize, offset: usize, atom: Atom<Diamond>| {
        let mut next = start;
        next.memory.0.get_mut(&L).unwrap()[index].cells[offset] = atom;
        next.pc = Pc { address: 2, label: M2 };
        Some(next)
    };
    let after = |instruction| step(&rules::correct(), &state(instruction));
    let (store, write) = (Store(POINTER, LABEL_L), Write(POINTER, LABEL_L));
    assert_eq!(after(store), cell(state(store), 0, 1, lab(L, L)));
    assert_eq!(after(write), cell(state(write), 0, 1, lab(L, M1)));
    // The other frame is labelled M1, to which the program counter's M2 does not flow.
    assert_eq!(after(Store(OTHER_POINTER, LABEL_L)), None);
    assert_eq!(after(Write(OTHER_POINTER, LABEL_L)), None);
    // A write to its second cell, labelled H, is allowed whatever the secrecy.
    let start = with(state(Write(OTHER_POINTER, TWO)), OTHER_POINTER, ptr(1, L, 1, H));
    assert_eq!(step(&rules::correct(), &start), cell(start, 1, 1, int(2, H)));
}

#[test]
fn an_allocation_adds_one_frame_alone() {
    let start = state(Alloc(TWO, LABEL_L, RESULT));
    // The stamp joins the labels of the size, of the label operand and of the program counter. The
    // pointer's label does not include that of the program counter.
    let mut expected = with(start.clone(), RESULT, ptr(0, H, 0, M1));
    expected.memory.0.insert(H, vec![Frame { label: L, cells: vec![int(0, L); 2] }]);
    expected.pc.address = 2;
    assert_eq!(step(&rules::correct(), &start), Some(expected));
    // The new frame comes after the existing frames.
    let mut start = with(state(Alloc(TWO, LABEL_L, RESULT)), TWO, int(0, L));
    start.pc.label = L;
    let mut expected = with(start.clone(), RESULT, ptr(2, L, 0, L));
    expected.memory.0.get_mut(&L).unwrap().push(Frame { label: L, cells: Vec::new() });
    expected.pc.address = 2;
    assert_eq!(step(&rules::correct(), &start), Some(expected));
}

/// A state with a call on the stack that returns to the address 7, with its result in [`TWO`].
fn called(declared: Diamond, label: Diamond) -> State<Diamond> {
    let pc = Pc { address: 7, label };
    let call = StackFrame { pc, registers: vec![int(1, L); 2], result: TWO, label: declared };
    let below = StackFrame { result: NONE, ..call.clone() };
    State { stack: vec![call, below], ..state(BRet) }
}

#[test]
fn a_call_changes_the_stack_and_the_pc_and_a_return_all_but_the_memory() {
    // That the result register is missing shows only at the return.
    for result in [RESULT, NONE] {
        let mut start = called(H, L);
        start.instructions[1] = BCall(TWO, LABEL_M1, result);
        let mut expected = start.clone();
        let registers = start.registers.clone();
        let pc = Pc { address: 2, label: H };
        expected.stack.insert(0, StackFrame { pc, registers, result, label: M1 });
        expected.pc = Pc { address: 2, label: H };
        assert_eq!(step(&rules::correct(), &start), Some(expected));
    }
    for (declared, label) in [(H, L), (M1, M2), (H, M1), (L, H)] {
        let start = called(declared, label);
        let expected = State {
            stack: start.stack[1..].to_vec(),
            registers: vec![int(2, declared), int(1, L)],
            pc: Pc { address: 7, label },
            ..start.clone()
        };
        assert_eq!(step(&rules::correct(), &start), Some(expected), "{declared:?} {label:?}");
    }
}

#[test]
fn a_return_needs_a_call_a_result_and_a_register_for_it_and_leave_to_return_it() {
    let stuck = |change: &dyn Fn(&mut State<Diamond>)| {
        let mut start = called(H, L);
        assert!(step(&rules::correct(), &start).is_some());
        change(&mut start);
        assert_eq!(step(&rules::correct(), &start), None, "{start:?}");
    };
    stuck(&|start| start.stack.clear());
    stuck(&|start| start.stack[0].result = NONE);
    stuck(&|start| start.stack[0].result = -1);
    stuck(&|start| start.registers.clear());
    stuck(&|start| start.stack[0].registers.clear());
    // The result is labelled M1, the program counter M2.
    stuck(&|start| start.stack[0].label = M1);
    stuck(&|start| start.stack[0].label = M2);
}

#[test]
fn where_an_instruction_finds_not_what_it_needs_there_is_no_step() {
    let (int, label, pointer, to) = (TWO, LABEL_L, POINTER, RESULT);
    // For each instruction, each operand in turn has the wrong kind or is missing.
    let stuck = [
        Halt,
        Put(1, NONE),
        Put(1, -1),
        Mov(NONE, to),
        Mov(int, NONE),
        Lab(NONE, to),
        Lab(int, NONE),
        PcLab(NONE),
        PutLab(L, NONE),
        MLab(int, to),
        MLab(NO_FRAME, to),
        MLab(pointer, NONE),
        MSize(label, to),
        MSize(NO_FRAME, to),
        MSize(pointer, NONE),
        PGetOff(int, to),
        PGetOff(pointer, NONE),
        PSetOff(int, int, to),
        PSetOff(pointer, label, to),
        PSetOff(pointer, int, NONE),
        BinOp(Add, int, label, to),
        BinOp(Add, pointer, int, to),
        BinOp(Mult, label, int, to),
        BinOp(Mult, int, pointer, to),
        BinOp(Join, label, int, to),
        BinOp(Join, int, label, to),
        BinOp(FlowsTo, label, pointer, to),
        BinOp(FlowsTo, int, label, to),
        BinOp(Eq, NONE, int, to),
        BinOp(Eq, int, NONE, to),
        BinOp(Eq, int, int, NONE),
        Load(int, to),
        Load(BEHIND_FRAME, to),
        Load(NO_FRAME, to),
        Load(pointer, NONE),
        Store(label, int),
        Store(BEHIND_FRAME, int),
        Store(NO_FRAME, int),
        Store(pointer, NONE),
        Write(label, int),
        Write(BEHIND_FRAME, int),
        Write(NO_FRAME, int),
        Write(pointer, NONE),
        Jump(label),
        Jump(NONE),
        BNZ(1, pointer),
        BNZ(1, NONE),
        BCall(label, label, to),
        BCall(int, int, to),
        Alloc(label, label, to),
        Alloc(int, pointer, to),
        Alloc(int, label, NONE),
        Alloc(MINUS_THREE, label, to),
        Alloc(GREATEST, label, to),
    ];
    for instruction in stuck {
        assert_eq!(step(&rules::correct(), &state(instruction)), None, "{instruction:?}");
    }
}

#[test]
fn outside_of_the_program_there_is_no_step() {
    for address in [-1, 3, i64::MIN, i64::MAX] {
        let mut start = state(Nop);
        start.instructions.fill(Nop);
        start.pc.address = address;
        assert_eq!(step(&rules::correct(), &start), None, "{address}");
    }
}
