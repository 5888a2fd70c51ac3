//! The campaign: which test to run next, and what its outcome changes (algorithms 1, 3, 4 and 5 of
//! the paper). A pure state machine: no clock, no I/O, no threads; the same seed and the same answers
//! give the same tests. [`Campaign::next_test`] prepares a test, [`Campaign::observe`] takes the verdict
//! and the number of new edges, judged by the caller against [`Campaign::log`].

mod options;
mod rebuild;

pub use options::{Options, Reset};
pub use rebuild::{BrokenLog, Retained, rebuild};

use crate::address::Address;
use crate::batch::Batch;
use crate::context::Context;
use crate::coverage::{EdgeLog, Novelty, NoveltyLog};
use crate::generate::Generator;
use crate::mutate::Node;
use crate::schedule::Queue;
use crate::seed::{self, Purpose};
use crate::statistics::Statistics;
use crate::walk;
use std::collections::BTreeSet;

/// What a test's outcome is to the campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The precondition held, and so did the property.
    Passed,
    /// The precondition did not hold.
    Discarded,
    /// The property does not hold.
    Failed,
}

/// Makes the values of a campaign: the argument types of a property.
pub trait Subject {
    /// A random value of the property's arguments.
    fn generate(&self, generator: &mut Generator) -> Box<dyn Node>;
}

/// A campaign in progress.
pub struct Campaign<'s> {
    subject: &'s dyn Subject,
    seed: u64,
    options: Options,
    context: Context,
    passed: Queue,
    discarded: Queue,
    logs: Logs,
    current: Current,
    skipped: BTreeSet<Address>,
    retained: Vec<Retained>,
    generated: u64,
    /// Tests passed and discarded since the last reset: what the size grows with.
    growth: (u64, u64),
    boring: u64,
    threshold: u64,
    statistics: Statistics,
}

/// The edges seen by passed tests and by discarded ones: two logs, so that the many discarded tests
/// do not use up what is new about the first ones that pass.
struct Logs {
    passed: NoveltyLog,
    discarded: NoveltyLog,
    /// The edges of both, ever: not cleared by a reset.
    ever: EdgeLog,
}

/// The test being run.
enum Current {
    None,
    Generated { value: Box<dyn Node>, address: Address },
    Mutant { of_passed: bool, address: Address },
}

impl<'s> Campaign<'s> {
    /// A campaign that has run no test yet.
    pub fn new(subject: &'s dyn Subject, seed: u64, options: Options) -> Campaign<'s> {
        Campaign {
            subject,
            seed,
            context: Context::new(seed, options.max_size),
            passed: Queue::new(options.order),
            discarded: Queue::new(options.order),
            logs: Logs {
                passed: NoveltyLog::new(),
                discarded: NoveltyLog::new(),
                ever: EdgeLog::new(),
            },
            current: Current::None,
            skipped: BTreeSet::new(),
            retained: Vec::new(),
            generated: 0,
            growth: (0, 0),
            boring: 0,
            threshold: options.threshold,
            statistics: Statistics { samples: options.samples, ..Statistics::default() },
            options,
        }
    }

    /// Tests that are never served: those that killed an earlier worker.
    pub fn skip(&mut self, addresses: impl IntoIterator<Item = Address>) {
        self.skipped.extend(addresses);
    }

    /// Prepares the next test and gives its address: a mutant of the first passed batch, else of the
    /// first discarded one, else a generated value.
    ///
    /// # Panics
    /// When the test before was not observed.
    pub fn next_test(&mut self) -> Address {
        assert!(matches!(self.current, Current::None), "the test before was not observed");
        self.reset_when_due();
        loop {
            let current = match self.next_mutant() {
                Some(mutant) => mutant,
                None => self.generate(),
            };
            let address = match &current {
                Current::Generated { address, .. } | Current::Mutant { address, .. } => *address,
                Current::None => unreachable!("a test was just made"),
            };
            self.current = current;
            if self.skipped.is_empty() || !self.skipped.contains(&address) {
                return address;
            }
            self.restore();
        }
    }

    /// The value of the test that [`Campaign::next_test`] prepared.
    ///
    /// # Panics
    /// When no test is prepared.
    pub fn value(&self) -> &dyn Node {
        match &self.current {
            Current::Generated { value, .. } => &**value,
            Current::Mutant { of_passed, address: Address::Mutant { parent, .. } } => {
                let queue = if *of_passed { &self.passed } else { &self.discarded };
                match queue.get(*parent) {
                    Some(batch) => batch.value(),
                    None => unreachable!("the batch being served stays in its queue"),
                }
            }
            _ => panic!("no test is prepared: call `next_test` first"),
        }
    }

    /// The log against which the novelty of a test with this verdict is judged; failed tests have
    /// none.
    pub fn log(&mut self, verdict: Verdict) -> Option<&mut NoveltyLog> {
        match verdict {
            Verdict::Passed => Some(&mut self.logs.passed),
            Verdict::Discarded => Some(&mut self.logs.discarded),
            Verdict::Failed => None,
        }
    }

    /// Takes the verdict on the prepared test and the edges that are new to the log of that verdict,
    /// and enters them there. If the test is worth keeping it is retained: the entry must be written
    /// to the campaign's log before the next test.
    ///
    /// # Panics
    /// When no test is prepared.
    pub fn observe(&mut self, verdict: Verdict, new_edges: &[u32]) -> Option<Retained> {
        self.statistics.tests += 1;
        match verdict {
            Verdict::Passed => {
                self.statistics.passed += 1;
                self.growth.0 += 1;
            }
            Verdict::Discarded => {
                self.statistics.discarded += 1;
                self.growth.1 += 1;
            }
            Verdict::Failed => self.statistics.failed += 1,
        }
        if let Some(log) = self.log(verdict) {
            log.enter(&Novelty::of_edges(new_edges));
            self.logs.ever.insert_all(new_edges);
            self.statistics.edges = self.logs.ever.len() as u64;
        }
        let (address, below_passed) = match &self.current {
            Current::Generated { address, .. } => (*address, false),
            Current::Mutant { of_passed, address } => (*address, *of_passed),
            Current::None => panic!("no test is prepared: call `next_test` first"),
        };
        let worth = match verdict {
            Verdict::Passed => !new_edges.is_empty(),
            // A broken test is kept only one step away from a valid one: section III-B.
            Verdict::Discarded => !new_edges.is_empty() && below_passed,
            Verdict::Failed => false,
        };
        if worth {
            self.boring = 0
        } else {
            self.boring += 1
        }
        let deepest = self.options.max_depth;
        let keep = worth && self.options.feedback && walk::depth(self.value(), deepest) <= deepest;
        let retained =
            keep.then(|| self.retain(address, verdict == Verdict::Passed, new_edges.len() as u64));
        self.restore();
        retained.flatten()
    }

    /// The counters so far.
    pub fn statistics(&self) -> Statistics {
        let queued = (self.passed.len() + self.discarded.len()) as u64;
        Statistics { queued, ..self.statistics }
    }

    /// Counts edges that were hit once and not again when the same test was repeated.
    pub fn count_unstable(&mut self, edges: u64) {
        self.statistics.unstable += edges;
    }

    /// Takes up a test that an earlier process of the same campaign retained: its value is queued
    /// with a new batch. The entries must come in the order of the log.
    pub fn resume(&mut self, entry: Retained, value: Box<dyn Node>, new_edges: &[u32]) {
        let log = if entry.passed { Verdict::Passed } else { Verdict::Discarded };
        if let Some(log) = self.log(log) {
            log.enter(&Novelty::of_edges(new_edges));
            self.logs.ever.insert_all(new_edges);
            self.statistics.edges = self.logs.ever.len() as u64;
        }
        if let Address::Generated { number, .. } = entry.address {
            self.generated = self.generated.max(number + 1);
        }
        self.enqueue(value, entry, new_edges.len() as u64);
    }

    fn retain(&mut self, address: Address, passed: bool, new_edges: u64) -> Option<Retained> {
        let entry = Retained { number: self.statistics.retained, address, passed };
        let value = match self.value().copy_node() {
            Some(value) => value,
            // A value that cannot be copied is made a second time, the way it came about.
            None => {
                let size = self.options.max_size;
                rebuild(self.subject, self.seed, size, &self.retained, address).ok()?
            }
        };
        self.enqueue(value, entry, new_edges);
        Some(entry)
    }

    fn enqueue(&mut self, value: Box<dyn Node>, entry: Retained, new_edges: u64) {
        let batch =
            Batch::new(value, entry.number, self.statistics.samples).regrow(self.options.regrow);
        self.statistics.retained += 1;
        self.retained.push(entry);
        self.queue(entry.passed).push(batch, new_edges);
    }

    fn queue(&mut self, passed: bool) -> &mut Queue {
        if passed { &mut self.passed } else { &mut self.discarded }
    }

    fn next_mutant(&mut self) -> Option<Current> {
        for of_passed in [true, false] {
            let queue = if of_passed { &mut self.passed } else { &mut self.discarded };
            while let Some(batch) = queue.first() {
                if let Some((position, mutant)) = batch.serve(&mut self.context) {
                    let address = Address::Mutant { parent: batch.number(), position, mutant };
                    return Some(Current::Mutant { of_passed, address });
                }
                queue.pop();
            }
        }
        None
    }

    fn generate(&mut self) -> Current {
        let (number, size) = (self.generated, self.size());
        self.generated += 1;
        let value = generated(self.subject, self.seed, number, size);
        Current::Generated { value, address: Address::Generated { number, size } }
    }

    /// The size of the next generated test: it grows with every passed test and with every tenth
    /// discarded one. This is the published tool's formula, but counted from the last reset: the
    /// smallest value is often the only one that generation finds valid, and everything else grows
    /// from its mutants, so each reset must start with it again.
    fn size(&self) -> u32 {
        let most = u64::from(self.options.max_size);
        let (passed, discarded) = self.growth;
        let grown = passed % most.max(1) + discarded / 10;
        u32::try_from(grown.min(most)).unwrap_or(self.options.max_size)
    }

    fn restore(&mut self) {
        if let Current::Mutant { of_passed, address: Address::Mutant { parent, .. } } =
            std::mem::replace(&mut self.current, Current::None)
        {
            let queue = if of_passed { &mut self.passed } else { &mut self.discarded };
            if let Some(batch) = queue.get_mut(parent) {
                batch.restore(&mut self.context);
            }
        }
    }

    fn reset_when_due(&mut self) {
        let idle = self.passed.is_empty() && self.discarded.is_empty();
        let due = self.boring > self.threshold
            && self.options.feedback
            && match self.options.reset {
                Reset::WhenIdle => idle,
                Reset::Literal | Reset::WholeCampaign => true,
                Reset::Never => false,
            };
        if !due {
            return;
        }
        if self.options.reset == Reset::WholeCampaign {
            self.passed.clear();
            self.discarded.clear();
        }
        self.logs.passed.clear();
        self.logs.discarded.clear();
        self.threshold = self.threshold.saturating_mul(2);
        self.statistics.samples = self.statistics.samples.saturating_mul(2);
        self.statistics.resets += 1;
        self.growth = (0, 0);
        self.boring = 0;
    }
}

/// The `number`-th generated value of a campaign.
fn generated(subject: &dyn Subject, seed: u64, number: u64, size: u32) -> Box<dyn Node> {
    let random = seed::random(seed::derive(seed, Purpose::Generation, [number, 0, 0]));
    subject.generate(&mut Generator::new(random, size))
}
