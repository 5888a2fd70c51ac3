//! The lines of a journal: for each entry a checksum and JSON, with its number, whether the test
//! passed, its tier, its rarest edge, the words of its address, its operands, the literals that it
//! reached, its batch, and its value as text. An example is
//! `9beb4d6e [0,true,"Set",12,[1,7,2],[],[],null,null]`; a step of a drift has `null` for
//! the tier. The words of the address end with the last one that is not 0.

use crate::coverage::Tier;
use crate::run::protocol::{ProtocolError, checked_line, checked_text};
use crate::search::address::Address;
use crate::search::journal::{JournalEntry, Queued};
use crate::value::operands::{Comparison, Operands};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// No campaign has as many entries, and the address of an edited test cannot name more.
pub(super) const MOST: u64 = 1 << 40;

#[derive(Serialize, Deserialize)]
struct Line<'e>(
    u64,
    bool,
    Option<Tier>,
    u32,
    Vec<u64>,
    Cow<'e, [Comparison]>,
    Cow<'e, [u32]>,
    Option<Queued>,
    Option<Cow<'e, str>>,
);

/// The line of an entry, with its end.
pub(super) fn of(entry: &JournalEntry) -> Result<String, ProtocolError> {
    let words = entry.address.to_words();
    let used = words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
    let line = Line(
        entry.number,
        entry.passed,
        entry.tier,
        entry.rarest,
        words[..used].to_vec(),
        entry.operands.as_slice().into(),
        entry.literals.as_slice().into(),
        entry.batch,
        entry.value.as_deref().map(Cow::Borrowed),
    );
    Ok(checked_line(&serde_json::to_string(&line)?))
}

/// The entry of a line; `None` if it is no line of a journal.
pub(super) fn entry(line: &[u8]) -> Option<JournalEntry> {
    let Line(number, passed, tier, rarest, used, operands, literals, batch, value) =
        serde_json::from_slice(checked_text(line)?).ok()?;
    let mut words = [0; Address::WORDS];
    words.get_mut(..used.len())?.copy_from_slice(&used);
    let address = Address::from_words(words).filter(|_| number < MOST)?;
    let operands = Operands::of(operands.into_owned());
    let (literals, value) = (literals.into_owned(), value.map(Into::into));
    Some(JournalEntry { number, address, passed, tier, rarest, operands, literals, batch, value })
}
