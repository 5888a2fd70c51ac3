//! `cargo mutagen failures`: lists what campaigns have found, from the files that they left.
//! Nothing is built and no test runs.

mod text;

use crate::args::{Failures, MessageFormat};
use crate::campaigns::{KeptProperty, KeptRun, State, kept};
use crate::error::CliError;
use crate::exit_code::Exit;
use crate::instrument::places;
use crate::messages::{self, KeptFailure, RunState, line, text_of};
use crate::select::{is_meant, nearest};
use crate::stdout;
use std::io::Write;
use std::path::PathBuf;

/// A run that is listed.
struct Listed<'k> {
    property: &'k KeptProperty,
    number: u32,
    folder: PathBuf,
    run: KeptRun,
}

/// Lists the failures of all properties or of those that the arguments select, the newest run of a
/// property first.
///
/// # Errors
/// When no run of the property is kept, a folder cannot be read, or the standard output cannot be
/// written.
pub fn failures(arguments: &Failures) -> Result<Exit, CliError> {
    let (folder, packages) = places(&arguments.build())?;
    let mut properties = kept(&folder)?;
    if !packages.is_empty() {
        properties.retain(|property| packages.contains(&property.package));
    }
    let selected: Vec<&KeptProperty> = match &arguments.property {
        None => properties.iter().collect(),
        Some(name) => properties.iter().filter(|kept| is_meant(&kept.name, name)).collect(),
    };
    if let (Some(name), []) = (&arguments.property, selected.as_slice()) {
        let kept = nearest(name, properties.iter().map(|property| property.name.clone()));
        return Err(CliError::NotKept { name: name.clone(), folder, kept });
    }
    let runs = selected.into_iter().flat_map(|property| {
        property.runs.iter().map(move |(number, folder)| Listed {
            property,
            number: *number,
            folder: folder.clone(),
            run: KeptRun::read(folder),
        })
    });
    match arguments.output.message_format {
        MessageFormat::Json => {
            stdout::write(&line(&messages::Failures(runs.map(message).collect())))?;
        }
        MessageFormat::Human => {
            let mut none = true;
            for run in runs {
                none = false;
                stdout::write(&text::run(&run))?;
            }
            if none {
                let _ = writeln!(
                    std::io::stderr(),
                    "no run is kept in {}; `cargo mutagen run` makes one",
                    folder.display()
                );
            }
        }
    }
    Ok(Exit::NothingFound)
}

/// A run as a message for programs.
fn message(listed: Listed<'_>) -> messages::KeptRun {
    let Listed { property, number, folder, run } = listed;
    let info = run.info.ok();
    let (state, exit_code, outcome) = match run.state {
        State::Running => (RunState::Running, None, None),
        State::Killed => (RunState::Killed, None, None),
        State::Ended { exit_code, outcome } => (RunState::Ended, Some(exit_code), Some(outcome)),
    };
    messages::KeptRun {
        property: property.name.clone(),
        package: property.package.clone(),
        target: property.target.clone(),
        run: number,
        folder: text_of(&folder),
        seed: run.seed,
        options: info.as_ref().map(|info| info.options.clone()),
        started: info.as_ref().map(|info| info.started),
        program: info.map(|info| info.program),
        state,
        exit_code,
        outcome,
        failures: run.failures.iter().map(KeptFailure::from).collect(),
        notes: run.notes,
    }
}
