//! What a study runs: the tasks, what is counted, and the trials that have no row yet.
//!
//! This module uses only [`rows`](super::rows).

pub mod counting;
pub mod missing;
pub mod task;
