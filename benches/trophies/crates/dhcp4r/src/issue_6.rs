//! dhcp4r 0.1.0, krolaw/dhcp4r issue 6. The cookie of a packet is read from its 236th byte without
//! a check of its length.

use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("dhcp4r-6", any_packet_is_decoded_or_refused);

/// Bytes that are no packet are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_packet_is_decoded_or_refused(bytes: &[u8]) {
    BUG.only(|| {
        let _ = dhcp4r::packet::decode(bytes);
    });
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
