//! What every search does: it gives a test and says what it wants to know of its run, and takes the
//! verdict and what the run showed. Whoever runs the tests knows a search by this alone.

use super::address::Address;
use super::journal::{BrokenJournal, JournalEntry};
use super::statistics::Statistics;
use crate::coverage::{CoverageRequest, Observation, Verdict};
use crate::value::generate::Generator;
use crate::value::node::Node;

/// Makes the values of a search: the argument types of a property.
pub trait Subject {
    /// A random value of the property's arguments.
    fn generate(&self, generator: &mut Generator) -> Box<dyn Node>;

    /// Whether the values can be copied. Those that cannot are mutated but not edited, and the
    /// campaign keeps its journal in memory. The default is that they can.
    fn copies(&self) -> bool {
        true
    }
}

/// A test to be run.
pub struct Test<'t> {
    /// How it was made.
    pub address: Address,
    /// The property's arguments.
    pub value: &'t dyn Node,
    /// What the search wants to know of the run.
    pub wants: CoverageRequest<'t>,
}

/// A search in progress. The same seed and the same answers give the same tests.
pub trait Search {
    /// Prepares the next test.
    ///
    /// # Panics
    /// When the test before was not observed.
    fn next_test(&mut self) -> Test<'_>;

    /// Takes the verdict on the prepared test and what its run showed. The entry, if there is one,
    /// must be written to the journal before the next test.
    ///
    /// # Panics
    /// When no test is prepared.
    fn observe(&mut self, verdict: Verdict, observation: &Observation) -> Option<JournalEntry>;

    /// The counters so far, but for the tests that wait, which are not counted.
    fn counters(&self) -> &Statistics;

    /// The counters so far.
    fn statistics(&self) -> Statistics;

    /// Never serves these tests: they killed an earlier process.
    fn skip(&mut self, addresses: &[Address]);

    /// Goes on after an earlier process of the same search, which left this journal and these
    /// counters. The counters of this search start at 0: they are added to those.
    ///
    /// # Errors
    /// When the journal does not lead to its own tests.
    fn resume(
        &mut self,
        journal: &[JournalEntry],
        before: &Statistics,
        runner: &mut dyn Rerun,
    ) -> Result<(), BrokenJournal>;

    /// Makes the value of an address again from the journal as long as `goes_on`, which is asked
    /// before each entry, wants it; `None` when it does not.
    ///
    /// # Errors
    /// When the journal does not lead to it.
    fn remake(
        &self,
        journal: &[JournalEntry],
        address: Address,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Box<dyn Node>>, BrokenJournal>;
}

/// Runs retained tests of an earlier process once more, for a search that resumes.
pub trait Rerun {
    /// Whether to go on: asked before each test is made again. A long campaign's journal takes
    /// minutes.
    fn goes_on(&mut self) -> bool;

    /// Runs the test of an entry, unless it is never to be run again, and says what that showed.
    fn rerun(
        &mut self,
        entry: &JournalEntry,
        value: &dyn Node,
        wants: &CoverageRequest<'_>,
    ) -> &Observation;
}
