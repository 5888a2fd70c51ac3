//! Command lines that the user may paste into a shell.

/// A command with these words at its end.
pub fn with_words<'w>(mut command: String, words: impl Iterator<Item = &'w String>) -> String {
    for word in words {
        command.push(' ');
        command.push_str(&quoted(word));
    }
    command
}

/// Quotes a word for the shell.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:,+@=".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_shell_would_change_is_quoted() {
        assert_eq!(quoted("a-b_c/d.e:f,g+h@i=j"), "a-b_c/d.e:f,g+h@i=j");
        assert_eq!(quoted("([7], \"it's\")"), r#"'([7], "it'\''s")'"#);
        assert_eq!(quoted(""), "''");
        let words = ["--text".to_owned(), "(7,)".to_owned()];
        assert_eq!(with_words("x".to_owned(), words.iter()), "x --text '(7,)'");
    }
}
