//! What the measurements of mutagen share: [`study`], the harness for experiments of tasks × strategies
//! × trials.
#![forbid(unsafe_code)]

pub mod study;
