//! What the command prints, word for word: help texts, lists, reports, progress and errors.
//! `UPDATE_EXPECT=1 cargo test -p mutagen-cli --test snapshots` rewrites what is expected.

mod errors;
mod help;
mod lists;
mod report;
