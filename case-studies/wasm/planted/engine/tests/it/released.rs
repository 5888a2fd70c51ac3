//! wain as released, without limits, repairs and planted bugs.

use wasm_engine::wain::Wain;
use wasm_face::{Call, Engine, Run};

/// Whether it accepts the module.
pub fn accepts(bytes: &[u8]) -> bool {
    explain(bytes).is_none()
}

/// Why it refuses the module; `None` if it accepts it.
pub fn explain(bytes: &[u8]) -> Option<String> {
    Wain.explain(bytes)
}

/// What comes of a module and of the calls of its functions, and the state after them.
pub fn run(bytes: &[u8], calls: &[Call<'_>]) -> Run {
    Wain.run(bytes, calls, 0, true)
}
