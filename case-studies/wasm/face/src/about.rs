//! The engines of the study: names, versions, claims and limits, and which one this process tests.
//! The types of modules ask for the claims before any engine exists, so the list is here and not
//! with the adapters.

use crate::features::Features;
use derive_more::{Display, Error};

/// The environment variable that names the engine under test. Unset or empty, it is the first of
/// [`ENGINES`].
pub const VARIABLE: &str = "WASM_STUDY_ENGINE";

/// What is known of an engine without asking it.
#[derive(Debug, PartialEq, Eq)]
pub struct About {
    /// The name by which the study knows it. It is also the cargo feature of the adapter.
    pub name: &'static str,
    /// The crate and its version.
    pub release: &'static str,
    /// The features that it claims to support.
    pub claims: Features,
    /// Who validates its modules.
    pub validator: Validator,
    /// Its limits.
    pub limits: Limits,
}

/// Who validates the modules of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Validator {
    /// The engine, with a validator of its own.
    Own,
    /// A release of `wasmparser`, by the same authors as the reference.
    Wasmparser,
    /// Nobody: the engine must only see modules that the reference has accepted.
    None,
}

/// What an engine does not do beyond a certain size. Its adapter ends such a run as exhausted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Whether it counts instructions, so that it ends where the fuel does.
    pub counts: bool,
    /// The most pages of 64 KiB that a memory may start with.
    pub pages: u32,
    /// The most entries that a table may start with.
    pub entries: u32,
}

const LIMITS: Limits = Limits { counts: true, pages: 1024, entries: 1 << 20 };
const NO_COUNT: Limits = Limits { counts: false, ..LIMITS };
const VERSION_1: Features = Features::WASM1.union(Features::SIGN_EXTENSION);

/// All features, of which the engine knows each as a proposal of its own: wasmi has a switch for
/// each, also those that are off by default, and the table in the README of tinywasm names them.
/// gabagool says nothing, but has code for each, also for computed constants.
const KNOWN: Features = Features::all();

/// What concordium-wasm has today, in the protocols from 6 on, and what its validator allows.
const CHAIN: Features = Features::SIGN_EXTENSION;
const CHAIN_LIMITS: Limits = Limits { counts: true, pages: 32, entries: 1000 };

const fn about(
    name: &'static str,
    release: &'static str,
    claims: Features,
    validator: Validator,
    limits: Limits,
) -> About {
    About { name, release, claims, validator, limits }
}

/// All engines, in the order in which lists show them.
pub static ENGINES: [About; 11] = [
    about("wain", "wain-validate 0.1.5, wain-exec 0.3.1", VERSION_1, Validator::Own, NO_COUNT),
    about("planted", "wain-exec 0.3.1, with planted bugs", VERSION_1, Validator::Own, LIMITS),
    about("wasmi", "wasmi 2.0.0", KNOWN, Validator::Wasmparser, LIMITS),
    about("wasmi-0-40", "wasmi 0.40.0", KNOWN, Validator::Wasmparser, LIMITS),
    about("wasmi-0-31", "wasmi 0.31.2", KNOWN, Validator::Wasmparser, LIMITS),
    about("tinywasm", "tinywasm 0.10.0", KNOWN, Validator::Wasmparser, LIMITS),
    // The claims of stitch and spacewasm are the tables in their READMEs.
    about("stitch", "makepad-stitch 0.1.0", Features::WASM2, Validator::Own, NO_COUNT),
    about("spacewasm", "spacewasm 0.7.1", Features::WASM1, Validator::Own, LIMITS),
    about("concordium", "concordium-wasm 6.0.0", CHAIN, Validator::Own, CHAIN_LIMITS),
    about("gabagool", "gabagool 0.1.1", KNOWN, Validator::None, LIMITS),
    // It says nothing, but reads all instructions of 2.0 beside vectors; a constant is one of them.
    about("wasper", "wasper 0.1.3", Features::WASM2, Validator::None, LIMITS),
];

/// A text that is not the name of an engine.
#[derive(Debug, Display, Error, Clone, PartialEq, Eq)]
#[display("there is no engine `{name}`; take one of {names}")]
pub struct UnknownEngine {
    /// The text.
    pub name: String,
    /// The names that there are, separated by commas.
    pub names: String,
}

/// The engine of this name.
///
/// # Errors
/// When there is none of this name.
pub fn named(name: &str) -> Result<&'static About, UnknownEngine> {
    let found = ENGINES.iter().find(|about| about.name == name);
    found.ok_or_else(|| UnknownEngine {
        name: name.to_owned(),
        names: ENGINES.iter().map(|about| about.name).collect::<Vec<&str>>().join(", "),
    })
}

/// The engine under test, which the environment variable [`VARIABLE`] names.
///
/// # Errors
/// When it names no engine.
pub fn chosen() -> Result<&'static About, UnknownEngine> {
    let name = std::env::var_os(VARIABLE).unwrap_or_default();
    if name.is_empty() { Ok(&ENGINES[0]) } else { named(&name.to_string_lossy()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_brings_the_list_of_those_there_are() {
        assert_eq!(named("stitch").unwrap().release, "makepad-stitch 0.1.0");
        let error = named("stich").unwrap_err().to_string();
        assert!(error.starts_with("there is no engine `stich`; take one of wain, pl"), "{error}");
    }

    #[test]
    fn names_are_distinct() {
        for about in &ENGINES {
            assert_eq!(named(about.name).unwrap(), about);
        }
    }
}
