//! The logic of `cargo mutagen`: build the selected packages with instrumentation ([`instrument`]),
//! find the requested property ([`properties`], [`select`]), collect the literals of the code under
//! test ([`literals`]), run the property in a supervised worker process ([`supervise`]), and report
//! the outcome ([`report`], [`exit_code`]). [`several`] runs campaigns that take turns, and
//! [`without_checks`] runs failed tests again as users of the code under test would.
//! [`mod@gaps`] finds tests
//! for lines that a suite does not reach. [`regressions`] keeps counterexamples, [`corpus`] keeps retained tests, and [`mod@replay`] runs
//! given tests; the commands for them, of which [`corpus_command`] is one, run a property
//! [`outside`] a campaign. [`messages`] are what programs read, with their schema. What a campaign
//! leaves on disk is in [`campaigns`], and [`failures`] lists it. [`args`] is the command line,
//! [`status`] is the only file that draws progress, [`stdout`] writes results, [`escape`] makes
//! them safe to print, [`shell`] quotes command lines, and [`error`] holds the errors.
#![forbid(unsafe_code)]

pub mod args;
pub mod campaigns;
pub mod corpus;
pub mod corpus_command;
mod counted;
pub mod emit;
pub mod error;
pub mod escape;
pub mod exit_code;
pub mod failures;
pub mod gaps;
pub mod instrument;
pub mod list;
pub mod literals;
pub mod messages;
// Mutated versions of a file, as for the tests of the engine.
#[cfg(test)]
#[path = "../../mutagen-core/src/mutated.rs"]
mod mutated;
pub mod outside;
pub mod properties;
pub mod regressions;
pub mod relations;
pub mod repeated;
pub mod replay;
pub mod report;
pub mod run;
pub mod search_options;
pub mod select;
pub mod several;
pub mod shell;
pub mod source;
pub mod status;
pub mod stdout;
pub mod supervise;
pub mod without_checks;

use args::{Arguments, Command, RegressionsCommand};
use exit_code::Exit;
use std::ffi::OsString;
use std::io::Write;

/// The whole command: parses the arguments, runs the subcommand, prints errors.
pub fn main(arguments: impl Iterator<Item = OsString>) -> Exit {
    let arguments = match Arguments::parse_from_process(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // `--help` and `--version` also arrive here, and only they go to the standard output.
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::NothingFound };
            let _ = error.print();
            return exit;
        }
    };
    let result = match &arguments.command {
        Command::Corpus { command } => corpus_command::corpus(command),
        Command::Failures(failures) => failures::failures(failures),
        Command::Gaps(gaps) => gaps::gaps(gaps),
        Command::List(list) => list::list(list),
        Command::Replay(replay) => replay::replay(replay),
        Command::Regressions { command: RegressionsCommand::Prune(prune) } => {
            regressions::prune(prune)
        }
        Command::Relations(arguments) => relations::relations(arguments),
        Command::Run(run) => run::run(run),
        Command::Guard { mark } => {
            supervise::guard(mark).map(|()| Exit::NothingFound).map_err(error::CliError::Interrupt)
        }
        Command::Schema => messages::print_schema(),
        Command::SearchOptions => search_options::search_options(),
    };
    match result {
        Ok(exit) => exit,
        Err(error) => {
            // The exit code says the same if the standard error stream is closed.
            let _ = writeln!(std::io::stderr(), "error: {error}");
            error.exit()
        }
    }
}
