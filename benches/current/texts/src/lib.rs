//! Properties of crates of texts and of text formats.

pub mod formats;
pub mod ini;
pub mod shell;
pub mod words;
