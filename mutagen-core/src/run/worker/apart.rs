//! Runs one test in a fork of the worker, which the test may end, or copies and drops a value
//! there. The fork has the page, so that its last words are kept.

#![allow(unsafe_code)]

use super::Worker;
use super::confirm::named;
use super::limits;
use crate::run::failure_key::key_of;
use crate::run::outcome::Outcome;
use crate::run::protocol::{Page, Phase, owner};
use crate::search::address::Address;
use crate::value::node::Node;
use std::time::{Duration, Instant};

/// The longest pause between two looks at the fork.
const LOOK: Duration = Duration::from_millis(2);

/// How a test ended in a process of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ended {
    /// It did not fail.
    Well,
    /// It failed, with this key and message.
    Failed(String, String),
    /// It ended the process: by this status, in this function of the code under test.
    Died(i32, Option<String>),
    /// It exceeded its time.
    Hung,
    /// It exceeded the memory of the task.
    Full,
}

/// What the fork tells by its exit code, after it has left the property.
const WELL: i32 = 0;
const FAILED: i32 = 1;

/// Which process goes on after a fork.
pub(super) enum Forked {
    /// This is the fork. It must end with [`Worker::leave_well`].
    Fork,
    /// The fork has ended.
    Ended(Ended),
}

impl Worker<'_> {
    /// Runs a test in a process of its own. `None` if there cannot be another process.
    pub(super) fn run_apart(
        &mut self,
        (number, address): (u64, Address),
        value: &dyn Node,
        longest: Duration,
    ) -> Option<Ended> {
        match self.apart(longest)? {
            Forked::Ended(ended) => Some(ended),
            Forked::Fork => match self.run_alone(number, address, value) {
                Outcome::Failed(message) => {
                    // Both fit on the page, or are cut.
                    self.page.fail(number, &format!("{}\n{message}", key_of(&message)));
                    self.leave(FAILED)
                }
                Outcome::Passed | Outcome::Discarded => self.leave(WELL),
            },
        }
    }

    /// Copies and drops a value in a process of its own. `None` if there cannot be another process.
    pub(super) fn examine_apart(&mut self, value: &dyn Node, longest: Duration) -> Option<Ended> {
        match self.apart(longest)? {
            Forked::Ended(ended) => Some(ended),
            Forked::Fork => self.examine_and_leave(value),
        }
    }

    /// Copies a value, drops what was copied, and ends this fork.
    pub(super) fn examine_and_leave(&mut self, value: &dyn Node) -> ! {
        self.page.enter(Phase::Copying);
        let copies = (value.copy_node(), value.copy_node());
        self.page.enter(Phase::Dropping);
        drop(copies);
        self.leave(WELL)
    }

    /// Forks this process and waits for the fork, at most this time. `None` if there cannot be
    /// another process.
    pub(super) fn apart(&mut self, longest: Duration) -> Option<Forked> {
        self.page.enter(Phase::Making);
        // SAFETY: this thread holds no lock here, and the other thread of the process only waits
        // for this one. The fork uses memory, the page and files of its own, and ends without
        // destructors.
        let forked = unsafe { libc::fork() };
        match forked {
            ..0 => None,
            0 => {
                owner::own();
                super::die_with_the_supervisor();
                self.page.own();
                Some(Forked::Fork)
            }
            _ => {
                let clock = Clock::start(self.page);
                let ended = match wait(forked, longest, self.task.memory_bytes, clock) {
                    Ok(status) => self.ended(status),
                    Err(ended) => ended,
                };
                self.page.own();
                self.page.end();
                Some(Forked::Ended(ended))
            }
        }
    }

    /// Ends this fork, which has not ended by itself.
    pub(super) fn leave_well(&self) -> ! {
        self.leave(WELL)
    }

    fn leave(&self, code: i32) -> ! {
        self.page.enter(Phase::Idle);
        // SAFETY: the process ends without destructors or exit handlers, which belong to the
        // worker.
        unsafe { libc::_exit(code) }
    }

    /// What the status of a fork and its last words on the page mean.
    fn ended(&self, status: i32) -> Ended {
        let code = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
        if self.page.phase() == Phase::Idle
            && let Some(code) = code
        {
            let said = self.page.said().filter(|_| code == FAILED);
            return match said.as_deref().and_then(|said| said.split_once('\n')) {
                Some((key, message)) => Ended::Failed(key.to_owned(), message.to_owned()),
                None => Ended::Well,
            };
        }
        let signal = libc::WIFSIGNALED(status).then(|| libc::WTERMSIG(status));
        let fall = self.page.fallen(signal);
        // Where a stack overflows is chance.
        let overflows = fall.as_ref().is_some_and(|fall| Some(fall.signal) != signal);
        let own = fall.filter(|_| !overflows).and_then(|fall| named(&fall.frames).1);
        Ended::Died(status, own)
    }
}

/// Waits for a child, and kills it when it exceeds this time of the clock, or this memory, of which
/// 0 is no limit. Returns its status, or why it was killed.
fn wait(child: libc::pid_t, longest: Duration, memory: u64, clock: Clock) -> Result<i32, Ended> {
    let mut pause = Duration::from_micros(50);
    loop {
        let mut status = 0;
        // SAFETY: the process is a child of this one that was not waited for.
        if unsafe { libc::waitpid(child, &raw mut status, libc::WNOHANG) } == child {
            return Ok(status);
        }
        let is_full = memory > 0 && limits::resident(child).is_some_and(|bytes| bytes > memory);
        if is_full || clock.elapsed() > longest {
            // SAFETY: as above.
            unsafe {
                libc::kill(child, libc::SIGKILL);
                libc::waitpid(child, &raw mut status, 0);
            }
            return Err(if is_full { Ended::Full } else { Ended::Hung });
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(LOOK);
    }
}

/// A clock that stands still while the worker is stopped together with its supervisor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    page: &'static Page,
    start: Instant,
    stopped: Duration,
}

impl Clock {
    /// Starts at 0.
    pub(super) fn start(page: &'static Page) -> Clock {
        Clock { page, start: Instant::now(), stopped: page.stopped() }
    }

    /// The time since the start.
    pub(super) fn elapsed(self) -> Duration {
        let stopped = self.page.stopped().saturating_sub(self.stopped);
        self.start.elapsed().saturating_sub(stopped)
    }
}
