//! Indistinguishability: what an observer can distinguish who sees only values labelled L.

use crate::Label;
use crate::state::{Atom, Stack, State};

/// Whether the observer cannot distinguish two states.
pub fn indistinguishable(left: &State, right: &State) -> bool {
    // The cheapest comparison comes first: most different pairs differ in a number.
    atoms(&left.pc, &right.pc)
        && memories(&left.memory, &right.memory)
        && left.instructions == right.instructions
        && if left.is_low() {
            stacks(&left.stack, &right.stack)
        } else {
            stacks(cropped(&left.stack), cropped(&right.stack))
        }
}

/// Whether the labels are equal, and the values too unless they are secret.
fn atoms(left: &Atom, right: &Atom) -> bool {
    left.label == right.label && (left.label == Label::H || left.value == right.value)
}

fn memories(left: &[Atom], right: &[Atom]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| atoms(left, right))
}

fn stacks(left: &Stack, right: &Stack) -> bool {
    let (mut left, mut right) = (left, right);
    loop {
        match (left, right) {
            (Stack::Empty, Stack::Empty) => return true,
            (Stack::Data(a, below_left), Stack::Data(b, below_right))
            | (Stack::Return(a, below_left), Stack::Return(b, below_right))
                if atoms(a, b) =>
            {
                (left, right) = (below_left, below_right);
            }
            _ => return false,
        }
    }
}

/// The part of the stack that is compared while the machine works on secrets: from the first return
/// marker on that leads back to public data. The entries above it are gone when the observer can
/// see again.
fn cropped(stack: &Stack) -> &Stack {
    let mut stack = stack;
    loop {
        match stack {
            Stack::Return(Atom { label: Label::L, .. }, _) | Stack::Empty => return stack,
            Stack::Data(_, rest) | Stack::Return(_, rest) => stack = rest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(stack: Stack, pc: Atom) -> State {
        State { instructions: Vec::new(), memory: Vec::new(), stack, pc }
    }

    #[test]
    fn secrets_may_differ_and_the_rest_may_not() {
        let low = |value| state(Stack::Empty.data(Atom::low(value)), Atom::low(0));
        let high = |value| state(Stack::Empty.data(Atom::high(value)), Atom::low(0));
        assert!(indistinguishable(&high(1), &high(2)));
        assert!(!indistinguishable(&low(1), &low(2)));
        assert!(!indistinguishable(&low(1), &high(1)));
    }

    #[test]
    fn above_the_last_public_call_the_stack_of_a_secret_run_is_not_seen() {
        let below = Stack::Empty.data(Atom::low(1)).marker(Atom::low(3));
        let more = below.clone().marker(Atom::high(3)).data(Atom::low(2));
        let pair = |pc| (state(below.clone(), pc), state(more.clone(), pc));
        let (left, right) = pair(Atom::high(0));
        assert!(indistinguishable(&left, &right));
        let (left, right) = pair(Atom::low(0));
        assert!(!indistinguishable(&left, &right));
    }
}
