//! Other testing tools on the bugs of the collection. Each tool has an executable that runs one
//! [`trial`] and prints its result; `benches` builds and starts them. [`packages`] has the bugs of
//! all packages that this one is built with, and [`choice`] the bug of a trial.
#![forbid(unsafe_code)]

pub mod choice;
pub mod packages;

pub use trial;
