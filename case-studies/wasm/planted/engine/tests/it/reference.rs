//! The references, told to know what wain claims.

use crate::CLAIMS;
use wasm_face::{Call, Engine, Run};
use wasm_study::Reference;

pub use wasm_study::FUEL;

const REFERENCE: Reference = Reference(CLAIMS);

/// Why the module is not valid; `None` if it is.
pub fn explain(bytes: &[u8]) -> Option<String> {
    REFERENCE.explain(bytes)
}

/// Whether a function has more locals than engines allow.
pub fn has_too_many_locals(bytes: &[u8]) -> bool {
    explain(bytes).is_some_and(|reason| reason.contains("too many locals"))
}

/// Whether the module is valid.
pub fn accepts(bytes: &[u8]) -> bool {
    explain(bytes).is_none()
}

/// What comes of a module and of the calls of its functions.
pub fn run(bytes: &[u8], calls: &[Call<'_>], fuel: u64) -> Run {
    REFERENCE.run(bytes, calls, fuel, false)
}
