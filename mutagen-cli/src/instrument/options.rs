//! What to build and how, as the flags of the command line say it: cargo's own flags under cargo's
//! names, and what to instrument.

use super::{Checks, Fidelity};
use crate::args::{BUILD, CODE, OUTPUT};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// What to build, in the words of cargo's own flags.
#[derive(Debug, Clone, Default, Args)]
pub struct BuildOptions {
    /// Package with the property: name, folder or cargo spec
    ///
    /// May be given several times. Default: the members of the workspace that depend on
    /// `mutagen-core`.
    #[arg(short = 'p', long = "package", value_name = "SPEC", help_heading = CODE)]
    pub packages: Vec<String>,

    /// Use all members of the workspace that have properties
    #[arg(long, help_heading = CODE)]
    pub workspace: bool,

    /// Exclude this member of the workspace
    #[arg(long, value_name = "SPEC", help_heading = CODE)]
    pub exclude: Vec<String>,

    /// Features to activate, separated by commas or spaces
    #[arg(short = 'F', long, value_name = "FEATURES", help_heading = CODE)]
    pub features: Vec<String>,

    /// Activate all features
    #[arg(long, help_heading = CODE)]
    pub all_features: bool,

    /// Do not activate the `default` feature
    #[arg(long, help_heading = CODE)]
    pub no_default_features: bool,

    /// Build with this profile
    ///
    /// Default: optimised, with debug assertions and overflow checks as `--checks` says.
    #[arg(long, value_name = "NAME", help_heading = CODE)]
    pub profile: Option<String>,

    /// Build for this target triple
    #[arg(long, value_name = "TRIPLE", help_heading = CODE)]
    pub target: Option<String>,

    /// Path to Cargo.toml
    #[arg(long, value_name = "PATH", help_heading = CODE)]
    pub manifest_path: Option<PathBuf>,

    /// Instrument this package, too
    ///
    /// The members of the workspace that a property uses are instrumented anyway. The package may
    /// come from a registry. `NAME` means all versions of a package, and `NAME@VERSION` one of
    /// them, as for cargo; the beginning of a version is enough.
    #[arg(long, value_name = "SPEC", help_heading = CODE)]
    pub instrument: Vec<String>,

    /// Packages with debug assertions and overflow checks: own or all
    ///
    /// Default: `checks` in `[package.metadata.mutagen]`, or `own`.
    ///
    /// - `own`: all packages but those that are instrumented and not members of the workspace. They
    ///   are built as their users get them.
    ///
    /// - `all`: these packages, too. The report says of each counterexample whether it fails only
    ///   because of these checks; for that, the packages are built again without them.
    #[arg(
        long, value_enum, value_name = "WHICH", conflicts_with = "profile", help_heading = CODE,
        hide_short_help = true, hide_possible_values = true
    )]
    pub checks: Option<Checks>,

    /// Coverage detail: none, plain, branches (default) or exact
    ///
    /// More detail costs speed. Each level has its own build.
    ///
    /// - `none`: no counters; random testing, for comparison.
    ///
    /// - `plain`: counters after optimisation. `a && b` can be one edge.
    ///
    /// - `branches`: counters after optimisation, without the passes that merge branches. Each
    ///   operand of `a && b`, each match arm and each conditional assignment has its own edge. A
    ///   choice between two constants, such as `if c { 3 } else { 7 }`, is one edge.
    ///
    /// - `exact`: counters before optimisation. Each branch in the source has an edge.
    #[arg(
        long, value_enum, default_value_t, value_name = "LEVEL", help_heading = CODE,
        hide_possible_values = true, hide_default_value = true
    )]
    pub fidelity: Fidelity,

    /// Do not record what the code compares
    ///
    /// Normally, the numbers and texts that the code compares are recorded when a new test is
    /// repeated, and used in later tests. Recording costs about 1 % of the time.
    #[arg(long, hide_short_help = true, help_heading = CODE)]
    pub no_trace_cmp: bool,

    /// Folder for everything that is built
    ///
    /// Instrumented builds go into `mutagen/` inside it.
    #[arg(long, value_name = "FOLDER", help_heading = BUILD)]
    pub target_dir: Option<PathBuf>,

    /// Number of parallel jobs of the build
    #[arg(short, long, value_name = "N", help_heading = BUILD)]
    pub jobs: Option<u32>,

    /// Require that Cargo.lock is up to date
    #[arg(long, help_heading = BUILD)]
    pub locked: bool,

    /// Do not use the network
    #[arg(long, help_heading = BUILD)]
    pub offline: bool,

    /// Same as `--locked --offline`
    #[arg(long, help_heading = BUILD)]
    pub frozen: bool,

    /// Show what is instrumented, and all output of the property
    #[arg(short, long, help_heading = OUTPUT)]
    pub verbose: bool,

    /// Print no progress
    #[arg(short, long, help_heading = OUTPUT)]
    pub quiet: bool,

    /// Use colors: auto, always or never
    ///
    /// With `auto`, colors are used on a terminal unless `NO_COLOR` is set.
    #[arg(
        long, value_enum, default_value_t, value_name = "WHEN", help_heading = OUTPUT,
        hide_possible_values = true
    )]
    pub color: Color,

    /// Do not optimise what is instrumented, so that a line has the same blocks in each build.
    #[arg(skip)]
    pub unoptimised: bool,

    /// Instrument nothing, to measure what instrumentation costs.
    #[arg(skip)]
    pub plain: bool,

    /// The executable that cargo calls as compiler wrapper. It must call
    /// [`run_if_wrapper`](super::wrapper::run_if_wrapper) first. Default: the running executable.
    #[arg(skip)]
    pub wrapper: Option<PathBuf>,
}

impl BuildOptions {
    /// Whether instrumented code reports what it compares.
    pub(super) fn traces_comparisons(&self) -> bool {
        !self.no_trace_cmp && self.fidelity != Fidelity::None
    }
}

/// When to use colors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// The value of cargo's `--color`.
    pub(super) fn name(self) -> &'static str {
        match self {
            Color::Auto => "auto",
            Color::Always => "always",
            Color::Never => "never",
        }
    }
}
