//! The way back from an address to the value: the log of retained tests is gone through once, from its
//! start, each value made from those before it. It is how a test that killed its process is shown and
//! run again, and how a new process takes up a campaign.

use super::corpus::Corpus;
use super::donors::donate;
use super::drift::Step;
use super::edits::Stack;
use super::lineage::{self, Needed};
use super::{Options, Subject, generation};
use crate::coverage::Tier;
use crate::search::address::Address;
use crate::search::batch;
use crate::value::context::Context;
use crate::value::edit::{Donors, Editor, Sites};
use crate::value::generate::Generator;
use crate::value::node::Node;
use crate::value::operands::Operands;
use derive_more::{Display, Error};
use std::any::TypeId;
use std::collections::BTreeMap;

/// One entry of the campaign's log: a test that was retained, or a step of a drift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JournalEntry {
    /// Its number: the entry's place in the log.
    pub number: u64,
    /// How it was made.
    pub address: Address,
    /// Whether it passed; otherwise it was discarded.
    pub passed: bool,
    /// In which tier it was new; `None` for a step of a drift, which is there only so that the tests after it
    /// can be made from it.
    pub tier: Option<Tier>,
    /// The edge of its run that the fewest tests hit that were new in any tier before it. Of those that
    /// were new in being cheaper, the edge for which it was; of those that hit a new edge, `u32::MAX`.
    /// 0 of discarded tests and of steps, and where tests are not told apart like that.
    pub rarest: u32,
    /// What its run compared, if the build traces comparisons: numbers of what is made from it are drawn
    /// from that, too. Of a step, what the last retained test of the drift compared.
    pub operands: Operands,
}

/// A log that does not lead to the value that was asked for.
#[derive(Debug, Display, Error, Clone, PartialEq, Eq)]
#[display(
    "the campaign's log does not lead to `{address}`: it is incomplete, or the types of the \
     property's arguments have changed since; run the campaign again with the same seed"
)]
pub struct BrokenJournal {
    pub(super) address: Address,
}

/// The retained tests of a campaign, made again in the order of its log.
pub struct Replay<'s> {
    subject: &'s dyn Subject,
    seed: u64,
    options: Options,
    context: Context,
    editor: Editor,
    values: BTreeMap<u64, Box<dyn Node>>,
    operands: BTreeMap<u64, Operands>,
    corpus: Corpus<u64>,
    length: u64,
    /// The entry that was pushed last, which the caller may still look at.
    newest: Option<u64>,
    /// Which entries are needed at all, and how often each still is, if that is known; otherwise all are.
    lineage: Option<Needed>,
    /// Where a drift was before the test that was last made again.
    window: Option<Window>,
}

/// A drift on its way from an entry of the log.
struct Window {
    parent: u64,
    first: u64,
    /// The steps among the first `tests`.
    steps: u64,
    tests: u32,
    value: Box<dyn Node>,
}

impl<'s> Replay<'s> {
    /// The history of a campaign with these options, before its first test.
    pub fn new(subject: &'s dyn Subject, seed: u64, options: Options) -> Replay<'s> {
        Replay {
            subject,
            seed,
            context: options.context(seed),
            editor: options.editor(seed),
            values: BTreeMap::new(),
            operands: BTreeMap::new(),
            corpus: Corpus::new(seed, options.corpus),
            length: 0,
            newest: None,
            lineage: None,
            window: None,
            options,
        }
    }

    /// The history of a campaign whose log is known: what does not lead to the tests that are wanted is not
    /// made, and a test is forgotten when nothing is made from it any more.
    pub fn along(
        subject: &'s dyn Subject,
        seed: u64,
        options: Options,
        lineage: Needed,
    ) -> Replay<'s> {
        Replay { lineage: Some(lineage), ..Replay::new(subject, seed, options) }
    }

    /// Goes over the next entry: makes its test again, if it leads to one that is wanted.
    ///
    /// # Errors
    /// When it cannot be made from those before it.
    pub fn go_over(&mut self, entry: JournalEntry) -> Result<Option<&dyn Node>, BrokenJournal> {
        if self.lineage.as_ref().is_none_or(|lineage| lineage.leads(entry.number)) {
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
        if let Some(parent) = lineage::parent(entry.address) {
            self.let_go(parent);
        }
        if let Some(newest) = self.newest.replace(entry.number) {
            self.let_go(newest);
        }
        self.hold(entry.number);
        self.values.insert(entry.number, value);
        if !entry.operands.is_empty() {
            self.operands.insert(entry.number, entry.operands);
        }
        match entry.tier {
            Some(tier) if self.options.edits_tests(entry.passed, tier) => {
                let number = entry.number;
                self.hold(number);
                if let Some(gone) = self.corpus.insert(number, tier, entry.rarest, number) {
                    self.let_go(gone);
                }
            }
            Some(_) | None => {}
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
                let donors = OtherTests { corpus: &self.corpus, values: &self.values, parent };
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
        if let Some(lineage) = &mut self.lineage {
            lineage.hold(number);
        }
    }

    /// A test is needed once less, and forgotten with the last time.
    fn let_go(&mut self, number: u64) {
        if let Some(lineage) = &mut self.lineage
            && lineage.let_go(number)
        {
            self.values.remove(&number);
            self.operands.remove(&number);
        }
    }

    /// A drifted test: the steps of the window before it, and then its own edits, which may be no step.
    fn drifted(&mut self, parent: u64, first: u64, edits: u64) -> Option<Box<dyn Node>> {
        let tests = edits.checked_ilog2()?;
        let steps = edits & !(1 << tests);
        let goes_on = |window: &Window| {
            let same = (window.parent, window.first) == (parent, first);
            same && window.tests <= tests && steps & !(u64::MAX << window.tests) == window.steps
        };
        let window = match self.window.take().filter(goes_on) {
            Some(window) => window,
            None => Window { parent, first, steps: 0, tests: 0, value: self.parent(parent)? },
        };
        let mut value = window.value;
        self.make_steps(&mut *value, parent, first, steps & u64::MAX << window.tests);
        let copy = value.copy_node();
        self.window = copy.map(|value| Window { parent, first, steps, tests, value });
        self.make_steps(&mut *value, parent, first, 1 << tests);
        Some(value)
    }

    fn make_steps(&mut self, value: &mut dyn Node, parent: u64, first: u64, edits: u64) {
        let operands = &self.operands_of(parent);
        let step = Step { seed: self.seed, size: self.options.max_size, operands };
        for at in (0..u64::from(u64::BITS)).filter(|at| edits >> at & 1 == 1) {
            self.editor.begin(&Sites::of(value));
            step.make(&mut self.editor, value, first.wrapping_add(at));
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

struct OtherTests<'h> {
    corpus: &'h Corpus<u64>,
    values: &'h BTreeMap<u64, Box<dyn Node>>,
    parent: u64,
}

impl Donors for OtherTests<'_> {
    fn subterm(&self, ty: TypeId, generator: &mut Generator) -> Option<Box<dyn Node>> {
        donate(self.corpus, generator, ty, |number| {
            let value = self.values.get(number)?;
            (*number != self.parent).then_some(&**value)
        })
    }
}

/// Makes the value of an address again from the campaign's log. Only what leads to it is made: its
/// ancestors, and all tests before an edited one, which may have taken subterms from any.
///
/// # Errors
/// When the log lacks an ancestor, or an ancestor has no such mutant.
pub fn rebuild(
    subject: &dyn Subject,
    seed: u64,
    options: &Options,
    log: &[JournalEntry],
    address: Address,
) -> Result<Box<dyn Node>, BrokenJournal> {
    let made = rebuild_while(subject, seed, options, log, address, &mut || true)?;
    made.ok_or(BrokenJournal { address })
}

/// The same as long as `go_on`, which is asked before each entry of the log, wants it; `None` when it does not.
/// A long campaign's log takes minutes.
///
/// # Errors
/// As [`rebuild`].
pub fn rebuild_while(
    subject: &dyn Subject,
    seed: u64,
    options: &Options,
    log: &[JournalEntry],
    address: Address,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Box<dyn Node>>, BrokenJournal> {
    let lineage = Needed::of(log, address).ok_or(BrokenJournal { address })?;
    let length = lineage.length();
    let mut history = Replay::along(subject, seed, options.clone(), lineage);
    for entry in log.iter().take(length) {
        if !go_on() {
            return Ok(None);
        }
        history.go_over(*entry)?;
    }
    history.value(address).map(Some)
}
