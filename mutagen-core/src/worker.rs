//! Placeholder until the worker lands.
#![allow(missing_docs)]
pub fn work(_: &crate::property::Property, _: crate::protocol::Task) {}
