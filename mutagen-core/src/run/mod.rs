//! Runs one property in this process. It defines what a property is, how one test of it is run, and
//! the two ways to run many tests: plain `cargo test`, and a worker under a supervisor.

pub mod argument;
mod clock;
pub mod cut;
mod death;
pub mod emitted;
pub mod entry;
pub mod exchange;
pub mod execute;
mod failure_key;
mod kept;
pub mod marker;
pub mod metamorphic;
pub mod outcome;
mod panic_place;
mod panics;
pub mod plain;
pub mod property;
pub mod protocol;
mod raised;
mod random_run;
pub mod regressions;
pub mod replay;
mod reset;
pub mod searches;
mod shrunk;
mod signals;
pub mod silenced;
pub mod thread;
pub mod worker;
