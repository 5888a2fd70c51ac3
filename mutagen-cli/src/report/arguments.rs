//! The arguments of a property as a report shows them: if `Debug` says the same as mutagen's text
//! form, each argument with its name and its text form, which takes fewer lines and can be read
//! back.

use mutagen_core::text::{elements, layout, squeezed};

/// The most columns of a line, where a value can be broken.
const WIDTH: usize = 96;

/// The fewest columns that are left for a value beside a long name.
const LEAST: usize = 40;

/// The arguments as lines `NAME = TEXT`, from the text form of all and from what `Debug` says of
/// each. `None` if there is none, or if `Debug` says something else.
pub(super) fn arguments(text: &str, debug: &str) -> Option<String> {
    let texts = elements(text).filter(|texts| !texts.is_empty())?;
    let said = named(debug);
    if said.len() != texts.len() {
        return None;
    }
    let mut lines = String::new();
    for ((name, said), text) in said.into_iter().zip(texts) {
        if squeezed(&said) != squeezed(text) {
            return None;
        }
        let width = WIDTH.saturating_sub(name.len() + " = ".len()).max(LEAST);
        lines += &format!("{name} = {}\n", layout(text, width));
    }
    Some(lines)
}

/// The names of the arguments, with what `Debug` says of each.
fn named(debug: &str) -> Vec<(&str, String)> {
    let mut named: Vec<(&str, String)> = Vec::new();
    for line in debug.lines() {
        match line.split_once(" = ").filter(|(name, _)| is_name(name)) {
            Some((name, said)) => named.push((name, said.to_owned())),
            None => {
                if let Some((_, said)) = named.last_mut() {
                    said.push('\n');
                    said.push_str(line);
                }
            }
        }
    }
    named
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_debug_says_as_well_is_written_on_few_lines() {
        let text = "([Item { name: \"a = b\", pieces: 1 }], \"x\\ny = 2\", 7)";
        let debug = "items = [\n    Item {\n        name: \"a = b\",\n        pieces: 1,\n    \
                     },\n]\nname = \"x\\ny = 2\"\nr#type = 7";
        let lines = arguments(text, debug);
        let expected = "items = [Item { name: \"a = b\", pieces: 1 }]\nname = \"x\\ny = 2\"\n\
                        r#type = 7\n";
        assert_eq!(lines.as_deref(), Some(expected));
    }

    #[test]
    fn a_long_value_is_broken_into_lines() {
        let numbers = vec!["1000000"; 40];
        let text = format!("([{}],)", numbers.join(", "));
        let debug = format!("numbers = [\n    {},\n]", numbers.join(",\n    "));
        let lines = arguments(&text, &debug).unwrap();
        assert!(lines.starts_with("numbers = [\n  1000000, 1000000,"), "{lines}");
        assert!(lines.lines().all(|line| line.len() <= WIDTH), "{lines}");
        assert!(lines.lines().count() < 8, "{lines}");
    }

    #[test]
    fn what_debug_says_otherwise_is_left_as_it_is() {
        for (text, debug) in [
            ("(Node(Leaf, 1, Leaf),)", "t = (- 1 -)"),
            ("(1, 2)", "x = 1"),
            ("(1,)", "x = 1\ny = 2"),
            ("()", ""),
            ("(not a value", "x = 1"),
            ("(\"a b\",)", "x = \"ab\""),
        ] {
            assert_eq!(arguments(text, debug), None, "{text}");
        }
    }
}
