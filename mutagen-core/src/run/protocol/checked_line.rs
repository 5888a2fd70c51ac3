//! Lines that begin with a checksum, for files that a killed process may leave torn, or that
//! somebody may change.

use crc32fast::hash;

/// The length of the checksum in bytes: eight hexadecimal digits and a space.
pub(super) const SUM: usize = 9;

/// The line of a text without line ends: the text's checksum, the text and a line end.
pub fn checked_line(text: &str) -> String {
    format!("{:08x} {text}\n", hash(text.as_bytes()))
}

/// The text of a line without its end; `None` if the line is torn or was changed.
pub fn checked_text(line: &[u8]) -> Option<&[u8]> {
    let (sum, text) = line.split_at_checked(SUM)?;
    let sum = str::from_utf8(sum.strip_suffix(b" ")?).ok()?;
    // Only the digits that are written count, so that a line has one form.
    (sum == format!("{:08x}", hash(text))).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_change_of_a_line_gives_a_text() {
        let line = checked_line("[1,true]");
        let line = line.strip_suffix('\n').unwrap().as_bytes();
        assert_eq!(checked_text(line), Some(b"[1,true]".as_slice()));
        for at in 0..line.len() {
            assert_eq!(checked_text(&line[..at]), None);
            for byte in (0..=255).filter(|byte| *byte != line[at]) {
                let mut changed = line.to_vec();
                changed[at] = byte;
                assert_eq!(checked_text(&changed), None);
            }
        }
    }
}
