//! How a worker process ended, in words, and what kind of failure that is.

use super::Kind;
use mutagen_core::internal::run::protocol::{Fall, Phase};
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
}

/// Why a worker ended.
#[derive(Debug, Clone, Copy)]
pub(super) enum Cause {
    /// It ended by itself or by a signal.
    Status(ExitStatus),
    /// It was killed because it did not go on for this time.
    Hung(Duration),
    /// It was killed because it used this many bytes of memory.
    Memory(u64),
}

impl Death {
    /// Whether somebody else killed the process, or the system because memory ran out.
    pub(super) fn is_by_kill(&self) -> bool {
        matches!(self.cause, Cause::Status(status) if status.signal() == Some(9))
    }

    /// Whether the worker ended because it could not go on: the property has closed its socket, and
    /// perhaps the standard error stream as well.
    pub(super) fn has_given_up(&self) -> bool {
        self.cause_code() == Some(2)
            && self.phase != Phase::Running
            && (self.last_words.is_empty() || self.last_words.contains("has closed the socket"))
    }

    fn cause_code(&self) -> Option<i32> {
        match self.cause {
            Cause::Status(status) => status.code(),
            Cause::Hung(_) | Cause::Memory(_) => None,
        }
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
            Cause::Hung(_) if self.phase == Phase::Running => Kind::Hung,
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
        if kind != Kind::Outside {
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
            Cause::Memory(bytes) => format!("used {} MiB of memory", bytes >> 20),
        }
    }

    /// Why the test failed, as the report says it.
    pub(super) fn message(&self) -> String {
        let how = match (self.phase, self.cause) {
            (Phase::Running, Cause::Hung(limit)) => {
                let limit = humantime::format_duration(limit);
                format!("the test was still running after {limit}")
            }
            (Phase::Running, _) => format!("the process {} while the test ran", self.how()),
            (phase, _) => format!("the process {} while it {}", self.how(), doing(phase)),
        };
        match &self.said {
            Some(said) => format!("{how}; it had {said}"),
            None => how,
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
}
