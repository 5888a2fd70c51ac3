//! LEB128, the variable-length numbers of the binary format, always in the shortest form.

/// Appends an unsigned number.
#[inline]
pub(super) fn unsigned(out: &mut Vec<u8>, number: u32) {
    let mut rest = number;
    while rest >= 0x80 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

/// Appends a signed number.
#[inline]
pub(super) fn signed(out: &mut Vec<u8>, number: i64) {
    let mut rest = number;
    while !(-0x40..0x40).contains(&rest) {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8 & 0x7f);
}

/// The number of bytes of an unsigned number.
pub(super) fn length(number: u32) -> usize {
    (32 - (number | 1).leading_zeros()).div_ceil(7) as usize
}

/// Writes an unsigned number into exactly [`length`] bytes.
pub(super) fn write_at(out: &mut [u8], number: u32) {
    let mut rest = number;
    for byte in out.iter_mut() {
        *byte = rest as u8 | 0x80;
        rest >>= 7;
    }
    if let Some(last) = out.last_mut() {
        *last &= 0x7f;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unsigned_bytes(number: u32) -> Vec<u8> {
        let mut out = Vec::new();
        unsigned(&mut out, number);
        out
    }

    fn signed_bytes(number: i64) -> Vec<u8> {
        let mut out = Vec::new();
        signed(&mut out, number);
        out
    }

    #[test]
    fn unsigned_numbers_take_as_few_bytes_as_they_can() {
        assert_eq!(unsigned_bytes(0), [0]);
        assert_eq!(unsigned_bytes(127), [127]);
        assert_eq!(unsigned_bytes(128), [0x80, 1]);
        assert_eq!(unsigned_bytes(u32::MAX), [0xff, 0xff, 0xff, 0xff, 0x0f]);
    }

    #[test]
    fn signed_numbers_keep_their_sign() {
        assert_eq!(signed_bytes(0), [0]);
        assert_eq!(signed_bytes(63), [63]);
        assert_eq!(signed_bytes(64), [0xc0, 0]);
        assert_eq!(signed_bytes(-1), [0x7f]);
        assert_eq!(signed_bytes(-64), [0x40]);
        assert_eq!(signed_bytes(-65), [0xbf, 0x7f]);
        assert_eq!(signed_bytes(i64::from(i32::MIN)), [0x80, 0x80, 0x80, 0x80, 0x78]);
        assert_eq!(signed_bytes(i64::MIN).len(), 10);
    }

    #[test]
    fn the_length_said_is_the_length_written() {
        for power in 0..32 {
            for number in [1_u32 << power, (1 << power) - 1, (1 << power) + 1] {
                let bytes = unsigned_bytes(number);
                assert_eq!(length(number), bytes.len(), "{number}");
                let mut out = vec![0; bytes.len()];
                write_at(&mut out, number);
                assert_eq!(out, bytes, "{number}");
            }
        }
    }
}
