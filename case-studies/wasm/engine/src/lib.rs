//! The engines under test, one module and one cargo feature each: adapters that show the face
//! [`Engine`]. [`chosen`] is the one that the environment names.
//!
//! Generic code of an engine is compiled in the crate that calls it, which is this crate. So this
//! crate is instrumented together with the engine: with wain's own crates alone, almost none of its
//! validator has coverage points.
#![deny(unsafe_code)]

#[cfg(feature = "concordium")]
pub mod concordium;
#[cfg(feature = "gabagool")]
pub mod gabagool;
#[cfg(any(feature = "stitch", feature = "spacewasm"))]
mod sizes;
#[cfg(feature = "spacewasm")]
#[expect(unsafe_code, reason = "the engine takes its memory from functions of its user")]
pub mod spacewasm;
#[cfg(feature = "stitch")]
pub mod stitch;
#[cfg(feature = "tinywasm")]
pub mod tinywasm;
#[cfg(feature = "wain")]
pub mod wain;
#[cfg(feature = "wasmi-0-31")]
pub mod wasmi_0_31;
#[cfg(feature = "wasmi-0-40")]
pub mod wasmi_0_40;
#[cfg(feature = "wasmi")]
pub mod wasmi_2_0;
mod wasmi_adapter;
#[cfg(feature = "wasper")]
pub mod wasper;

use wasm_face::{About, Engine, about};

/// The adapters that were compiled, in the order of [`about::ENGINES`].
pub fn all() -> impl Iterator<Item = &'static dyn Engine> {
    const ENGINES: &[&dyn Engine] = &[
        #[cfg(feature = "wain")]
        &wain::Wain,
        #[cfg(feature = "planted")]
        &wasm_planted::Planted,
        #[cfg(feature = "wasmi")]
        &wasmi_2_0::Wasmi20,
        #[cfg(feature = "wasmi-0-40")]
        &wasmi_0_40::Wasmi040,
        #[cfg(feature = "wasmi-0-31")]
        &wasmi_0_31::Wasmi031,
        #[cfg(feature = "tinywasm")]
        &tinywasm::Tinywasm,
        #[cfg(feature = "stitch")]
        &stitch::MakepadStitch,
        #[cfg(feature = "spacewasm")]
        &spacewasm::SpaceWasm,
        #[cfg(feature = "concordium")]
        &concordium::Concordium,
        #[cfg(feature = "gabagool")]
        &gabagool::Gabagool,
        #[cfg(feature = "wasper")]
        &wasper::Wasper,
    ];
    ENGINES.iter().copied()
}

/// The adapter of the engine of this name.
///
/// # Errors
/// When there is no engine of this name, or its adapter was not compiled. The text says which
/// names there are, or which flag compiles the adapter.
pub fn named(name: &str) -> Result<&'static dyn Engine, String> {
    of(about::named(name).map_err(|error| error.to_string())?)
}

/// The engine under test, which the environment variable [`about::VARIABLE`] names.
///
/// # Errors
/// As [`named`].
pub fn chosen() -> Result<&'static dyn Engine, String> {
    of(about::chosen().map_err(|error| format!("{}: {error}", about::VARIABLE))?)
}

fn of(about: &'static About) -> Result<&'static dyn Engine, String> {
    all().find(|engine| engine.about() == about).ok_or_else(|| {
        let name = about.name;
        format!("the engine `{name}` was not compiled; add `--features {name}` to the command")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_was_not_compiled_is_named_with_its_flag() {
        let left_out = |about: &&About| !all().any(|engine| engine.about() == *about);
        for about in about::ENGINES.iter().filter(left_out) {
            let error = named(about.name).err().expect("it was not compiled");
            let flag = format!("add `--features {}` to the command", about.name);
            assert!(error.ends_with(&flag), "{error}");
        }
        assert!(named("cabagool").err().is_some_and(|error| error.contains("gabagool")));
    }

    #[test]
    fn engines_come_in_the_order_of_the_list() {
        let order = |engine: &dyn Engine| {
            let place = about::ENGINES.iter().position(|about| about == engine.about());
            place.expect("it is in the list")
        };
        assert!(all().is_sorted_by_key(order));
    }
}
