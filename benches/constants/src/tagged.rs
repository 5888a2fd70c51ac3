//! A message with a kind, a length and a body. The bug: a message of one kind, whose length agrees
//! with its body and whose second byte has one value, is a failure.

use mutagen_core::{Outcome, check};

const KIND: u32 = 0x1234_5678;
/// The bytes that the length counts in addition to the body.
const OVERHEAD: usize = 4096;

/// A message.
#[derive(Debug, Clone, PartialEq, Eq, mutagen_core::Mutate)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[cfg_attr(feature = "bolero", derive(bolero_generator::TypeGenerator))]
#[cfg_attr(feature = "proptest", derive(proptest_derive::Arbitrary))]
pub struct Message {
    /// The kind.
    pub kind: u32,
    /// The length of the body and its overhead.
    pub length: u32,
    /// The body.
    pub body: Vec<u8>,
}

/// Whether the message is a request to shut down.
pub fn shuts_down(message: &Message) -> bool {
    if message.kind == KIND && message.length as usize == message.body.len() + OVERHEAD {
        return message.body.len() > 1 && message.body[1] == 200;
    }
    false
}

/// No message shuts the program down.
pub fn property(message: &Message) -> Outcome {
    check!(!shuts_down(message))
}
