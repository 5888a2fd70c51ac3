//! The arguments of `cargo mutagen gaps`.

use super::run::{TestLimits, positive_time};
use super::{BuildOptions, CODE, OUTPUT, Output};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `gaps`.
#[derive(Debug, Args)]
pub struct Gaps {
    /// Specification: a `#[metamorphic]` module, by its path or the last segments of it
    pub specification: String,

    /// Crate whose test suite is run: a member of the workspace or a dependency
    ///
    /// The source of a dependency is unpacked below the target folder, and its tests run there.
    #[arg(long, value_name = "SPEC", help_heading = CODE)]
    pub suite_of: String,

    /// Append the tests to this file
    ///
    /// What is in the file stays as it is. Without the flag, the lines are listed and nothing is
    /// written.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub emit: Option<PathBuf>,

    /// Seed of the campaign (default: random)
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// End the campaign after this number of tests
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_tests: Option<u64>,

    /// End the campaign after this time
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = positive_time)]
    pub max_time: Duration,

    /// Shrink each test for at most this long
    #[arg(
        long, hide_short_help = true, value_name = "TIME", default_value = "5s",
        value_parser = positive_time
    )]
    pub shrink_time: Duration,

    /// The limits of one test.
    #[command(flatten)]
    pub limits: TestLimits,

    /// What to build.
    #[command(flatten)]
    pub build: BuildOptions,

    /// What is written.
    #[command(flatten)]
    pub output: Output,
}
