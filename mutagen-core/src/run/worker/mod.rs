//! The worker: the process that runs a property under a supervisor. It runs a campaign or confirms
//! one test. It writes the address of each test into the shared page before the test runs, appends
//! each retained test to the journal, and sends events. No other thread of the worker runs while
//! the property runs.

mod apart;
mod confirm;
mod covered;
mod failures;
mod fork;
mod limits;
mod lines;
mod relations;
mod replay;
mod shared;
mod shrink;
mod spare;
mod streams;
mod tell;

use crate::coverage::{CoverageFindings, CoverageRequest, Observation, Verdict};
use crate::run::exchange::Mailbox;
use crate::run::execute::Executor;
use crate::run::metamorphic;
use crate::run::outcome::Outcome;
use crate::run::panics;
use crate::run::property::Property;
use crate::run::protocol::{
    Channel, Deadly, Event, Journal, MOST_SILENCED, Mode, NewEdges, Order, Page, Phase,
    ProtocolError, Stopwatch, Task, catch_falls, load_inputs, load_literals, owner, prepare_thread,
};
use crate::run::reset::ResetPanicked;
use crate::run::searches::{self, Given, Made};
use crate::run::thread::{can_have_stack, on_big_stack};
use crate::search::address::Address;
use crate::search::course::Course;
use crate::search::interface::{Rerun, Search};
use crate::search::journal::JournalEntry;
use crate::search::statistics::Statistics;
use crate::value::literals::Literals;
use crate::value::node::Node;
use covered::Covered;
use failures::Failures;
use spare::{Fork, Spare};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use streams::Streams;

/// The maximum number of tests between two heartbeats.
const PACE: u64 = 2048;

/// CPU time between two heartbeats, in nanoseconds, above which the next comes earlier.
const BEAT: u64 = 2_000_000;

/// Does the task that this process has inherited, and ends the process. If it cannot do the task,
/// it prints why on standard error, and the exit code is 2.
pub fn work(property: &Property, inherited: Result<(Task, Channel), ProtocolError>) {
    owner::own();
    die_with_the_supervisor();
    let streams = Streams::remember();
    let (task, mut channel) = match inherited {
        Ok(inherited) => inherited,
        Err(error) => streams.end(Err(error)),
    };
    limits::apply(&task);
    if let Err(why) = can_have_stack(task.stack_bytes) {
        streams.end(channel.send(&Event::CannotRun { why }));
    }
    // A spare has no other thread than the one that works, so that one ends the process.
    let work = || {
        let work = || Worker::new(property, task.clone(), channel)?.run();
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(result) => streams.end(result),
            Err(_) => streams.panicked(),
        }
    };
    on_big_stack(task.stack_bytes, work).unwrap_or_else(|payload| resume_unwind(payload))
}

/// A hanging test does not notice that the supervisor is gone, so the system kills the worker then.
/// If that cannot be arranged, nothing else is affected.
fn die_with_the_supervisor() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
}

/// Marks a test as running in the shared page. Its drop marks the end of the test, even after a
/// panic.
struct Shown<'p>(&'p Page);

impl Shown<'_> {
    /// `first` is the address's [`Address::first_words`].
    #[inline]
    fn new<'p>(page: &'p Page, number: u64, first: &[u64; 4], address: &Address) -> Shown<'p> {
        page.begin(number, first, address);
        Shown(page)
    }
}

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        // A process that the property forked may return here as well.
        owner::end_foreign();
        self.0.end();
    }
}

struct Worker<'p> {
    property: &'p Property,
    task: Task,
    page: &'static Page,
    channel: Channel,
    executor: Executor<'p>,
    /// The CPU time since the campaign began.
    stopwatch: Stopwatch,
    /// The last new edges, if the task asks for them.
    shown: Option<NewEdges>,
    /// Failures so far.
    failures: Failures,
    /// Tests that killed a process of this worker, in the order of their numbers.
    deadly: Vec<Deadly>,
    spare: Spare,
    /// What comes from the other workers of the campaign and goes to them.
    mailbox: Option<Mailbox>,
    /// The inputs that the campaign starts from.
    inputs: &'static [Vec<String>],
    /// What the corpus covers.
    covered: Covered,
    /// The findings about the coverage that were sent last.
    told: CoverageFindings,
}

impl<'p> Worker<'p> {
    fn new(
        property: &'p Property,
        task: Task,
        channel: Channel,
    ) -> Result<Worker<'p>, ProtocolError> {
        let page: &'static Page = Box::leak(Box::new(Page::open(&task.page)?));
        page.own();
        page.enter(Phase::Preparing);
        prepare_thread();
        catch_falls(page);
        panics::notice_all();
        metamorphic::leave_out(&task.left_out);
        metamorphic::guide(&task.options);
        let mut executor = Executor::new(property);
        executor.coverage().instrumented_on_purpose(&task.instrumented);
        executor.silenced.add(task.silenced.iter().map(String::as_str));
        Ok(Worker {
            property,
            page,
            channel,
            executor,
            stopwatch: Stopwatch::start(),
            shown: task.show_edges.then(NewEdges::default),
            failures: Failures::new(&task.known),
            deadly: Vec::new(),
            spare: Spare::none(),
            mailbox: None,
            inputs: &[],
            covered: Covered::default(),
            told: CoverageFindings::default(),
            task,
        })
    }

    fn run(&mut self) -> Result<(), ProtocolError> {
        if let Err(unfit) = self.property.prepare() {
            self.page.enter(Phase::Idle);
            return self.channel.send(&Event::CannotRun { why: unfit.to_string() });
        }
        let silenced = self.executor.silenced.kinds().to_vec();
        if silenced.len() > MOST_SILENCED {
            let kinds = silenced.len();
            let why = format!("{kinds} kinds are silenced, and at most {MOST_SILENCED} can be");
            self.page.enter(Phase::Idle);
            return self.channel.send(&Event::CannotRun { why });
        }
        let edges = self.executor.coverage().edges() as u64;
        let shape = self.property.shape();
        let is_specified = self.property.is_specified();
        self.channel.send(&Event::Started { edges, shape, silenced, is_specified })?;
        if self.task.mode == Mode::Run && self.channel.receive()? != Some(Order::Start) {
            return Ok(());
        }
        let literals = self.literals()?;
        self.executor.observer.set_literals(literals.filter(|_| self.task.options.literals));
        // Making the search makes values, which may be what has ended an earlier process.
        match &self.task.mode {
            Mode::Confirm { stack, .. } if !stack.is_empty() => self.tell_frames()?,
            Mode::Examine { values, first: None } => {
                return self.examine_generated(*values, literals);
            }
            Mode::Replay(replaying) => {
                let replaying = replaying.clone();
                return self.catching_reset(|worker| worker.replay(&replaying));
            }
            Mode::Relations(relating) => {
                let relating = relating.clone();
                return self.catching_reset(|worker| worker.relate(&relating));
            }
            // The search itself copies and drops values, and is not needed for a given text.
            Mode::Shrink(shrinking) if shrinking.examines || shrinking.reaches.is_some() => {
                let shrinking = shrinking.clone();
                return self.catching_reset(|worker| worker.shrink(None, &shrinking));
            }
            _ => {}
        }
        self.page.enter(Phase::Making);
        let given = Given { literals, inputs: self.inputs()?, received: self.received()? };
        let Task { search, seed, options, share, .. } = &self.task;
        self.page.enter(Phase::Making);
        let mut search =
            searches::make(search.as_deref(), self.property, (*seed, *share), options, given)?;
        self.page.enter(Phase::Idle);
        let work = |worker: &mut Worker<'p>| match worker.task.mode.clone() {
            // Mutagen's own search is called without a table of functions.
            Mode::Run => match &mut search {
                Made::Own(campaign) => worker.campaign(&mut **campaign),
                Made::Registered(search) => worker.campaign(&mut **search),
            },
            Mode::Confirm { test, address, run, .. } => {
                worker.confirm(search.as_dyn(), (test, address), run)
            }
            Mode::Shrink(shrinking) => worker.shrink(Some(search.as_dyn()), &shrinking),
            Mode::Examine { first, .. } => worker.examine_first(search.as_dyn(), first),
            Mode::Replay(_) | Mode::Relations(_) => Ok(()),
        };
        let result = self.catching_reset(work);
        self.spare.end();
        // A panic in the destructor of a value must not hide the result.
        std::mem::forget(search);
        result
    }

    /// Does work, and tells if the property's `reset` panicked meanwhile.
    fn catching_reset(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<(), ProtocolError>,
    ) -> Result<(), ProtocolError> {
        let result = match catch_unwind(AssertUnwindSafe(|| work(self))) {
            Ok(result) => result,
            Err(payload) => match payload.downcast_ref::<ResetPanicked>() {
                Some(why) => self.channel.send(&Event::CannotRun { why: why.to_string() }),
                None => resume_unwind(payload),
            },
        };
        self.page.enter(Phase::Idle);
        result
    }

    /// The inputs that the campaign starts from. They live as long as the process. A worker for one
    /// test needs them only if the test is one of them.
    fn inputs(&mut self) -> Result<&'static [Vec<String>], ProtocolError> {
        let address = match &self.task.mode {
            Mode::Run => None,
            Mode::Confirm { address, .. } => Some(*address),
            Mode::Shrink(shrinking) => Some(shrinking.address),
            _ => return Ok(&[]),
        };
        let is_needed = address.is_none_or(|address| matches!(address, Address::Input { .. }));
        let Some(path) = self.task.inputs.as_deref().filter(|_| is_needed) else {
            return Ok(&[]);
        };
        self.page.enter(Phase::Preparing);
        self.inputs = Vec::leak(load_inputs(path)?);
        Ok(self.inputs)
    }

    /// Tells which inputs the search has passed over, and why the first text of each is no value.
    fn tell_unreadable(&mut self, numbers: Vec<u64>) -> Result<(), ProtocolError> {
        if numbers.is_empty() {
            return Ok(());
        }
        let why = |number: u64| {
            let texts = self.inputs.get(usize::try_from(number).ok()?)?;
            Some((number, self.property.read(texts.first()?).err()?.to_string()))
        };
        let unreadable = numbers.into_iter().filter_map(why).collect();
        self.channel.send(&Event::Inputs { unreadable })
    }

    /// The literals of the code under test. They live as long as the process.
    fn literals(&self) -> Result<Option<&'static Literals>, ProtocolError> {
        let loaded = self.task.literals.as_deref().map(load_literals).transpose()?;
        Ok(loaded.map(|literals| &*Box::leak(Box::new(literals))))
    }

    fn campaign<S: Search + ?Sized>(&mut self, search: &mut S) -> Result<(), ProtocolError> {
        let (mut journal, past) = Journal::open(&self.task.log, self.task.resume)?;
        let found = self.task.skip.iter().chain(&self.task.found);
        found.for_each(|test| journal.keep_for(*test));
        self.open_mailbox()?;
        if self.task.resume {
            self.page.enter(Phase::Resuming);
            search.skip(&self.task.skip);
            let before = self.task.before;
            search.resume(&past, &before, self)?;
        }
        // A long campaign has many entries.
        drop(past);
        self.stopwatch = Stopwatch::start();
        if self.task.resume || self.task.keep_going {
            // The campaign goes on after a death, and should take its course in spite of it.
            self.spare.make_due();
        }
        let course = self.serve(search, &mut journal)?;
        self.page.enter(Phase::Idle);
        let statistics = self.publish(search);
        self.tell_unreadable(search.take_unreadable())?;
        self.tell_edges()?;
        self.tell_counts(true)?;
        self.tell_findings()?;
        let finished = Event::finished(statistics, course, &self.stopwatch);
        self.channel.send(&finished)
    }

    /// Runs tests until the campaign ends. What is rare is in functions of its own: this one needs
    /// little of the stack, and so of the nearest cache, beside fast tests.
    #[inline(never)]
    fn serve<S: Search + ?Sized>(
        &mut self,
        search: &mut S,
        journal: &mut Journal,
    ) -> Result<Course, ProtocolError> {
        let page = self.page;
        let before = self.task.before.tests;
        let most = self.task.max_tests.unwrap_or(u64::MAX).saturating_sub(before);
        let (mut resets, mut course) = (0, Course::default());
        let mut beat = Beat { next: 0, pace: 1, last: 0 };
        // Whether a test may be one that killed a process, or new edges are shown. Only a heartbeat
        // changes this.
        let mut is_careful = false;
        let mut tests = search.counters().tests;
        while tests < most {
            if tests >= beat.next {
                if !self.beat(search, journal, before + tests, &mut beat)? {
                    break;
                }
                is_careful = !self.deadly.is_empty() || self.shown.is_some();
            }
            if page.stop_requested() {
                break;
            }
            let number = before + tests + 1;
            if self.receives(number) {
                self.receive(search, number)?;
            }
            page.enter(Phase::Making);
            if is_careful && self.died_making(number) {
                search.step_aside();
            }
            let test = search.next_test();
            let first = test.address.first_words();
            let mut is_silenced = false;
            let verdict = if is_careful && self.is_deadly(number, test.address) {
                // The tests up to this one are not run again after the next death.
                self.spare.make_due();
                beat.next = 0;
                self.executor.observer.observe_nothing();
                Verdict::Failed
            } else {
                let shown = || Shown::new(page, number, &first, test.address);
                let outcome = self.executor.test_within(&test, shown);
                is_silenced = self.executor.silenced.count();
                let verdict = outcome.verdict();
                // A test that was told may be made again, to be run again or shrunk.
                if let Outcome::Failed(message) = outcome
                    && self.fail(number, &test, &message)?
                {
                    journal.keep_for(*test.address);
                }
                verdict
            };
            course.record(&first, verdict);
            if is_careful {
                self.show_edges(number, verdict);
            }
            let served = test.address.served();
            let fails = verdict == Verdict::Failed;
            let told = match self.tells(number, &test, verdict) {
                true => self.told_text(number, &test),
                false => None,
            };
            let address = *test.address;
            if let Some(text) = told.as_deref().filter(|_| self.gives()) {
                search.offer(Rc::from(text));
            }
            let observation = self.executor.observation();
            let retained = search.observe(verdict, observation);
            let mut is_unusual = fails || is_silenced || observation.novelty.is_new();
            let is_retained = retained.is_some();
            if let Some(entry) = retained {
                self.hand_on(&entry, verdict, told)?;
                self.retain(journal, entry)?;
                is_unusual = true;
            }
            if self.task.tell_inputs {
                self.tell_input(address, verdict, is_retained)?;
            }
            journal.follow(search, served, || {
                self.page.enter(Phase::Resuming);
                self.spare.is_possible()
            })?;
            let counters = search.counters();
            tests = counters.tests;
            if is_unusual || counters.resets != resets {
                resets = counters.resets;
                self.publish(search);
                if fails && !self.task.keep_going && !self.failures.is_empty() {
                    break;
                }
            } else {
                page.count(counters);
            }
        }
        Ok(course)
    }

    /// Publishes the counters of the campaign. To the search, a test of a silenced kind is a
    /// discarded one.
    #[inline(never)]
    fn publish<S: Search + ?Sized>(&self, search: &S) -> Statistics {
        let silenced = &self.executor.silenced;
        let statistics = search.statistics().silencing(silenced.tests());
        self.page.publish(&statistics);
        self.page.publish_silenced(silenced.counts());
        statistics
    }

    /// Writes an entry to the journal.
    #[inline(never)]
    fn retain(&mut self, journal: &mut Journal, entry: JournalEntry) -> Result<(), ProtocolError> {
        journal.append(&entry)?;
        match journal.trouble() {
            Some(text) => self.channel.send(&Event::Note { text }),
            None => Ok(()),
        }
    }

    /// What is due now and then between two tests. `last` is the number of the last test. Returns
    /// whether the campaign goes on.
    #[cold]
    #[inline(never)]
    fn beat<S: Search + ?Sized>(
        &mut self,
        search: &mut S,
        journal: &mut Journal,
        last: u64,
        beat: &mut Beat,
    ) -> Result<bool, ProtocolError> {
        // A successor needs a spare of its own at once.
        while self.spare.is_due()
            && let Fork::Successor(deadly) = self.fork(last)
        {
            journal.go_back(&search.marks(), &search.state())?;
            self.receive_again()?;
            self.deadly = deadly;
            self.spare.make_due();
        }
        let now = self.stopwatch.nanoseconds();
        self.page.heartbeat(now);
        self.publish(search);
        self.tell_unreadable(search.take_unreadable())?;
        self.tell_edges()?;
        self.tell_counts(false)?;
        beat.plan(search.counters().tests, now);
        let max_cpu = self.task.max_cpu_nanoseconds.unwrap_or(u64::MAX);
        Ok(now < max_cpu && self.page.is_supervised())
    }

    /// Whether a process of this worker died while it made the test with this number.
    fn died_making(&self, number: u64) -> bool {
        self.deadly.iter().any(|deadly| deadly.test == number && deadly.address.is_none())
    }

    /// Whether this test killed a process of this worker.
    fn is_deadly(&self, number: u64, address: &Address) -> bool {
        let is_it = |deadly: &Deadly| {
            deadly.test == number && deadly.unfinished().as_ref() == Some(address)
        };
        self.deadly.iter().any(is_it)
    }

    /// Whether a process of this worker died when it printed the test with this number.
    fn must_not_print(&self, number: u64) -> bool {
        self.deadly.iter().any(|deadly| deadly.test == number && deadly.printing)
    }

    /// Keeps the new edges of the last test.
    #[cold]
    fn show_edges(&mut self, number: u64, verdict: Verdict) {
        let edges = &self.executor.observation().novelty.edges;
        if let Some(shown) = &mut self.shown {
            shown.enter(number, verdict == Verdict::Passed, edges);
        }
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

    /// Runs one test outside a search, visible to the supervisor.
    fn run_alone(&mut self, number: u64, address: Address, value: &dyn Node) -> Outcome {
        let page = self.page;
        let first = address.first_words();
        self.executor.run_within(value, || Shown::new(page, number, &first, &address))
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
