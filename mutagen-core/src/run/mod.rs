//! One property in this process: what a property is, how one test of it is run, and the two ways to
//! run many: plain `cargo test`, and a worker under a supervisor.

pub mod argument;
mod clock;
pub mod entry;
pub mod execute;
pub mod marker;
pub mod outcome;
mod panics;
pub mod plain;
pub mod property;
pub mod protocol;
mod random_run;
pub mod searches;
pub mod thread;
pub mod worker;
