//! Other testing tools, the peers, on the workloads of mutagen's studies. Each peer has an
//! executable that runs one trial and prints its result. `benches` builds and starts them.
//!
//! - [`trial`]: what is asked for, the counters around each test, and the watchdog that ends a
//!   trial.
//! - [`workloads!`]: the properties, each with the types that a peer generates.
//! - `libfuzzer`, `bolero`, `proptest` and `quickcheck`: each runs a property of bytes, of text or
//!   of a value of any type. A package of another workspace can use them, too.
#![forbid(unsafe_code)]

#[cfg(feature = "bolero")]
pub mod bolero;
#[cfg(feature = "libfuzzer")]
pub mod libfuzzer;
#[cfg(feature = "proptest")]
pub mod proptest;
#[cfg(feature = "quickcheck")]
pub mod quickcheck;
pub mod trial;
mod workloads;
