//! The arguments of `cargo mutagen relations`.

use super::run::{TestLimits, positive_time};
use super::{BuildOptions, OUTPUT, Output, SEARCH};
use clap::Args;
use std::time::Duration;

/// Arguments of `relations`.
#[derive(Debug, Args)]
pub struct Relations {
    /// Path of a `#[metamorphic]` module, its last segments, or any text that only one path contains
    #[arg(value_name = "SPECIFICATION")]
    pub property: String,

    /// Most operations, variables and constants of a term
    #[arg(
        long, value_name = "N", default_value_t = 5, help_heading = SEARCH,
        value_parser = clap::value_parser!(u32).range(1..=9)
    )]
    pub size: u32,

    /// Seed; the same seed gives the same relations
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = SEARCH)]
    pub seed: u64,

    /// End after this time, for example 30s, 5m or 1h30m
    #[arg(
        long, value_name = "TIME", default_value = "2m", value_parser = positive_time,
        help_heading = SEARCH
    )]
    pub max_time: Duration,

    /// Leave out this operation
    ///
    /// The flag can be repeated.
    #[arg(long, value_name = "NAME", help_heading = SEARCH)]
    pub without: Vec<String>,

    /// The limits of one test.
    #[command(flatten)]
    pub limits: TestLimits,

    /// What to build.
    #[command(flatten)]
    pub build: BuildOptions,

    /// Most lines of relations, and most suspects
    #[arg(long, value_name = "N", default_value_t = 40, help_heading = OUTPUT)]
    pub lines: usize,

    /// What is written.
    #[command(flatten)]
    pub output: Output,
}
