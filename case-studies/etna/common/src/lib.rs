//! The shared parts of ETNA's workloads: the switch of planted bugs, the registry of properties,
//! the tasks, and the test suites that each workload runs.
//!
//! - [`mutant`]: a workload lists its planted bugs with [`mutants!`]; one of them can be selected.
//! - [`registry`]: a workload lists its properties in a table; [`define_properties!`] names them.
//! - [`task`]: which bug breaks which property, with [`tasks!`].
//! - [`bespoke`]: the shared parts of the hand-written generators of search trees.
//! - [`suite`]: the tests of the workloads, generic over the workload.
//!
//! The macros put all code that runs during a test into the crate of the workload. Therefore only
//! that crate must be instrumented, and no test runs code of this crate.
#![forbid(unsafe_code)]

pub mod bespoke;
pub mod mutant;
pub mod registry;
pub mod suite;
pub mod task;

/// Registers the baseline FuzzChick with the workers of a test executable.
pub use fuzzchick::register as register_baseline;
pub use mutant::{PlantedBug, UnknownMutant};
pub use registry::NamedProperty;
pub use task::Task;
