//! HistFuzz (M. Sun and others, "Validating SMT Solvers via Skeleton Enumeration Empowered by
//! Historical Bug-Triggering Inputs", ICSE 2023): new formulas from the skeletons and atoms of
//! formulas that once broke a solver.
//!
//! In the order in which data flows:
//!
//! - [`history`]: the formulas of a folder, cut by issue number.
//! - [`skeleton`], [`form`]: an assertion taken apart, and the abstract forms of its atoms.
//! - [`apriori`], [`mine`]: association rules between forms.
//! - [`blocks`]: the atoms under unique names, in pools, with what each needs.
//! - [`mod@fit`]: leaves out what a solver does not read.
//! - [`choices`]: what Algorithm 1 chooses, as a value that mutagen can mutate.
//! - [`build`]: from choices to a script.
//! - [`tactics`]: tactics and options, as HistFuzz draws them.
//! - [`mod@vary`]: choices with a few of them drawn again.
#![forbid(unsafe_code)]

pub mod apriori;
pub mod blocks;
pub mod build;
pub mod choices;
pub mod fit;
pub mod form;
pub mod history;
pub mod mine;
pub mod skeleton;
pub mod tactics;
mod unique;
pub mod vary;
