//! Cuts long texts, such as messages and values, to a length that can be shown and sent.

/// At most `most` bytes of a text, with a remark about the rest.
pub fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let kept = &text[..text.floor_char_boundary(most)];
    format!("{kept}… ({} bytes more)", text.len() - kept.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters_and_says_so() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("ééé", 3), "é… (4 bytes more)");
    }
}
