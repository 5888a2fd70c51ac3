//! Shared values and options of the campaign's tests.

use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::campaign::{Campaign, Needed, Options, Replay};
use mutagen_core::internal::search::interface::{Search, Subject};
use mutagen_core::internal::search::journal::{BrokenJournal, JournalEntry};
use mutagen_core::internal::value::literals::Literals;
use mutagen_core::internal::value::node::Node;
use mutagen_core::{Generator, Mutate, text};

/// Values with many pure mutants and some random ones.
pub struct Bytes;

impl Subject for Bytes {
    fn generate(&self, generator: &mut Generator) -> Box<dyn Node> {
        Box::new(Vec::<u8>::generate(generator))
    }
}

/// The options with edits from the first test on.
pub fn without_head_start() -> Options {
    Options { head_start: false, ..Options::default() }
}

/// Makes the value of an address again from the journal of a campaign.
pub fn rebuild(
    subject: &dyn Subject,
    seed: u64,
    options: &Options,
    journal: &[JournalEntry],
    address: Address,
) -> Result<Box<dyn Node>, BrokenJournal> {
    let campaign = Campaign::new(subject, seed, options.clone());
    let value = campaign.remake(journal, address, &mut || true)?;
    Ok(value.expect("nothing stops it"))
}

/// The journal of a campaign, with the replay of it so far.
pub struct History<'s> {
    subject: &'s dyn Subject,
    seed: u64,
    options: Options,
    literals: Option<&'static Literals>,
    pub journal: Vec<JournalEntry>,
    replay: Replay<'s>,
    /// How many entries were replayed.
    replayed: usize,
}

impl<'s> History<'s> {
    /// The history of a campaign before its first test.
    pub fn new(
        subject: &'s dyn Subject,
        seed: u64,
        options: &Options,
        literals: Option<&'static Literals>,
    ) -> History<'s> {
        let replay = Replay::new(subject, seed, options, Needed::default(), literals);
        let (options, journal) = (options.clone(), Vec::new());
        History { subject, seed, options, literals, journal, replay, replayed: 0 }
    }

    /// Makes the test of an address again from the journal, and prints it.
    pub fn print(&mut self, address: Address) -> String {
        if let Address::Edited { retained, .. } = address {
            self.rewind(retained);
        }
        let value = self.replay.value(address);
        text::print(&*value.unwrap_or_else(|error| panic!("{error}")))
    }

    /// The same, without the tests that the address does not need.
    pub fn print_alone(&self, address: Address) -> String {
        let campaign = Campaign::new(self.subject, self.seed, self.options.clone());
        let campaign = campaign.with_literals(self.literals);
        let value = campaign.remake(&self.journal, address, &mut || true);
        text::print(&*value.unwrap_or_else(|error| panic!("{error}")).expect("nothing stops it"))
    }

    /// Appends an entry, in place of one with the same number, and prints its test.
    pub fn push(&mut self, entry: JournalEntry) -> String {
        self.rewind(entry.number);
        self.journal.truncate(self.replayed);
        self.journal.push(entry.clone());
        self.replayed += 1;
        let value = self.replay.push(entry).unwrap_or_else(|error| panic!("{error}"));
        text::print(value.expect("all entries are needed"))
    }

    /// Takes back the entries after the first `length`.
    fn rewind(&mut self, length: u64) {
        let length = length as usize;
        if length == self.replayed {
            return;
        }
        let History { subject, seed, ref options, literals, .. } = *self;
        self.replay = Replay::new(subject, seed, options, Needed::default(), literals);
        for entry in &self.journal[..length] {
            self.replay.push(entry.clone()).unwrap_or_else(|error| panic!("{error}"));
        }
        self.replayed = length;
    }
}
