//! What ETNA's workloads share: the switch of planted bugs, the registry of properties, the tasks,
//! and the test suites that each workload runs.
//!
//! - [`mutant`]: a workload lists its planted bugs with [`mutants!`]; one of them can be selected.
//! - [`registry`]: a workload lists its properties in a table; [`define_properties!`] names them.
//! - [`task`]: which bug breaks which property, with [`tasks!`].
//! - [`bespoke`]: what the hand-written generators of search trees share.
//! - [`suite`]: the tests of every workload, generic over it.
//!
//! The macros put all code that runs during a test into the crate of the workload. So only that
//! crate has to be instrumented, and no test runs code of this one.
#![forbid(unsafe_code)]

pub mod bespoke;
pub mod mutant;
pub mod registry;
pub mod suite;
pub mod task;

/// Makes the baseline FuzzChick known to the workers of a test executable.
pub use fuzzchick::register as register_baseline;
pub use mutant::{PlantedBug, UnknownMutant};
pub use registry::NamedProperty;
pub use task::Task;
