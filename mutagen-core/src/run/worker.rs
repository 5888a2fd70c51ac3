//! The worker: the process that runs a property under a supervisor. It runs a campaign, or confirms
//! one test; writes the address of each test into the shared page before it runs, appends each
//! retained test to the campaign's log, and sends what it finds as events. It has no other thread of
//! its own that runs while a property does.

use crate::coverage::Novelty;
use crate::run::engine::{Engine, remake};
use crate::run::execute::{Executor, printed};
use crate::run::outcome::Outcome;
use crate::run::plain::on_big_stack;
use crate::run::property::Property;
use crate::run::protocol::{
    Channel, Event, Journal, Mode, NewEdges, Page, ProtocolError, Stopwatch, Task,
};
use crate::search::address::Address;
use crate::search::campaign::fuzzchick::FuzzChick;
use crate::search::campaign::{Campaign, JournalEntry, Needed, Replay, Subject, Verdict};
use crate::value::node::Node;

/// The most tests between two heartbeats.
const PACE: u64 = 2048;

/// CPU time between two heartbeats, in nanoseconds, above which the next comes earlier.
const BEAT: u64 = 2_000_000;

/// Failures whose values are sent; the rest of a campaign that keeps going is only counted.
const SHOWN: u64 = 16;

/// Does the task, or says on the standard error stream why it cannot, and ends the process with 2.
pub fn work(property: &Property, task: Result<Task, ProtocolError>) {
    // A test that hangs sends no heartbeat: the system ends it if nobody is left to do so. Where it
    // cannot, nothing else is lost.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    let result = task.and_then(|task| {
        let bytes = task.options.stack_bytes;
        match on_big_stack(bytes, || Worker::new(property, task)?.run()) {
            Ok(result) => result,
            Err(payload) => std::panic::resume_unwind(payload),
        }
    });
    if let Err(error) = result {
        eprintln!("mutagen worker: {error}");
        std::process::exit(2);
    }
}

/// Shows the supervisor that a test is running, also where it ends by a panic.
struct Shown<'p>(&'p Page);

impl Shown<'_> {
    fn new(page: &Page, number: u64, address: Address) -> Shown<'_> {
        page.begin(number, address);
        Shown(page)
    }
}

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

struct Worker<'p> {
    property: &'p Property,
    task: Task,
    page: Page,
    channel: Channel,
    executor: Executor<'p>,
    /// Runs since the campaign began.
    search: Stopwatch,
    /// What the running test found that its log has not.
    novelty: Novelty,
    /// The last edges that were new, if somebody wants to see them.
    shown: Option<NewEdges>,
    /// Every edge that counts and that the running test hit, with its count: for FuzzChick only.
    hits: Vec<(u32, u8)>,
}

impl<'p> Worker<'p> {
    fn new(property: &'p Property, task: Task) -> Result<Worker<'p>, ProtocolError> {
        let page = Page::open(&task.page)?;
        let channel = Channel::open()?;
        let executor = Executor::new(property);
        let (search, novelty, hits) = (Stopwatch::start(), Novelty::default(), Vec::new());
        let shown = task.show_edges.then(NewEdges::default);
        Ok(Worker { property, task, page, channel, executor, search, novelty, shown, hits })
    }

    fn run(&mut self) -> Result<(), ProtocolError> {
        if let Err(unfit) = self.property.prepare() {
            return self.channel.send(&Event::CannotRun { why: unfit.to_string() });
        }
        self.channel.send(&Event::Started { edges: self.executor.coverage().edges() as u64 })?;
        match self.task.mode.clone() {
            Mode::Run => self.campaign(),
            Mode::Confirm { address } => self.confirm(address),
        }
    }

    fn campaign(&mut self) -> Result<(), ProtocolError> {
        let mut engine = Engine::new(self.property, self.task.seed, &self.task.options);
        let (mut log, entries) = Journal::open(&self.task.log, self.task.resume)?;
        if self.task.resume {
            match &mut engine {
                Engine::Campaign(campaign) => self.resume(campaign, &entries)?,
                Engine::FuzzChick(search) => self.resume_fuzzchick(search, &entries)?,
            }
        }
        // Of a long campaign they are many.
        drop(entries);
        let max_tests = self.task.max_tests.unwrap_or(u64::MAX);
        let max_cpu = self.task.max_cpu_nanoseconds.unwrap_or(u64::MAX);
        let (mut failed, mut resets) = (false, 0);
        self.search = Stopwatch::start();
        let mut beat = Beat { next: 0, pace: 1, last: 0 };
        while !failed || self.task.keep_going {
            let tests = engine.counters().tests;
            let number = self.task.before.tests + tests + 1;
            if tests >= beat.next {
                let now = self.search.nanoseconds();
                self.page.heartbeat(now);
                self.page.publish(&engine.statistics());
                self.tell_edges()?;
                beat.plan(tests, now);
                if now >= max_cpu {
                    break;
                }
            }
            if number > max_tests || self.page.stop_requested() {
                break;
            }
            let address = engine.next_test();
            let mut verdict = match self.test(number, address, engine.value()) {
                Outcome::Passed => Verdict::Passed,
                Outcome::Discarded => Verdict::Discarded,
                Outcome::Failed(message) => self.fail(&engine, number, address, message)?,
            };
            let again = match &mut engine {
                Engine::Campaign(campaign) => self.judge(campaign, verdict, number, address),
                Engine::FuzzChick(_) => None,
            };
            if let (Engine::Campaign(campaign), Verdict::Passed) = (&engine, verdict)
                && let Some(question) = campaign.question()
            {
                self.executor.coverage().answer(question, &mut self.novelty);
            }
            if let Some(message) = again {
                let message = format!("only when the same test was repeated: {message}");
                verdict = self.fail(&engine, number, address, message)?;
                self.novelty.clear();
            }
            failed |= verdict == Verdict::Failed;
            if let Some(shown) = &mut self.shown {
                shown.enter(number, verdict == Verdict::Passed, &self.novelty.edges);
            }
            let retained = match &mut engine {
                Engine::Campaign(campaign) => campaign.observe(verdict, &self.novelty),
                Engine::FuzzChick(search) => {
                    self.executor.coverage().counted(&mut self.hits);
                    search.observe(verdict, &self.hits)
                }
            };
            if let Some(entry) = retained {
                log.append(entry)?;
            }
            let counters = engine.counters();
            let usual = verdict != Verdict::Failed && counters.resets == resets;
            if usual && !self.novelty.is_new() && retained.is_none() {
                self.page.count(counters);
            } else {
                resets = counters.resets;
                self.page.publish(&engine.statistics());
            }
        }
        self.page.publish(&engine.statistics());
        log.flush()?;
        self.tell_edges()?;
        self.channel.send(&Event::finished(engine.statistics(), &self.search))
    }

    /// Sends the last new edges, if they are wanted and there were any since.
    fn tell_edges(&mut self) -> Result<(), ProtocolError> {
        let Some(shown) = &mut self.shown else { return Ok(()) };
        match shown.tell(self.executor.coverage()) {
            Some(last) => self.channel.send(&Event::NewEdges { last }),
            None => Ok(()),
        }
    }

    /// Sends a counterexample, unless many were sent already.
    fn fail(
        &mut self,
        engine: &Engine<'_>,
        test: u64,
        address: Address,
        message: String,
    ) -> Result<Verdict, ProtocolError> {
        let search_nanoseconds = self.search.nanoseconds();
        if engine.statistics().failed < SHOWN {
            let value = self.print(test, address, engine.value());
            self.channel.send(&Event::Failure {
                test,
                address,
                value,
                message,
                search_nanoseconds,
            })?;
        }
        Ok(Verdict::Failed)
    }

    /// Runs one test under the eyes of the supervisor.
    fn test(&mut self, number: u64, address: Address, value: &dyn Node) -> Outcome {
        let _shown = Shown::new(&self.page, number, address);
        self.executor.run(value)
    }

    /// The value as text. The supervisor watches that too: the code is the user's, and it can overflow
    /// the stack on a deep value.
    fn print(&mut self, number: u64, address: Address, value: &dyn Node) -> String {
        let _shown = Shown::new(&self.page, number, address);
        printed(self.property, value)
    }

    /// Leaves in `self.novelty` what the test just run found that its log has not, and that it finds
    /// again when it is repeated. Gives why the test failed when it was, if it did: a property
    /// that does not always say the same is a finding too.
    fn judge(
        &mut self,
        campaign: &mut Campaign<'_>,
        verdict: Verdict,
        number: u64,
        address: Address,
    ) -> Option<String> {
        self.novelty.clear();
        if !self.task.options.coverage {
            if verdict == Verdict::Passed && campaign.statistics().queued == 0 {
                // A made-up edge stands for "worth mutating".
                self.novelty = Novelty::of_edges(&[0]);
            }
            return None;
        }
        let depth = campaign.depth(verdict);
        let log = campaign.log(verdict)?;
        self.executor.coverage().judge(log, depth, &mut self.novelty);
        if !self.novelty.is_new() {
            return None;
        }
        let again = self.test(number, address, campaign.value());
        if let Some(log) = campaign.log(verdict) {
            let unstable = self.executor.coverage().confirm(log, &mut self.novelty);
            campaign.count_unstable(unstable as u64);
        }
        match again {
            Outcome::Failed(message) => Some(message),
            Outcome::Passed | Outcome::Discarded => None,
        }
    }

    /// Makes the retained tests of an earlier worker again and runs each once, so that its edges are
    /// known and its mutants are served.
    fn resume(
        &mut self,
        campaign: &mut Campaign<'_>,
        entries: &[JournalEntry],
    ) -> Result<(), ProtocolError> {
        campaign.skip(self.task.skip.iter().copied());
        campaign.go_on_from(&self.task.before);
        let options = self.task.options.campaign();
        let lineage = Needed::of_retained(entries);
        let mut history = Replay::along(self.property, self.task.seed, options, lineage);
        // A history makes each value once, for which it has to copy them.
        let copies = self.property.copies();
        for &entry in entries {
            if !self.goes_on() {
                return Ok(());
            }
            let made = if copies { history.go_over(entry)? } else { None };
            if entry.tier.is_none() {
                campaign.pass_over();
                continue;
            }
            let value = match made.and_then(|value| value.copy_node()) {
                Some(value) => value,
                None => match self.rebuild(entries, entry.address)? {
                    Some(value) => value,
                    None => return Ok(()),
                },
            };
            self.novelty.clear();
            if !self.task.skip.contains(&entry.address) {
                self.test(0, entry.address, &*value);
                let verdict = if entry.passed { Verdict::Passed } else { Verdict::Discarded };
                let depth = campaign.depth(verdict);
                if let Some(log) = campaign.log(verdict) {
                    self.executor.coverage().judge(log, depth, &mut self.novelty);
                }
            }
            if let Some(shown) = &mut self.shown {
                shown.skip(&self.novelty.edges);
            }
            campaign.resume(entry, value, &self.novelty);
        }
        Ok(())
    }

    /// The same for FuzzChick's algorithm.
    fn resume_fuzzchick(
        &mut self,
        search: &mut FuzzChick<'_>,
        entries: &[JournalEntry],
    ) -> Result<(), ProtocolError> {
        search.skip(self.task.skip.iter().copied());
        for &entry in entries {
            let going_on = self.goes_on().then(|| self.rebuild(entries, entry.address));
            let Some(value) = going_on.transpose()?.flatten() else { return Ok(()) };
            self.hits.clear();
            if !self.task.skip.contains(&entry.address) {
                self.test(0, entry.address, &*value);
                self.executor.coverage().counted(&mut self.hits);
            }
            search.resume(entry, value, &self.hits, self.task.before.tests);
        }
        Ok(())
    }

    /// Shows one test of the campaign and runs it once more.
    fn confirm(&mut self, address: Address) -> Result<(), ProtocolError> {
        let entries = Journal::read(&self.task.log)?;
        let Some(value) = self.rebuild(&entries, address)? else { return Ok(()) };
        let text = self.print(1, address, &*value);
        self.channel.send(&Event::Value { value: text })?;
        let outcome = self.test(1, address, &*value);
        let failed = match outcome {
            Outcome::Failed(message) => Some(message),
            Outcome::Passed | Outcome::Discarded => None,
        };
        self.channel.send(&Event::Confirmed { failed })
    }

    /// The value of an address; `None` if the worker is to end before it is made.
    fn rebuild(
        &self,
        entries: &[JournalEntry],
        address: Address,
    ) -> Result<Option<Box<dyn Node>>, ProtocolError> {
        let Task { seed, options, .. } = &self.task;
        let go_on = &mut || self.goes_on();
        Ok(remake(self.property, *seed, options, entries, address, go_on)?)
    }

    /// Says that the worker is at work between tests, and whether it is to go on with that: to make the
    /// retained tests of a long campaign again takes minutes.
    fn goes_on(&self) -> bool {
        self.page.alive();
        !self.page.stop_requested()
    }
}

/// When the next heartbeat is due: often enough that a limit of CPU time holds for slow tests, and
/// seldom enough that fast ones do not notice.
struct Beat {
    next: u64,
    pace: u64,
    last: u64,
}

impl Beat {
    fn plan(&mut self, tests: u64, now: u64) {
        self.pace =
            if now - self.last > BEAT { (self.pace / 2).max(1) } else { (self.pace * 2).min(PACE) };
        self.last = now;
        self.next = tests + self.pace;
    }
}
