//! Escapes text from the code under test before it is printed, so that it cannot clear the screen,
//! hide a line or change the title of a terminal.

use std::borrow::Cow;
use std::fmt::Write;

/// The text with each control character but newline and tab written as in a Rust literal, such as
/// `\u{1b}`.
pub fn escape(text: &str) -> Cow<'_, str> {
    let unsafe_char = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !text.contains(unsafe_char) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if unsafe_char(c) {
            let _ = write!(escaped, "{}", c.escape_unicode());
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_and_nothing_else_is_changed() {
        assert_eq!(
            escape("\x1b[2Ja\r\n\tb\x00\x7f\u{9b}"),
            "\\u{1b}[2Ja\\u{d}\n\tb\\u{0}\\u{7f}\\u{9b}"
        );
        let plain = "Größe = \"\\u{1b}\"\n\tπ";
        assert!(matches!(escape(plain), Cow::Borrowed(text) if text == plain));
    }
}
