//! Code with branches of every kind, for the comparison of counters with a callback: what it does has
//! no meaning, and which way it goes depends on every byte it is given. It takes nothing generic from
//! std that is compiled as a function of its own: so all edges of this crate are found by its name.

use std::hint::black_box;

/// Runs on some bytes: the first two are a number of rounds, the others are instructions.
#[inline(never)]
pub fn run(bytes: &[u8]) -> u64 {
    let Some((rounds, instructions)) = bytes.split_first_chunk::<2>() else { return 0 };
    let mut state = repeat(u16::from_le_bytes(*rounds));
    let (mut stack, mut height) = ([0u64; 4], 0);
    for (at, &instruction) in instructions.iter().enumerate() {
        state = match instruction {
            0..=19 => state.wrapping_add(constant(instruction % 6)),
            20..=59 if state % 3 == 1 && instruction > 40 && at % 2 == 0 => state / 3,
            60..=99 => turn(state, instruction % 7),
            100..=139 => {
                stack[height % 4] = state;
                height += 1;
                state ^ 77
            }
            140..=179 => match height.checked_sub(1).map(|top| stack[top % 4]) {
                Some(top) if top > state || at > 9 => top - top / 4,
                Some(top) => top,
                None => 5,
            },
            180..=219 => stack.iter().filter(|&&held| held > state).count() as u64,
            _ => if state == 77 { state + 1 } else { state },
        };
    }
    state
}

/// Goes through its loop as often as is said.
#[inline(never)]
fn repeat(rounds: u16) -> u64 {
    let mut state = 1u64;
    for round in 0..rounds {
        state = black_box(state ^ u64::from(round));
    }
    state % 1000
}

#[inline(never)]
fn constant(choice: u8) -> u64 {
    match choice {
        0 => 17,
        1 => 4,
        2 => 99,
        3 => 256,
        _ => 1000,
    }
}

#[inline(never)]
fn turn(state: u64, depth: u8) -> u64 {
    if depth == 0 {
        return state;
    }
    let deeper = turn(state / 2 + 3, depth - 1);
    if deeper % 2 == 0 { deeper + 1 } else { deeper }
}
