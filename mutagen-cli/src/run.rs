//! `cargo mutagen run`: one campaign on one property, from the command line to the exit code.

use crate::args::{DEFAULT_TIMEOUT, MessageFormat, Run};
use crate::build::Fidelity;
use crate::error::CliError;
use crate::exit_code::Exit;
use crate::list::properties;
use crate::report::{self, print};
use crate::select::{Candidate, select};
use crate::status::Status;
use crate::supervise::{Campaign, Folder, Interrupt, supervise};
use clap::ValueEnum;
use humantime::format_duration;
use mutagen_core::internal::run::protocol::CampaignOptions;
use mutagen_core::internal::value::number_weights::NumberWeights;
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
    let files = Folder::claim(&built.target_folder, &candidate.package, &candidate.path)?;
    let campaign = campaign(arguments, candidate, seed, files);
    if !arguments.cargo.quiet {
        eprintln!("running {} with seed {seed}", candidate.full_name());
    }
    let interrupt = Interrupt::install()?;
    let mut status = Status::new(arguments.cargo.quiet, arguments.cargo.color);
    let summary = supervise(&campaign, &interrupt, &mut status)?;
    if let Some(course) = summary.course.filter(|_| arguments.cargo.verbose) {
        eprintln!("course of the tests: {course}");
    }
    let human = report::human(&summary, seed, &repeat(arguments, candidate, seed));
    match arguments.message_format {
        MessageFormat::Human => print(&mut std::io::stdout(), &human),
        MessageFormat::Json => {
            if !arguments.cargo.quiet {
                print(&mut std::io::stderr(), &human);
            }
            let json = report::json(&summary, seed, &candidate.full_name());
            print(&mut std::io::stdout(), &format!("{json}\n"));
        }
    }
    Ok(report::exit(&summary))
}

fn campaign(arguments: &Run, candidate: &Candidate, seed: u64, files: Folder) -> Campaign {
    Campaign {
        executable: candidate.executable.clone(),
        path: candidate.path.clone(),
        folder: candidate.folder.clone(),
        files,
        seed,
        options: options(arguments),
        keep_going: arguments.keep_going,
        max_tests: arguments.max_tests,
        max_cpu: arguments.max_cpu,
        max_time: arguments.max_time,
        timeout: arguments.timeout,
        show_edges: arguments.show_edges,
        verbose: arguments.cargo.verbose,
        environment: Vec::new(),
    }
}

/// What the flags make of the default options.
fn options(arguments: &Run) -> CampaignOptions {
    let samples = match (arguments.samples, arguments.no_reset) {
        (Some(samples), _) => samples,
        (None, true) => SAMPLES_WITHOUT_RESET,
        (None, false) => CampaignOptions::default().samples,
    };
    CampaignOptions {
        lifo: !arguments.no_lifo,
        reset: !arguments.no_reset,
        samples,
        feedback: !arguments.no_feedback,
        coverage: true,
        search: None,
        regrow: !arguments.no_regrow,
        head_start: !arguments.no_head_start,
        twins: !arguments.no_twins,
        align: !arguments.no_align,
        together: !arguments.no_together,
        drift: !arguments.no_drift,
        edits: arguments.edits,
        rarity: !arguments.no_rarity,
        thin: !arguments.no_thinning,
        max_size: arguments.max_size,
        keep_size: false,
        proportions: proportions(arguments),
        stack_bytes: (arguments.stack as usize) << 20,
    }
}

fn proportions(arguments: &Run) -> NumberWeights {
    let standard = NumberWeights::default();
    NumberWeights {
        integers: arguments.integers.unwrap_or(standard.integers),
        floats: arguments.floats.unwrap_or(standard.floats),
    }
}

/// The command that repeats the campaign: its options decide which tests it runs. Packages are selected as
/// they were, since those built together have their features united.
fn repeat(arguments: &Run, candidate: &Candidate, seed: u64) -> String {
    let mut command = format!("cargo mutagen run {} --seed {seed}", candidate.full_name());
    let flags = [
        (arguments.no_feedback, "no-feedback"),
        (arguments.no_regrow, "no-regrow"),
        (arguments.no_head_start, "no-head-start"),
        (arguments.no_twins, "no-twins"),
        (arguments.no_align, "no-align"),
        (arguments.no_together, "no-together"),
        (arguments.no_drift, "no-drift"),
        (arguments.no_rarity, "no-rarity"),
        (arguments.no_thinning, "no-thinning"),
        (arguments.no_lifo, "no-lifo"),
        (arguments.no_reset, "no-reset"),
        (arguments.keep_going, "keep-going"),
        (arguments.cargo.trace_cmp, "trace-cmp"),
        (arguments.cargo.workspace, "workspace"),
        (arguments.cargo.all_features, "all-features"),
        (arguments.cargo.no_default_features, "no-default-features"),
    ];
    for (_, flag) in flags.iter().filter(|(set, _)| *set) {
        command.push_str(&format!(" --{flag}"));
    }
    for (flag, shares) in [("integers", arguments.integers), ("floats", arguments.floats)] {
        if let Some(shares) = shares {
            command.push_str(&format!(" --{flag} {shares}"));
        }
    }
    let standard = CampaignOptions::default();
    if arguments.max_size != standard.max_size {
        command.push_str(&format!(" --max-size {}", arguments.max_size));
    }
    if arguments.edits != standard.edits {
        command.push_str(&format!(" --edits {}", arguments.edits));
    }
    if arguments.timeout != DEFAULT_TIMEOUT {
        let time = format_duration(arguments.timeout).to_string().replace(' ', "");
        command.push_str(&format!(" --timeout {time}"));
    }
    if (arguments.stack as usize) << 20 != standard.stack_bytes {
        command.push_str(&format!(" --stack {}", arguments.stack));
    }
    if let Some(samples) = arguments.samples {
        command.push_str(&format!(" --samples {samples}"));
    }
    let cargo = &arguments.cargo;
    let path = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
    let fidelity =
        cargo.fidelity.to_possible_value().filter(|_| cargo.fidelity != Fidelity::default());
    let fidelity = fidelity.map(|level| level.get_name().to_owned());
    let with_values = [
        ("package", cargo.package.clone()),
        ("exclude", cargo.exclude.clone()),
        ("instrument", cargo.instrument.clone()),
        ("fidelity", fidelity.into_iter().collect()),
        ("features", cargo.features.clone()),
        ("profile", cargo.profile.iter().cloned().collect()),
        ("target", cargo.target.iter().cloned().collect()),
        ("manifest-path", path(&cargo.manifest_path).into_iter().collect()),
    ];
    for (flag, values) in with_values {
        for value in values {
            command.push_str(&format!(" --{flag} {}", quoted(&value)));
        }
    }
    command
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:,+@=".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Arguments, Command};
    use clap::Parser;

    fn parsed(line: &str) -> Run {
        match Arguments::parse_from(line.split(' ')).command {
            Command::Run(run) => run,
            _ => panic!("must be `run`"),
        }
    }

    fn repeated(line: &str) -> String {
        let run = parsed(line);
        let candidate = Candidate {
            package: "pkg".into(),
            folder: PathBuf::new(),
            executable: PathBuf::new(),
            target: "pkg".into(),
            kind: "lib".into(),
            path: "tests::holds".into(),
            file: String::new(),
            line: 0,
            ignored: false,
        };
        repeat(&run, &candidate, 7)
    }

    #[test]
    fn every_flag_of_the_search_changes_an_option() {
        let standard = options(&parsed("cargo-mutagen run holds"));
        assert_eq!(standard, CampaignOptions::default());
        for flag in [
            "--no-feedback",
            "--no-regrow",
            "--no-head-start",
            "--no-twins",
            "--no-align",
            "--no-together",
            "--no-drift",
            "--no-rarity",
            "--no-thinning",
            "--no-lifo",
            "--no-reset",
            "--edits 5",
            "--samples 2",
            "--max-size 3",
            "--integers 1,0,0,0,0",
            "--floats 1,0,0,0,0",
            "--stack 9",
        ] {
            assert_ne!(
                options(&parsed(&format!("cargo-mutagen run holds {flag}"))),
                standard,
                "{flag}"
            );
        }
    }

    #[test]
    fn the_command_to_repeat_has_what_decides_which_tests_run_and_nothing_else() {
        assert_eq!(
            repeated("cargo-mutagen run holds --max-time 3s -v"),
            "cargo mutagen run pkg::tests::holds --seed 7"
        );
        assert_eq!(
            repeated(
                "cargo-mutagen run holds --no-reset --samples 3 --no-align --no-together --no-drift --no-rarity --no-thinning --timeout 1m30s -F a,b --stack 8 \
                 --fidelity exact --instrument x --workspace --exclude b -p pkg@1.2.0 --manifest-path a$b/Cargo.toml --integers 1,0,5,0,0"
            ),
            "cargo mutagen run pkg::tests::holds --seed 7 --no-align --no-together --no-drift --no-rarity --no-thinning \
             --no-reset --workspace \
             --integers 1,0,5,0,0 --timeout 1m30s \
             --stack 8 --samples 3 --package pkg@1.2.0 --exclude b --instrument x --fidelity exact --features a,b --manifest-path 'a$b/Cargo.toml'"
        );
    }
}
