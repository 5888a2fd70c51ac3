//! Writes a report: Markdown, CSV and SVG files.
//!
//! This module uses [`rows`](super::rows) and [`analyse`](super::analyse), and neither plans nor
//! runs.

mod best_peer;
mod bugs;
mod csv;
mod distinct;
mod markdown;
pub mod plots;
mod rates;
pub mod report;
mod resisting;
mod settings;
mod side_by_side;
mod tables;
mod trophies;
