//! `cargo mutagen run`: one campaign on one property, from the command line to the exit code.

use crate::args::{Flaky, MessageFormat, Run};
use crate::campaigns::{Program, Records, RunFolder, RunInfo, target_name};
use crate::corpus::{Corpus, Inputs, NoValues};
use crate::counted::counted;
use crate::emit;
use crate::error::CliError;
use crate::exit_code::Exit;
use crate::instrument::Built;
use crate::literals::collect;
use crate::properties::properties;
use crate::regressions::{Orphan, Regressions, note, orphans};
use crate::repeated::RepeatedWorker;
use crate::report::{self, Commands};
use crate::select::{Candidate, select};
use crate::several;
use crate::shell::with_words;
use crate::status::Status;
use crate::stdout;
use crate::supervise::{
    Failure, Interrupt, Keeping, Regression, ShrinkLimits, Summary, SupervisedCampaign, end,
    limit_default, supervise,
};
use crate::without_checks::tell_apart;
use mutagen_core::internal::run::regressions::{Use, portable};
use mutagen_core::internal::search::options::Options;
use mutagen_core::internal::value::literals::Literals;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::PathBuf;

/// The most files that notes name one by one.
const MOST_TOLD: usize = 5;

/// Runs the campaign and reports what came of it.
///
/// # Errors
/// When the build fails, the property is not found, its worker cannot be started, or the report
/// cannot be written.
pub fn run(arguments: &Run) -> Result<Exit, CliError> {
    let [property] = &arguments.properties[..] else { return several::run(arguments) };
    let mut seed = arguments.seed;
    match try_run(arguments, property, &mut seed) {
        Err(error) if arguments.message_format == MessageFormat::Json => {
            let text = error.to_string();
            let json = report::json_of_error(&text, seed, property, error.exit());
            stdout::write(&json)?;
            Err(error)
        }
        other => other,
    }
}

fn try_run(arguments: &Run, property: &str, seed: &mut Option<u64>) -> Result<Exit, CliError> {
    let mut status = Status::new(arguments.build.quiet, arguments.build.color);
    // A command that follows this one may end it at any time.
    let early = if status.is_followed() { Some(several::follow()?) } else { None };
    let (built, candidates) = properties(&arguments.build)?;
    let candidate = select(&candidates, property)?;
    // std's hash maps take their keys from the system's randomness, which is enough for a seed.
    let seed = *seed.get_or_insert_with(|| RandomState::new().hash_one(()) >> 32);
    let options = arguments.options()?;
    let regressions = Regressions::of(candidate, arguments.use_of_regressions()?);
    let kept = regressions.kept()?;
    let orphaned = orphaned(arguments, &built, &candidates, candidate)?;
    let literals = literals(arguments, &options, candidate);
    let (inputs, corpus) = inputs(arguments, &built, candidate, &regressions)?;
    let repeated = arguments.repeat_worker.as_deref().map(RepeatedWorker::of).transpose()?;
    let target = target_name(candidate);
    // This may remove the oldest run, so everything of earlier runs was read before.
    let files =
        RunFolder::create(&built.target_folder, &candidate.package, &target, &candidate.path)?;
    if let Some(repeated) = &repeated {
        repeated.write_received(&files)?;
    }
    let program = Program::link(&candidate.executable, &files.program())?;
    if let Some(file) = &arguments.emit {
        emit::check(file)?;
    }
    let name = candidate.full_name();
    let repeated = repeated.map(|repeated| repeated.share);
    let info = RunInfo {
        workers: arguments.workers(),
        repeated,
        ..RunInfo::new(
            &name,
            &candidate.package,
            &target,
            seed,
            arguments.repeated.clone(),
            options.clone(),
            program.id(),
        )
    };
    info.write(&files.run_file())?;
    let records = Records::create(&files.records(), &info)?;
    let paths = (files, program);
    let mut repeat = repeat(arguments, &options, candidate, seed);
    if !inputs.is_empty() {
        let folder = ["--inputs".to_owned(), paths.0.path().display().to_string()];
        repeat = with_words(repeat, folder.iter());
    }
    let mut campaign = campaign(arguments, options, literals, candidate, seed, paths, kept);
    campaign.inputs.clone_from(&inputs.texts);
    campaign.repeated = repeated;
    campaign.corpus = corpus;
    if !arguments.build.quiet {
        // A closed stream must not end the campaign.
        let _ = writeln!(std::io::stderr(), "running {name} with seed {seed}{}", started(&inputs));
    }
    let interrupt = match early {
        Some(interrupt) => interrupt,
        None => Interrupt::install()?,
    };
    let mut summary = supervise(&campaign, records, &interrupt, &mut status)?;
    summary.notes.splice(0..0, campaign.files.notes().iter().cloned());
    summary.notes.extend(inputs.notes.iter().cloned());
    summary.notes.extend(set_aside(&summary, &inputs, campaign.corpus.as_ref()));
    summary.notes.extend(orphaned);
    if arguments.build.verbose {
        tell_courses(&summary);
    }
    if status.is_followed() {
        // The time of several campaigns is over, which is no interruption of this one.
        summary.interrupted = false;
    }
    let exit = report::exit(&summary);
    if let Some(mut records) = summary.records.take() {
        let outcome = report::outcome(&summary).to_string();
        end(&mut records, exit.code(), &outcome, summary.statistics);
    }
    keep(&mut summary, &regressions);
    tell_apart(arguments, candidate, &interrupt, status.is_followed(), &mut summary);
    let emitted = match &arguments.emit {
        Some(file) => emit::emit(file, arguments, &built, candidate, &interrupt, &mut summary),
        None => Ok(()),
    };
    let commands = Commands { repeat, replay: replay(arguments, &name) };
    write_report(arguments, &summary, seed, &name, &commands)?;
    emitted.map(|()| exit)
}

/// Tells the digests of what the workers have run.
fn tell_courses(summary: &Summary) {
    let is_one = summary.workers.len() == 1;
    for (number, worker) in (1..).zip(&summary.workers) {
        let Some(course) = worker.course else { continue };
        let of = if is_one { String::new() } else { format!(" of worker {number}") };
        let _ = writeln!(std::io::stderr(), "course of the tests{of}: {course}");
    }
}

/// Writes the report to the standard output. If that fails, what was found goes to the standard
/// error stream.
fn write_report(
    arguments: &Run,
    summary: &Summary,
    seed: u64,
    name: &str,
    commands: &Commands,
) -> Result<(), CliError> {
    let human = report::human(summary, seed, commands);
    let is_json = arguments.message_format == MessageFormat::Json;
    let is_shown = is_json && !arguments.build.quiet;
    let written = match arguments.message_format {
        MessageFormat::Human => stdout::write(&human),
        MessageFormat::Json => {
            if is_shown {
                let _ = std::io::stderr().write_all(human.as_bytes());
            }
            let json = report::json(summary, seed, name, commands);
            stdout::write(&json)
        }
    };
    written.inspect_err(|_| {
        let folder = summary.folder.display();
        let human = if is_shown { "" } else { human.as_str() };
        let _ = writeln!(std::io::stderr(), "{human}what was found is kept in {folder}");
    })
}

/// A note about files of regressions in the package of the property that belong to no property.
fn orphaned(
    arguments: &Run,
    built: &Built,
    all: &[Candidate],
    candidate: &Candidate,
) -> Result<Option<String>, CliError> {
    if arguments.use_of_regressions()? == Use::Off {
        return Ok(None);
    }
    let is_near = |orphan: &Orphan| orphan.package == candidate.package;
    let found = orphans(built, all).map(|all| all.into_iter().filter(is_near).collect());
    Ok(note(found))
}

/// The inputs that the campaign starts from, and the corpus that it adds to. With a seed, only what
/// a user has written is read, and nothing is added.
fn inputs(
    arguments: &Run,
    built: &Built,
    candidate: &Candidate,
    regressions: &Regressions,
) -> Result<(Inputs, Option<Corpus>), CliError> {
    if let Some(folder) = &arguments.inputs {
        return Ok((Inputs::of_run(folder)?, None));
    }
    let corpus = match &arguments.corpus {
        Some(folder) => Corpus::at(folder),
        None => Corpus::of(&built.target_folder, candidate),
    };
    let corpus = Some(corpus).filter(|_| arguments.seed.is_none());
    let mut inputs = Inputs::default();
    inputs.add_seeds(&candidate.folder, regressions.file())?;
    if let Some(corpus) = &corpus {
        inputs.add_corpus(corpus)?;
    }
    Ok((inputs, corpus))
}

/// The end of the first line of a run: what it starts from.
fn started(inputs: &Inputs) -> String {
    let tests = |count: usize| counted(count as u64, "test");
    match inputs.counts() {
        (0, 0) if inputs.is_empty() => String::new(),
        (0, 0) => format!(", from {} inputs of an earlier run", inputs.texts.len()),
        (0, corpus) => format!(", from {} of the corpus", tests(corpus)),
        (seeds, 0) => format!(", from {} in mutagen-seeds", tests(seeds)),
        (seeds, corpus) => {
            format!(", from {} in mutagen-seeds and {corpus} of the corpus", tests(seeds))
        }
    }
}

/// Keeps the failures of a campaign. One of the same key as a kept one that fails is known.
fn keep(summary: &mut Summary, regressions: &Regressions) {
    let fails = |failure: &Failure| match &failure.kept {
        Some(Keeping::Again(place)) => Some((portable(&failure.key), place.clone())),
        _ => None,
    };
    let failing: BTreeMap<String, String> = summary.failures.iter().filter_map(fails).collect();
    for failure in summary.failures.iter_mut().filter(|failure| failure.kept.is_none()) {
        failure.kept = match failing.get(&portable(&failure.key)) {
            Some(place) => Some(Keeping::Known(place.clone())),
            None => regressions.keep(failure),
        };
    }
}

/// Sets aside what is no longer a value of the property. Returns notes about it, and about inputs
/// of the user that are none.
fn set_aside(summary: &Summary, inputs: &Inputs, corpus: Option<&Corpus>) -> Vec<String> {
    let NoValues { seeds, corpus: old } = inputs.no_values(&summary.unreadable);
    let told = seeds.iter().take(MOST_TOLD);
    let mut notes: Vec<String> = told
        .map(|(file, why)| format!("{}: not a value of the property ({why})", file.display()))
        .collect();
    if seeds.len() > MOST_TOLD {
        let more = counted((seeds.len() - MOST_TOLD) as u64, "other file");
        notes.push(format!("{more} in mutagen-seeds: no value of the property"));
    }
    if let (Some(corpus), [(first, why), ..]) = (corpus, &old[..]) {
        let are = match old.len() {
            1 => "1 test of the corpus is no longer a value of the property, and is".to_owned(),
            many => {
                format!("{many} tests of the corpus are no longer values of the property, and are")
            }
        };
        let first = first.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let files: Vec<PathBuf> = old.iter().map(|(path, _)| path.clone()).collect();
        notes.push(match corpus.set_aside(&files) {
            Ok(folder) => format!("{are} now in {}; the first: {first}: {why}", folder.display()),
            Err(error) => error.to_string(),
        });
    }
    notes
}

/// The literals of the code under test, unless the options ignore them.
fn literals(arguments: &Run, options: &Options, candidate: &Candidate) -> Literals {
    if !options.literals {
        return Literals::default();
    }
    let collected = collect(&candidate.sources);
    if let Some(note) = collected.note().filter(|_| !arguments.build.quiet) {
        // A closed stream must not end the command.
        let _ = writeln!(std::io::stderr(), "note: {note}");
    }
    if arguments.build.verbose {
        let _ = writeln!(std::io::stderr(), "literals of the code under test: {collected}");
    }
    collected.literals
}

fn campaign(
    arguments: &Run,
    options: Options,
    literals: Literals,
    candidate: &Candidate,
    seed: u64,
    (files, program): (RunFolder, Program),
    regressions: Vec<Regression>,
) -> SupervisedCampaign {
    let Candidate { path, folder, .. } = candidate;
    SupervisedCampaign {
        instrumented: candidate.instrumented.clone(),
        seed,
        workers: arguments.workers(),
        options,
        literals,
        stack_bytes: (arguments.limits.stack as usize) << 20,
        memory_bytes: (arguments.limits.max_memory)
            .unwrap_or_else(|| limit_default() / u64::from(arguments.workers())),
        core_files: arguments.limits.core,
        keep_going: arguments.keep_going,
        silenced: arguments.silenced.kinds.clone(),
        left_out: arguments.left_out.names(),
        ignore_flaky: arguments.flaky == Flaky::Ignore,
        confirm: true,
        shrink: (!arguments.no_shrink).then_some(ShrinkLimits {
            time: arguments.shrink_time,
            runs: arguments.shrink_tests,
            to_any: arguments.shrink_to_any,
        }),
        shows_original: arguments.show_original,
        regressions,
        max_tests: arguments.max_tests,
        max_cpu: arguments.max_cpu,
        max_time: arguments.max_time,
        show_edges: arguments.show_edges,
        verbose: arguments.build.verbose,
        ..SupervisedCampaign::bare(
            program,
            files,
            path.clone(),
            folder.clone(),
            arguments.limits.timeout,
        )
    }
}

/// The command that repeats the campaign, with each flag that decides which tests run. The package
/// selection is repeated unchanged, because packages that are built together share their features.
fn repeat(arguments: &Run, options: &Options, candidate: &Candidate, seed: u64) -> String {
    // A kept counterexample would end it before its first test.
    let command =
        format!("cargo mutagen run {} --seed {seed} --regressions off", candidate.full_name());
    let options = options.to_string();
    let search = ["--search".to_owned(), options];
    let search = if search[1].is_empty() { &[][..] } else { &search };
    with_words(command, search.iter().chain(&arguments.repeated))
}

/// The command that runs one test of the property again, without what says which test.
fn replay(arguments: &Run, name: &str) -> String {
    with_words(format!("cargo mutagen replay {name}"), arguments.replayed.iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Arguments, Command};
    use std::ffi::OsString;

    fn parsed(line: &str) -> Run {
        let words = line.split(' ').map(OsString::from);
        match Arguments::parse_from_process(words).unwrap().command {
            Command::Run(run) => *run,
            _ => panic!("must be `run`"),
        }
    }

    fn repeated(line: &str) -> String {
        let run = parsed(line);
        let candidate = Candidate {
            package: "pkg".into(),
            folder: PathBuf::new(),
            instrumented: Vec::new(),
            checked: Vec::new(),
            executable: PathBuf::new(),
            sources: Vec::new(),
            target: "pkg".into(),
            kind: "lib".into(),
            path: "tests::holds".into(),
            file: String::new(),
            line: 0,
            ignored: false,
        };
        repeat(&run, &run.options().unwrap(), &candidate, 7)
    }

    #[test]
    fn the_command_to_repeat_has_what_decides_which_tests_run_and_nothing_else() {
        assert_eq!(
            repeated("cargo-mutagen run holds --max-time 3s -v"),
            "cargo mutagen run pkg::tests::holds --seed 7 --regressions off"
        );
        assert_eq!(
            repeated(
                "cargo-mutagen run holds --search reset=off,samples=3 --search drift=off \
                 --max-size 4 --timeout 1m30s -F a,b --stack 8 --fidelity exact --instrument x \
                 --workspace --exclude b -p pkg@1.2.0 --manifest-path a$b/Cargo.toml"
            ),
            "cargo mutagen run pkg::tests::holds --seed 7 --regressions off \
             --search drift=off,reset=off,samples=3,max-size=4 --timeout 1m30s --stack 8 \
             --package pkg@1.2.0 --workspace --exclude b --features a,b \
             --manifest-path 'a$b/Cargo.toml' --instrument x --fidelity exact"
        );
    }
}
