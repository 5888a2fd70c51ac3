//! The library of the benchmarks: [`study`], the harness for experiments of tasks × strategies ×
//! trials.
#![forbid(unsafe_code)]

pub mod study;
