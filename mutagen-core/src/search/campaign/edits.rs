//! The third source of tests: random stacked edits of passed tests that were new in any tier. It is
//! not in the paper: new edges alone are used up while the tests are still small, and many
//! preconditions need several changes at once.

use super::Options;
use super::corpus::{Corpus, Slot};
use super::donors::{Outline, Outlined, Tags, others};
use super::rarity::Rarity;
use crate::coverage::Tier;
use crate::search::address::Address;
use crate::search::journal::JournalEntry;
use crate::value::edit::{Donors, Editor, Sites, StackShape, stack};
use crate::value::generate::Generator;
use crate::value::node::Node;
use crate::value::operands::Operands;
use crate::value::seed::{self, Purpose};

/// The tests that are edited, and the one being edited.
pub(super) struct Edits {
    corpus: Corpus<Entry>,
    editor: Editor,
    seed: u64,
    size: u32,
    /// Edited tests made so far.
    number: u64,
    /// How many of them were new in any way, and how many there were and one more, the later ones
    /// counting more.
    found_new: f64,
    tried: f64,
    /// The test whose turn it is, by slot and number, and how many edited tests of it are still to
    /// come.
    turn: Option<(Slot, u64)>,
    left: u32,
    /// Its nodes. Those of all tests would take more memory than the tests.
    sites: Sites,
    /// Memory that is kept for those of a test that is inserted.
    inserted: Sites,
    tags: Tags,
}

/// A test that is kept.
struct Entry {
    number: u64,
    value: Box<dyn Node>,
    outline: Outline,
    operands: Operands,
    /// How much its edits have found, and how much they have cost, with [`CREDIT`].
    wins: f64,
    cost: f64,
}

/// As if so many edits of a test had been made already when it is kept, each for what its own run
/// cost: so a test that is not known yet comes the later the more it costs. Where every large test
/// is new in some way, as the terms of a calculus are, the search would go to ever more expensive
/// ones.
const CREDIT: f64 = 10.0;

/// The share of choices that go to rare edges, for each per cent of edited tests that are new: all
/// of them from a quarter on. Where few edited tests are new, each says much, and rare edges are
/// those of odd tests; where many are, being new says little.
const RARE: f64 = 4.0;

/// What an edited test counts for when that share is taken, against the one after it.
const MEMORY: f64 = 0.9999;

/// The share of tests to be kept among the edited ones, where more are new: of those new in nothing
/// but a set of edges some are left out, whatever made them. Where nearly a fifth is new, as on a
/// machine with a large state, copies and the journal take a sixth of the time, and one test has taken
/// the place of another before its turn comes. Tests made by drift are not counted, but thinned
/// alike.
const KEPT: f64 = 0.05;

/// What a test costs whatever it is, in units of what a node of it costs: to choose it, to make its
/// first edit, to judge its edges.
const TEST: f64 = 32.0;

/// How many hits of edges cost as much as a node, of which edits must know where it is and what
/// fits there. If a hit counted for more, tests of which little is compared would be preferred:
/// states of a machine of which the observer sees nothing.
const HITS: f64 = 32.0;

/// How stacks of edits are made.
const STACK_SHAPE: StackShape = StackShape { another: 65, alone: 0 };

/// How many edited tests in a row are made from one: it is in the processor's caches then, where a
/// corpus of thousands is not.
const TURN: u32 = 8;

impl Edits {
    pub(super) fn new(seed: u64, options: &Options) -> Edits {
        Edits {
            corpus: Corpus::new(seed, options.corpus),
            editor: options.editor(seed),
            seed,
            size: options.max_size,
            number: 0,
            found_new: 0.0,
            tried: 1.0,
            turn: None,
            left: 0,
            sites: Sites::default(),
            inserted: Sites::default(),
            tags: Tags::default(),
        }
    }

    /// Keeps a retained test, which was new in this tier and whose run did so much.
    pub(super) fn insert(
        &mut self,
        entry: &JournalEntry,
        tier: Tier,
        value: Box<dyn Node>,
        load: u64,
    ) {
        let JournalEntry { number, rarest, operands, .. } = *entry;
        self.inserted.turn_to(&*value);
        let outline = self.tags.outline(&self.inserted);
        let cost = CREDIT * cost(self.inserted.size(&*value), load);
        let entry = Entry { number, value, outline, operands, wins: 0.0, cost };
        self.corpus.insert(number, tier, rarest, entry);
    }

    /// Whether there is nothing to edit.
    pub(super) fn is_empty(&self) -> bool {
        self.corpus.len() == 0
    }

    /// Counts edited tests from here, after those of an earlier process.
    pub(super) fn start_at(&mut self, number: u64) {
        self.number = self.number.max(number);
    }

    /// Chooses a test, by how rare its rarest edge is and by what its edits have found for what
    /// they cost, and edits it in place. `retained` is the length of the journal.
    pub(super) fn next(
        &mut self,
        generator: &mut Generator,
        retained: u64,
        rarity: Option<&Rarity>,
    ) -> Option<(Address, Slot)> {
        let slot = self.choose(generator, rarity)?;
        let number = self.number;
        self.number += 1;
        // The value is out of the corpus while it is edited: it is no donor of its own.
        let entry = self.corpus.get_mut(slot);
        let (parent, mut value) = (entry.number, std::mem::replace(&mut entry.value, Box::new(())));
        self.editor.begin(&self.sites);
        let operands = &self.corpus.get(slot).operands;
        let edit = Stack { seed: self.seed, size: self.size, parent, number, operands };
        let tags = &self.tags;
        let others = others(&self.corpus, |entry| {
            let Entry { value, outline, .. } = entry;
            (entry.number != parent).then_some(Outlined { value: &**value, outline, tags })
        });
        edit.make(&mut self.editor, &mut *value, &others);
        self.corpus.get_mut(slot).value = value;
        Some((Address::Edited { parent, number, retained }, slot))
    }

    /// The test whose turn it is: the one chosen last, until enough tests were made from it or the
    /// corpus has given it up.
    fn choose(&mut self, generator: &mut Generator, rarity: Option<&Rarity>) -> Option<Slot> {
        if let Some((slot, number)) = self.turn
            && self.left > 0
            && self.corpus.find(slot).is_some_and(|entry| entry.number == number)
        {
            self.left -= 1;
            return Some(slot);
        }
        let slot = self.draw(generator, rarity)?;
        let entry = self.corpus.get(slot);
        self.sites.turn_to(&*entry.value);
        self.turn = Some((slot, entry.number));
        self.left = TURN - 1;
        Some(slot)
    }

    /// A test that is worth editing.
    fn draw(&self, generator: &mut Generator, rarity: Option<&Rarity>) -> Option<Slot> {
        let score = |entry: &Entry| (entry.wins + 1.0) / entry.cost;
        let rare = (f64::from(1_u32 << 16) * RARE * self.found_new / self.tried) as u32;
        match rarity {
            Some(rarity) if generator.below(1 << 16) < rare => {
                self.corpus.choose_rare(generator, score, |edge| rarity.frequency(edge))
            }
            _ => self.corpus.choose(generator, score),
        }
    }

    /// The number, a copy and the operands of a test that is worth editing.
    pub(super) fn draw_copy(
        &self,
        generator: &mut Generator,
        rarity: Option<&Rarity>,
    ) -> Option<(u64, Box<dyn Node>, Operands)> {
        let entry = self.corpus.get(self.draw(generator, rarity)?);
        Some((entry.number, entry.value.copy_node()?, entry.operands))
    }

    /// The test being edited.
    pub(super) fn value(&self, slot: Slot) -> &dyn Node {
        &*self.corpus.get(slot).value
    }

    /// How many nodes the edited test has, those of keys included.
    pub(super) fn size(&self, slot: Slot) -> u64 {
        self.editor.sites().size(self.value(slot))
    }

    /// How many nodes it has without those.
    pub(super) fn nodes(&self) -> u64 {
        self.editor.sites().all().len() as u64
    }

    /// Learns what came of the edited test.
    pub(super) fn observe(&mut self, slot: Slot, tier: Option<Tier>, load: u64) {
        self.tried = self.tried * MEMORY + 1.0;
        self.found_new = self.found_new * MEMORY + f64::from(u8::from(tier.is_some()));
        let spent = cost(self.nodes(), load);
        let entry = self.corpus.get_mut(slot);
        entry.cost += spent;
        entry.wins += worth(tier);
    }

    /// Whether to keep a passed test that is new in this tier: where tests that are new in nothing
    /// but a set of edges are many, only some of these are kept.
    pub(super) fn keeps(&self, tier: Tier, generator: &mut Generator) -> bool {
        let share = self.found_new / self.tried;
        if tier < Tier::Set || share <= KEPT {
            return true;
        }
        f64::from(generator.below(1 << 16)) < f64::from(1_u32 << 16) * KEPT / share
    }

    /// Undoes the edits.
    pub(super) fn restore(&mut self, slot: Slot) {
        self.editor.undo(&mut *self.corpus.get_mut(slot).value);
    }
}

/// What a test is worth to whatever it was made from, by the tier in which it is new.
fn worth(tier: Option<Tier>) -> f64 {
    match tier {
        Some(Tier::Edge | Tier::Bucket) => 1.0,
        Some(Tier::Cheaper | Tier::Set) => 0.5,
        Some(Tier::BucketedSet) => 0.25,
        None => 0.0,
    }
}

/// What an edited test costs, in units of a node.
pub(super) fn cost(nodes: u64, load: u64) -> f64 {
    TEST + nodes as f64 + load as f64 / HITS
}

/// The name of a stack of edits: what makes it again.
pub(super) struct Stack<'o> {
    pub(super) seed: u64,
    pub(super) size: u32,
    pub(super) parent: u64,
    pub(super) number: u64,
    /// What the parent's run compared.
    pub(super) operands: &'o Operands,
}

impl Stack<'_> {
    /// Makes the edits in the parent, to which the editor has turned.
    pub(super) fn make(&self, editor: &mut Editor, parent: &mut dyn Node, donors: &dyn Donors) {
        let words = [self.parent, self.number, 0];
        let random = seed::random(seed::derive(self.seed, Purpose::Edit, words));
        let mut generator = Generator::new(random, self.size);
        generator.set_operands(self.operands);
        editor.set_operands(self.operands);
        // Apart from the addresses of mutants, which are those of retained tests.
        let key = [!self.number, self.parent];
        stack(editor, parent, donors, key, STACK_SHAPE, &mut generator);
    }
}
