//! The search decides which test is next. Everything here is pure: no clock, no I/O, no threads.
//! The same seed and the same answers give the same tests.

pub mod address;
pub mod batch;
pub mod campaign;
pub mod course;
pub mod donated;
pub mod interface;
pub mod journal;
pub(crate) mod nearest;
pub mod options;
pub mod queue;
pub mod share;
pub mod shrink;
pub mod statistics;
