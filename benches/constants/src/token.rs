//! Tokens of users, signed with a tag that is a keyed hash of the other fields. The tag is not
//! compared itself: its hash is, so that the time of the comparison says nothing about the tag. The
//! bug: a valid token of the administrator is a failure. It is out of reach: the operands of the
//! comparison are hashes, and neither is in the input.

use mutagen_core::{Outcome, check};

const KEY: u64 = 0x9E37_79B9_7F4A_7C15;
const ADMINISTRATOR: u32 = 0;

/// A token.
#[derive(Debug, Clone, PartialEq, Eq, mutagen_core::Mutate)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[cfg_attr(feature = "bolero", derive(bolero_generator::TypeGenerator))]
#[cfg_attr(feature = "proptest", derive(proptest_derive::Arbitrary))]
pub struct Token {
    /// Whose token it is.
    pub user: u32,
    /// When it ends.
    pub expires: u32,
    /// The hash of the other fields.
    pub tag: u64,
}

/// Mixes all bits of a number.
fn mix(mut number: u64) -> u64 {
    number ^= number >> 32;
    number = number.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    number ^= number >> 32;
    number = number.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    number ^ (number >> 32)
}

/// The tag of a token for this user until this time.
pub fn tag(user: u32, expires: u32) -> u64 {
    mix(mix(u64::from(user) ^ KEY) ^ u64::from(expires))
}

/// Whether the token is signed.
pub fn is_signed(token: &Token) -> bool {
    mix(token.tag ^ KEY) == mix(tag(token.user, token.expires) ^ KEY)
}

/// No token is a valid one of the administrator.
pub fn property(token: &Token) -> Outcome {
    check!(!(is_signed(token) && token.user == ADMINISTRATOR))
}
