//! Other testing tools, the peers, on the workloads of mutagen's studies. Each peer has an
//! executable that runs one [`trial`] and prints its result. `benches` builds and starts them.
//! [`workloads!`] has the properties, each with the types that a peer generates. In `shrinking`,
//! some peers shrink counterexamples of the shrinking challenge.
#![forbid(unsafe_code)]

pub use trial;

#[cfg(feature = "shrinking")]
pub mod shrinking;
mod workloads;
