//! `cargo mutagen`: parses the command line and hands it to the library.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    // Cargo starts the same executable as the runner of a suite, and as the compiler wrapper, once
    // per crate.
    if let Some(code) = mutagen_cli::instrument::run_if_runner() {
        return code;
    }
    if let Some(code) = mutagen_cli::instrument::wrapper::run_if_wrapper() {
        return code;
    }
    mutagen_cli::main(std::env::args_os()).into()
}
