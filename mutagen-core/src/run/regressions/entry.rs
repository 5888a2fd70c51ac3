//! One entry of a file of regressions, and how it is written.

use crate::value::text::layout;
use std::fmt::{self, Display, Write};

/// The most bytes of a value that is kept. A file that people read has no use for more.
pub const MOST_VALUE: usize = 256 << 10;

/// The most columns of a line of a value.
pub const VALUE_WIDTH: usize = 96;

/// The most bytes of a message that is kept.
const MOST_MESSAGE: usize = 2 << 10;

/// The most lines of a message that are kept.
const MOST_LINES: usize = 8;

/// The kinds of failures that an entry may have. The last ones end the process of the test.
pub(super) const KINDS: [&str; 6] = ["failed", "died", "hung", "out of memory", "copy", "drop"];

/// A counterexample that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// How the test failed, as one word or a few: `failed`, `died`, `hung`, `out of memory`, `copy`
    /// or `drop`.
    pub kind: String,
    /// How often the test failed, of how many runs, if it did not fail each time.
    pub class: Option<(u32, u32)>,
    /// Why the test failed.
    pub message: String,
    /// What tells the failure from others; empty if it is not known.
    pub key: String,
    /// The version of mutagen that found it; empty if it is not known.
    pub version: String,
    /// The value in mutagen's text form.
    pub value: String,
}

impl Entry {
    /// An entry for a counterexample that this version of mutagen has found. The message is cut to
    /// a few lines, and the places in it and in the key have no path of this machine.
    pub fn new(kind: &str, message: &str, key: &str, value: &str) -> Entry {
        let end = message.match_indices('\n').map(|(at, _)| at).nth(MOST_LINES - 1);
        let end = end.unwrap_or(message.len()).min(message.floor_char_boundary(MOST_MESSAGE));
        Entry {
            kind: kind.to_owned(),
            class: None,
            message: portable(message[..end].trim_end()),
            key: portable(key),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            value: value.to_owned(),
        }
    }

    /// The entry on few lines: the first line of the message, and the value on one line. It is read
    /// as the whole one is. A report that has shown message and value can print it.
    pub fn brief(&self) -> String {
        let Entry { key, version, value, .. } = self;
        let first = self.first_line();
        format!("{first}\n{}{FIELD}{value}\n", Origin { key, version })
    }

    /// Kind, class, and the start of the message.
    fn first_line(&self) -> String {
        let Entry { kind, class, message, .. } = self;
        let class = class.map(|(failed, runs)| format!(" in {failed} of {runs} runs"));
        let message = Plain(message.lines().next().unwrap_or_default());
        format!("{kind}{}: {message}", class.unwrap_or_default())
    }

    /// Whether the test may end the process that runs it, or may not end.
    pub fn is_deadly(&self) -> bool {
        self.kind != KINDS[0]
    }
}

/// The start of the line of a value.
const FIELD: &str = "  value: ";

/// The entry as it stands in a file, with a line break at the end.
impl Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Entry { message, key, version, value, .. } = self;
        writeln!(f, "{}", self.first_line())?;
        for line in message.lines().skip(1) {
            writeln!(f, "  | {}", Plain(line))?;
        }
        write!(f, "{}", Origin { key, version })?;
        let flat = layout(value, VALUE_WIDTH - FIELD.len());
        match flat.contains('\n') || flat.len() > VALUE_WIDTH - FIELD.len() {
            false => writeln!(f, "{FIELD}{flat}"),
            true => {
                writeln!(f, "{}", FIELD.trim_end())?;
                layout(value, VALUE_WIDTH - 4)
                    .lines()
                    .try_for_each(|line| writeln!(f, "    {line}"))
            }
        }
    }
}

/// The lines of the key and of the version, as far as they are known.
struct Origin<'e> {
    key: &'e str,
    version: &'e str,
}

impl Display for Origin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.key.is_empty() {
            writeln!(f, "  key: {}", Plain(self.key))?;
        }
        if !self.version.is_empty() {
            writeln!(f, "  found by: mutagen {}", Plain(self.version))?;
        }
        Ok(())
    }
}

/// A text on one line, without control characters.
struct Plain<'t>(&'t str);

impl Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c.is_control() && c != '\t' {
            true => write!(f, "{}", c.escape_default()),
            false => f.write_char(c),
        })
    }
}

/// A text in which absolute paths are cut to their last three names: a file that is committed must
/// not say where a machine keeps its sources.
pub fn portable(text: &str) -> String {
    let ends_word = |c: char| c.is_whitespace() || "=(){}[]`\"',;".contains(c);
    let mut portable = String::with_capacity(text.len());
    for part in text.split_inclusive(ends_word) {
        let cut = part.rmatch_indices('/').nth(2).map_or(0, |(cut, _)| cut + 1);
        portable.push_str(if part.starts_with('/') { &part[cut..] } else { part });
    }
    portable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_written_on_lines_of_its_own() {
        let mut entry = Entry::new("failed", "7 is\n\u{1b}odd", "at src/lib.rs:7:5: # is", "(7,)");
        entry.version = "1.2.3".into();
        assert_eq!(
            entry.to_string(),
            "failed: 7 is\n  | \\u{1b}odd\n  key: at src/lib.rs:7:5: # is\n  \
             found by: mutagen 1.2.3\n  value: (7,)\n"
        );
        entry.class = Some((2, 5));
        entry.value = format!("(vec![{}],)", ["\"aaaaaaaaaaaaaaaa\""; 9].join(", "));
        let text = entry.to_string();
        assert!(text.starts_with("failed in 2 of 5 runs: 7 is\n"), "{text}");
        assert!(text.contains("  value:\n    ("), "{text}");
        assert!(text.lines().all(|line| line.len() <= VALUE_WIDTH), "{text}");
        let (value, brief) = (entry.value.clone(), entry.brief());
        let origin = "  key: at src/lib.rs:7:5: # is\n  found by: mutagen 1.2.3\n";
        assert_eq!(brief, format!("failed in 2 of 5 runs: 7 is\n{origin}  value: {value}\n"));
    }

    #[test]
    fn a_long_message_is_cut() {
        let entry = Entry::new("failed", &"line\n".repeat(100), "", "()");
        assert_eq!(entry.message, "line\n".repeat(MOST_LINES).trim_end());
        let entry = Entry::new("failed", &"é".repeat(5000), "", "()");
        assert_eq!(entry.message.len(), MOST_MESSAGE);
    }

    #[test]
    fn no_place_has_a_path_of_the_machine() {
        assert_eq!(
            portable("panicked at /build/me/code/shop/src/laws.rs:7:5: /etc/x is 3"),
            "panicked at shop/src/laws.rs:7:5: /etc/x is 3"
        );
        assert_eq!(
            portable("two\n/scratch/.tmpX/a/b c=/build/me/x/y.json"),
            "two\n.tmpX/a/b c=me/x/y.json"
        );
        assert_eq!(portable("https://a.b/c/d/e and 1/2/3/4"), "https://a.b/c/d/e and 1/2/3/4");
        assert_eq!(portable("at src/laws.rs:7:5: a/b/c/d"), "at src/laws.rs:7:5: a/b/c/d");
        assert_eq!(portable("panic at /a/b/c/d.rs:1:2"), "panic at b/c/d.rs:1:2");
        assert_eq!(portable("(/a/b/c/d.rs:1:2)"), "(b/c/d.rs:1:2)");
    }
}
