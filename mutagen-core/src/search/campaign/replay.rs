//! Makes the value of an address again by replaying the journal from its start, each value from the
//! ones before it. A test that killed its process is shown and repeated in this way, and a new
//! process resumes a campaign in this way.

use super::Options;
use super::drift::Steps;
use super::drift_window;
use super::edits::Edits;
use super::generation;
use super::needed::{self, Needed};
use super::reached::Reached;
use crate::search::address::Address;
use crate::search::batch;
use crate::search::interface::Subject;
use crate::search::journal::{BrokenJournal, JournalEntry};
use crate::value::context::Context;
use crate::value::literals::Literals;
use crate::value::node::Node;
use crate::value::operands::Operands;
use std::collections::BTreeMap;

/// The retained tests of a campaign, made again in the order of its journal.
pub struct Replay<'s> {
    subject: &'s dyn Subject,
    literals: Option<&'static Literals>,
    seed: u64,
    options: Options,
    context: Context,
    /// The values from which other tests will be made.
    values: BTreeMap<u64, Box<dyn Node>>,
    operands: BTreeMap<u64, Operands>,
    /// Whether these tests passed.
    passed: BTreeMap<u64, bool>,
    /// The literals reached by the entries so far.
    reached: Reached,
    /// The corpus of the campaign at this point of its journal.
    edits: Edits,
    steps: Steps,
    length: u64,
    /// The entry replayed last. The caller may still read its value.
    newest: Option<u64>,
    needed: Needed,
}

impl<'s> Replay<'s> {
    /// The replay of a campaign before its first test. Entries that do not lead to a requested test
    /// are skipped, and a test is dropped after its last use.
    pub fn new(
        subject: &'s dyn Subject,
        seed: u64,
        options: &Options,
        needed: Needed,
        literals: Option<&'static Literals>,
    ) -> Replay<'s> {
        let mut replay = Replay {
            subject,
            literals,
            seed,
            options: options.clone(),
            context: options.context(seed),
            values: BTreeMap::new(),
            operands: BTreeMap::new(),
            passed: BTreeMap::new(),
            reached: Reached::new(literals),
            edits: Edits::new(seed, options),
            steps: Steps::new(seed, options),
            length: 0,
            newest: None,
            needed,
        };
        replay.context.set_literals(literals);
        replay.edits.set_literals(literals);
        replay.steps.set_literals(literals);
        replay
    }

    /// Makes the test of the next entry again if it leads to a requested test; otherwise skips the
    /// entry.
    ///
    /// # Errors
    /// When it cannot be made from those before it.
    pub fn push(&mut self, entry: JournalEntry) -> Result<Option<&dyn Node>, BrokenJournal> {
        let JournalEntry { number, address, .. } = entry;
        if number != self.length {
            return Err(BrokenJournal { address });
        }
        let is_retained = entry.tier.is_some();
        let is_edited = self.options.edits > 0 && (entry.passed || self.edits.discards_guide());
        self.reached.enter(number, &entry.literals);
        if !self.needed.leads(number) {
            self.length += 1;
            if is_retained {
                self.edits.count(entry.passed);
            }
            return Ok(None);
        }
        let value = self.value(address)?;
        self.length += 1;
        if let Some(parent) = needed::parent(address) {
            self.release(parent);
        }
        if let Some(newest) = self.newest.replace(number) {
            self.release(newest);
        }
        self.needed.hold(number);
        if is_retained
            && is_edited
            && let Some(copy) = value.copy_node()
        {
            self.edits.insert(&entry, copy, 0);
        }
        if is_retained {
            self.edits.count(entry.passed);
        }
        self.passed.insert(number, entry.passed);
        if !entry.operands.is_empty() {
            self.operands.insert(number, entry.operands);
        }
        self.values.insert(number, value);
        Ok(self.values.get(&number).map(|value| &**value))
    }

    /// Makes the value of an address from the pushed tests.
    ///
    /// # Errors
    /// When the parent is missing or has no such mutant, or when an edited test was made at another
    /// length of the journal.
    pub fn value(&mut self, address: Address) -> Result<Box<dyn Node>, BrokenJournal> {
        self.remake(address).ok_or(BrokenJournal { address })
    }

    fn remake(&mut self, address: Address) -> Option<Box<dyn Node>> {
        match address {
            Address::Generated { number, size } => {
                Some(generation::generate(self.subject, self.literals, self.seed, number, size))
            }
            Address::Mutant { parent, position, mutant } => {
                let mut value = self.parent(parent)?;
                self.context.set_operands(&self.operands_of(parent));
                self.context.set_near(self.reached.by(parent + 1).as_ref());
                let made = batch::apply(&mut *value, parent, position, mutant, &mut self.context);
                made.then_some(value)
            }
            Address::Repeated { parent } => self.parent(parent),
            Address::Solved { parent, number } => {
                let mut value = self.parent(parent)?;
                let operands = self.operands_of(parent);
                self.edits.remake_solved(&mut *value, [parent, number], &operands, &self.reached);
                Some(value)
            }
            Address::Drifted { parent, first, edits } => {
                let mut value = self.parent(parent).filter(|_| edits != 0)?;
                let operands = self.operands_of(parent);
                let near = self.reached.by(parent + 1);
                self.steps.begin(&*value);
                for number in drift_window::numbers(first, edits) {
                    self.steps.make(&mut *value, number, &operands, near.as_ref());
                }
                Some(value)
            }
            Address::Edited { parent, number, edits, solved, retained } => {
                let mut value = self.parent(parent).filter(|_| retained == self.length)?;
                let operands = self.operands_of(parent);
                let passed = self.passed.get(&parent).copied().unwrap_or(true);
                self.edits.remake(
                    &mut *value,
                    (parent, passed),
                    [number, u64::from(edits), retained],
                    solved,
                    &operands,
                    &self.reached,
                );
                Some(value)
            }
        }
    }

    /// How many tests are kept to make other tests from.
    pub fn held(&self) -> usize {
        self.values.len()
    }

    /// Removes a use of a test, and drops the test after the last one.
    fn release(&mut self, number: u64) {
        if self.needed.release(number) {
            self.values.remove(&number);
            self.operands.remove(&number);
            self.passed.remove(&number);
        }
    }

    fn operands_of(&self, number: u64) -> Operands {
        self.operands.get(&number).cloned().unwrap_or_default()
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
