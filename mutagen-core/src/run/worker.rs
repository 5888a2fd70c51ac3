//! The worker: the process that runs a property under a supervisor. It runs a campaign or confirms
//! one test. It writes the address of each test into the shared page before the test runs, appends
//! each retained test to the journal, and sends events. No other thread of the worker runs while
//! the property runs.

use crate::coverage::{CoverageFindings, CoverageRequest, Observation, Verdict};
use crate::run::execute::{Executor, printed};
use crate::run::outcome::Outcome;
use crate::run::property::Property;
use crate::run::protocol::{
    Channel, Event, Journal, Mode, NewEdges, Page, ProtocolError, Stopwatch, Task, load_literals,
    read_journal,
};
use crate::run::reset::ResetPanicked;
use crate::run::searches;
use crate::run::thread::on_big_stack;
use crate::search::address::Address;
use crate::search::course::Course;
use crate::search::interface::{Rerun, Search, Test};
use crate::search::journal::JournalEntry;
use crate::value::literals::Literals;
use crate::value::node::Node;
use std::panic::{self, AssertUnwindSafe};

/// The maximum number of tests between two heartbeats.
const PACE: u64 = 2048;

/// CPU time between two heartbeats, in nanoseconds, above which the next comes earlier.
const BEAT: u64 = 2_000_000;

/// How many failures are sent with their values. A campaign that keeps going only counts the rest.
const SHOWN: u64 = 16;

/// Does the task. If it cannot, it prints why on standard error and exits with code 2.
pub fn work(property: &Property, task: Result<Task, ProtocolError>) {
    // A hanging test does not notice that the supervisor is gone, so the system kills the worker
    // then. If that cannot be arranged, nothing else is affected.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    let result = task.and_then(|task| {
        let result = on_big_stack(task.stack_bytes, || Worker::new(property, task)?.run());
        result.unwrap_or_else(|payload| panic::resume_unwind(payload))
    });
    if let Err(error) = result {
        eprintln!("mutagen worker: {error}");
        std::process::exit(2);
    }
}

/// Marks a test as running in the shared page. Its drop marks the end of the test, even after a
/// panic.
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
    /// The CPU time since the campaign began.
    stopwatch: Stopwatch,
    /// The last new edges, if the task asks for them.
    shown: Option<NewEdges>,
    /// Failures so far.
    failures: u64,
    /// The findings about the coverage that were sent last.
    told: CoverageFindings,
}

impl<'p> Worker<'p> {
    fn new(property: &'p Property, task: Task) -> Result<Worker<'p>, ProtocolError> {
        let page = Page::open(&task.page)?;
        let channel = Channel::open()?;
        let mut executor = Executor::new(property);
        executor.coverage().instrumented_on_purpose(&task.instrumented);
        let stopwatch = Stopwatch::start();
        let shown = task.show_edges.then(NewEdges::default);
        let told = CoverageFindings::default();
        Ok(Worker { property, task, page, channel, executor, stopwatch, shown, failures: 0, told })
    }

    fn run(&mut self) -> Result<(), ProtocolError> {
        if let Err(unfit) = self.property.prepare() {
            return self.channel.send(&Event::CannotRun { why: unfit.to_string() });
        }
        self.channel.send(&Event::Started { edges: self.executor.coverage().edges() as u64 })?;
        let Task { search, seed, options, .. } = &self.task;
        let literals = self.literals()?;
        self.executor.observer.set_literals(literals.filter(|_| options.literals));
        let mut search =
            searches::make(search.as_deref(), self.property, *seed, options, literals)?;
        let work = || match self.task.mode {
            Mode::Run => self.campaign(&mut *search),
            Mode::Confirm { address } => self.confirm(&*search, address),
        };
        match panic::catch_unwind(AssertUnwindSafe(work)) {
            Ok(result) => result,
            Err(payload) => match payload.downcast_ref::<ResetPanicked>() {
                Some(why) => self.channel.send(&Event::CannotRun { why: why.to_string() }),
                None => panic::resume_unwind(payload),
            },
        }
    }

    /// The literals of the code under test. They live as long as the process.
    fn literals(&self) -> Result<Option<&'static Literals>, ProtocolError> {
        let loaded = self.task.literals.as_deref().map(load_literals).transpose()?;
        Ok(loaded.map(|literals| &*Box::leak(Box::new(literals))))
    }

    fn campaign(&mut self, search: &mut dyn Search) -> Result<(), ProtocolError> {
        let (mut journal, past) = Journal::open(&self.task.log, self.task.resume)?;
        self.task.skip.iter().for_each(|killer| journal.keep_for(*killer));
        if self.task.resume {
            search.skip(&self.task.skip);
            let before = self.task.before;
            search.resume(&past, &before, self)?;
        }
        // A long campaign has many entries.
        drop(past);
        let max_tests = self.task.max_tests.unwrap_or(u64::MAX);
        let max_cpu = self.task.max_cpu_nanoseconds.unwrap_or(u64::MAX);
        let (mut resets, mut course) = (0, Course::default());
        self.stopwatch = Stopwatch::start();
        let mut beat = Beat { next: 0, pace: 1, last: 0 };
        while self.failures == 0 || self.task.keep_going {
            let tests = search.counters().tests;
            let number = self.task.before.tests + tests + 1;
            if tests >= beat.next {
                let now = self.stopwatch.nanoseconds();
                self.page.heartbeat(now);
                self.page.publish(&search.statistics());
                self.tell_edges()?;
                beat.plan(tests, now);
                if now >= max_cpu {
                    break;
                }
            }
            if number > max_tests || self.page.stop_requested() {
                break;
            }
            let test = search.next_test();
            let address = test.address;
            let verdict = self.test(number, &test)?;
            course.record(address, verdict);
            let observation = self.executor.observation();
            let retained = search.observe(verdict, observation);
            if verdict == Verdict::Failed {
                journal.keep_for(address);
            }
            journal.follow(search, &address, retained.as_ref())?;
            let counters = search.counters();
            let usual = verdict != Verdict::Failed && counters.resets == resets;
            if usual && !observation.novelty.is_new() && retained.is_none() {
                self.page.count(counters);
            } else {
                resets = counters.resets;
                self.page.publish(&search.statistics());
            }
        }
        self.page.publish(&search.statistics());
        self.tell_edges()?;
        self.tell_findings()?;
        self.channel.send(&Event::finished(search.statistics(), course, &self.stopwatch))
    }

    /// Runs a test of the search, visible to the supervisor, and reports a counterexample.
    #[inline]
    fn test(&mut self, number: u64, test: &Test<'_>) -> Result<Verdict, ProtocolError> {
        let page = &self.page;
        let outcome = self.executor.test_within(test, |run| {
            let _shown = Shown::new(page, number, test.address);
            run()
        });
        let verdict = outcome.verdict();
        if let Outcome::Failed(message) = outcome {
            self.fail(number, test, message)?;
        }
        if let Some(shown) = &mut self.shown {
            let edges = &self.executor.observation().novelty.edges;
            shown.enter(number, verdict == Verdict::Passed, edges);
        }
        Ok(verdict)
    }

    /// Sends the last new edges, if the task asks for them and there are new ones since the last
    /// time.
    fn tell_edges(&mut self) -> Result<(), ProtocolError> {
        let Some(shown) = &mut self.shown else { return Ok(()) };
        match shown.tell(self.executor.coverage()) {
            Some(last) => self.channel.send(&Event::NewEdges { last }),
            None => Ok(()),
        }
    }

    /// Sends what the coverage tells about the property, unless it was sent before.
    fn tell_findings(&mut self) -> Result<(), ProtocolError> {
        let function = self.property.path().rsplit("::").next().unwrap_or_default();
        let findings = self.executor.observer.findings(function);
        if findings == self.told {
            return Ok(());
        }
        self.told.clone_from(&findings);
        self.channel.send(&Event::CoverageFindings { findings })
    }

    /// Sends a counterexample, unless [`SHOWN`] were sent already.
    #[cold]
    fn fail(&mut self, number: u64, test: &Test<'_>, message: String) -> Result<(), ProtocolError> {
        self.failures += 1;
        if self.failures > SHOWN {
            return Ok(());
        }
        let search_nanoseconds = self.stopwatch.nanoseconds();
        let address = test.address;
        let value = self.print(number, address, test.value);
        let failure = Event::Failure { test: number, address, value, message, search_nanoseconds };
        self.channel.send(&failure)
    }

    /// Runs one test outside a search, visible to the supervisor.
    fn run_alone(&mut self, number: u64, address: Address, value: &dyn Node) -> Outcome {
        let page = &self.page;
        self.executor.run_within(value, |run| {
            let _shown = Shown::new(page, number, address);
            run()
        })
    }

    /// The value as text. The printing is visible to the supervisor too, because it runs the user's
    /// code, which can overflow the stack on a deep value.
    fn print(&mut self, number: u64, address: Address, value: &dyn Node) -> String {
        let _shown = Shown::new(&self.page, number, address);
        printed(self.property, value)
    }

    /// Sends one test of the campaign as text and runs it again.
    fn confirm(&mut self, search: &dyn Search, address: Address) -> Result<(), ProtocolError> {
        let entries = read_journal(&self.task.log)?;
        let goes_on = &mut || self.goes_on();
        let Some(value) = search.remake(&entries, address, goes_on)? else { return Ok(()) };
        let text = self.print(1, address, &*value);
        self.channel.send(&Event::Value { value: text })?;
        let failed = match self.run_alone(1, address, &*value) {
            Outcome::Failed(message) => Some(message),
            Outcome::Passed | Outcome::Discarded => None,
        };
        self.channel.send(&Event::Confirmed { failed })
    }
}

impl Rerun for Worker<'_> {
    /// Signals that the worker is alive between tests. Returns whether it should continue.
    fn goes_on(&mut self) -> bool {
        self.page.alive();
        !self.page.stop_requested()
    }

    fn rerun(
        &mut self,
        entry: &JournalEntry,
        value: &dyn Node,
        wants: &CoverageRequest<'_>,
    ) -> &Observation {
        if self.task.skip.contains(&entry.address) {
            self.executor.observer.observe_nothing();
        } else {
            self.run_alone(0, entry.address, value);
            let verdict = if entry.passed { Verdict::Passed } else { Verdict::Discarded };
            self.executor.observer.observe_once(wants, verdict);
        }
        let observation = self.executor.observation();
        if let Some(shown) = &mut self.shown {
            shown.skip(&observation.novelty.edges);
        }
        observation
    }
}

/// When the next heartbeat is due. Heartbeats are frequent enough to keep a limit of CPU time with
/// slow tests, and rare enough not to slow down fast tests.
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
