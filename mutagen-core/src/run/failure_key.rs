//! Tells failures apart by their messages. Two tests that fail in the same check have messages that
//! differ only in values, so values are left out of the key.

/// The most characters of a key.
const LONGEST: usize = 200;

/// The first line of a message without its numbers and quoted parts.
pub(crate) fn without_values(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let mut key = String::new();
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        if key.len() >= LONGEST {
            break;
        }
        match c {
            '"' => {
                key.push_str("\"…\"");
                while let Some(c) = rest.next().filter(|c| *c != '"') {
                    // The escaped character may be a quote.
                    if c == '\\' {
                        rest.next();
                    }
                }
            }
            c if c.is_ascii_digit() => {
                key.push('#');
                while rest.next_if(|c| c.is_ascii_alphanumeric() || "._".contains(*c)).is_some() {}
            }
            c => key.push(c),
        }
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_left_out_and_words_are_kept() {
        let key = without_values;
        assert_eq!(key("17 is not 0x1f_u8"), "# is not #");
        assert_eq!(key("17 is not 3\nline 2"), key("4 is not 18446"));
        assert_eq!(key(r#"Err("a \" b") of 3"#), r#"Err("…") of #"#);
        assert_ne!(key("check failed: x < 7"), key("check failed: y < 7"));
        assert!(key(&"word ".repeat(1000)).len() < LONGEST + 8);
        assert_eq!(key("\""), "\"…\"");
    }
}
