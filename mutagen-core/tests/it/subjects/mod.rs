//! Shared values and options of the campaign's tests.

use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::campaign::{Campaign, Options};
use mutagen_core::internal::search::interface::{Search, Subject};
use mutagen_core::internal::search::journal::{BrokenJournal, JournalEntry};
use mutagen_core::internal::value::node::Node;
use mutagen_core::{Generator, Mutate};

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
