//! Makes the values of addresses again by a walk over their ancestors in the journal. A test that
//! killed its process is shown and repeated in this way, and a new process resumes a campaign in
//! this way. The journal may come from a damaged file: what it says is checked, and nothing that it
//! says takes long.

use super::Options;
use super::drift::Steps;
use super::drift_window;
use super::generation;
use super::given::Given;
use super::inputs;
use super::needed::Needed;
use super::reached::Reached;
use super::stacks::{Name, Stacks};
use crate::search::address::Address;
use crate::search::batch;
use crate::search::interface::Subject;
use crate::search::journal::{BrokenJournal, JournalEntry, find};
use crate::search::share::Share;
use crate::value::context::Context;
use crate::value::literals::Literals;
use crate::value::node::Node;
use crate::value::operands::Operands;
use crate::value::walk;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most nodes of a value that is made again, unless the tests are generated larger. Edits
/// copy subtrees, so a short journal could describe a value that no memory holds.
const MOST_NODES: u64 = 1 << 21;

/// Makes tests of a campaign again.
pub struct Replay<'j> {
    subject: &'j dyn Subject,
    literals: Option<&'static Literals>,
    seed: u64,
    options: Options,
    journal: &'j [JournalEntry],
    inputs: &'j [Vec<String>],
    received: &'j [Rc<str>],
    context: Context,
    /// The values from which other tests will be made.
    values: BTreeMap<u64, Box<dyn Node>>,
    /// The literals reached by the entries of the journal.
    reached: Reached,
    stacks: Stacks,
    steps: Steps,
}

impl<'j> Replay<'j> {
    /// Prepares to make tests of a campaign with this seed, these options and this journal, whose
    /// numbers ascend.
    pub fn new(
        subject: &'j dyn Subject,
        seed: u64,
        options: &Options,
        literals: Option<&'static Literals>,
        journal: &'j [JournalEntry],
    ) -> Replay<'j> {
        let mut replay = Replay {
            subject,
            literals,
            seed,
            options: options.clone(),
            journal,
            inputs: &[],
            received: &[],
            context: options.context(seed),
            values: BTreeMap::new(),
            reached: Reached::new(literals),
            stacks: Stacks::new(seed, options),
            steps: Steps::new(seed, options),
        };
        replay.context.set_literals(literals);
        replay.stacks.set_literals(literals);
        replay.steps.set_literals(literals);
        journal.iter().for_each(|entry| replay.reached.enter(entry.number, &entry.literals));
        replay
    }

    /// The same for one worker of the campaign. Call it before the others.
    pub fn with_share(mut self, share: Share) -> Replay<'j> {
        let own = share.seed(self.seed);
        self.context = self.options.context(own);
        self.stacks = Stacks::new(own, &self.options);
        self.steps = Steps::new(own, &self.options);
        self.context.set_literals(self.literals);
        self.stacks.set_literals(self.literals);
        self.steps.set_literals(self.literals);
        self
    }

    /// The same with the tests that the worker has received from others.
    pub fn with_received(mut self, received: &'j [Rc<str>]) -> Replay<'j> {
        self.received = received;
        self
    }

    /// The same with the inputs that the campaign starts from.
    pub fn with_inputs(mut self, inputs: &'j [Vec<String>]) -> Replay<'j> {
        self.inputs = inputs;
        self
    }

    /// Makes the value of an address. `goes_on` is asked before each entry is made; `None` if it
    /// says no.
    ///
    /// # Errors
    /// When the journal does not lead to the address.
    pub fn make(
        &mut self,
        address: &Address,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Box<dyn Node>>, BrokenJournal> {
        let mut needed = Needed::of_test(self.journal, address)?;
        if !self.make_all(&mut needed, goes_on, &mut |_, _| {})? {
            return Ok(None);
        }
        self.of(address).map(Some)
    }

    /// Makes entries in ascending order, and those that lead to them. `visit` gets each of the
    /// entries in `wanted`, with a value of its own. Returns whether all were made: `goes_on` is
    /// asked before each.
    ///
    /// # Errors
    /// When the journal does not lead to an entry.
    pub(super) fn make_entries(
        &mut self,
        wanted: &[u64],
        goes_on: &mut dyn FnMut() -> bool,
        visit: &mut dyn FnMut(&JournalEntry, Box<dyn Node>),
    ) -> Result<bool, BrokenJournal> {
        let address = |number| find(self.journal, number).map(|entry| entry.address);
        let nowhere = |number| Address::Repeated { parent: number };
        let mut needed = Needed::of(self.journal, wanted.iter().copied()).map_err(|number| {
            BrokenJournal { address: address(number).unwrap_or(nowhere(number)) }
        })?;
        self.make_all(&mut needed, goes_on, &mut |replay, entry| {
            if wanted.binary_search(&entry.number).is_ok()
                && let Some(value) = replay.value_of(entry.number)
            {
                visit(entry, value);
            }
        })
    }

    /// Makes all needed entries. `made` is called after each, and then its own use is over.
    fn make_all(
        &mut self,
        needed: &mut Needed,
        goes_on: &mut dyn FnMut() -> bool,
        made: &mut dyn FnMut(&mut Replay<'j>, &JournalEntry),
    ) -> Result<bool, BrokenJournal> {
        self.values.clear();
        for number in needed.numbers() {
            if !goes_on() {
                return Ok(false);
            }
            let Some(entry) = find(self.journal, number) else { continue };
            let value = self.entry(entry)?;
            self.values.insert(number, value);
            for source in entry.sources() {
                if needed.release(source) {
                    self.values.remove(&source);
                }
            }
            made(self, entry);
        }
        Ok(true)
    }

    /// Makes the value of an entry that has its text, or whose ancestors were made.
    pub(super) fn entry(&mut self, entry: &JournalEntry) -> Result<Box<dyn Node>, BrokenJournal> {
        match &entry.value {
            None => self.of(&entry.address),
            Some(text) => self.subject.parse(text).ok_or(BrokenJournal { address: entry.address }),
        }
    }

    /// Makes the value of an address whose ancestors were made.
    fn of(&mut self, address: &Address) -> Result<Box<dyn Node>, BrokenJournal> {
        let value = self.remake(address).filter(|value| {
            let is_source = matches!(
                address,
                Address::Generated { .. } | Address::Input { .. } | Address::Received { .. }
            );
            let most = MOST_NODES.max(u64::from(self.options.max_size) * 8);
            is_source || !is_larger(&**value, most)
        });
        value.ok_or(BrokenJournal { address: *address })
    }

    fn remake(&mut self, address: &Address) -> Option<Box<dyn Node>> {
        match *address {
            Address::Generated { number, size } => {
                let is_made = size <= self.options.max_size;
                let generate =
                    || generation::generate(self.subject, self.literals, self.seed, number, size);
                is_made.then(generate)
            }
            Address::Input { number } => {
                let texts = self.inputs.get(usize::try_from(number).ok()?)?;
                inputs::read(self.subject, texts).map(|(_, value)| value)
            }
            Address::Received { number } => {
                self.subject.parse(self.received.get(usize::try_from(number).ok()?)?)
            }
            Address::Mutant { parent, position, mutant } => {
                let mut value = self.value_of(parent)?;
                self.context.set_operands(&operands(self.journal, parent));
                self.context.set_near(self.reached.by(parent.saturating_add(1)).as_ref());
                let made = batch::apply(&mut *value, parent, position, mutant, &mut self.context);
                made.then_some(value)
            }
            Address::Repeated { parent } => self.value_of(parent),
            Address::Solved { parent, number, stack, edits } => {
                find(self.journal, parent).filter(|entry| entry.is_edited(stack, edits))?;
                let mut value = self.value_of(parent)?;
                let operands = operands(self.journal, parent);
                self.stacks.editor.begin(&*value);
                self.stacks.solve(&mut *value, [parent, number], &operands, &self.reached)?;
                Some(value)
            }
            Address::Drifted { parent, first, edits } => {
                let mut value = self.value_of(parent).filter(|_| edits != 0)?;
                let operands = operands(self.journal, parent);
                let near = self.reached.by(parent.saturating_add(1));
                self.steps.begin(&*value);
                for number in drift_window::numbers(first, edits) {
                    self.steps.make(&mut *value, number, &operands, near.as_ref());
                }
                Some(value)
            }
            Address::Edited { parent, number, edits, solved, retained, ref donated } => {
                let mut value = self.value_of(parent)?;
                let operands = operands(self.journal, parent);
                let name = Name { parent, number, retained, solved };
                let given = Given::new(&self.values, donated);
                let reached = &self.reached;
                self.stacks.remake(&mut *value, name, edits, &given, &operands, reached)?;
                given.is_as_recorded().then_some(value)
            }
        }
    }

    /// A copy of a value that was made. A value that cannot be copied is handed out itself, so it
    /// can be used only once.
    fn value_of(&mut self, number: u64) -> Option<Box<dyn Node>> {
        match self.values.get(&number)?.copy_node() {
            Some(copy) => Some(copy),
            None => self.values.remove(&number),
        }
    }

    /// How many values are kept to make others from.
    pub fn held(&self) -> usize {
        self.values.len()
    }
}

/// The operands that tests made from an entry use.
pub(super) fn operands(journal: &[JournalEntry], number: u64) -> Operands {
    let mut entry = find(journal, number);
    while let Some(step) = entry.filter(|entry| entry.inherits()) {
        let parent = step.address.parent().filter(|parent| *parent < step.number);
        entry = parent.and_then(|parent| find(journal, parent));
    }
    entry.map(|entry| entry.operands.clone()).unwrap_or_default()
}

fn is_larger(value: &dyn Node, most: u64) -> bool {
    // Counting takes time, and nearly all values have few children and are small.
    value.children() > 0 && walk::size(value) > most
}
