//! The way back from an address to the value: the journal is replayed once, from its start, each
//! value made from those before it. It is how a test that killed its process is shown and run
//! again, and how a new process takes up a campaign.

use super::Options;
use super::corpus::Corpus;
use super::donors::{Outline, Outlined, Tags, others};
use super::drift::Step;
use super::drift_window::DriftWindow;
use super::edits::Stack;
use super::generation;
use super::needed::{self, Needed};
use crate::search::address::Address;
use crate::search::batch;
use crate::search::interface::Subject;
use crate::search::journal::{BrokenJournal, JournalEntry};
use crate::value::context::Context;
use crate::value::edit::{Editor, Sites};
use crate::value::node::Node;
use crate::value::operands::Operands;
use std::collections::BTreeMap;

/// The retained tests of a campaign, made again in the order of its journal.
pub struct Replay<'s> {
    subject: &'s dyn Subject,
    seed: u64,
    options: Options,
    context: Context,
    editor: Editor,
    values: BTreeMap<u64, Box<dyn Node>>,
    operands: BTreeMap<u64, Operands>,
    corpus: Corpus<(u64, Outline)>,
    tags: Tags,
    length: u64,
    /// The entry that was pushed last, which the caller may still look at.
    newest: Option<u64>,
    /// Which entries are needed at all, and how often each still is, if that is known; otherwise
    /// all are.
    needed: Option<Needed>,
    /// Where a drift was before the test that was last made again.
    drift: Option<DriftReplay>,
}

/// A drift on its way from an entry of the journal.
struct DriftReplay {
    window: DriftWindow,
    /// The tests of the window so far.
    tests: u32,
    value: Box<dyn Node>,
}

impl<'s> Replay<'s> {
    /// The replay of a campaign with these options, before its first test.
    pub fn new(subject: &'s dyn Subject, seed: u64, options: Options) -> Replay<'s> {
        Replay {
            subject,
            seed,
            context: options.context(seed),
            editor: options.editor(seed),
            values: BTreeMap::new(),
            operands: BTreeMap::new(),
            corpus: Corpus::new(seed, options.corpus),
            tags: Tags::default(),
            length: 0,
            newest: None,
            needed: None,
            drift: None,
            options,
        }
    }

    /// The replay of a campaign whose journal is known: what does not lead to the tests that are
    /// wanted is not made, and a test is forgotten when nothing is made from it any more.
    pub fn restricted_to(
        subject: &'s dyn Subject,
        seed: u64,
        options: Options,
        needed: Needed,
    ) -> Replay<'s> {
        Replay { needed: Some(needed), ..Replay::new(subject, seed, options) }
    }

    /// Makes the test of the next entry again if it leads to one that is wanted, else skips the
    /// entry.
    ///
    /// # Errors
    /// When it cannot be made from those before it.
    pub fn skip_or_replay(
        &mut self,
        entry: JournalEntry,
    ) -> Result<Option<&dyn Node>, BrokenJournal> {
        if self.needed.as_ref().is_none_or(|needed| needed.leads(entry.number)) {
            return self.push(entry).map(Some);
        }
        self.length += 1;
        Ok(None)
    }

    /// Makes the test of the next entry again.
    ///
    /// # Errors
    /// When it cannot be made from those before it.
    pub fn push(&mut self, entry: JournalEntry) -> Result<&dyn Node, BrokenJournal> {
        let broken = || BrokenJournal { address: entry.address };
        if entry.number != self.length {
            return Err(broken());
        }
        let value = self.value(entry.address)?;
        if let Some(parent) = needed::parent(entry.address) {
            self.release(parent);
        }
        if let Some(newest) = self.newest.replace(entry.number) {
            self.release(newest);
        }
        self.hold(entry.number);
        if let Some(tier) = entry.tier.filter(|_| self.options.edits_tests(entry.passed)) {
            self.hold(entry.number);
            let test = (entry.number, self.tags.outline(&Sites::of(&*value)));
            if let Some((gone, _)) = self.corpus.insert(entry.number, tier, entry.rarest, test) {
                self.release(gone);
            }
        }
        self.values.insert(entry.number, value);
        if !entry.operands.is_empty() {
            self.operands.insert(entry.number, entry.operands);
        }
        self.length += 1;
        self.values.get(&entry.number).map(|value| &**value).ok_or_else(broken)
    }

    /// The value of an address, made from the tests that were pushed.
    ///
    /// # Errors
    /// When the parent is missing or has no such mutant, and when an edited test was made after
    /// another number of retained tests.
    pub fn value(&mut self, address: Address) -> Result<Box<dyn Node>, BrokenJournal> {
        let broken = || BrokenJournal { address };
        match address {
            Address::Generated { number, size } => {
                Ok(generation::generate(self.subject, self.seed, number, size))
            }
            Address::Mutant { parent, position, mutant } => {
                let mut value = self.parent(parent).ok_or_else(broken)?;
                self.context.set_operands(&self.operands_of(parent));
                let made = batch::apply(&mut *value, parent, position, mutant, &mut self.context);
                if made { Ok(value) } else { Err(broken()) }
            }
            Address::Repeated { parent } => self.parent(parent).ok_or_else(broken),
            Address::Drifted { parent, first, edits } => {
                self.drifted(parent, first, edits).ok_or_else(broken)
            }
            Address::Edited { parent, number, retained } => {
                let mut value = self.parent(parent).ok_or_else(broken)?;
                if retained != self.length {
                    return Err(broken());
                }
                self.editor.begin(&Sites::of(&*value));
                let (seed, size) = (self.seed, self.options.max_size);
                let (values, tags) = (&self.values, &self.tags);
                let donors = others(&self.corpus, |(number, outline)| {
                    let value = values.get(number).filter(|_| *number != parent)?;
                    Some(Outlined { value: &**value, outline, tags })
                });
                let operands = &self.operands_of(parent);
                let edit = Stack { seed, size, parent, number, operands };
                edit.make(&mut self.editor, &mut *value, &donors);
                self.editor.keep();
                Ok(value)
            }
        }
    }

    /// How many tests are kept to make others from.
    pub fn held(&self) -> usize {
        self.values.len()
    }

    /// A test is needed once more than what is made from it: as the newest, or for its subterms.
    fn hold(&mut self, number: u64) {
        if let Some(needed) = &mut self.needed {
            needed.hold(number);
        }
    }

    /// A test is needed once less, and forgotten with the last time.
    fn release(&mut self, number: u64) {
        if let Some(needed) = &mut self.needed
            && needed.release(number)
        {
            self.values.remove(&number);
            self.operands.remove(&number);
        }
    }

    /// A drifted test: the steps of the window before it, and then its own edits, which may be no
    /// step.
    fn drifted(&mut self, parent: u64, first: u64, edits: u64) -> Option<Box<dyn Node>> {
        let (window, tests) = DriftWindow::before(parent, first, edits)?;
        let goes_on = |drift: &DriftReplay| {
            drift.tests <= tests && window.continues(&drift.window, drift.tests)
        };
        let (made, mut value) = match self.drift.take().filter(goes_on) {
            Some(drift) => (drift.tests, drift.value),
            None => (0, self.parent(parent)?),
        };
        self.make_steps(&mut *value, parent, window.steps_after(made));
        let copy = value.copy_node();
        self.drift = copy.map(|value| DriftReplay { window, tests, value });
        self.make_steps(&mut *value, parent, [window.number(tests)]);
        Some(value)
    }

    /// Makes the edits of the drifted tests with these numbers, one on top of the other.
    fn make_steps(
        &mut self,
        value: &mut dyn Node,
        parent: u64,
        numbers: impl IntoIterator<Item = u64>,
    ) {
        let operands = &self.operands_of(parent);
        let step = Step { seed: self.seed, size: self.options.max_size, operands };
        for number in numbers {
            self.editor.begin(&Sites::of(value));
            step.make(&mut self.editor, value, number);
            self.editor.keep();
        }
    }

    fn operands_of(&self, number: u64) -> Operands {
        self.operands.get(&number).copied().unwrap_or_default()
    }

    /// A copy of a retained test. One that cannot be copied is taken: its mutants are made once.
    fn parent(&mut self, number: u64) -> Option<Box<dyn Node>> {
        match self.values.get(&number)?.copy_node() {
            Some(copy) => Some(copy),
            None => self.values.remove(&number),
        }
    }
}

/// Makes the value of an address again from the journal. Only what leads to it is made: its
/// ancestors, and all tests before an edited one, which may have taken subterms from any.
///
/// # Errors
/// When the journal lacks an ancestor, or an ancestor has no such mutant.
pub fn rebuild(
    subject: &dyn Subject,
    seed: u64,
    options: &Options,
    journal: &[JournalEntry],
    address: Address,
) -> Result<Box<dyn Node>, BrokenJournal> {
    let made = rebuild_while(subject, seed, options, journal, address, &mut || true)?;
    made.ok_or(BrokenJournal { address })
}

/// The same as long as `go_on`, which is asked before each entry of the journal, wants it; `None`
/// when it does not. A long campaign's journal takes minutes.
///
/// # Errors
/// As [`rebuild`].
pub fn rebuild_while(
    subject: &dyn Subject,
    seed: u64,
    options: &Options,
    journal: &[JournalEntry],
    address: Address,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Box<dyn Node>>, BrokenJournal> {
    let needed = Needed::of(journal, address).ok_or(BrokenJournal { address })?;
    let length = needed.length();
    let mut replay = Replay::restricted_to(subject, seed, options.clone(), needed);
    for entry in journal.iter().take(length) {
        if !go_on() {
            return Ok(None);
        }
        replay.skip_or_replay(*entry)?;
    }
    replay.value(address).map(Some)
}
