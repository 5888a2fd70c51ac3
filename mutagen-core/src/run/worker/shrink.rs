//! Shrinks a failed test of the campaign, and tells each smaller test that fails in the same way.
//! Candidates run in this process, as the tests of a campaign do. If one of them may end the
//! process, each runs in a process of its own. If a candidate may end the process when it is copied
//! or dropped, it is also made there, and its text is all that comes back.

use super::Worker;
use super::apart::{Clock, Ended, Forked};
use super::lines::ReachedLines;
use super::tell::MESSAGE;
use crate::run::cut::cut;
use crate::run::failure_key::{key_of, without_repetition};
use crate::run::outcome::Outcome;
use crate::run::protocol::{Event, Line, ProtocolError, Shrinking};
use crate::search::interface::{Search, Subject};
use crate::search::shrink::{Elsewhere, Oracle, shrink};
use crate::value::node::Node;
use crate::value::{text, walk};
use std::fs;
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The least time between two events of values that are told soon after one another.
const PAUSE: Duration = Duration::from_millis(50);

/// A candidate of a test that hangs counts if it takes longer than the limit of a test divided by
/// this. The smallest is run with the limit itself in the end.
const SHORTER: u32 = 10;

impl Worker<'_> {
    /// Shrinks one test of the campaign. Without the search, it is made from its text.
    pub(super) fn shrink(
        &mut self,
        search: Option<&dyn Search>,
        shrinking: &Shrinking,
    ) -> Result<(), ProtocolError> {
        let text = shrinking.from.as_deref();
        let read = text.and_then(|text| self.property.parse(text));
        let value = match (read, search) {
            (None, Some(search)) => self.remake(search, shrinking.address)?,
            (read, _) => read,
        };
        let Some(value) = value else { return Ok(()) };
        if text.is_none() || shrinking.examines {
            let Shrinking { test, address, .. } = *shrinking;
            let text = self.text(test, address, &*value);
            self.channel.send(&Event::Text { test, text, nodes: walk::size(&*value) })?;
        }
        let longest = Duration::from_nanos(shrinking.longest_nanoseconds);
        let key = shrinking.key.as_deref().map(without_repetition);
        let page = self.page;
        let mut same = Same {
            worker: self,
            shrinking,
            repeats: shrinking.repeats.max(if key == shrinking.key { 1 } else { 2 }),
            key,
            clock: Clock::start(page),
            told: Instant::now(),
            runs: 0,
            limit: longest,
            ends: None,
            last: None,
            message: None,
            untold: None,
            lines: shrinking.reaches.as_ref().map(|it| ReachedLines::below(&it.folder)),
            trouble: None,
            is_fork: false,
        };
        // The test itself tells how a candidate must end.
        if shrinking.apart && shrinking.key.is_none() {
            same.ends = same.first_end(&*value);
            if same.ends.is_none() {
                std::mem::forget(value);
                return Ok(());
            }
        }
        same.clock = Clock::start(page);
        let hangs = same.ends == Some(Ended::Hung);
        same.limit = if hangs { longest / SHORTER } else { longest };
        let shrunk = shrink(value, &mut same);
        if same.is_fork {
            same.worker.leave_well();
        }
        // The process ends, and the destructor could end it earlier.
        let value = ManuallyDrop::new(shrunk.value);
        same.limit = longest;
        if hangs && shrunk.steps > 0 && !same.hangs(&**value) {
            return Ok(());
        }
        if let Some(mut lines) = same.lines.take() {
            let worker = &mut *same.worker;
            worker.executor.coverage().clear();
            if worker.run_alone(shrinking.test, shrinking.address, &**value) == Outcome::Passed {
                let lines = lines.take(worker.executor.coverage());
                let implemented = worker.property.implemented_calls();
                let test = shrinking.test;
                worker.channel.send(&Event::Reached { test, lines, implemented })?;
            }
        }
        let (runs, message) = (same.runs, same.message.take());
        if let Some(error) = same.trouble.take() {
            return Err(error);
        }
        if shrunk.steps > 0 {
            self.tell_shrunk(shrinking, &**value, message, runs, shrunk.is_done)?;
            self.tell_debug(&**value)?;
        }
        Ok(())
    }

    fn tell_shrunk(
        &mut self,
        shrinking: &Shrinking,
        value: &dyn Node,
        message: Option<String>,
        runs: u64,
        is_done: bool,
    ) -> Result<(), ProtocolError> {
        let text = self.text(shrinking.test, shrinking.address, value);
        let message = message.map(|message| cut(&message, MESSAGE));
        let nodes = walk::size(value);
        self.channel.send(&Event::Shrunk { text, message, nodes, runs, is_done })
    }
}

/// Asks whether a candidate fails in the same way as the test.
struct Same<'w, 'p> {
    worker: &'w mut Worker<'p>,
    shrinking: &'w Shrinking,
    /// The key of the failure, which a candidate has in its first run.
    key: Option<String>,
    /// How often a candidate is run that does not fail.
    repeats: u32,
    /// The time that it took so far.
    clock: Clock,
    /// When a value was told last.
    told: Instant,
    runs: u64,
    /// The longest time of a candidate in a process of its own.
    limit: Duration,
    /// How a candidate must end its process.
    ends: Option<Ended>,
    /// The message of the last candidate that failed.
    last: Option<String>,
    /// The message of the smallest one.
    message: Option<String>,
    /// The smallest value, if it was not told yet.
    untold: Option<Box<dyn Node>>,
    /// The lines of candidates, if one of them must be reached.
    lines: Option<ReachedLines>,
    /// Why the supervisor can be told nothing.
    trouble: Option<ProtocolError>,
    /// Whether this process is a fork that makes one candidate.
    is_fork: bool,
}

impl Same<'_, '_> {
    /// Tells the smallest value, unless another one was told just before.
    fn tell(&mut self) {
        if self.told.elapsed() < PAUSE {
            return;
        }
        let Some(smallest) = self.untold.take() else { return };
        self.tell_now(&*smallest);
    }

    fn tell_now(&mut self, smallest: &dyn Node) {
        self.told = Instant::now();
        let (runs, message) = (self.runs, self.message.clone());
        let told = self.worker.tell_shrunk(self.shrinking, smallest, message, runs, false);
        self.trouble = told.err();
    }

    fn run_apart(&mut self, candidate: &dyn Node) -> Option<Ended> {
        self.runs += 1;
        let Shrinking { test, address, examines, .. } = self.shrinking;
        match examines {
            true => self.worker.examine_apart(candidate, self.limit),
            false => self.worker.run_apart((*test, *address), candidate, self.limit),
        }
    }

    /// The file in which a fork leaves the text of the candidate that it has made.
    fn candidate(&self) -> PathBuf {
        self.worker.task.page.with_extension("candidate")
    }

    /// Writes the text of a candidate, and then copies and drops it in this fork.
    fn examine(&mut self, candidate: &dyn Node) -> ! {
        match fs::write(self.candidate(), text::print(candidate)) {
            Ok(()) => self.worker.examine_and_leave(candidate),
            Err(_) => self.worker.leave_well(),
        }
    }

    /// The candidate that a fork has made and examined, if it has ended the fork as the test does.
    fn taken(&mut self, ended: &Ended) -> Option<Box<dyn Node>> {
        let text = fs::read_to_string(self.candidate()).ok()?;
        self.runs += 1;
        let is_any = self.shrinking.to_any && *ended != Ended::Well;
        let is_same = is_any || self.ends.as_ref() == Some(ended);
        is_same.then(|| self.worker.property.parse(&text))?
    }

    /// How the test ends its process, in the first of its runs in which it does; `None` if it does
    /// not, or there cannot be another process.
    fn first_end(&mut self, test: &dyn Node) -> Option<Ended> {
        (0..self.repeats).find_map(|_| {
            let ends = |ended: &Ended| !matches!(ended, Ended::Well | Ended::Failed(..));
            self.goes_on().then(|| self.run_apart(test).filter(ends))?
        })
    }

    /// Whether the test hangs in one of its runs.
    fn hangs(&mut self, test: &dyn Node) -> bool {
        (0..self.repeats).any(|_| {
            self.worker.page.alive();
            self.run_apart(test) == Some(Ended::Hung)
        })
    }

    fn fails_apart(&mut self, candidate: &dyn Node) -> bool {
        let Some(ended) = self.run_apart(candidate) else { return false };
        let is_same = match (&ended, &self.ends, &self.key) {
            (Ended::Well, ..) => false,
            _ if self.shrinking.to_any => true,
            (Ended::Failed(key, _), None, Some(wanted)) => key == wanted,
            (ended, Some(wanted), _) => ended == wanted,
            _ => false,
        };
        let is_other = Some(&ended) != self.ends.as_ref();
        self.last = match ended {
            Ended::Failed(_, message) => Some(message),
            Ended::Died(..) if is_other => Some("the test ended its process".to_owned()),
            Ended::Hung if is_other => Some("the test did not end in time".to_owned()),
            Ended::Full if is_other => Some("the test used too much memory".to_owned()),
            _ => None,
        };
        is_same
    }

    /// Whether a candidate passes and reaches the line.
    fn reaches(&mut self, candidate: &dyn Node, wanted: &Line) -> bool {
        self.runs += 1;
        let Shrinking { test, address, .. } = self.shrinking;
        self.worker.executor.coverage().clear();
        let outcome = self.worker.run_alone(*test, *address, candidate);
        let has_call = self.worker.property.implemented_calls() != Some(0);
        let Some(lines) = self.lines.as_mut().filter(|_| outcome == Outcome::Passed && has_call)
        else {
            return false;
        };
        let lines = lines.take(self.worker.executor.coverage());
        lines.get(&wanted.file).is_some_and(|lines| lines.contains(&wanted.line))
    }

    fn fails_here(&mut self, candidate: &dyn Node) -> bool {
        if let Some(wanted) = &self.shrinking.reaches {
            return self.reaches(candidate, wanted);
        }
        self.runs += 1;
        let Shrinking { test, address, to_any, .. } = self.shrinking;
        let outcome = self.worker.run_alone(*test, *address, candidate);
        let Outcome::Failed(message) = outcome else { return false };
        let is_same = *to_any || self.key.as_ref() == Some(&key_of(&message));
        self.last = Some(message);
        is_same
    }
}

impl Oracle for Same<'_, '_> {
    fn fails(&mut self, candidate: &dyn Node) -> bool {
        if self.is_fork {
            self.examine(candidate);
        }
        (0..self.repeats).any(|_| {
            if self.shrinking.apart {
                self.fails_apart(candidate)
            } else {
                self.fails_here(candidate)
            }
        })
    }

    fn goes_on(&mut self) -> bool {
        if self.is_fork {
            // There was no smaller candidate.
            self.worker.leave_well();
        }
        self.worker.page.alive();
        self.tell();
        self.trouble.is_none()
            && self.runs < self.shrinking.most_runs
            && self.clock.elapsed() < Duration::from_nanos(self.shrinking.most_nanoseconds)
            && !self.worker.page.stop_requested()
            && self.worker.page.is_supervised()
    }

    fn is_elsewhere(&self) -> bool {
        self.shrinking.examines
    }

    fn elsewhere(&mut self) -> Elsewhere {
        if !self.shrinking.examines {
            return Elsewhere::Here;
        }
        let _ = fs::remove_file(self.candidate());
        match self.worker.apart(self.limit) {
            None => Elsewhere::Refused,
            Some(Forked::Fork) => {
                self.is_fork = true;
                Elsewhere::Here
            }
            Some(Forked::Ended(ended)) => {
                self.taken(&ended).map_or(Elsewhere::Refused, Elsewhere::Taken)
            }
        }
    }

    fn improve(&mut self, smallest: &dyn Node) {
        self.message = self.last.take();
        // Whether a test that took long enough for a candidate hangs is only known in the end.
        if self.ends == Some(Ended::Hung) {
            return;
        }
        match self.shrinking.examines {
            true => self.tell_now(smallest),
            false => self.untold = smallest.copy_node(),
        }
    }
}
