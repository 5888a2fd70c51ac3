//! The bugs of released crates: a table of them, the properties that they break, and the test that
//! a witness shows its bug. Each package in `crates/` has the properties and lists them as values
//! of [`Trophy`]. All else is in the [`table`], outside of those packages: `cargo mutagen` reads
//! the literals of their sources, and a witness must not be among them.
#![forbid(unsafe_code)]

mod kind;
mod only;
mod property;
mod reproduce;
pub mod table;

pub use kind::Kind;
pub use property::{Property, Trophy};
pub use reproduce::assert_reproduces;
pub use table::Bug;
