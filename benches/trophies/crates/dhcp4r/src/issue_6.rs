//! dhcp4r 0.1.0, krolaw/dhcp4r issue 6. The cookie of a packet is read from its 236th byte without
//! a check of its length.

use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "dhcp4r-6",
    krate: "dhcp4r",
    version: "0.1.0",
    reference: "https://github.com/krolaw/dhcp4r/issues/6",
    kind: Kind::Index,
    bytes: Some(any_packet_is_decoded_or_refused),
    text: None,
    property: "issue_6::any_packet_is_decoded_or_refused",
    typed: None,
    witness: b"\x01\x01\x06\x00",
    message: "out of range for slice",
};

/// Bytes that are no packet are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_packet_is_decoded_or_refused(bytes: &[u8]) {
    let _ = dhcp4r::packet::decode(bytes);
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
