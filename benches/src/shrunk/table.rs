//! The table of the smallest counterexamples: by enumeration where that ends, else the best of
//! shrunk starts. It is made before anything is measured against it.

use super::enumerate::{self, Smallest, Trial};
use super::subjects::{self, Subject};
use super::trial::{Row, Source, Wanted};
use super::{Place, limit_of};
use crate::pool;
use benches::study::Error;
use benches::study::plan::missing::trial_seed;
use benches::study::plan::task::Workload;
use benches::study::rows::lines;
use mutagen_cli::supervise::Interrupt;
use mutagen_core::Outcome;
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::value::Node;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// The file of the table.
pub(super) const FILE: &str = "smallest.csv";

/// The file of the shrunk starts.
const STARTS_FILE: &str = "starts.jsonl";

/// The file of what was enumerated.
const ENUMERATED_FILE: &str = "enumerated.jsonl";

/// Starts of a task.
const STARTS: u64 = 20;

/// Campaigns of a task that has other starts, or an enumeration, as well.
const MORE_STARTS: u64 = 3;

/// The task whose campaigns take minutes. It has the other starts alone.
const SLOWEST: &str = "REGISTER/9/prop_ssni";

/// The seed from which those of the starts are derived.
const MASTER: u64 = 32;

/// A row of the table: the smallest counterexample, and where it comes from.
type Known = BTreeMap<String, (Smallest, String)>;

/// Enumerates for all tasks, and keeps what was found in the folder of results. This takes up to
/// 13 GiB of memory.
///
/// # Errors
/// When a file cannot be written.
pub(super) fn enumerate(workloads: &[Workload], folder: &Path) -> Result<(), Error> {
    let mut known = Known::new();
    workloads.iter().try_for_each(|workload| enumerate_all(workload, &mut known))?;
    std::fs::create_dir_all(folder)?;
    let mut writer = lines::Writer::open(&folder.join(ENUMERATED_FILE))?;
    known
        .into_iter()
        .try_for_each(|(task, (smallest, from))| writer.append(&(task, smallest, from)))
}

/// What was enumerated, in a process of its own: a process that holds much memory starts others
/// slowly.
fn enumerated(place: &Place<'_>) -> Result<Known, Error> {
    let path = place.folder.join(ENUMERATED_FILE);
    if !path.exists() {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["shrinking-studies", "--enumerate", "--out"]).arg(place.folder);
        if !place.only.is_empty() {
            command.arg("--tasks").arg(place.only.join(","));
        }
        if !command.status()?.success() {
            return Err("the enumeration did not end".into());
        }
    }
    let rows = lines::read(&path)?.into_iter();
    Ok(rows.map(|(task, smallest, from)| (task, (smallest, from))).collect())
}

/// Makes the table in the folder of results; returns whether all starts were run.
///
/// # Errors
/// When a campaign cannot be run, or a file cannot be written.
pub(super) fn make(place: &Place<'_>, interrupt: &Interrupt) -> Result<bool, Error> {
    std::fs::create_dir_all(place.folder)?;
    let mut known = enumerated(place)?;
    let path = place.folder.join(STARTS_FILE);
    let rows: Vec<Row> = lines::read(&path)?;
    let mut writer = lines::Writer::open(&path)?;
    let here = wanted(place.workloads, &known, &rows, &[Source::Generator, Source::Kept]);
    // One after the other, because a planted bug is selected for the whole process.
    let is_whole = pool::each(
        &here,
        1,
        interrupt,
        |wanted| start_here(wanted).map(Some),
        |row| {
            row.iter().try_for_each(|row| writer.append(row))?;
            Ok(row.map_or(String::new(), |row| line(&row)))
        },
    )?;
    let campaigns = wanted(place.workloads, &known, &rows, &[Source::Campaign]);
    let run = |wanted: &Wanted<'_>| {
        let limit = limit_of(wanted.workload);
        wanted.run_campaign(place.strategy, place.builds, limit, interrupt)
    };
    let is_whole = pool::each(&campaigns, place.jobs, interrupt, run, |row| {
        writer.append(&row)?;
        Ok(line(&row))
    })? && is_whole;
    best(&mut known, &lines::read::<Row>(&path)?);
    std::fs::write(place.folder.join(FILE), csv(place.workloads, &known))?;
    Ok(is_whole)
}

/// Reads the nodes of each task's smallest counterexample.
///
/// # Errors
/// When there is no table, or it is broken.
pub(super) fn read(folder: &Path) -> Result<BTreeMap<String, u64>, Error> {
    let path = folder.join(FILE);
    let read = std::fs::read_to_string(&path);
    let text = read.map_err(|error| {
        let path = path.display();
        format!("{path}: {error}; `shrinking-studies --table` makes the table")
    })?;
    let cells = |line: &str| {
        let mut cells = line.splitn(6, ',');
        let task = [cells.next()?, cells.next()?, cells.next()?].join("/");
        Some((task, cells.next()?.parse().ok()?))
    };
    let broken = |line: &str| format!("{}: not a row: {line}", path.display()).into();
    text.lines().skip(1).map(|line| cells(line).ok_or_else(|| broken(line))).collect()
}

/// Enumerates for all tasks of a workload.
fn enumerate_all(workload: &Workload, known: &mut Known) -> Result<(), Error> {
    let subjects: Result<Vec<Subject>, Error> =
        workload.tasks.iter().map(|task| Subject::of(workload, task)).collect();
    let subjects = subjects?;
    let mut trials: Vec<Trial<'_>> = subjects.iter().map(trial).collect();
    match workload.name {
        "BST" | "RBT" => {
            for (task, trial) in workload.tasks.iter().zip(&mut trials) {
                enumerate::trees(workload.name, &task.property, trial);
                eprintln!("{}: {:?} nodes", workload.task_name(task), trial.nodes());
            }
        }
        "STLC" | "FSUB" => {
            enumerate::terms(workload.name, &mut trials, &|| subjects[0].select(false));
        }
        _ => return Ok(()),
    }
    // The precondition of FSUB uses code with planted bugs. So a term that the correct program does
    // not type may fail too.
    let from = if workload.name == "FSUB" { "enumeration of typed terms" } else { "enumeration" };
    for (task, trial) in workload.tasks.iter().zip(trials) {
        if let Some(smallest) = trial.into_smallest() {
            known.insert(workload.task_name(task), (smallest, from.to_owned()));
        }
    }
    Ok(())
}

/// A task without values so far.
fn trial(subject: &Subject) -> Trial<'_> {
    let mut executor = Executor::new(&subject.property);
    Trial::new(move |value: &dyn Node| {
        subject.select(true);
        matches!(executor.run(value), Outcome::Failed(_))
    })
}

/// The starts that are still to be shrunk.
fn wanted<'w>(
    workloads: &'w [Workload],
    known: &Known,
    rows: &[Row],
    sources: &[Source],
) -> Vec<Wanted<'w>> {
    let mut all = Vec::new();
    for workload in workloads {
        for task in &workload.tasks {
            let name = workload.task_name(task);
            if known.get(&name).is_some_and(|(_, from)| from == "enumeration") {
                continue;
            }
            let is_machine = ["STACK", "REGISTER"].contains(&workload.name);
            let if_machine = |count| if is_machine { count } else { 0 };
            let campaigns = match workload.name {
                _ if name == SLOWEST => 0,
                "REGISTER" | "STACK" | "FSUB" => MORE_STARTS,
                _ => STARTS,
            };
            for &source in sources {
                let count = match source {
                    Source::Campaign => campaigns,
                    Source::Generator => if_machine(STARTS),
                    Source::Kept => if_machine(1),
                };
                let of = |trial| Wanted { workload, task, source, trial, master: MASTER };
                let is_missing = |wanted: &Wanted<'_>| !rows.iter().any(|row| wanted.is(row));
                all.extend((0..count).map(of).filter(is_missing));
            }
        }
    }
    all
}

/// Shrinks a start that needs no campaign. `None` if there is none.
fn start_here(wanted: &Wanted<'_>) -> Result<Option<Row>, Error> {
    let Wanted { workload, task, source, trial, master } = *wanted;
    let subject = Subject::of(workload, task)?;
    subject.select(true);
    let value = match source {
        Source::Kept => subjects::kept(workload, task),
        _ => {
            let mut executor = Executor::new(&subject.property);
            let seed = trial_seed(master, &workload.task_name(task), trial);
            let mut fails = |value: &dyn Node| matches!(executor.run(value), Outcome::Failed(_));
            subjects::drawn(workload, seed, &mut fails)
        }
    };
    Ok(value.map(|value| wanted.shrink_here(&subject, value)))
}

/// The line that is shown.
pub(super) fn line(row: &Row) -> String {
    let Row { task, source, trial, end, .. } = row;
    match end {
        None => format!("{task} {trial}: not found"),
        Some(end) => format!(
            "{task} {trial} ({source:?}): {} nodes of {}, {} runs, {:.2} s",
            end.nodes, end.found, end.runs, end.seconds
        ),
    }
}

/// Takes over the best ends of the starts.
fn best(known: &mut Known, rows: &[Row]) {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.end.is_some()) {
        *counts.entry(&row.task).or_default() += 1;
    }
    for row in rows {
        let Some(end) = &row.end else { continue };
        let count = counts[row.task.as_str()];
        let is_best = known.get(&row.task).is_none_or(|(known, _)| end.nodes < known.nodes);
        if is_best {
            let smallest = Smallest { nodes: end.nodes, text: end.text.clone() };
            known.insert(row.task.clone(), (smallest, format!("best of {count} starts")));
        }
    }
}

fn csv(workloads: &[Workload], known: &Known) -> String {
    let mut text = "workload,mutant,property,nodes,from,counterexample\n".to_owned();
    for workload in workloads {
        for task in &workload.tasks {
            let name = workload.task_name(task);
            let Some((smallest, from)) = known.get(&name) else { continue };
            let quoted = smallest.text.replace('"', "\"\"");
            let _ =
                writeln!(text, "{},{},{from},\"{quoted}\"", name.replace('/', ","), smallest.nodes);
        }
    }
    text
}
