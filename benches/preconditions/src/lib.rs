//! Preconditions that are parsers of released crates. A refusal discards the test, and the property
//! fails at the first value that the parser accepts. The number of tests until then is the figure.
#![forbid(unsafe_code)]

use mutagen_core::{Outcome, assume, check};

/// A version as cargo writes it, such as `1.0.3`.
pub fn version(text: &str) -> Outcome {
    assume!(semver::Version::parse(text).is_ok());
    check!(false)
}

/// A universally unique identifier: 32 hexadecimal digits.
pub fn identifier(text: &str) -> Outcome {
    assume!(uuid::Uuid::parse_str(text).is_ok());
    check!(false)
}

/// A date and a time in the format of RFC 3339.
pub fn moment(text: &str) -> Outcome {
    assume!(chrono::DateTime::parse_from_rfc3339(text).is_ok());
    check!(false)
}

/// A duration such as `2h 37min`.
pub fn duration(text: &str) -> Outcome {
    assume!(humantime::parse_duration(text).is_ok_and(|duration| !duration.is_zero()));
    check!(false)
}

/// A TOML document with a table in brackets.
pub fn document(text: &str) -> Outcome {
    let table = text.parse::<toml::Table>();
    assume!(table.is_ok_and(|table| table.values().any(|value| value.is_table())));
    check!(false)
}

/// A WebAssembly module.
pub fn module(bytes: &[u8]) -> Outcome {
    assume!(wasmparser::validate(bytes).is_ok());
    check!(false)
}
