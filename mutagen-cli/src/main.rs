//! `cargo mutagen`: parses the command line and hands it to the library.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    // As compiler wrapper the same executable is started by cargo, once per crate.
    if let Some(code) = mutagen_cli::instrument::wrapper::run_if_wrapper() {
        return code;
    }
    mutagen_cli::main(std::env::args_os()).into()
}
