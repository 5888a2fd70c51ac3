//! Makes the source of this crate from that of wain-exec.

use std::process::ExitCode;

fn main() -> ExitCode {
    wasm_plant::build("wain-exec", "../bugs.toml")
}
