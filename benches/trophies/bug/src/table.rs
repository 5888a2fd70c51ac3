//! The table `bugs.tsv`: one bug a line, with its crate, its report, its properties and a witness.

use crate::Kind;
use std::sync::LazyLock;

/// The file.
const FILE: &str = include_str!("../../bugs.tsv");

/// A bug of a released crate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bug {
    /// The crate and the number of the report, as in `bson-64`.
    pub name: &'static str,
    /// The package with the properties.
    pub package: &'static str,
    /// The crate that has the bug, by its name in the registry.
    pub krate: &'static str,
    /// The release of the crate that is tested.
    pub version: &'static str,
    /// How the bug shows.
    pub kind: Kind,
    /// Whether the property takes text, not bytes.
    pub takes_text: bool,
    /// The path of the property in its package, such as `issue_64::decodes`.
    pub property: &'static str,
    /// The path of the property on a derived description of the input, if there is one.
    pub typed: Option<&'static str>,
    /// A part of the panic's message or place, `src/decoder.rs` for example. Empty for an endless
    /// loop and an overflow of the stack.
    pub message: &'static str,
    /// An input that breaks the property.
    pub witness: Vec<u8>,
    /// The report, pull request or commit.
    pub reference: &'static str,
}

impl Bug {
    /// Whether a panic with this message and place is the bug.
    pub fn is_shown_by(&self, panic: &str) -> bool {
        !self.kind.ends_the_process() && panic.contains(self.message)
    }
}

/// All bugs.
///
/// # Panics
/// If the file is malformed.
pub fn bugs() -> &'static [Bug] {
    static BUGS: LazyLock<Vec<Bug>> = LazyLock::new(|| {
        let read = |line| bug(line).unwrap_or_else(|error| panic!("{error} in `{line}`"));
        FILE.lines().skip(1).map(read).collect()
    });
    &BUGS
}

fn bug(line: &'static str) -> Result<Bug, String> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [name, package, krate, version, kind, takes, property, typed, message, witness, reference] =
        cells[..]
    else {
        return Err(format!("{} cells", cells.len()));
    };
    let takes_text = match takes {
        "bytes" => false,
        "text" => true,
        _ => return Err("neither `bytes` nor `text`".to_owned()),
    };
    Ok(Bug {
        name,
        package,
        krate,
        version,
        kind: kind.parse()?,
        takes_text,
        property,
        typed: Some(typed).filter(|path| !path.is_empty()),
        message,
        witness: unescaped(witness)?,
        reference,
    })
}

/// The bytes of a text with the escapes of Rust's byte strings.
fn unescaped(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut letters = text.bytes();
    while let Some(letter) = letters.next() {
        if letter != b'\\' {
            bytes.push(letter);
            continue;
        }
        bytes.push(match letters.next() {
            Some(b'0') => 0,
            Some(b't') => b'\t',
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b'\\') => b'\\',
            Some(b'x') => {
                let mut digit = || letters.next().and_then(|digit| char::from(digit).to_digit(16));
                let (Some(high), Some(low)) = (digit(), digit()) else {
                    return Err("two digits do not follow `\\x`".to_owned());
                };
                (16 * high + low) as u8
            }
            _ => return Err("an unknown escape".to_owned()),
        });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_bug_has_a_name_of_its_own_and_a_property_of_its_own() {
        let names: BTreeSet<&str> = bugs().iter().map(|bug| bug.name).collect();
        let properties: BTreeSet<(&str, &str)> =
            bugs().iter().map(|bug| (bug.package, bug.property)).collect();
        assert_eq!((names.len(), properties.len()), (bugs().len(), bugs().len()));
        assert!(bugs().len() >= 40);
    }

    #[test]
    fn a_panic_shows_a_bug_by_its_message() {
        let find = |name| bugs().iter().find(|bug| bug.name == name).unwrap();
        let panic = "src/date.rs:12:5: divisor of zero";
        assert!(find("boa-780").is_shown_by(panic) && !find("boa-779").is_shown_by(panic));
        // No panic is an endless loop.
        assert!(!find("image-gif-101").is_shown_by(panic));
    }

    #[test]
    fn escapes_are_those_of_byte_strings() {
        assert_eq!(unescaped(r"a\0\x7f\xFF\\\t\r\n'"), Ok(b"a\0\x7f\xff\\\t\r\n'".to_vec()));
        assert!(unescaped(r"\x4").is_err() && unescaped(r"\q").is_err());
    }
}
