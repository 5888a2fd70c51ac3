//! Makes the value of an address again by replaying the journal from its start, each value from the
//! ones before it. A test that killed its process is shown and repeated in this way, and a new
//! process resumes a campaign in this way.

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
    /// The entry pushed last. The caller may still read its value.
    newest: Option<u64>,
    /// The needed entries and their remaining uses. `None` if they are unknown: then all entries
    /// are needed.
    needed: Option<Needed>,
    /// The state of the drift before the drifted test that was last made again.
    drift: Option<DriftReplay>,
}

/// A partly replayed drift.
struct DriftReplay {
    window: DriftWindow,
    /// How many tests of the window were replayed.
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

    /// The replay of a campaign whose journal is known. Entries that do not lead to a requested
    /// test are skipped, and a test is dropped after its last use.
    pub fn restricted_to(
        subject: &'s dyn Subject,
        seed: u64,
        options: Options,
        needed: Needed,
    ) -> Replay<'s> {
        Replay { needed: Some(needed), ..Replay::new(subject, seed, options) }
    }

    /// Makes the test of the next entry again if it leads to a requested test; otherwise skips the
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

    /// Makes the value of an address from the pushed tests.
    ///
    /// # Errors
    /// When the parent is missing or has no such mutant, or when an edited test was made at another
    /// length of the journal.
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

    /// How many tests are kept to make other tests from.
    pub fn held(&self) -> usize {
        self.values.len()
    }

    /// Adds a use of a test: as the newest one, or as a donor.
    fn hold(&mut self, number: u64) {
        if let Some(needed) = &mut self.needed {
            needed.hold(number);
        }
    }

    /// Removes a use of a test, and drops the test after the last one.
    fn release(&mut self, number: u64) {
        if let Some(needed) = &mut self.needed
            && needed.release(number)
        {
            self.values.remove(&number);
            self.operands.remove(&number);
        }
    }

    /// Makes a drifted test: the steps of the window before it, and then its own edits, even if
    /// they were not a step.
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

    /// Makes the edits of the drifted tests with these numbers, each on the result of the one
    /// before.
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

    /// A copy of a retained test. A test that cannot be copied is handed out itself, so it can be
    /// used only once.
    fn parent(&mut self, number: u64) -> Option<Box<dyn Node>> {
        match self.values.get(&number)?.copy_node() {
            Some(copy) => Some(copy),
            None => self.values.remove(&number),
        }
    }
}

/// Makes the value of an address again from the journal. Only the tests that lead to it are made:
/// its ancestors, and all retained tests before an edited one, since any of them may be a donor.
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

/// Like [`rebuild`], but calls `go_on` before each entry of the journal and returns `None` if it
/// returns `false`. The journal of a long campaign takes minutes.
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
