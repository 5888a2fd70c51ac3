//! The generator for single steps: small states, with one instruction that can probably run in
//! them.

use super::{Offer, argument, atom, stack, variation};
use crate::{Instruction, Pair, State};
use ifc_rules::pick;
use mutagen_core::internal::value::seed::Random;
use mutagen_core::text::{Form, ParseError, Parser, print};
use mutagen_core::{Generator, Mutate};

/// The greatest integer in a state. The smallest is 0.
const GREATEST: i64 = 1;

/// The published mean number of tests, discards included, until single-step noninterference fails,
/// by bug. Measured with QuickChick and this generator, with 10 million tests per bug.
pub const PUBLISHED: [f64; 20] = [
    14., 57., 62., 184., 74., 38., 82., 9., 176., 174., 23., 116., 92., 15., 117., 140., 235.,
    703., 175., 64.,
];

/// A pair from this generator, as the argument of a property. The size of the test has no
/// influence.
#[derive(Debug, Clone, PartialEq)]
pub struct Smart(pub Pair);

impl Mutate for Smart {
    fn smallest() -> Self {
        Smart(Pair::smallest())
    }
    fn generate(generator: &mut Generator) -> Self {
        Smart(pair(generator.random()))
    }
    fn copy(this: &Self) -> Option<Self> {
        Some(this.clone())
    }
    fn form(this: &Self) -> Form {
        Form::Atom(print(&this.0))
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        Pair::parse(parser).map(Smart)
    }
}

/// An indistinguishable pair of states.
pub fn pair(random: &mut Random) -> Pair {
    let left = state(random);
    let right = variation::of(random, &left, GREATEST);
    Pair { left, right }
}

/// A state with 2 cells, 4 stack entries, and a program of the same instruction twice.
pub fn state(random: &mut Random) -> State {
    let memory = vec![atom(random, GREATEST), atom(random, GREATEST)];
    let stack = stack(random, GREATEST, 4, (10, 4));
    let pc = atom(random, GREATEST);
    let instructions = vec![instruction(random, &Offer::of(&stack)); 2];
    State { instructions, memory, stack, pc }
}

fn instruction(random: &mut Random, offer: &Offer) -> Instruction {
    let push = argument(random, Instruction::Push, GREATEST);
    let most = i64::from(offer.data.saturating_sub(1));
    let call = argument(random, Instruction::BCall, most);
    let choices = [
        (1, Instruction::Nop),
        (10, push),
        (10, call),
        (offer.with_marker(10), Instruction::BRet),
        (offer.with_data(2, 10), Instruction::Add),
        (offer.with_data(1, 10), Instruction::Load),
        (offer.with_data(2, 10), Instruction::Store),
    ];
    pick::weighted(random, choices)
}
