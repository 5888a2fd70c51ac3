//! The validator of wain, repaired, with the planted bugs. The build script makes its source: see
//! `bugs.toml`. wain's lints are its own.
#![forbid(unsafe_code)]
#![allow(warnings, clippy::all)]

include!(concat!(env!("OUT_DIR"), "/src/lib.rs"));
