//! The experiment harness: tasks × strategies × trials, run as processes, kept as rows, and turned into
//! tables and pictures.
//!
//! In the order data flows through them: [`task`] says what is to be found, [`strategy`] how it is
//! looked for ([`mutagen`] with [`builds`] is the first kind, [`peers`] are other tools); [`plan`] lists
//! the trials that are still missing, [`run`] does them on all cores and appends a [`row`] for each; [`setup`]
//! keeps beside the rows with which settings they came about, and both together are the [`data`] of a report.
//! [`summary`] is one task under one strategy, [`stats`] the statistics, and [`report`] writes [`tables`] and
//! [`plots`] from nothing but that data, and where a paper has [`published`] figures of the same [`bugs`],
//! those beside them. A workload may also have its distinct valid values counted ([`counting`]), for which the
//! report has its own part ([`distinct`]), as it has for the tasks that resist, for the best peer and for
//! what the strategies were run with.
//! [`command`] is the command line that all studies share.

mod best_peer;
pub mod bugs;
pub mod builds;
pub mod command;
pub mod counting;
pub mod data;
pub mod distinct;
mod markdown;
pub mod mutagen;
pub mod peers;
pub mod plan;
pub mod plots;
pub mod published;
pub mod report;
mod resisting;
pub mod row;
pub mod run;
mod settings;
pub mod setup;
pub mod stats;
pub mod strategy;
pub mod summary;
pub mod tables;
pub mod task;

/// What goes wrong in a study, in words.
pub type Error = Box<dyn std::error::Error + Send + Sync>;
