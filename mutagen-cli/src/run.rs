//! `cargo mutagen run`: one campaign on one property, from the command line to the exit code.

use crate::args::{MessageFormat, Run};
use crate::error::CliError;
use crate::exit_code::Exit;
use crate::list::properties;
use crate::report;
use crate::select::{Candidate, select};
use crate::status::Status;
use crate::supervise::{Campaign, Interrupt, supervise};
use mutagen_core::protocol::CampaignOptions;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;

/// Samples of a random mutant when R never grows: the paper's choice for "no reset".
const SAMPLES_WITHOUT_RESET: u64 = 25;

/// Runs the campaign and reports what came of it.
///
/// # Errors
/// When the build fails, the property is not found, or its worker cannot be started.
pub fn run(arguments: &Run) -> Result<Exit, CliError> {
    let (built, candidates) = properties(&arguments.cargo)?;
    let candidate = select(&candidates, &arguments.property)?;
    // The keys of std's hash maps come from the system's randomness, which is all that is needed.
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(()) >> 32);
    let files = Campaign::files_of(&built.target_folder, &candidate.package, &candidate.path);
    make_folder(&files)?;
    let campaign = campaign(arguments, candidate, seed, files);
    if !arguments.cargo.quiet {
        eprintln!("running {} with seed {seed}", candidate.full_name());
    }
    let interrupt = Interrupt::install()?;
    let mut status = Status::new(arguments.cargo.quiet, arguments.cargo.color);
    let summary = supervise(&campaign, &interrupt, &mut status)?;
    match arguments.message_format {
        MessageFormat::Human => {
            print!("{}", report::human(&summary, seed, &repeat(arguments, candidate, seed)));
        }
        MessageFormat::Json => println!("{}", report::json(&summary, seed, &candidate.full_name())),
    }
    Ok(report::exit(&summary))
}

fn campaign(arguments: &Run, candidate: &Candidate, seed: u64, files: PathBuf) -> Campaign {
    let samples = match (arguments.samples, arguments.no_reset) {
        (Some(samples), _) => samples,
        (None, true) => SAMPLES_WITHOUT_RESET,
        (None, false) => CampaignOptions::default().samples,
    };
    Campaign {
        executable: candidate.executable.clone(),
        path: candidate.path.clone(),
        folder: candidate.folder.clone(),
        files,
        seed,
        options: CampaignOptions {
            lifo: !arguments.no_lifo,
            reset: !arguments.no_reset,
            samples,
            feedback: !arguments.no_feedback,
            max_size: arguments.max_size,
            stack_bytes: arguments.stack << 20,
        },
        keep_going: arguments.keep_going,
        max_tests: arguments.max_tests,
        max_time: arguments.max_time,
        timeout: arguments.timeout,
        verbose: arguments.cargo.verbose,
    }
}

/// The command that repeats the campaign: its options decide which tests it runs.
fn repeat(arguments: &Run, candidate: &Candidate, seed: u64) -> String {
    let mut command = format!(
        "cargo mutagen run {} --package {} --seed {seed}",
        candidate.path, candidate.package
    );
    let flags = [
        (arguments.no_feedback, "no-feedback"),
        (arguments.no_lifo, "no-lifo"),
        (arguments.no_reset, "no-reset"),
        (arguments.keep_going, "keep-going"),
        (arguments.cargo.all_features, "all-features"),
        (arguments.cargo.no_default_features, "no-default-features"),
    ];
    for (_, flag) in flags.iter().filter(|(set, _)| *set) {
        command.push_str(&format!(" --{flag}"));
    }
    let default = CampaignOptions::default().max_size;
    if arguments.max_size != default {
        command.push_str(&format!(" --max-size {}", arguments.max_size));
    }
    if let Some(samples) = arguments.samples {
        command.push_str(&format!(" --samples {samples}"));
    }
    let lists = [("instrument", &arguments.cargo.instrument), ("features", &arguments.cargo.features)];
    for (flag, values) in lists {
        for value in values {
            command.push_str(&format!(" --{flag} {value}"));
        }
    }
    command
}

fn make_folder(path: &PathBuf) -> Result<(), CliError> {
    std::fs::create_dir_all(path).map_err(|error| CliError::Folder { path: path.clone(), error })
}
