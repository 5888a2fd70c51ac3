//! The marker that `#[property]` leaves in a test executable. `cargo mutagen` finds the properties
//! by their markers, without running anything. This file writes markers, reads them, and maps a
//! property to its test.

use memchr::memmem;
use std::iter;

/// Writes the marker of a property: `marker!("name", "run")`, or `"ignored"` if plain `cargo test`
/// ignores the property. The marker has the source location of the call.
#[doc(hidden)]
#[macro_export]
macro_rules! __marker {
    (start) => {
        "\u{1}mutagen-property\u{1}"
    };
    ($name:literal, $mode:literal) => {
        ::core::concat!(
            $crate::__marker!(start),
            ::core::module_path!(),
            "::",
            $name,
            "\u{1}",
            ::core::file!(),
            "\u{1}",
            ::core::line!(),
            "\u{1}",
            $mode,
            "\u{1}"
        )
    };
}

/// The start of each marker.
const START: &str = crate::__marker!(start);

/// The name of the test function. It is in a module that has the name of the property.
const TEST: &str = "property";

/// The fields of a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marker<'m> {
    /// The crate, the modules and the name of the function.
    pub path: &'m str,
    /// The source file, as it was given to the compiler.
    pub file: &'m str,
    /// The line in the source file, from 1.
    pub line: u32,
    /// Whether plain `cargo test` ignores the property.
    pub ignored: bool,
}

impl<'m> Marker<'m> {
    /// All markers in these bytes, in order.
    pub fn all(bytes: &'m [u8]) -> impl Iterator<Item = Marker<'m>> {
        after(bytes, START.as_bytes()).filter_map(Marker::read)
    }

    /// Reads the fields after the start: path, file, line and mode, each ended by a control
    /// character.
    fn read(bytes: &'m [u8]) -> Option<Marker<'m>> {
        /// The maximum length of a marker, which has two paths of a source tree.
        const LONGEST: usize = 1 << 14;
        let mut fields = bytes[..bytes.len().min(LONGEST)].split(|&byte| byte == 1);
        let mut next = || {
            let text = std::str::from_utf8(fields.next()?).ok()?;
            Some(text).filter(|text| !text.is_empty() && !text.contains(char::is_control))
        };
        let (path, file, line, mode) = (next()?, next()?, next()?, next()?);
        // The last field must be ended too, so that the bytes after it cannot belong to it.
        fields.next()?;
        if path.split("::").any(str::is_empty) {
            return None;
        }
        let ignored = match mode {
            "run" => false,
            "ignored" => true,
            _ => return None,
        };
        Some(Marker { path, file, line: line.parse().ok()?, ignored })
    }
}

/// The name of a property's test, from the path of the property.
pub fn test_of(property: &str) -> String {
    format!("{property}::{TEST}")
}

/// The path of the property that this test belongs to, if there is one.
pub fn property_of(test: &str) -> Option<&str> {
    test.strip_suffix(TEST)?.strip_suffix("::")
}

/// The bytes after each occurrence of `start`.
pub fn after<'b>(bytes: &'b [u8], start: &'b [u8]) -> impl Iterator<Item = &'b [u8]> {
    let finder = memmem::Finder::new(start);
    let mut from = 0;
    iter::from_fn(move || {
        let at = from + finder.find(bytes.get(from..)?)?;
        // The next one may overlap with this one.
        from = at + 1;
        Some(&bytes[at + start.len()..])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(path: &str, line: &str, mode: &str) -> Vec<u8> {
        ["", "mutagen-property", path, "tests/it.rs", line, mode, ""].join("\x01").into_bytes()
    }

    fn all(bytes: &[u8]) -> Vec<(&str, u32, bool)> {
        Marker::all(bytes).map(|marker| (marker.path, marker.line, marker.ignored)).collect()
    }

    #[test]
    fn what_the_macro_writes_is_read_back() {
        let line = line!() + 1;
        let written = crate::__marker!("price", "ignored");
        let expected = Marker {
            path: "mutagen_core::run::marker::tests::price",
            file: file!(),
            line,
            ignored: true,
        };
        assert_eq!(Marker::all(written.as_bytes()).collect::<Vec<_>>(), [expected]);
    }

    #[test]
    fn markers_are_found_wherever_they_are() {
        let mut bytes = b"\x01\x01mutagen\x01".to_vec();
        bytes.extend(text("shop::price::tests::adds", "12", "run"));
        bytes.extend(text("shop::b", "7", "ignored"));
        bytes.extend(b"\xff\x00other text");
        bytes.extend(START.as_bytes());
        bytes.extend(text("shop::c", "8", "run"));
        let expected =
            [("shop::price::tests::adds", 12, false), ("shop::b", 7, true), ("shop::c", 8, false)];
        assert_eq!(all(&bytes), expected);
    }

    #[test]
    fn what_is_no_whole_marker_is_left_out() {
        let cut = |bytes: Vec<u8>| all(&bytes[..bytes.len() - 1]).len();
        assert_eq!(cut(text("shop::b", "7", "run")), 0);
        for (path, line, mode) in [("s::b", "x", "run"), ("s::b", "7", "maybe"), ("", "7", "run")] {
            assert_eq!(all(&text(path, line, mode)), [], "{path} {line} {mode}");
        }
        assert_eq!(all(&text("s::b\u{7}", "7", "run")), []);
    }

    #[test]
    fn a_property_and_its_test_name_each_other() {
        assert_eq!(test_of("laws::adds"), "laws::adds::property");
        assert_eq!(property_of("laws::adds::property"), Some("laws::adds"));
        assert_eq!(property_of("laws::my_property"), None);
        assert_eq!(property_of("property"), None);
    }
}
