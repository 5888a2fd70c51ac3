//! The adapters on the official test suite. Each engine has a file with the places where it
//! deviates.

/// Runs an engine and compares.
mod check;
/// The modules of the suite and what it says of them.
mod suite;

#[cfg(feature = "wain")]
mod wain;
