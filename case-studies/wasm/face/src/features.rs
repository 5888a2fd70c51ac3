//! The features of WebAssembly that an engine may have or lack, and the set of those that a process
//! works with.

use crate::about::chosen;
use std::sync::OnceLock;
use wasmparser::WasmFeatures;

bitflags::bitflags! {
    /// A set of features. What none of them names is part of WebAssembly 1.0 without floats, and
    /// every engine has it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Features: u8 {
        /// The types `f32` and `f64` and their instructions. They are part of version 1.0, but
        /// some engines leave them out.
        const FLOATS = 1;
        /// The sign extension operators.
        const SIGN_EXTENSION = 1 << 1;
        /// Truncation of floats that yields the nearest integer instead of a trap.
        const SATURATING_TRUNCATION = 1 << 2;
        /// Functions and blocks with several results, and blocks with parameters.
        const MULTI_VALUE = 1 << 3;
        /// Bulk memory operations, with passive segments and the data count section.
        const BULK_MEMORY = 1 << 4;
        /// Reference types, their instructions, and several tables.
        const REFERENCE_TYPES = 1 << 5;
        /// Additions, subtractions and multiplications of integers in constant expressions.
        const EXTENDED_CONST = 1 << 6;

        /// WebAssembly 1.0.
        const WASM1 = Self::FLOATS.bits();
        /// WebAssembly 2.0 without its vector instructions.
        const WASM2 = Self::WASM1.bits()
            | Self::SIGN_EXTENSION.bits()
            | Self::SATURATING_TRUNCATION.bits()
            | Self::MULTI_VALUE.bits()
            | Self::BULK_MEMORY.bits()
            | Self::REFERENCE_TYPES.bits();
    }
}

impl From<Features> for WasmFeatures {
    /// The features in the terms of `wasmparser`. Importing and exporting mutable globals is part
    /// of version 1.0.
    fn from(features: Features) -> WasmFeatures {
        let mut known = WasmFeatures::MUTABLE_GLOBAL | WasmFeatures::GC_TYPES;
        for (feature, name) in [
            (Features::FLOATS, WasmFeatures::FLOATS),
            (Features::SIGN_EXTENSION, WasmFeatures::SIGN_EXTENSION),
            (Features::SATURATING_TRUNCATION, WasmFeatures::SATURATING_FLOAT_TO_INT),
            (Features::MULTI_VALUE, WasmFeatures::MULTI_VALUE),
            (Features::BULK_MEMORY, WasmFeatures::BULK_MEMORY),
            (Features::REFERENCE_TYPES, WasmFeatures::REFERENCE_TYPES),
            (Features::EXTENDED_CONST, WasmFeatures::EXTENDED_CONST),
        ] {
            known.set(name, features.contains(feature));
        }
        known
    }
}

static ENABLED: OnceLock<Features> = OnceLock::new();

/// Chooses the features that this process works with, whatever its engine claims. Call it before
/// the first use of [`enabled`].
///
/// # Errors
/// When other features are already in use. They are given, and nothing changes.
pub fn enable(features: Features) -> Result<(), Features> {
    let enabled = *ENABLED.get_or_init(|| features);
    if enabled == features { Ok(()) } else { Err(enabled) }
}

/// The features that this process works with: unless [`enable`] has chosen, those that the engine
/// under test claims, and all of them if the environment names no engine there is, which the
/// property then says. From the first call on they stay the same.
pub fn enabled() -> Features {
    *ENABLED.get_or_init(|| chosen().map_or(Features::all(), |about| about.claims))
}

/// Whether this process works without [`Features::FLOATS`].
pub fn no_floats() -> bool {
    !enabled().contains(Features::FLOATS)
}

/// Whether this process works without [`Features::SIGN_EXTENSION`].
pub fn no_sign_extension() -> bool {
    !enabled().contains(Features::SIGN_EXTENSION)
}

/// Whether this process works without [`Features::SATURATING_TRUNCATION`].
pub fn no_saturating_truncation() -> bool {
    !enabled().contains(Features::SATURATING_TRUNCATION)
}

/// Whether this process works without [`Features::MULTI_VALUE`].
pub fn no_multi_value() -> bool {
    !enabled().contains(Features::MULTI_VALUE)
}

/// Whether this process works without [`Features::BULK_MEMORY`].
pub fn no_bulk_memory() -> bool {
    !enabled().contains(Features::BULK_MEMORY)
}

/// Whether this process works without [`Features::REFERENCE_TYPES`].
pub fn no_reference_types() -> bool {
    !enabled().contains(Features::REFERENCE_TYPES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_claims_of_the_first_engine_are_enabled_and_cannot_be_changed_after_the_first_use() {
        let claims = Features::WASM1 | Features::SIGN_EXTENSION;
        assert_eq!(enabled(), claims);
        assert_eq!(enable(Features::WASM1), Err(claims));
        assert_eq!(enable(claims), Ok(()));
        let lacking = [
            no_floats(),
            no_sign_extension(),
            no_saturating_truncation(),
            no_multi_value(),
            no_bulk_memory(),
            no_reference_types(),
        ];
        assert_eq!(lacking, [false, false, true, true, true, true]);
    }

    #[test]
    fn wasmparser_calls_the_versions_by_the_same_names() {
        assert_eq!(WasmFeatures::from(Features::WASM1), WasmFeatures::WASM1);
        let vectors = WasmFeatures::SIMD;
        assert_eq!(WasmFeatures::from(Features::WASM2) | vectors, WasmFeatures::WASM2);
        assert!(WasmFeatures::from(Features::all()).contains(WasmFeatures::EXTENDED_CONST));
        assert!(!WasmFeatures::from(Features::empty()).contains(WasmFeatures::FLOATS));
    }

    #[test]
    fn version_2_adds_to_version_1_but_has_no_computed_constants() {
        assert!(Features::WASM2.contains(Features::WASM1));
        assert_eq!(Features::all() - Features::WASM2, Features::EXTENDED_CONST);
    }
}
