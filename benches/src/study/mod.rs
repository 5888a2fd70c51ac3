//! The experiment harness: tasks × strategies × trials, run as processes, kept as rows, and turned
//! into tables and pictures.
//!
//! Data goes from [`plan`] to [`run`] to [`rows`] to [`analyse`] to [`render`]. A plan lists the
//! trials that have no row yet; a run does them on all cores and appends a row for each; a report
//! is computed from the rows and their setup and from nothing else. Each of these modules uses only
//! modules before it in this order: [`rows`], [`plan`], [`run`], [`analyse`], [`render`]. A test
//! reads their imports. [`command`] is the command line that all studies share.

pub mod analyse;
pub mod command;
mod error;
pub mod plan;
pub mod render;
pub mod rows;
pub mod run;

pub use error::Error;
