//! Twenty small programs of the kind that constants, keywords and checksums guard: parsers,
//! formats, protocols. Each program is a file with one planted bug, and its function `property`
//! fails where the bug shows. [`subject`] lists the programs.
//!
//! The programs are fixed: figures of different commits are comparable only if nothing here
//! changes. The witnesses, one input for each bug, are in `benches/tests/constants.rs` and not in
//! this package: `cargo mutagen` reads the literals of the code under test, and a witness must not
//! be among them.
#![forbid(unsafe_code)]
#![cfg_attr(
    feature = "bolero",
    allow(unused_qualifications, reason = "the derive names in full what is in scope")
)]

pub mod subject;

// Sparse preconditions.
pub mod hostname;
pub mod version;

// Magic bytes.
pub mod five_bytes;
pub mod picture;

// Tagged structs with lengths and checksums.
pub mod chunk;
pub mod packet;
pub mod tagged;
pub mod token;

// Keywords.
pub mod headers;
pub mod statement;
pub mod store;

// Number formats and dates.
pub mod date;
pub mod duration;
pub mod integer;

// Small grammars.
pub mod calculator;
pub mod json;
pub mod query;
pub mod settings;

// State machines with a cache or a lazily filled table.
pub mod broker;
pub mod remembered;

pub use subject::{Group, SUBJECTS, Subject};
