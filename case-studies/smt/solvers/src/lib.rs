//! SMT solvers as they are released: fetched from package registries, run under limits, and judged.
//!
//! In the order in which data flows:
//!
//! * [`catalogue`]: the solvers that can be had, with the hashes of their files, from
//!   `solvers.toml`.
//! * [`cache`]: the folder outside the tree that keeps them.
//! * [`fetch`]: gets them by the registries' own clients.
//! * [`process`]: one command under limits of CPU time, memory, output and time.
//! * [`verdict`]: what a solver said about a script, and how it ended.
//! * [`driver`]: asks a solver about a script: a process a script, a child that lives on, or its
//!   library in this process.
//! * [`oracle`]: who is wrong, and how.
//!
//! Only `driver::library` and `process::usage` have unsafe code.
#![deny(unsafe_code)]

pub mod cache;
pub mod catalogue;
pub mod driver;
mod error;
pub mod fetch;
pub mod oracle;
pub mod process;
mod temporary;
pub mod verdict;

pub use error::SolverError;
