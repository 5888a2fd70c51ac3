//! Runs the missing trials: strategies, their builds, and a process for each trial.
//!
//! This module uses [`rows`](super::rows) and [`plan`](super::plan).

pub mod builds;
pub mod confirm;
mod hashes;
pub mod mutagen;
pub mod peers;
pub mod strategy;
pub mod trials;
