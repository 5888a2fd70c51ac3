//! der-parser 0.3.1, rusticata/der-parser issue 2. The first byte of a string of bits is subtracted
//! from its length, which may be zero.
//!
//! The release also takes the first byte of the name of an object that has none, and adds up
//! lengths of eight bytes. The property takes only data without the tag of such a name and without
//! the first byte of a length of more than two bytes.

use crate::value::Value;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("der-parser-2", any_value_is_read_or_refused);

/// Bytes that are no value are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_value_is_read_or_refused(data: &[u8]) {
    BUG.only(|| {
        let excluded = |&byte: &u8| byte & 0x1f == 0x06 || (0x83..0x90).contains(&byte);
        if !data.iter().any(excluded) {
            let _ = der_parser::parse_der(data);
        }
    });
}

/// The same for what looks like a value.
#[property]
#[ignore = "finds the bug"]
pub fn values_are_read_or_refused(value: &Value) {
    any_value_is_read_or_refused(&value.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
