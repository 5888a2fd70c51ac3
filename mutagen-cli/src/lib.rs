//! The logic of `cargo mutagen`: build the selected packages with instrumentation ([`instrument`]), find
//! the property that is meant ([`select`]), run it in a supervised worker process ([`supervise`]), and
//! say what came of it ([`report`], [`exit_code`]). [`args`] is the command line, [`status`] the one
//! file that draws progress, [`error`] everything that can go wrong.
#![forbid(unsafe_code)]

pub mod args;
pub mod error;
pub mod exit_code;
pub mod instrument;
pub mod list;
pub mod report;
pub mod run;
pub mod search_options;
pub mod select;
pub mod status;
pub mod supervise;

use args::{Arguments, Command};
use exit_code::Exit;
use std::ffi::OsString;

/// The whole command: parses the arguments, does what they say, prints errors.
pub fn main(arguments: impl Iterator<Item = OsString>) -> Exit {
    let arguments = match Arguments::parse_from_process(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // `--help` and `--version` come here too; only they go to the standard output.
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::NothingFound };
            let _ = error.print();
            return exit;
        }
    };
    let result = match &arguments.command {
        Command::List(list) => list::list(list),
        Command::Run(run) => run::run(run),
        Command::SearchOptions => Ok(search_options::search_options()),
    };
    match result {
        Ok(exit) => exit,
        Err(error) => {
            eprintln!("error: {error}");
            error.exit()
        }
    }
}
