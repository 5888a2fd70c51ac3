//! Core.
pub mod address;
pub mod statistics;
