//! The kinds of failures: what went wrong, and the first line of its reason without what varies
//! from test to test. One frequent defect would hide all others; its kind can be silenced.

/// The most characters of a reason that count.
const LENGTH: usize = 80;

/// The kind of this wrong behaviour, with this reason.
pub fn of(wrong: &str, reason: &str) -> String {
    format!("{wrong}: {}", normalised(reason))
}

/// The first line that is not empty. Each number, each part in quotes and each list in brackets is
/// a `#`; the number in a name such as `i32` is not.
fn normalised(reason: &str) -> String {
    let line = reason.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let mut kind = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let closing = match first {
            '`' | '"' => Some(first),
            '[' => Some(']'),
            _ => None,
        };
        let closed = closing.and_then(|closing| after.split_once(closing));
        let is_in_name = kind.ends_with(|before: char| before.is_alphanumeric() || before == '_');
        if let Some((_, after)) = closed {
            kind.push('#');
            rest = after;
        } else if first.is_ascii_digit() && !is_in_name {
            kind.push('#');
            rest = after.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        } else {
            kind.push(first);
            rest = after;
        }
        if kind.chars().count() >= LENGTH {
            break;
        }
    }
    kind.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_varies_is_left_out_of_a_kind() {
        for (reason, kind) in [
            (
                "\n type mismatch: expected i32, found f64 (at offset 0x1f)\nmore",
                "refuses: type mismatch: expected i32, found f64 (at offset #)",
            ),
            ("unknown function 17: `f 1` of [I32, I64]", "refuses: unknown function #: # of #"),
            ("an open ` and 7", "refuses: an open ` and #"),
            ("", "refuses:"),
        ] {
            assert_eq!(of("refuses", reason).trim_end(), kind);
        }
        assert_eq!(of("", &"é".repeat(200)).chars().count(), 82);
    }
}
