//! `cargo mutagen failures`: lists what campaigns have found, from the files that they left.
//! Nothing is built and no test runs.

mod json;
mod text;

use crate::args::{Failures, MessageFormat};
use crate::campaigns::{KeptProperty, KeptRun, kept};
use crate::error::CliError;
use crate::exit_code::Exit;
use crate::instrument::places;
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
    match arguments.message_format {
        MessageFormat::Json => {
            let runs: Vec<serde_json::Value> = runs.map(|run| json::run(&run)).collect();
            stdout::write(&format!("{}\n", serde_json::Value::Array(runs)))?;
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
