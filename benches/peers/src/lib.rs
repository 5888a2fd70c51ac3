//! Other testing tools, the peers, on the workloads of mutagen's studies. There is one executable a
//! peer, which runs one trial and prints what it came to; `benches` builds and starts them.
//!
//! - [`trial`]: what is asked for, the counters around each test, and the watchdog that ends a trial.
//! - [`workloads!`]: the properties, each with the types that a peer generates.
#![forbid(unsafe_code)]

pub mod trial;
mod workloads;
