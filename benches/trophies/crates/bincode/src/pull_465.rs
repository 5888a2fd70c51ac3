//! bincode 2.0.0-beta.0, bincode-org/bincode pull 465. A duration is decoded as seconds and
//! nanoseconds, and made without a check that the nanoseconds, which may be more than a second,
//! leave the seconds in range.
//!
//! The types have no texts or sequences: the release makes room for as many elements as the input
//! says, which ends the process.

use bincode::config::Configuration;
use mutagen_core::Mutate;
use mutagen_core::property;
use std::time::Duration;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("bincode-465", events_are_decoded_or_refused);

/// What a program sends: how long something took, some numbers, and whether it succeeded.
type Event = (Option<Duration>, [u16; 4], bool);

/// Bytes that are no event are an error.
#[property]
#[ignore = "finds the bug"]
pub fn events_are_decoded_or_refused(bytes: &[u8]) {
    BUG.only(|| {
        let _ = bincode::decode_from_slice::<Event, _>(bytes, Configuration::standard());
    });
}

/// An event of another program, whose durations are two numbers.
#[derive(Debug, Clone, Mutate)]
pub struct Sent {
    took: Option<(u64, u32)>,
    numbers: [u16; 4],
    succeeded: bool,
}

/// Events of other programs are decoded or refused.
#[property]
#[ignore = "finds the bug"]
pub fn encoded_events_are_decoded(sent: &Sent) {
    let sent = (sent.took, sent.numbers, sent.succeeded);
    let bytes = bincode::encode_to_vec(sent, Configuration::standard()).expect("no limit");
    events_are_decoded_or_refused(&bytes);
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
