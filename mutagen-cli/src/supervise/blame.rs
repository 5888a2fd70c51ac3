//! Decides what the end or the stop of a worker means: a failure of the test that was running, a
//! crash that no test is to blame for, too much memory, a lost socket, or a signal from outside.

use super::confirm::{self, Told};
use super::death::{Cause, Death, Ended};
use super::memory::OomKills;
use super::process::WorkerProcess;
use super::supervisor::Supervisor;
use super::{Failure, Interrupt, Kind, SOCKET_LOST};
use crate::error::CliError;
use mutagen_core::internal::run::protocol::{Deadly, Phase, Running};

/// How many frames of a stack tell it from others: those of the worker below the property differ.
const TOP: usize = 12;

impl Supervisor<'_> {
    /// Takes that a signal has stopped the worker. Somebody outside did, unless the running test
    /// does it again. Returns the end of a worker that its test has stopped; any other goes on.
    pub(super) fn take_stop(
        &mut self,
        worker: &mut WorkerProcess,
        running: Option<Running>,
    ) -> Result<Option<Death>, CliError> {
        let is_ending = |interrupt: &Interrupt| interrupt.count() > 0;
        if let Some(running) = running.filter(|_| !is_ending(self.interrupt))
            && confirm::stops_again(self, &running)
            && let Ended::Died(death) =
                worker.kill_for(Cause::Stopped(self.limits.timeout), self)?
        {
            return Ok(Some(death));
        }
        worker.go_on();
        if !is_ending(self.interrupt) {
            self.summary.interruptions += 1;
            self.summary.stops += 1;
        }
        Ok(None)
    }

    /// Takes the death of a worker. Returns the test that must not be run again.
    pub(super) fn take_death(
        &mut self,
        death: &Death,
        kills: &OomKills,
    ) -> Result<Option<Deadly>, CliError> {
        if death.phase == Phase::Printing {
            return Ok(self.take_death_in_print(death));
        }
        let out_of_memory = self.out_of_memory(death, kills);
        if death.is_by_kill() && out_of_memory.is_none() && !confirm::dies_again(self, death) {
            self.summary.interruptions += 1;
            return Ok(None);
        }
        let (test, address) = match (death.phase, death.test) {
            (Phase::Running | Phase::Judging, Some((test, address))) => (test, Some(address)),
            (_, Some((test, _))) => (test + 1, None),
            (_, None) => (1, None),
        };
        let deadly = Deadly { test, address, printing: false };
        let stack = death
            .fall
            .as_ref()
            .map(|fall| (fall.signal, fall.frames.iter().take(TOP).copied().collect::<Vec<u64>>()));
        let known = stack.as_ref().and_then(|stack| self.findings.key_of_stack(stack));
        if let Some(at) = known.and_then(|key| self.findings.of_key(&key)) {
            return Ok(self.take_again(at, deadly, death));
        }
        let is_innocent = death.is_test_in_doubt()
            && (death.is_of_another_thread() || death.phase == Phase::Running)
            && !confirm::dies_again(self, death);
        let kind = match out_of_memory {
            Some(_) => Kind::OutOfMemory,
            None if is_innocent => Kind::Outside,
            None => death.kind(),
        };
        let key = |kind: Kind, own: Option<&str>| {
            let how = death.how();
            format!("{kind}: {how} in {}", own.unwrap_or(&how))
        };
        if stack.is_none() {
            let like = || self.findings.of_no_test(death.cause.signal().unwrap_or(0), &death.how());
            let known = self.findings.of_key(&key(kind, None));
            if let Some(at) = known.or_else(|| like().filter(|_| kind == Kind::Outside)) {
                return Ok(self.take_again(at, deadly, death));
            }
        }
        let message = match out_of_memory {
            Some(why) => format!("{}; {why}", death.message(kind)),
            None => death.message(kind),
        };
        if let Cause::Hung(limit) | Cause::Stopped(limit) = death.cause {
            self.lane_mut().figures.search += limit;
        }
        let told = match is_innocent && stack.is_none() {
            true => Told::default(),
            false => confirm::names(self, death),
        };
        let kind = match kind {
            Kind::Outside if !is_innocent => death.kind_by_stack(&told.frames),
            kind => kind,
        };
        let key = key(kind, told.own.as_deref());
        if let Some(stack) = stack {
            self.findings.remember_stack(stack, key.clone());
        }
        let address = match is_innocent {
            true => None,
            false => address.or(death.test.map(|(_, address)| address)),
        };
        let (phase, search) = (death.phase, self.lane().figures.search);
        let failure = Failure { kind, phase, ..Failure::new(key, message, test, address) };
        let at = self.find(failure, search);
        self.findings.set_death(at, death, told.frames.clone());
        if is_innocent {
            self.lane_mut().repeats = false;
            return Ok(None);
        }
        confirm::add_value(self, at, death, told);
        Ok(Some(deadly))
    }

    /// Counts a death that is like an earlier one. Returns the test that must not be run again.
    fn take_again(&mut self, at: usize, deadly: Deadly, death: &Death) -> Option<Deadly> {
        let is_innocent = self.findings.failures[at].is_of_no_test();
        self.findings.again(at, deadly.test, deadly.address);
        if let Cause::Hung(limit) | Cause::Stopped(limit) = death.cause {
            self.lane_mut().figures.search += limit;
        }
        Some(deadly).filter(|_| !is_innocent)
    }

    /// Takes a death during the printing of a failed test. The failure is known already; the death
    /// is a remark.
    fn take_death_in_print(&mut self, death: &Death) -> Option<Deadly> {
        let (test, address) = death.test?;
        if let Some(at) = self.findings.of_test(self.number(), test) {
            let remark = format!("the process {} while it printed the value", death.how());
            self.findings.failures[at].remarks.push(remark);
        } else {
            self.findings.note(format!(
                "the process {} while it printed the value of test {test} ({address}), which is \
                 not kept in the corpus",
                death.how()
            ));
        }
        Some(Deadly { test, address: Some(address), printing: true })
    }

    /// Why memory explains a death, if it does.
    fn out_of_memory(&self, death: &Death, kills: &OomKills) -> Option<String> {
        let grew = self.lane().growth.explains_death(self.limits.memory);
        match death.cause {
            Cause::Memory(_) => {
                let limit = self.limits.memory >> 20;
                Some(grew.unwrap_or_else(|| format!("the limit is {limit} MiB (`--max-memory`)")))
            }
            _ if death.kind() == Kind::OutOfMemory => {
                Some(grew.unwrap_or_else(|| "an allocation failed".to_owned()))
            }
            _ if !death.is_by_kill() => None,
            _ if kills.increased() => {
                Some(grew.unwrap_or_else(|| "the system has run out of memory".to_owned()))
            }
            _ => grew,
        }
    }

    /// Takes the end of a worker whose socket the property has closed. The page tells whether the
    /// last test failed.
    pub(super) fn lose_socket(&mut self, death: &Death, worker: &WorkerProcess) {
        let failed = worker.page().failed();
        if let Some((test, address)) = death.test.filter(|(test, _)| *test == failed)
            && self.findings.of_test(self.number(), test).is_none()
        {
            let message = death.said.clone().unwrap_or_default();
            let key = format!("failed: {message}");
            let figures = &mut self.lane_mut().figures;
            figures.statistics.failed = figures.statistics.failed.max(1);
            let search = figures.search;
            self.find(Failure::new(key, message, test, Some(address)), search);
        }
        self.findings.note(SOCKET_LOST.to_owned());
    }
}
