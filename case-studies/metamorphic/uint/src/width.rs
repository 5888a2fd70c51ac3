//! The integers under test: uint is a macro that makes the type in the crate of its user.
#![allow(missing_docs, clippy::all, unused_qualifications, reason = "the macro makes this code")]

uint::construct_uint! {
    /// An integer of 256 bits.
    pub struct U256(4);
}
