//! Numbers with their nouns, for messages: `1 test`, `3 tests`.

/// A number and this noun, in the plural unless there is one.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    match (number, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(start)) => format!("{number} {start}ies"),
        _ => format!("{number} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_noun_is_in_the_plural_unless_there_is_one() {
        assert_eq!(counted(1, "test"), "1 test");
        assert_eq!(counted(0, "test"), "0 tests");
        assert_eq!(counted(2, "entry"), "2 entries");
    }
}
