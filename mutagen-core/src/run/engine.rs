//! The searches that a worker can run, behind one face: mutagen's own campaign, and FuzzChick's
//! algorithm to compare with.

use crate::run::protocol::CampaignOptions;
use crate::search::address::Address;
use crate::search::campaign::fuzzchick::{self, FuzzChick};
use crate::search::campaign::{BrokenJournal, Campaign, JournalEntry, Subject, rebuild_while};
use crate::search::statistics::Statistics;
use crate::value::node::Node;

/// A search in progress.
#[allow(clippy::large_enum_variant, reason = "there is one in a process, and it is not moved")]
pub enum Engine<'s> {
    /// Mutagen's.
    Campaign(Campaign<'s>),
    /// FuzzChick's.
    FuzzChick(FuzzChick<'s>),
}

impl<'s> Engine<'s> {
    /// The search that the options ask for, before its first test.
    pub fn new(subject: &'s dyn Subject, seed: u64, options: &CampaignOptions) -> Engine<'s> {
        if options.fuzzchick {
            Engine::FuzzChick(FuzzChick::new(subject, seed, options.max_size))
        } else {
            Engine::Campaign(Campaign::new(subject, seed, options.campaign()))
        }
    }

    /// Tests that are never served: those that killed an earlier worker.
    pub fn skip(&mut self, addresses: impl IntoIterator<Item = Address>) {
        match self {
            Engine::Campaign(search) => search.skip(addresses),
            Engine::FuzzChick(search) => search.skip(addresses),
        }
    }

    /// Prepares the next test and gives its address.
    ///
    /// # Panics
    /// When the test before was not observed.
    pub fn next_test(&mut self) -> Address {
        match self {
            Engine::Campaign(search) => search.next_test(),
            Engine::FuzzChick(search) => search.next_test(),
        }
    }

    /// The value of the test that [`Engine::next_test`] prepared.
    ///
    /// # Panics
    /// When no test is prepared.
    pub fn value(&self) -> &dyn Node {
        match self {
            Engine::Campaign(search) => search.value(),
            Engine::FuzzChick(search) => search.value(),
        }
    }

    /// The counters so far, but for the batches that wait, which are not counted.
    #[inline]
    pub fn counters(&self) -> &Statistics {
        match self {
            Engine::Campaign(search) => search.counters(),
            Engine::FuzzChick(search) => search.counters(),
        }
    }

    /// The counters so far.
    pub fn statistics(&self) -> Statistics {
        match self {
            Engine::Campaign(search) => search.statistics(),
            Engine::FuzzChick(search) => search.statistics(),
        }
    }
}

/// Makes the value of an address of such a search again from its log, as long as `go_on` wants it; `None`
/// when it does not.
///
/// # Errors
/// When the log does not lead to it.
pub fn remake(
    subject: &dyn Subject,
    seed: u64,
    options: &CampaignOptions,
    log: &[JournalEntry],
    address: Address,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Box<dyn Node>>, BrokenJournal> {
    if options.fuzzchick {
        // A line of ancestors and nothing else: soon done.
        fuzzchick::rebuild(subject, seed, log, address).map(Some)
    } else {
        rebuild_while(subject, seed, &options.campaign(), log, address, go_on)
    }
}
