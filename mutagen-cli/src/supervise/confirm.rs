//! Fresh processes for single tests: they name the functions of a stack, print a value, run a
//! failed test again, and find the value that ends a process when it is copied or dropped. From
//! their answers comes the class of each failure.

use super::death::{Cause, Death, Ended, GaveUp};
use super::pace::Limits;
use super::process::{Listener, WorkerProcess};
use super::supervisor::Supervisor;
use super::{Class, Kind, marked_if_cut};
use crate::campaigns::Form;
use crate::error::CliError;
use mutagen_core::internal::run::protocol::{Event, Mode, Phase, Running, Task};
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::statistics::Statistics;
use std::time::{Duration, Instant};

/// How often a failed test is run again, each time in a fresh process.
const RUNS: u32 = 3;

/// The most failures that are run again.
const MOST: usize = 64;

/// How many values are examined to find one that ends the process.
const VALUES: u64 = 300;

/// The longest time of a campaign of which all tests are run again, to see whether a failure
/// depends on them.
const PREFIX: Duration = Duration::from_secs(10);

/// How many more tests are run again if the process ended at a test that is not to blame.
const MORE: u64 = 10_000;

/// What a fresh process told.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub frames: Vec<String>,
    pub own: Option<String>,
    pub text: Option<String>,
    pub debug: Option<String>,
    /// Whether the test failed; `None` if it did not come to an end.
    pub failed: Option<Option<String>>,
    /// The last test of a campaign that failed in a new way.
    found: Option<u64>,
    /// How many tests a campaign that has ended has run.
    tests: u64,
}

impl Listener for Told {
    fn event(&mut self, event: Event) {
        match event {
            Event::Frames { frames, own } => (self.frames, self.own) = (frames, own),
            Event::Text { text, .. } => self.text = Some(text),
            Event::Confirmed { failed } => self.failed = Some(failed),
            Event::Debug { text, cut } => {
                self.debug = Some(marked_if_cut(text, cut));
            }
            Event::Failure { test, .. } => self.found = Some(test),
            Event::Finished { statistics, .. } => self.tests = statistics.tests,
            _ => {}
        }
    }

    fn progress(&mut self, _: &Statistics, _: Option<u64>) {}
}

/// How many signals of the user do not end a process that starts now, because they have ended the
/// campaign. Whoever sends a signal that hurries does not wait for another process.
fn earlier(supervisor: &Supervisor<'_>) -> usize {
    if supervisor.interrupt.hurries() { 0 } else { supervisor.interrupt.count() }
}

/// Runs a task in a fresh process. A signal of the user beyond the first `before` ends it.
fn run(
    supervisor: &Supervisor<'_>,
    task: &Task,
    end: Option<Instant>,
    before: usize,
) -> Result<(Told, Ended), CliError> {
    let mut worker = WorkerProcess::start(supervisor.campaign, task, supervisor.mark.as_ref())?;
    let limits = Limits { end, ..supervisor.limits.clone() };
    let mut told = Told::default();
    let ended = worker.watch_tests_beyond(before, &limits, supervisor.interrupt, &mut told)?;
    if let Ended::Died(death) = &ended
        && let Some(GaveUp::Error(why)) = death.gave_up()
    {
        return Err(CliError::Worker(why));
    }
    let page = worker.page();
    if let (None, Mode::Confirm { test, run: true, .. }) = (&told.failed, &task.mode)
        && page.failed() == *test
    {
        told.failed = Some(Some(page.said().unwrap_or_default()));
    }
    Ok((told, ended))
}

fn confirm(
    supervisor: &Supervisor<'_>,
    (test, address): (u64, Address),
    runs: bool,
    stack: &[u64],
    before: usize,
) -> Result<(Told, Ended), CliError> {
    let stack = stack.to_vec();
    let mode = Mode::Confirm { test, address, run: runs, stack };
    run(supervisor, &supervisor.campaign.task(mode, supervisor.start()), None, before)
}

/// Whether a test that was running when somebody killed the worker ends its process again.
pub(super) fn dies_again(supervisor: &Supervisor<'_>, death: &Death) -> bool {
    let Some(test) = death.test.filter(|_| death.phase == Phase::Running) else { return false };
    let confirmed = confirm(supervisor, test, true, &[], earlier(supervisor));
    matches!(confirmed, Ok((Told { failed: None, .. }, Ended::Died(again)))
        if again.phase == Phase::Running)
}

/// Whether a test that was running when a signal stopped the worker stops a fresh process, too, and
/// does not let it go on within the limit of a test.
pub(super) fn stops_again(supervisor: &Supervisor<'_>, running: &Running) -> bool {
    let test = (running.test, running.address);
    let confirmed = confirm(supervisor, test, true, &[], earlier(supervisor));
    matches!(confirmed, Ok((_, Ended::Died(Death { cause: Cause::Stopped(_), .. }))))
}

/// Names the functions of the stack of a worker that has died, and prints the value of its test.
pub(super) fn names(supervisor: &mut Supervisor<'_>, death: &Death) -> Told {
    let stack = death.fall.as_ref().map(|fall| &fall.frames[..]).unwrap_or_default();
    let before = earlier(supervisor);
    let Some((test, address)) = death.test else {
        // There is no test yet, so that nothing can be printed; the stack is named all the same.
        let generated = Address::Generated { number: 0, size: 0 };
        return confirm(supervisor, (0, generated), false, stack, before)
            .map(|(told, _)| Told { text: None, debug: None, ..told })
            .unwrap_or_default();
    };
    supervisor.status.show_repeat(test, supervisor.limits.start.elapsed());
    let confirmed = confirm(supervisor, (test, address), false, stack, before);
    confirmed.map(|(told, _)| told).unwrap_or_default()
}

/// Adds the value of the test that killed a worker, or the value that ends a process when it is
/// made, copied or dropped.
pub(super) fn add_value(supervisor: &mut Supervisor<'_>, at: usize, death: &Death, told: Told) {
    // A kept counterexample, which has ended its process in the same way, has its own value.
    if supervisor.findings.failures[at].is_kept() {
        return;
    }
    let between = matches!(
        supervisor.findings.failures[at].kind,
        Kind::Drop | Kind::Copy | Kind::Generate | Kind::Outside
    );
    if between && supervisor.findings.failures[at].text.is_none() {
        if let Some((examined, end)) = examine(supervisor, death) {
            let kind = end.kind_by_stack(&[]);
            let is_made = end.phase == Phase::Making;
            let failure = &mut supervisor.findings.failures[at];
            if is_made {
                failure.kind = Kind::Generate;
                failure.address = end.test.map(|(_, address)| address);
                supervisor.findings.set_class(at, Class::Always);
            } else if kind != Kind::Outside {
                failure.kind = kind;
                failure.address = end.test.map(|(_, address)| address);
                if let Some(text) = examined.text {
                    supervisor.findings.set_value(at, Form::Text, text);
                }
                supervisor.findings.set_class(at, Class::Always);
                return;
            }
        }
        if supervisor.findings.failures[at].kind != Kind::Outside {
            return;
        }
        if death.is_test_in_doubt() {
            supervisor.findings.failures[at].address = None;
            return;
        }
    }
    if let Some(text) = told.text {
        supervisor.findings.set_value(at, Form::Text, text);
    }
    if let Some(debug) = told.debug {
        supervisor.findings.set_value(at, Form::Debug, debug);
    }
}

/// Examines values until one ends the process: first generated ones, then that of the last test.
fn examine(supervisor: &Supervisor<'_>, death: &Death) -> Option<(Told, Death)> {
    let last = death.test.map(|(_, address)| address);
    let generated = Mode::Examine { values: VALUES, first: None };
    let of_last = last.map(|first| Mode::Examine { values: 0, first: Some(first) });
    let before = earlier(supervisor);
    std::iter::once(generated).chain(of_last).find_map(|mode| {
        let task = supervisor.campaign.task(mode, supervisor.start());
        match run(supervisor, &task, None, before) {
            Ok((told, Ended::Died(end))) => Some((told, end)),
            Ok(_) | Err(_) => None,
        }
    })
}

/// Runs each failure again, prints its value, and tells whether it repeats. The signal that has
/// ended the campaign does not end this, and a further one does.
pub(super) fn all(supervisor: &mut Supervisor<'_>) {
    let before = supervisor.interrupt.count();
    for at in 0..supervisor.findings.failures.len().min(MOST) {
        let interrupt = supervisor.interrupt;
        if interrupt.count() > before.min(1) || interrupt.hurries() {
            return;
        }
        if let Err(error) = classify(supervisor, at, before) {
            supervisor.findings.note(format!("a failure could not be run again: {error}"));
        }
    }
}

/// `before` is the number of signals of the user that do not end this.
fn classify(supervisor: &mut Supervisor<'_>, at: usize, before: usize) -> Result<(), CliError> {
    supervisor.turn_to_number(supervisor.findings.failures[at].worker);
    let failure = &supervisor.findings.failures[at];
    let (kind, number, again) = (failure.kind, failure.test, failure.again);
    if failure.is_of_no_test() {
        if dies_after_others(supervisor, at, before)? {
            supervisor.findings.set_class(at, Class::OnlyAfterOtherTests);
        }
        return Ok(());
    }
    let Some(address) = failure.address else { return Ok(()) };
    if matches!(kind, Kind::Drop | Kind::Copy | Kind::Generate) {
        return Ok(());
    }
    let runs = if kind == Kind::Hung { 1 } else { RUNS };
    let (mut failed, mut ran) = (0, 0);
    for _ in 0..runs {
        let test = supervisor.findings.failures[at].test;
        supervisor.status.show_repeat(test, supervisor.limits.start.elapsed());
        let (told, ended) = confirm(supervisor, (number, address), true, &[], before)?;
        if let Some(fails) = fails(&told, &ended) {
            ran += 1;
            failed += u32::from(fails);
        }
        take_values(supervisor, at, told, &ended);
        if supervisor.interrupt.count() > before {
            return Ok(());
        }
    }
    // A value whose `Debug` was not reached, because the test ends its process.
    if supervisor.findings.failures[at].value.is_none() {
        let (told, ended) = confirm(supervisor, (number, address), false, &[], before)?;
        take_values(supervisor, at, told, &ended);
    }
    let in_process = match again {
        Some(again) => Some(again),
        None if failed == 0 && ran > 0 => fails_after_others(supervisor, number, before)?,
        None => None,
    };
    // A test that fails again in its own process may still depend on other tests.
    if ran == 0 && in_process != Some(false) {
        return Ok(());
    }
    let all_runs = ran + 1 + u32::from(in_process.is_some());
    let all_failed = failed + 1 + u32::from(in_process == Some(true));
    let class = match (failed, in_process) {
        (0, Some(true)) => Class::OnlyAfterOtherTests,
        _ if all_failed == all_runs => Class::Always,
        _ if kind == Kind::Outside || kind == Kind::OutOfMemory && failed == 0 => {
            Class::OnlyAfterOtherTests
        }
        _ => Class::Sometimes { failed: all_failed, runs: all_runs },
    };
    supervisor.findings.set_class(at, class);
    Ok(())
}

/// Whether a test failed or ended its process; `None` if it was not run.
fn fails(told: &Told, ended: &Ended) -> Option<bool> {
    match (&told.failed, ended) {
        // A test that exceeded a limit may have come to an end before its process was killed.
        (_, Ended::Died(death)) if death.phase == Phase::Running => Some(true),
        (Some(failed), _) => Some(failed.is_some()),
        (None, _) => None,
    }
}

/// Takes the forms of the value that are still missing, and what its `Debug` did.
fn take_values(supervisor: &mut Supervisor<'_>, at: usize, told: Told, ended: &Ended) {
    let failure = &supervisor.findings.failures[at];
    let (has_text, has_value) = (failure.text.is_some(), failure.value.is_some());
    if let Some(text) = told.text.filter(|_| !has_text) {
        supervisor.findings.set_value(at, Form::Text, text);
    }
    if let Some(debug) = told.debug.filter(|_| !has_value) {
        supervisor.findings.set_value(at, Form::Debug, debug);
    }
    let Ended::Died(death) = ended else { return };
    let remark = match (death.phase, death.cause) {
        // The second one has run the test, and the property has closed its socket.
        (Phase::Running | Phase::GivenUp, _) => None,
        (Phase::Printing, Cause::Hung(_)) => {
            Some("the `Debug` implementation of the value does not end".to_owned())
        }
        (Phase::Printing, _) => Some(format!(
            "the `Debug` implementation of the value ends the process: it {}",
            death.how()
        )),
        _ => Some(format!("the process that was to run the test again {}", death.how())),
    };
    if let Some(remark) = remark {
        let remarks = &mut supervisor.findings.failures[at].remarks;
        if !remarks.contains(&remark) {
            remarks.push(remark);
        }
    }
}

/// Whether the test fails in a fresh process after all tests before it; `None` if that cannot be
/// known, takes too long or was interrupted.
fn fails_after_others(
    supervisor: &Supervisor<'_>,
    number: u64,
    before: usize,
) -> Result<Option<bool>, CliError> {
    let found = supervisor.findings.of_test(supervisor.number(), number);
    let is_short = found.is_some_and(|at| supervisor.findings.failures[at].found < PREFIX);
    if !is_short || !supervisor.lane().repeats || supervisor.lane().deaths > 1 {
        return Ok(None);
    }
    let (told, ended) = run_others(supervisor, number, before)?;
    Ok(match &ended {
        Ended::Died(death) => death.test.map(|(test, _)| test == number),
        _ if told.found == Some(number) => Some(true),
        // At the end of its time, it may not have come to the test.
        Ended::Finished => (told.tests >= number).then_some(false),
        Ended::Interrupted(_) | Ended::Stopped(_) => None,
    })
}

/// Whether a death of which no test is to blame happens in a fresh process, too.
fn dies_after_others(
    supervisor: &Supervisor<'_>,
    at: usize,
    before: usize,
) -> Result<bool, CliError> {
    let failure = &supervisor.findings.failures[at];
    if failure.found >= PREFIX {
        return Ok(false);
    }
    // What earlier tests have left does not end the process at the same test each time.
    let (_, ended) = run_others(supervisor, 2 * failure.test + MORE, before)?;
    Ok(matches!(ended, Ended::Died(death) if failure.key.contains(&death.how())))
}

/// Runs so many tests of the campaign again in a fresh process.
fn run_others(
    supervisor: &Supervisor<'_>,
    tests: u64,
    before: usize,
) -> Result<(Told, Ended), CliError> {
    let mut task = supervisor.campaign.task(Mode::Run, supervisor.start());
    task.max_tests = Some(tests);
    task.keep_going = true;
    // The worker receives what it has received then.
    task.exchange = None;
    task.log = supervisor.campaign.files.path().join("journal.again");
    run(supervisor, &task, Some(Instant::now() + 2 * PREFIX), before)
}
