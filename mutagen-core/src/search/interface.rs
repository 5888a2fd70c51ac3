//! The interface of every search. A search gives a test and a coverage request, and then takes the
//! verdict and the observation. The code that runs tests knows a search only by these traits.

use super::address::Address;
use super::journal::{BrokenJournal, JournalEntry, Marks, Past};
use super::share::SharedTest;
use super::statistics::Statistics;
use crate::coverage::{CoverageRequest, Interest, Observation, Verdict};
use crate::value::generate::Generator;
use crate::value::node::Node;
use std::rc::Rc;

/// Generates the values that a search tests: the arguments of a property.
pub trait Subject {
    /// A random value of the property's arguments.
    fn generate(&self, generator: &mut Generator) -> Box<dyn Node>;

    /// Whether the values can be copied, which is the default. Other values are mutated but not
    /// edited, and the campaign keeps its journal in memory.
    fn copies(&self) -> bool {
        true
    }

    /// Whether the values are programs of a specification, which is not the default.
    fn is_specified(&self) -> bool {
        false
    }

    /// Reads a value from its text form. `None` if the text is not that of such a value, or if
    /// values have no text form, which is the default.
    fn parse(&self, _text: &str) -> Option<Box<dyn Node>> {
        None
    }
}

/// A test to be run.
pub struct Test<'t> {
    /// How the test was made.
    pub address: &'t Address,
    /// The property's arguments.
    pub value: &'t dyn Node,
    /// What the search wants to know about the run.
    pub wants: CoverageRequest<'t>,
    /// Decides whether a run that was new is repeated. Without it, every such run is.
    pub interest: Option<&'t dyn Interest>,
}

/// A search in progress. The same seed and the same answers give the same tests.
pub trait Search {
    /// Prepares the next test.
    ///
    /// # Panics
    /// When the previous test was not observed.
    fn next_test(&mut self) -> Test<'_>;

    /// Takes the verdict on the prepared test and the observation of its run. A returned entry must
    /// be written to the journal before the next test.
    ///
    /// # Panics
    /// When no test is prepared.
    fn observe(&mut self, verdict: Verdict, observation: &Observation) -> Option<JournalEntry>;

    /// The counters so far, cheaper than [`Search::statistics`]: the number of queued tests is not
    /// up to date.
    fn counters(&self) -> &Statistics;

    /// The counters so far.
    fn statistics(&self) -> Statistics;

    /// Excludes tests that killed an earlier process: they are never served.
    fn skip(&mut self, addresses: &[Address]);

    /// Takes a test that another worker of the campaign has retained. `number` is its index among
    /// those that this worker has received. Without workers, or for a search that cannot use it,
    /// nothing happens.
    fn receive(&mut self, _number: u64, _test: SharedTest) {}

    /// Says that other workers can have the prepared test, by this text. Call it before
    /// [`Search::observe`].
    fn offer(&mut self, _text: Rc<str>) {}

    /// Takes the numbers of the inputs that were passed over since the last call, because they are
    /// no values of the property.
    fn take_unreadable(&mut self) -> Vec<u64> {
        Vec::new()
    }

    /// Takes another way than the search would take: a process died while it made the next test.
    fn step_aside(&mut self) {}

    /// Where the batches are that are being served, for a process that resumes the search. It is
    /// asked after each mutant and each generated test, and is cheap.
    fn marks(&self) -> Marks {
        Marks::default()
    }

    /// What the search has learned beside the journal, for a process that resumes it. Empty if
    /// there is nothing.
    fn state(&self) -> Vec<u8> {
        Vec::new()
    }

    /// The entries that are still needed: those that lead to the tests of the search and to these
    /// failures. Where that is possible, their values are stored as text. `None` if all entries are
    /// needed.
    fn compact(
        &self,
        _journal: Vec<JournalEntry>,
        _failures: &[Address],
    ) -> Option<Vec<JournalEntry>> {
        None
    }

    /// Continues the search of an earlier process from what it has left and from its counters. The
    /// counters of this search still start at 0, and the caller adds them to the earlier ones,
    /// except those that are states. Call [`Search::skip`] before.
    ///
    /// # Errors
    /// When a test of the journal cannot be made again.
    fn resume(
        &mut self,
        past: &Past,
        before: &Statistics,
        runner: &mut dyn Rerun,
    ) -> Result<(), BrokenJournal>;

    /// Makes the value of an address again from the journal. `goes_on` is called before each entry;
    /// if it returns `false`, the result is `None`.
    ///
    /// # Errors
    /// When the journal does not lead to the address.
    fn remake(
        &self,
        journal: &[JournalEntry],
        address: Address,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Box<dyn Node>>, BrokenJournal>;
}

/// Runs retained tests of an earlier process again, for a search that resumes.
pub trait Rerun {
    /// Whether to continue, asked before each test is made again: the journal of a long campaign
    /// takes minutes.
    fn goes_on(&mut self) -> bool;

    /// Runs the test of an entry, unless the test is excluded, and returns the observation.
    fn rerun(
        &mut self,
        entry: &JournalEntry,
        value: &dyn Node,
        wants: &CoverageRequest<'_>,
    ) -> &Observation;
}
