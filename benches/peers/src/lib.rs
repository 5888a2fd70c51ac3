//! Other testing tools, the peers, on the workloads of mutagen's studies. Each peer has an
//! executable that runs one [`trial`] and prints its result. `benches` builds and starts them.
//! [`workloads!`] has the properties, each with the types that a peer generates.
#![forbid(unsafe_code)]

pub use trial;

mod workloads;
