//! The effect of each instruction with the correct rules, on public data and on secrets: the whole
//! state after the step, or the absence of a step.

use ifc_stack::Instruction::*;
use ifc_stack::{Atom, Instruction, Stack, State, rules, step};

fn low(value: i64) -> Atom {
    Atom::low(value)
}

fn high(value: i64) -> Atom {
    Atom::high(value)
}

/// The stack below the entries that an instruction uses.
fn rest() -> Stack {
    Stack::Empty.data(low(30)).marker(high(20)).data(low(10))
}

/// A state with the instruction at address 1, so that a wrong step does not reach the next address
/// by chance.
fn state(pc: Atom, instruction: Instruction, stack: Stack) -> State {
    let instructions = vec![Halt, instruction, Halt];
    State { instructions, memory: vec![low(7), high(8)], stack, pc }
}

#[test]
fn each_instruction_changes_the_stack_and_the_pc_as_its_rule_says() {
    let (public, secret) = (low(1), high(1));
    let steps = [
        (public, Nop, rest(), rest(), low(2)),
        (secret, Nop, rest(), rest(), high(2)),
        (public, Push(5), rest(), rest().data(low(5)), low(2)),
        // The constant is part of the program, which is public.
        (secret, Push(-5), rest(), rest().data(low(-5)), high(2)),
        (public, Add, rest().data(low(3)).data(low(4)), rest().data(low(7)), low(2)),
        (public, Add, rest().data(low(3)).data(high(4)), rest().data(high(7)), low(2)),
        (public, Add, rest().data(high(3)).data(low(4)), rest().data(high(7)), low(2)),
        (secret, Add, rest().data(low(3)).data(low(4)), rest().data(low(7)), high(2)),
        (public, Add, rest().data(low(i64::MAX)).data(low(1)), rest().data(low(i64::MIN)), low(2)),
        (public, Load, rest().data(low(0)), rest().data(low(7)), low(2)),
        (public, Load, rest().data(low(1)), rest().data(high(8)), low(2)),
        (public, Load, rest().data(high(0)), rest().data(high(7)), low(2)),
        (secret, Load, rest().data(low(0)), rest().data(low(7)), high(2)),
        (public, BCall(0), rest().data(low(5)), rest().marker(low(2)), low(5)),
        (public, BCall(0), rest().data(high(5)), rest().marker(low(2)), high(5)),
        (secret, BCall(0), rest().data(low(5)), rest().marker(high(2)), high(5)),
        (
            public,
            BCall(2),
            rest().data(low(3)).data(high(4)).data(low(5)),
            rest().marker(low(2)).data(low(3)).data(high(4)),
            low(5),
        ),
        (public, BRet, rest().marker(low(6)).data(low(3)), rest().data(low(3)), low(6)),
        (public, BRet, rest().marker(low(6)).data(high(3)), rest().data(high(3)), low(6)),
        (public, BRet, rest().marker(high(6)).data(low(3)), rest().data(low(3)), high(6)),
        (secret, BRet, rest().marker(low(6)).data(low(3)), rest().data(high(3)), low(6)),
        (
            public,
            BRet,
            rest().marker(low(6)).data(low(4)).data(low(3)),
            rest().data(low(3)),
            low(6),
        ),
    ];
    for (pc, instruction, before, after, next) in steps {
        let start = state(pc, instruction, before);
        let expected = State { stack: after, pc: next, ..start.clone() };
        assert_eq!(step(&rules::correct(), &start), Some(expected), "{start:?}");
    }
}

#[test]
fn a_store_changes_one_cell_and_its_label() {
    let (public, secret) = (low(1), high(1));
    let stores = [
        (public, low(3), low(0), [low(3), high(8)]),
        (public, low(3), low(1), [low(7), low(3)]),
        (public, low(3), high(1), [low(7), high(3)]),
        (public, high(3), low(0), [high(3), high(8)]),
        (secret, low(3), low(1), [low(7), high(3)]),
    ];
    for (pc, value, pointer, memory) in stores {
        let start = state(pc, Store, rest().data(value).data(pointer));
        let next = Atom { value: 2, label: pc.label };
        let expected = State { memory: memory.to_vec(), stack: rest(), pc: next, ..start.clone() };
        assert_eq!(step(&rules::correct(), &start), Some(expected), "{start:?}");
    }
}

#[test]
fn where_an_instruction_finds_not_what_it_needs_there_is_no_step() {
    let stuck = [
        (Halt, rest()),
        (Add, Stack::Empty),
        (Add, Stack::Empty.data(low(1))),
        (Add, rest().marker(low(1))),
        (Add, rest().marker(low(1)).data(low(1))),
        (Load, Stack::Empty),
        (Load, rest().marker(low(0))),
        (Load, rest().data(low(-1))),
        (Load, rest().data(low(2))),
        (Store, Stack::Empty),
        (Store, Stack::Empty.data(low(0))),
        (Store, rest().marker(low(0))),
        (Store, rest().marker(low(0)).data(low(0))),
        (Store, rest().data(low(3)).data(low(-1))),
        (Store, rest().data(low(3)).data(low(2))),
        // A secret pointer and a public cell.
        (Store, rest().data(low(3)).data(high(0))),
        (BCall(0), Stack::Empty),
        (BCall(0), rest().marker(low(0))),
        (BCall(-1), rest().data(low(0))),
        (BCall(1), Stack::Empty.data(low(0))),
        (BCall(1), rest().marker(low(0)).data(low(0))),
        (BCall(2), rest().data(low(0))),
        (BRet, Stack::Empty),
        (BRet, Stack::Empty.data(low(0))),
        // A marker alone provides no return value.
        (BRet, rest().marker(low(0))),
    ];
    for (instruction, stack) in stuck {
        let start = state(low(1), instruction, stack);
        assert_eq!(step(&rules::correct(), &start), None, "{start:?}");
    }
    // A secret run and a public cell.
    let store = state(high(1), Store, rest().data(low(3)).data(low(0)));
    assert_eq!(step(&rules::correct(), &store), None);
}

#[test]
fn outside_of_the_program_there_is_no_step() {
    for address in [-1, 3, i64::MIN, i64::MAX] {
        let mut start = state(low(address), Nop, rest());
        start.instructions.fill(Nop);
        assert_eq!(start.instruction(), None, "{address}");
        assert_eq!(step(&rules::correct(), &start), None, "{address}");
    }
}
