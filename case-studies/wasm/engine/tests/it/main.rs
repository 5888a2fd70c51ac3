//! The adapters on the official test suite. Each engine has a file with the places where it
//! deviates.

/// Runs an engine and compares.
mod check;

#[cfg(feature = "concordium")]
mod concordium;
#[cfg(feature = "gabagool")]
mod gabagool;
#[cfg(feature = "spacewasm")]
mod spacewasm;
#[cfg(feature = "stitch")]
mod stitch;
#[cfg(feature = "tinywasm")]
mod tinywasm;
#[cfg(feature = "wain")]
mod wain;
#[cfg(feature = "wasmi-0-31")]
mod wasmi_0_31;
#[cfg(feature = "wasmi-0-40")]
mod wasmi_0_40;
#[cfg(feature = "wasmi")]
mod wasmi_2_0;
#[cfg(feature = "wasper")]
mod wasper;
