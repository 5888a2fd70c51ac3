//! Makes the source of this crate from that of wain-validate.

use std::process::ExitCode;

fn main() -> ExitCode {
    wasm_plant::build("wain-validate", "../bugs.toml")
}
