//! `cargo mutagen run` for several properties: each campaign is a command of its own, and they take
//! turns. The command that does not have the turn is stopped, as by Ctrl-Z. The next turn goes to
//! the campaign that still finds most.

use crate::args::{Flaky, MessageFormat, Run};
use crate::counted::counted;
use crate::error::CliError;
use crate::escape::escape;
use crate::exit_code::Exit;
use crate::messages::RunError;
use crate::properties::properties;
use crate::select::{Candidate, SelectError, select};
use crate::status::{PROGRESS, Progress, Status};
use crate::stdout;
use crate::supervise::Interrupt;
use derive_more::Display;
use mutagen_core::internal::search::statistics::Statistics;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How often the campaigns are looked at.
const TICK: Duration = Duration::from_millis(20);

/// The shortest and the longest turn.
const TURN: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(5)];

/// Of so many turns, one goes to the campaign that has had the least time.
const FAIR: u32 = 4;

/// How long the campaigns may take to end after they were asked to. They run failed tests again and
/// shrink them. After this time, each reports the smallest test so far.
const ENDING: Duration = Duration::from_secs(60);

/// How long they may take from then on.
const LAST: Duration = Duration::from_secs(20);

/// How much longer a turn lasts at most if a failure was found that ends the campaign.
const FINISHING: Duration = Duration::from_secs(30);

/// How long a command may take until its first test. It asks cargo whether everything is built.
const STARTING: Duration = Duration::from_secs(60);

/// The campaign of one property.
struct Campaign {
    name: String,
    state: State,
    /// The file of its report, and that of its progress.
    report: PathBuf,
    progress: PathBuf,
    /// The time that it had the turn.
    used: Duration,
    /// The figures at the end of its last turn.
    last: Statistics,
    /// How many of its failures were named.
    named: usize,
    /// What it found in a second of its last turns.
    finds: f64,
    /// Whether its report was written.
    is_written: bool,
}

enum State {
    Waiting,
    Started(Child),
    Ended(Value),
}

impl Campaign {
    fn new(candidate: &Candidate, folder: &Path, number: usize) -> Campaign {
        Campaign {
            name: candidate.full_name(),
            state: State::Waiting,
            report: folder.join(format!("{number}.json")),
            progress: folder.join(format!("{number}.progress")),
            used: Duration::ZERO,
            last: Statistics::default(),
            named: 0,
            finds: f64::INFINITY,
            is_written: false,
        }
    }

    /// Starts the campaign, or lets it go on.
    fn go_on(&mut self, arguments: &Run) -> Result<(), CliError> {
        match &self.state {
            State::Started(child) => {
                let _ = kill_process(Pid::from_child(child), Signal::CONT);
            }
            State::Waiting => self.state = State::Started(self.start(arguments)?),
            State::Ended(_) => {}
        }
        Ok(())
    }

    fn start(&self, arguments: &Run) -> Result<Child, CliError> {
        let failed = |path: &Path, error| CliError::CampaignFile { path: path.to_owned(), error };
        let report = File::create(&self.report).map_err(|error| failed(&self.report, error))?;
        let own = std::env::current_exe().map_err(|error| failed(Path::new("/proc"), error))?;
        let mut command = Command::new(&own);
        command.args(["run", &self.name, "--message-format", "json"]).args(&arguments.shared);
        // With `--verbose`, the output of the property is to be seen.
        let errors = if arguments.build.verbose { Stdio::inherit() } else { Stdio::null() };
        command.env(PROGRESS, &self.progress).stdin(Stdio::null()).stdout(report).stderr(errors);
        // Ctrl-C reaches this process only, which then ends the campaigns.
        command.process_group(0);
        command.spawn().map_err(|error| CliError::Start { path: own, error })
    }

    fn pause(&self) {
        if let State::Started(child) = &self.state {
            let _ = kill_process(Pid::from_child(child), Signal::TSTP);
        }
    }

    /// Whether it has ended; its report is taken then.
    fn is_over(&mut self) -> bool {
        let State::Started(child) = &mut self.state else {
            return matches!(self.state, State::Ended(_));
        };
        let Ok(Some(status)) = child.try_wait() else { return false };
        let report = fs::read(&self.report).ok();
        let read = report.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let has_begun = self.has_begun();
        self.state = State::Ended(read.unwrap_or_else(|| missing(&self.name, status, has_begun)));
        true
    }

    fn outcome(&self) -> Outcome {
        match &self.state {
            State::Ended(report) => Outcome::of(report),
            State::Waiting | State::Started(_) => Outcome::NotRun,
        }
    }

    /// Whether it has not begun, or has ended.
    fn is_not_running(&mut self) -> bool {
        matches!(self.state, State::Waiting) || self.is_over()
    }

    /// Whether it has told its first figures.
    fn has_begun(&self) -> bool {
        fs::metadata(&self.progress).is_ok_and(|data| data.len() > 0)
    }

    /// What it has told last.
    fn progress(&self) -> Option<Progress> {
        serde_json::from_slice(&fs::read(&self.progress).ok()?).ok()
    }

    /// The failures that it has found since the last call, each as a line.
    fn new_failures(&mut self) -> Vec<String> {
        let said = self.progress().map(|progress| progress.said).unwrap_or_default();
        let new: Vec<String> = said.into_iter().skip(self.named).collect();
        self.named += new.len();
        new
    }

    /// Names the failures that it has found since the last call.
    fn name_failures(&mut self, status: &mut Status) {
        for line in self.new_failures() {
            status.say(&format!("{}: {line}", self.name));
        }
    }

    /// Takes what it has found in a turn of this length. A failure that happens often is no reason
    /// for another turn.
    fn take_turn(&mut self, time: Duration) {
        let Some(Progress { statistics: now, .. }) = self.progress() else { return };
        let found = |s: &Statistics| s.edges + s.retained;
        let new = found(&now).saturating_sub(found(&self.last)) as f64 / time.as_secs_f64();
        self.finds = if self.finds.is_finite() { (self.finds + new) / 2.0 } else { new };
        self.last = now;
    }
}

/// What stands for the report of a command that has ended without one. Until it has begun, the
/// signal that asks it to end may end it at once.
fn missing(name: &str, status: ExitStatus, has_begun: bool) -> Value {
    let asked = [Signal::INT, Signal::TERM].map(|signal| Some(signal.as_raw()));
    if !has_begun && asked.contains(&status.signal()) {
        return not_run(name);
    }
    let error = format!("the command of this campaign ended with {status} and without a report");
    json!(RunError::new(name, None, Exit::Usage.code(), &error))
}

/// What stands for the report of a campaign that has had no turn.
fn not_run(name: &str) -> Value {
    let error = "there was no time for a test; allow more with `--max-time`";
    json!(RunError::new(name, None, Exit::NothingPassed.code(), error))
}

/// Runs the campaigns, and reports what came of them.
///
/// # Errors
/// When the build fails, a property is not found, a campaign cannot be started, or the standard
/// output cannot be written.
pub fn run(arguments: &Run) -> Result<Exit, CliError> {
    let (_, candidates) = properties(&arguments.build)?;
    let selected: Vec<&Candidate> = match arguments.all {
        true => candidates.iter().filter(|candidate| !candidate.ignored).collect(),
        false => {
            let names = arguments.properties.iter();
            let all: Vec<_> =
                names.map(|name| select(&candidates, name)).collect::<Result<_, _>>()?;
            let mut known = BTreeSet::new();
            all.into_iter().filter(|candidate| known.insert(candidate.full_name())).collect()
        }
    };
    let of_one = [&arguments.corpus, &arguments.inputs, &arguments.repeat_worker];
    if of_one.iter().any(|folder| folder.is_some()) {
        return Err(CliError::OneProperty);
    }
    if selected.is_empty() {
        return Err(SelectError::NoProperties.into());
    }
    let folder =
        TempDir::new().map_err(|error| CliError::Folder { path: std::env::temp_dir(), error })?;
    let campaigns = selected.into_iter().enumerate();
    let campaigns =
        campaigns.map(|(number, candidate)| Campaign::new(candidate, folder.path(), number));
    let mut turns = Turns {
        arguments,
        campaigns: campaigns.collect(),
        interrupt: Interrupt::install()?,
        status: Status::new(arguments.build.quiet, arguments.build.color),
        start: Instant::now(),
    };
    let result = turns.take();
    turns.end_all();
    result?;
    turns.report()
}

/// The campaigns that take turns.
struct Turns<'a> {
    arguments: &'a Run,
    campaigns: Vec<Campaign>,
    interrupt: Interrupt,
    status: Status,
    start: Instant,
}

impl Turns<'_> {
    /// Gives turns until all campaigns have ended, or the time is over.
    fn take(&mut self) -> Result<(), CliError> {
        let many = u32::try_from(self.campaigns.len()).unwrap_or(u32::MAX);
        let turn = match self.arguments.max_time {
            Some(time) => (time / many.saturating_mul(10)).clamp(TURN[0], TURN[1]),
            None => TURN[1] / 2,
        };
        let mut number = 0;
        while !self.is_over() {
            number += 1;
            let Some(at) = next(&self.campaigns, number % FAIR == 0) else { return Ok(()) };
            self.campaigns[at].go_on(self.arguments)?;
            let mut start = Instant::now();
            let begun = start;
            while (start.elapsed() < turn || self.finishes(at, start)) && !self.is_over() {
                std::thread::sleep(TICK);
                self.campaigns[at].name_failures(&mut self.status);
                self.show(at);
                if self.campaigns[at].is_over() {
                    break;
                }
                // A turn begins with the first test.
                if begun.elapsed() < STARTING && !self.campaigns[at].has_begun() {
                    start = Instant::now();
                }
                if self.interrupt.take_stop() {
                    self.campaigns[at].pause();
                    self.start += self.interrupt.stop_self();
                    self.campaigns[at].go_on(self.arguments)?;
                }
            }
            let campaign = &mut self.campaigns[at];
            campaign.used += start.elapsed();
            campaign.take_turn(start.elapsed());
            // The only one that is left keeps the turn.
            if next(&self.campaigns, false) != Some(at) || self.is_over() {
                self.campaigns[at].pause();
            }
            self.write_ended()?;
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        let is_late = self.arguments.max_time.is_some_and(|time| self.start.elapsed() >= time);
        is_late || self.interrupt.count() > 0
    }

    /// Whether a campaign, whose turn began at this time, has found a failure that ends it. It runs
    /// the failed test again and shrinks it, and should not wait for its next turn with that.
    fn finishes(&self, at: usize, start: Instant) -> bool {
        let goes_on = self.arguments.keep_going || self.arguments.flaky == Flaky::Ignore;
        !goes_on && self.campaigns[at].named > 0 && start.elapsed() < FINISHING
    }

    fn show(&mut self, at: usize) {
        let ended = self.campaigns.iter().filter(|c| matches!(c.state, State::Ended(_))).count();
        let text = format!(
            "{ended} of {} campaigns ended, running {}",
            self.campaigns.len(),
            self.campaigns[at].name
        );
        self.status.show_several(&text, self.start.elapsed());
    }

    /// Ends the campaigns that are still going on, and waits for their reports.
    fn end_all(&mut self) {
        let signal = if self.interrupt.hurries() { Signal::TERM } else { Signal::INT };
        self.send(signal);
        let start = Instant::now();
        let mut asked = 1;
        while !self.campaigns.iter_mut().all(Campaign::is_not_running) {
            let interrupts = self.interrupt.count();
            if asked == 1 && (start.elapsed() > ENDING || interrupts > 1) {
                self.send(signal);
                asked = 2;
            }
            if start.elapsed() > ENDING + LAST || interrupts > 2 {
                self.send(Signal::KILL);
            }
            std::thread::sleep(TICK);
        }
    }

    /// Sends a signal to each campaign that has started, and lets it go on.
    fn send(&self, signal: Signal) {
        for campaign in &self.campaigns {
            if let State::Started(child) = &campaign.state {
                let process = Pid::from_child(child);
                let _ = kill_process(process, signal);
                let _ = kill_process(process, Signal::CONT);
            }
        }
    }

    /// Writes the reports of campaigns that have ended since the last call.
    fn write_ended(&mut self) -> Result<(), CliError> {
        self.status.clear();
        let is_json = self.arguments.message_format == MessageFormat::Json;
        for campaign in &mut self.campaigns {
            let is_ended = matches!(campaign.state, State::Ended(_));
            if !is_ended || std::mem::replace(&mut campaign.is_written, true) {
                continue;
            }
            // What was found after its last turn.
            campaign.name_failures(&mut self.status);
            let State::Ended(report) = &campaign.state else { continue };
            if is_json {
                stdout::write(&format!("{report}\n"))?;
            } else {
                stdout::write(&escape(&about(&campaign.name, report)))?;
            }
        }
        Ok(())
    }

    /// Writes all reports and the table, and returns the worst exit code.
    fn report(&mut self) -> Result<Exit, CliError> {
        for campaign in &mut self.campaigns {
            if matches!(campaign.state, State::Waiting) {
                campaign.state = State::Ended(not_run(&campaign.name));
            }
        }
        self.write_ended()?;
        if self.arguments.message_format == MessageFormat::Human {
            stdout::write(&escape(&table(&self.campaigns)))?;
        }
        if let Some(code) = self.interrupt.exit_code() {
            return Ok(Exit::Signal(code));
        }
        let outcomes: Vec<Outcome> = self.campaigns.iter().map(Campaign::outcome).collect();
        let has = |outcome| outcomes.contains(&outcome);
        Ok(match () {
            () if has(Outcome::Counterexample) => Exit::Counterexample,
            () if has(Outcome::Error) => Exit::Usage,
            () if has(Outcome::NothingPassed) || has(Outcome::NotRun) => Exit::NothingPassed,
            () => Exit::NothingFound,
        })
    }
}

/// The table of all campaigns.
fn table(campaigns: &[Campaign]) -> String {
    let longest = campaigns.iter().map(|campaign| campaign.name.len()).max();
    let width = longest.unwrap_or(0).max("property".len());
    let mut text = format!(
        "{:width$}  {:16} {:>10} {:>10} {:>7} {:>8}\n",
        "property", "outcome", "tests", "passed", "edges", "seconds"
    );
    for campaign in campaigns {
        let statistics = match &campaign.state {
            State::Ended(report) => &report["statistics"],
            State::Waiting | State::Started(_) => &Value::Null,
        };
        let outcome = campaign.outcome().to_string();
        let figure = |name: &str| statistics[name].as_u64().unwrap_or(0);
        text += &format!(
            "{:width$}  {outcome:16} {:>10} {:>10} {:>7} {:>8.1}\n",
            campaign.name,
            figure("tests"),
            figure("passed"),
            figure("edges"),
            campaign.used.as_secs_f64()
        );
    }
    text
}

/// Which campaign has the next turn: one that has had none, or the one that finds most, or, to be
/// fair, the one that has had the least time.
fn next(campaigns: &[Campaign], fair: bool) -> Option<usize> {
    let open = campaigns.iter().enumerate();
    let open = open.filter(|(_, campaign)| !matches!(campaign.state, State::Ended(_)));
    let finds = |campaign: &Campaign| if fair { 0.0 } else { campaign.finds };
    let best = open
        .min_by(|(_, a), (_, b)| finds(b).total_cmp(&finds(a)).then_with(|| a.used.cmp(&b.used)));
    best.map(|(at, _)| at)
}

/// What came of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display)]
enum Outcome {
    #[display("counterexample")]
    Counterexample,
    #[display("error")]
    Error,
    #[display("nothing passed")]
    NothingPassed,
    /// There was no time for a test.
    #[display("not run")]
    NotRun,
    #[display("nothing found")]
    NothingFound,
}

impl Outcome {
    /// The outcome that a report tells.
    fn of(report: &Value) -> Outcome {
        match report["exit_code"].as_u64() {
            Some(0) => Outcome::NothingFound,
            Some(1) => Outcome::Counterexample,
            Some(3) if report["statistics"]["tests"] == 0 => Outcome::NotRun,
            Some(3) => Outcome::NothingPassed,
            _ => Outcome::Error,
        }
    }
}

/// What is printed about a campaign before the table: its report if it has found something or has
/// an error, and otherwise its notes.
fn about(name: &str, report: &Value) -> String {
    if matches!(Outcome::of(report), Outcome::Counterexample | Outcome::Error) {
        let text = report["report"].as_str().or(report["error"].as_str());
        return format!("== {name}\n{}\n", text.unwrap_or_default());
    }
    let mut text = String::new();
    for note in report["notes"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        text += &format!("note: {note}\n");
    }
    if let Some(passed @ 1..) = report["regressions"]["passed"].as_u64() {
        text += &format!("{} passed\n", counted(passed, "kept counterexample"));
    }
    if text.is_empty() { text } else { format!("== {name}\n{text}\n") }
}

/// For a campaign that another command follows: it may be ended at any time, and ends with that
/// command.
///
/// # Errors
/// When the handlers of signals cannot be installed.
pub fn follow() -> Result<Interrupt, CliError> {
    // The guard ends the workers. Where a process cannot learn of the end, it goes on.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
    Interrupt::install()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaigns::candidate;

    fn campaigns(finds: &[(f64, u64)]) -> Vec<Campaign> {
        let all = finds.iter().enumerate().map(|(number, (finds, used))| Campaign {
            finds: *finds,
            used: Duration::from_secs(*used),
            ..Campaign::new(&candidate("lib", "shop"), Path::new("/runs"), number)
        });
        all.collect()
    }

    #[test]
    fn the_turn_goes_to_the_campaign_that_finds_most_and_now_and_then_to_the_one_left_behind() {
        let mut all = campaigns(&[(3.0, 9), (7.0, 20), (0.0, 8), (f64::INFINITY, 0)]);
        assert_eq!(next(&all, false), Some(3), "one that has had no turn");
        all[3].state = State::Ended(Value::Null);
        assert_eq!((next(&all, false), next(&all, true)), (Some(1), Some(2)));
        all[1].state = State::Ended(Value::Null);
        assert_eq!(next(&all, false), Some(0));
        let even = campaigns(&[(0.0, 3), (0.0, 2), (0.0, 2)]);
        assert_eq!(next(&even, false), Some(1), "the first of those with the least time");
        assert_eq!(next(&campaigns(&[]), false), None);
    }

    #[test]
    fn what_a_campaign_finds_is_averaged_over_its_turns() {
        let folder = tempfile::tempdir().unwrap();
        let mut campaign = Campaign::new(&candidate("lib", "shop"), folder.path(), 0);
        let mut turn = |edges: u64, retained: u64| {
            let statistics = Statistics { edges, retained, failed: 9, ..Statistics::default() };
            let progress = Progress { statistics, said: Vec::new() };
            fs::write(&campaign.progress, serde_json::to_vec(&progress).unwrap()).unwrap();
            campaign.take_turn(Duration::from_secs(2));
            campaign.finds
        };
        assert_eq!(turn(30, 10), 20.0);
        assert_eq!(turn(30, 12), 10.5);
        assert_eq!(turn(30, 12), 5.25);
    }

    #[test]
    fn the_outcome_follows_the_exit_code_and_what_is_worth_knowing_is_printed() {
        let report = |code: u64, tests: u64| {
            json!({"exit_code": code, "statistics": {"tests": tests}, "error": "no build",
                "report": "r", "notes": ["n"], "regressions": {"passed": 2}})
        };
        let outcomes = [(0, 5), (1, 5), (2, 5), (3, 5), (3, 0), (101, 0)];
        let outcomes = outcomes.map(|(code, tests)| Outcome::of(&report(code, tests)).to_string());
        let expected =
            ["nothing found", "counterexample", "error", "nothing passed", "not run", "error"];
        assert_eq!(outcomes, expected);
        assert_eq!(about("p", &report(1, 5)), "== p\nr\n");
        assert_eq!(about("p", &report(0, 5)), "== p\nnote: n\n2 kept counterexamples passed\n\n");
        assert_eq!(about("p", &json!({"exit_code": 101, "error": "no build"})), "== p\nno build\n");
        assert_eq!(about("p", &json!({"exit_code": 0})), "");
        assert_eq!(Outcome::of(&not_run("p")), Outcome::NotRun);
    }

    #[test]
    fn each_failure_is_named_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut campaign = Campaign::new(&candidate("lib", "shop"), folder.path(), 0);
        let mut new = |said: &[&str]| {
            let said = said.iter().map(|line| (*line).to_owned()).collect();
            let progress = Progress { said, ..Progress::default() };
            fs::write(&campaign.progress, serde_json::to_vec(&progress).unwrap()).unwrap();
            campaign.new_failures()
        };
        assert_eq!(new(&[]), [""; 0]);
        assert_eq!(new(&["a"]), ["a"]);
        assert_eq!(new(&["a"]), [""; 0]);
        assert_eq!(new(&["a", "b", "c"]), ["b", "c"]);
    }

    #[test]
    fn the_table_has_a_line_for_each_campaign() {
        let mut all = campaigns(&[(1.0, 12), (f64::INFINITY, 0)]);
        let figures = json!({"tests": 120_000, "passed": 34, "edges": 57});
        all[0].state = State::Ended(json!({"exit_code": 1, "statistics": figures}));
        all[1].state = State::Ended(not_run("shop::order"));
        all[0].name = "shop::total".to_owned();
        all[1].name = "shop::order".to_owned();
        let expected = [
            "property     outcome               tests     passed   edges  seconds",
            "shop::total  counterexample       120000         34      57     12.0",
            "shop::order  not run                   0          0       0      0.0\n",
        ];
        assert_eq!(table(&all), expected.join("\n"));
    }

    #[test]
    fn a_command_that_ends_without_a_report_is_an_error() {
        let missing =
            |signal, has_begun| missing("shop::order", ExitStatus::from_raw(signal), has_begun);
        let killed = missing(9, false);
        assert_eq!(Outcome::of(&killed), Outcome::Error);
        assert!(killed["error"].as_str().unwrap().contains("signal: 9"), "{killed}");
        // One that was asked to end before its first test has not run.
        assert_eq!(Outcome::of(&missing(2, false)), Outcome::NotRun);
        assert_eq!(Outcome::of(&missing(2, true)), Outcome::Error);
    }
}
