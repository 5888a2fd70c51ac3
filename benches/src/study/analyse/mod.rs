//! Computes statistics from rows: of one task under one strategy, of comparisons between
//! strategies, and of the questions that a report answers.
//!
//! This module uses [`rows`](super::rows) and [`plan`](super::plan), and runs nothing.

pub mod best_peer;
pub mod bugs;
pub mod compare;
pub mod data;
pub mod distinct;
pub mod published;
pub mod resisting;
pub mod stats;
pub mod summary;
