//! How a worker process ended, in words, and what kind of failure that is.

use super::Kind;
use mutagen_core::internal::run::protocol::{Fall, OWN_ERROR, Phase, Running};
use mutagen_core::internal::search::address::Address;
use rustix::process::Signal;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// How a worker ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// The worker ended normally.
    Finished,
    /// The worker ended because of a signal to the supervisor. Holds the test that was running.
    Interrupted(Option<(u64, Address)>),
    /// The worker died, or had to be killed.
    Died(Death),
    /// A signal has stopped the worker, which has not ended. Holds the test that is running.
    Stopped(Option<Running>),
}

/// The end of a worker that did not end normally.
#[derive(Debug, Clone)]
pub(super) struct Death {
    pub cause: Cause,
    /// What the worker did.
    pub phase: Phase,
    /// The test that was running, or else the last one that ran, if there was one.
    pub test: Option<(u64, Address)>,
    /// The message that the panic hook kept.
    pub said: Option<String>,
    /// The stack, if a handler kept it.
    pub fall: Option<Fall>,
    /// The end of its output.
    pub last_words: String,
    /// Whether it had opened the page.
    pub has_begun: bool,
}

/// Why a worker ended because of an error of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum GaveUp {
    /// The property has closed its socket.
    SocketLost,
    /// For this reason, such as a full disk.
    Error(String),
}

/// Why a worker ended.
#[derive(Debug, Clone, Copy)]
pub(super) enum Cause {
    /// It ended by itself or by a signal.
    Status(ExitStatus),
    /// It was killed because it did not go on for this time.
    Hung(Duration),
    /// It was killed because a signal had stopped it, which happens again, for this time.
    Stopped(Duration),
    /// It was killed because it used this many bytes of memory.
    Memory(u64),
}

impl Cause {
    /// The signal that ended the process. A process that hangs is sent one that keeps its stack.
    pub(super) fn signal(self) -> Option<i32> {
        match self {
            Cause::Status(status) => status.signal(),
            Cause::Hung(_) | Cause::Stopped(_) => Some(Signal::ABORT.as_raw()),
            Cause::Memory(_) => None,
        }
    }
}

impl Death {
    /// Whether somebody else killed the process, or the system because memory ran out.
    pub(super) fn is_by_kill(&self) -> bool {
        matches!(self.cause, Cause::Status(status) if status.signal() == Some(9))
    }

    /// Why the worker could not go on, if it ended because of an error of its own. Such an end says
    /// nothing about the property.
    pub(super) fn gave_up(&self) -> Option<GaveUp> {
        if self.cause_code() != Some(2) {
            return None;
        }
        let own = |text: &str| text.strip_prefix(OWN_ERROR).map(str::to_owned);
        if self.phase == Phase::GivenUp {
            // Without the socket, the page has what was said about the last test.
            let why = self.said.as_deref().and_then(own);
            return Some(why.map_or(GaveUp::SocketLost, GaveUp::Error));
        }
        let why = self.last_words.lines().find_map(own);
        why.filter(|_| !self.has_begun).map(GaveUp::Error)
    }

    fn cause_code(&self) -> Option<i32> {
        match self.cause {
            Cause::Status(status) => status.code(),
            Cause::Hung(_) | Cause::Stopped(_) | Cause::Memory(_) => None,
        }
    }

    /// Whether another thread than that of the tests ended the process, as far as is known.
    pub(super) fn is_of_another_thread(&self) -> bool {
        self.fall.as_ref().is_some_and(|fall| !fall.is_testing)
    }

    /// Whether the test may be innocent: another thread ended the process, or nothing is known
    /// about the thread that did.
    pub(super) fn is_test_in_doubt(&self) -> bool {
        let is_known = self.fall.as_ref().is_some_and(|fall| fall.is_testing);
        matches!(self.cause, Cause::Status(_)) && !self.is_by_kill() && !is_known
    }

    /// Whether an allocation failed.
    fn is_failed_allocation(&self) -> bool {
        let words = &self.last_words;
        words.contains("memory allocation of ") && words.contains(" bytes failed")
    }

    /// The kind of failure, as far as it is known without the names of functions.
    pub(super) fn kind(&self) -> Kind {
        match self.cause {
            Cause::Memory(_) => Kind::OutOfMemory,
            _ if self.is_failed_allocation() => Kind::OutOfMemory,
            Cause::Hung(_) | Cause::Stopped(_) if self.phase == Phase::Running => Kind::Hung,
            _ => match self.phase {
                Phase::Running => Kind::Died,
                Phase::Dropping => Kind::Drop,
                Phase::Copying => Kind::Copy,
                _ => Kind::Outside,
            },
        }
    }

    /// The kind, if the functions of the stack tell it.
    pub(super) fn kind_by_stack(&self, frames: &[String]) -> Kind {
        let kind = self.kind();
        if kind != Kind::Outside || self.is_of_another_thread() {
            return kind;
        }
        let calls = |part: &str| frames.iter().any(|frame| frame.contains(part));
        if calls("::ops::drop::Drop>::drop") || calls("drop_in_place") {
            Kind::Drop
        } else if calls("Mutate>::copy") || calls("::copy_node") {
            Kind::Copy
        } else if calls("::generate") || calls("::mutate") {
            Kind::Generate
        } else {
            Kind::Outside
        }
    }

    /// How the process ended, as the rest of a sentence.
    pub(super) fn how(&self) -> String {
        match self.cause {
            _ if self.is_failed_allocation() => "could not allocate memory".to_owned(),
            Cause::Status(status) => describe(status, &self.last_words),
            Cause::Hung(limit) => {
                format!("did not go on for {}", humantime::format_duration(limit))
            }
            Cause::Stopped(_) => "was stopped by a signal".to_owned(),
            Cause::Memory(bytes) => format!("used {} MiB of memory", bytes >> 20),
        }
    }

    /// Why the test failed, as the report says it. It is another one if the end of the process was
    /// not that of the running test.
    pub(super) fn message(&self, kind: Kind) -> String {
        let how = match (self.phase, self.cause) {
            _ if kind == Kind::Outside && self.is_of_another_thread() => {
                format!("the process {} in a thread that the property has started", self.how())
            }
            (Phase::Running, Cause::Status(_)) if kind == Kind::Outside => format!(
                "the process {} while a test ran that does not end it when it runs alone",
                self.how()
            ),
            (Phase::Running, Cause::Hung(limit)) => {
                let limit = humantime::format_duration(limit);
                format!("the test was still running after {limit}")
            }
            (Phase::Running, Cause::Stopped(limit)) => {
                let limit = humantime::format_duration(limit);
                format!("a signal stopped the process while the test ran, for more than {limit}")
            }
            (Phase::Running, _) => format!("the process {} while the test ran", self.how()),
            (phase, _) => format!("the process {} while it {}", self.how(), doing(phase)),
        };
        match &self.said {
            Some(said) if !self.is_of_another_thread() => format!("{how}; it had {said}"),
            _ => how,
        }
    }
}

/// What the worker did in a phase, as the rest of a sentence.
fn doing(phase: Phase) -> &'static str {
    match phase {
        Phase::Idle => "did nothing",
        Phase::Preparing => "prepared the campaign",
        Phase::Resuming => "made retained tests again",
        Phase::Making => "made the next test",
        Phase::Running => "ran a test",
        Phase::Judging => "judged a test",
        Phase::Printing => "printed a value",
        Phase::Copying => "copied a value",
        Phase::Dropping => "dropped a value",
        Phase::GivenUp => "gave up",
    }
}

/// The reason for the process's end, as the rest of a sentence.
fn describe(status: ExitStatus, words: &str) -> String {
    if words.contains("has overflowed its stack") {
        return "overflowed its stack".to_owned();
    }
    let number = status.signal();
    match (number.and_then(Signal::from_named_raw), number, status.code()) {
        (Some(Signal::ABORT), ..) => "aborted".to_owned(),
        (Some(Signal::KILL), ..) => {
            "was killed by another process (or by the system, because memory ran out)".to_owned()
        }
        (Some(Signal::SEGV | Signal::BUS), ..) => "made an invalid memory access".to_owned(),
        (Some(Signal::ILL | Signal::TRAP), ..) => {
            "executed an illegal or trap instruction".to_owned()
        }
        (Some(Signal::XCPU), ..) => "exceeded its limit of CPU time".to_owned(),
        (_, Some(signal), _) => format!("was ended by signal {signal}"),
        (_, None, Some(code)) => format!("exited with code {code}"),
        (_, None, None) => "ended".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn death(raw: i32, words: &str, phase: Phase) -> Death {
        Death {
            cause: Cause::Status(ExitStatus::from_raw(raw)),
            phase,
            test: None,
            said: None,
            fall: None,
            last_words: words.to_owned(),
            has_begun: true,
        }
    }

    #[test]
    fn the_end_of_a_process_is_put_into_words() {
        let words = |raw| death(raw, "", Phase::Running).how();
        assert_eq!(words(6), "aborted");
        assert!(words(9).starts_with("was killed"));
        assert_eq!(words(11), "made an invalid memory access");
        assert_eq!(words(14), "was ended by signal 14");
        assert_eq!(words(3 << 8), "exited with code 3");
        let said = "thread 'main' has overflowed its stack\nfatal runtime error";
        assert_eq!(death(6, said, Phase::Running).how(), "overflowed its stack");
    }

    #[test]
    fn the_kind_is_that_of_the_phase_or_else_of_the_stack() {
        let kind = |phase, frames: &[&str]| {
            let frames: Vec<String> = frames.iter().map(|&frame| frame.to_owned()).collect();
            death(6, "", phase).kind_by_stack(&frames)
        };
        let drops = "<a::T as core::ops::drop::Drop>::drop";
        assert_eq!(kind(Phase::Running, &[drops]), Kind::Died);
        assert_eq!(kind(Phase::Making, &["std::process::abort", drops]), Kind::Drop);
        assert_eq!(kind(Phase::Judging, &["<a::T as m::Mutate>::copy"]), Kind::Copy);
        assert_eq!(kind(Phase::Making, &["<a::T as m::Mutate>::generate"]), Kind::Generate);
        assert_eq!(kind(Phase::Making, &["a::thread"]), Kind::Outside);
        let words = "memory allocation of 30000000000 bytes failed";
        assert_eq!(death(6, words, Phase::Running).kind(), Kind::OutOfMemory);
    }

    #[test]
    fn an_error_of_the_worker_itself_is_told_from_an_exit_of_the_property() {
        let full = || Some(GaveUp::Error("journal: the disk is full".to_owned()));
        let said = "mutagen worker: journal: the disk is full";
        let ended = |code: i32, phase| death(code << 8, said, phase);
        assert_eq!(ended(2, Phase::GivenUp).gave_up(), Some(GaveUp::SocketLost));
        let own = Death { said: Some(said.to_owned()), ..ended(2, Phase::GivenUp) };
        assert_eq!(own.gave_up(), full());
        assert_eq!(Death { has_begun: false, ..ended(2, Phase::Idle) }.gave_up(), full());
        for (code, phase) in [(2, Phase::Running), (2, Phase::Idle), (3, Phase::GivenUp)] {
            assert_eq!(ended(code, phase).gave_up(), None);
        }
    }
}
