//! Snapshots of everything that the command prints: help texts, lists, reports, progress and
//! errors, and of the commands that the documents show. `UPDATE_EXPECT=1 cargo test -p mutagen-cli
//! --test snapshots` rewrites the expected texts.

mod errors;
mod fold;
mod help;
mod kept;
mod lists;
mod report;
mod shown;
mod workers;
