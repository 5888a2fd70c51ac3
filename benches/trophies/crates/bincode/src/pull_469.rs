//! bincode 2.0.0-beta.0, bincode-org/bincode pull 469. A time is decoded as the duration since
//! 1970, which is added to 1970 without a check that the time is in range.
//!
//! The types have no texts, as in the bug of pull 465.

use bincode::config::Configuration;
use mutagen_core::Mutate;
use mutagen_core::property;
use std::time::SystemTime;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("bincode-469", times_are_decoded_or_refused);

/// What a program keeps of a file: when it was changed, its size, whether it can be written.
type File = (Option<SystemTime>, u64, bool);

/// Bytes that are no file are an error.
#[property]
#[ignore = "finds the bug"]
pub fn times_are_decoded_or_refused(bytes: &[u8]) {
    BUG.only(|| {
        let _ = bincode::decode_from_slice::<File, _>(bytes, Configuration::standard());
    });
}

/// A file as another program keeps it, with the time as two numbers.
#[derive(Debug, Clone, Mutate)]
pub struct Kept {
    changed: Option<Since>,
    size: u64,
    writable: bool,
}

/// The time since 1970.
#[derive(Debug, Clone, Mutate)]
pub struct Since {
    seconds: u64,
    #[mutate(range = 0..=999_999_999)]
    nanoseconds: u32,
}

/// What another program keeps is decoded or refused.
#[property]
#[ignore = "finds the bug"]
pub fn encoded_times_are_decoded(kept: &Kept) {
    let changed = kept.changed.as_ref().map(|since| (since.seconds, since.nanoseconds));
    let kept = (changed, kept.size, kept.writable);
    let bytes = bincode::encode_to_vec(kept, Configuration::standard()).expect("no limit");
    times_are_decoded_or_refused(&bytes);
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
