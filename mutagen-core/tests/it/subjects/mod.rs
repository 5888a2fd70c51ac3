//! Shared values and options of the campaign's tests.

use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::campaign::{Campaign, Options};
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

    fn parse(&self, text: &str) -> Option<Box<dyn Node>> {
        Some(Box::new(text::parse::<Vec<u8>>(text).ok()?.value))
    }
}

/// Lists of parts that have a text form but cannot be copied.
pub struct Stiff;

/// A part of the values of [`Stiff`].
#[derive(Debug, PartialEq)]
pub struct Part(u8);

impl Mutate for Part {
    fn smallest() -> Self {
        Part(0)
    }
    fn generate(generator: &mut Generator) -> Self {
        Part(u8::generate(generator))
    }
    fn form(this: &Self) -> text::Form {
        text::Form::Atom(this.0.to_string())
    }
    fn parse(parser: &mut text::Parser) -> Result<Self, text::ParseError> {
        u8::parse(parser).map(Part)
    }
}

impl Subject for Stiff {
    fn generate(&self, generator: &mut Generator) -> Box<dyn Node> {
        Box::new(Vec::<Part>::generate(generator))
    }

    fn copies(&self) -> bool {
        false
    }

    fn parse(&self, text: &str) -> Option<Box<dyn Node>> {
        Some(Box::new(text::parse::<Vec<Part>>(text).ok()?.value))
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

/// The journal of a campaign.
pub struct History<'s> {
    subject: &'s dyn Subject,
    seed: u64,
    options: Options,
    literals: Option<&'static Literals>,
    pub journal: Vec<JournalEntry>,
}

impl<'s> History<'s> {
    /// The history of a campaign before its first test.
    pub fn new(
        subject: &'s dyn Subject,
        seed: u64,
        options: &Options,
        literals: Option<&'static Literals>,
    ) -> History<'s> {
        History { subject, seed, options: options.clone(), literals, journal: Vec::new() }
    }

    /// Makes the test of an address again from the journal, and prints it.
    pub fn print(&self, address: Address) -> String {
        let campaign = Campaign::new(self.subject, self.seed, self.options.clone());
        let campaign = campaign.with_literals(self.literals);
        let value = campaign.remake(&self.journal, address, &mut || true);
        text::print(&*value.unwrap_or_else(|error| panic!("{error}")).expect("nothing stops it"))
    }

    /// Appends an entry, in place of one with the same number, and prints its test.
    pub fn push(&mut self, entry: JournalEntry) -> String {
        self.journal.retain(|earlier| earlier.number < entry.number);
        let address = entry.address;
        self.journal.push(entry);
        self.print(address)
    }
}
