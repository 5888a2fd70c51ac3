//! The third source of tests: stacked random edits of tests that were new in any tier: of passed
//! tests, and while these are scarce, of discarded ones, which lead to them. Edits are not in the
//! paper. They are needed because new edges are used up while the tests are still small, and
//! because many preconditions need several changes at once.

use super::Options;
use super::corpus::{Capacity, Corpus, Slot, Stored};
use super::entry::{Entry, Others, cost};
use super::nodes_by_type::NodesByType;
use super::rarity::Rarity;
use super::reached::Reached;
use super::sources;
use super::stacks::{Name, Stacks};
use super::yields::{COINS, Yield, says_yes};
use crate::coverage::Tier;
use crate::search::address::Address;
use crate::search::donated::Donated;
use crate::search::journal::JournalEntry;
use crate::value::edit::{Sites, Stack};
use crate::value::generate::Generator;
use crate::value::literals::Literals;
use crate::value::node::Node;
use crate::value::operands::Operands;
use serde::{Deserialize, Serialize};

/// The corpus of tests to edit, and the test being edited.
pub(super) struct Edits {
    /// The passed tests, and the discarded ones.
    pools: [Corpus<Entry>; 2],
    stacks: Stacks,
    /// Stacks of edits made so far.
    number: u64,
    /// What all edited tests find, and those of each pool.
    all: Yield,
    yields: [Yield; 2],
    /// What the tests find that recorded comparisons suggest, apart by whether the last edit of
    /// the recorded test used a comparison.
    solved: [Yield; 2],
    /// What the tests find whose last edit used a comparison. A test that was solved counts for the
    /// edit below it: an edit breaks a checksum, and the test after it repairs the checksum.
    compared: Yield,
    /// How many passed tests were retained.
    passed: u64,
    operands: bool,
    discards: bool,
    /// The test whose turn it is, by slot and number, and how many more stacks of it follow. The
    /// editor knows the nodes of that test. The nodes of all tests would take more memory than the
    /// tests.
    turn: Option<(Place, u64)>,
    left: u32,
    /// Whether that test was chosen for a rare edge.
    is_rare: bool,
    /// The stack that is being made in the test whose turn it is.
    stack: Option<Growing>,
    /// Memory that is reused for the nodes of an inserted test.
    inserted: Sites,
}

/// A stack of edits in a test of the corpus. Each of its edits gives a test.
struct Growing {
    stack: Stack,
    place: Place,
    name: Name,
    /// The subtrees that the edits took from other tests.
    donated: Donated,
    /// The comparisons of the stack's last test, if they were recorded.
    solving: Option<Solving>,
}

/// The edits that the comparisons of a recorded test suggest. Each gives a test.
struct Solving {
    /// The journal entry of the recorded test.
    entry: u64,
    operands: Operands,
    next: usize,
    /// Whether the journal keeps the entry: one of the tests has failed.
    keeps: bool,
    /// How many edits the recorded test has.
    done: usize,
}

/// Where a test is: its pool and its slot there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pool: usize,
    slot: Slot,
}

impl Place {
    /// Whether the test passed.
    pub(super) fn is_of_passed(self) -> bool {
        self.pool == PASSED
    }
}

/// What a process that resumes the campaign needs to know of the edits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct EditsState {
    pub(super) number: u64,
    all: Yield,
    yields: [Yield; 2],
    solved: [Yield; 2],
    compared: Yield,
    /// How many passed tests were retained.
    pub(super) passed: u64,
    pub(super) pools: [Corpus<Kept>; 2],
}

/// A test of the corpus without its value.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Kept {
    pub(super) number: u64,
    /// What its edits have found and what they have cost; `None` if nothing is known of them.
    pub(super) worth: Option<(f64, f64)>,
}

impl Stored for Kept {
    fn nodes(&self) -> u64 {
        0
    }
}

const PASSED: usize = 0;
const DISCARDED: usize = 1;

/// A new test starts as if this many edits of it had been made, each at the cost of the test's own
/// run. An expensive test therefore starts with a low score. Without this credit the search would
/// move to more and more expensive tests where every large test is new, as with the terms of a
/// calculus.
const CREDIT: f64 = 10.0;

/// The share of choices that go to rare edges, relative to the share of edited tests that are new:
/// from 25 % new tests on, all choices. If few edited tests are new, each new test is informative
/// and rare edges belong to odd tests. If many are new, being new says little.
const RARE: f64 = 4.0;

/// The least share of choices that go to rare edges. If nothing is new any more, the test that got
/// furthest would otherwise be one of thousands.
const RARE_AT_LEAST: f64 = 0.0625;

/// The weight of an edited test in that share, relative to the test after it.
pub(super) const MEMORY: f64 = 0.9999;

/// The same for the tests that recorded comparisons suggest, which are few.
const SOLVED_MEMORY: f64 = 0.999;

/// How likely an edit uses a comparison, in %, if such edits find as much as others.
const SOLVED: f64 = 20.0;

/// The share of edited tests whose comparisons are recorded, if the tests that they suggest are new
/// as often as others.
const RECORDED: f64 = 1.0 / 32.0;

/// The same of the tests that were chosen for a rare edge. They are few, and a checksum that their
/// edits break must be repaired before anything else can be new.
const RECORDED_OF_RARE: f64 = 0.5;

/// The target share of edited tests that are kept. If more are new, some tests that are new only in
/// a set of edges are not kept, from whatever source. On a machine with a large state, nearly 20 %
/// of the tests are new; copies and the journal then take 1/6 of the time, and tests are replaced
/// before their turn. Drifted tests do not count for the share, but are sampled alike.
const KEPT: f64 = 0.05;

/// From this many retained passed tests on, discarded tests are treated as in the paper.
const PLENTY: u64 = 512;

/// With this many retained passed tests, half of the edits start from discarded ones, if these find
/// as much.
const SCARCE: f64 = 8.0;

/// How many stacks of edits in a row are made of one test, each with 3 tests in the mean. The test
/// is then in the processor's cache, which does not hold a corpus of thousands.
const TURN: u32 = 4;

impl Edits {
    pub(super) fn new(seed: u64, options: &Options) -> Edits {
        let Options { corpus: tests, corpus_nodes: nodes, .. } = *options;
        let capacities =
            [1, 4].map(|part| Capacity { tests: tests / part, nodes: nodes / part as u64 });
        Edits {
            pools: capacities.map(|capacity| Corpus::new(seed, capacity)),
            stacks: Stacks::new(seed, options),
            number: 0,
            all: Yield::new(0.0, MEMORY),
            yields: [Yield::new(1.0, MEMORY); 2],
            solved: [Yield::new(0.1, SOLVED_MEMORY); 2],
            compared: Yield::new(1.0, SOLVED_MEMORY),
            passed: 0,
            operands: options.operands,
            discards: options.discards && options.edits > 0,
            turn: None,
            left: 0,
            is_rare: false,
            stack: None,
            inserted: Sites::default(),
        }
    }

    /// Makes edits also draw from these literals.
    pub(super) fn set_literals(&mut self, literals: Option<&'static Literals>) {
        self.stacks.set_literals(literals);
    }

    /// Adds a retained test whose run made `load` hits. Steps of drift are not edited.
    pub(super) fn insert(&mut self, entry: &JournalEntry, value: Box<dyn Node>, load: u64) {
        let Some(tier) = entry.tier else { return };
        let test = self.entry(entry, value, load);
        let pool = if entry.passed { PASSED } else { DISCARDED };
        self.pools[pool].insert(entry.number, tier, entry.rarest, test);
    }

    fn entry(&mut self, entry: &JournalEntry, value: Box<dyn Node>, load: u64) -> Entry {
        self.inserted.turn_to(&*value);
        let nodes = NodesByType::of(&self.inserted);
        let cost = CREDIT * cost(self.inserted.weight(), load);
        let operands = entry.operands.clone();
        Entry { number: entry.number, value, nodes, operands, wins: 0.0, cost }
    }

    /// Counts a retained test. Call it for each, also for those that are not inserted.
    pub(super) fn count(&mut self, passed: bool) {
        self.passed += u64::from(passed);
    }

    /// Whether discarded tests are kept and edited: passed ones are scarce.
    pub(super) fn discards_guide(&self) -> bool {
        self.discards && self.passed < PLENTY
    }

    /// The share of edits that start from discarded tests. It falls as passed tests are found, and
    /// where edits of discarded tests find less than those of passed ones.
    fn share_of_discarded(&self) -> f64 {
        if !self.discards_guide() || self.pools[DISCARDED].is_empty() {
            return 0.0;
        }
        if self.pools[PASSED].is_empty() {
            return 1.0;
        }
        let scarcity = 1.0 / (1.0 + self.passed as f64 / SCARCE);
        let [passed, discarded] = self.yields.map(Yield::share);
        scarcity * (4.0 * discarded / (passed + discarded)).min(1.0)
    }

    /// What tests of another source find relative to edited ones, within the bounds of
    /// [`sources::draw`].
    pub(super) fn worth_of(&self, other: Yield) -> f64 {
        other.relative_to(self.all, sources::WORTH)
    }

    /// Whether there is no test to edit.
    pub(super) fn is_empty(&self) -> bool {
        self.pools.iter().all(Corpus::is_empty)
    }

    /// Whether there is a passed test to edit.
    pub(super) fn has_passed(&self) -> bool {
        !self.pools[PASSED].is_empty()
    }

    /// Continues the numbers of edited tests after those of an earlier process.
    pub(super) fn start_at(&mut self, number: u64) {
        self.number = self.number.max(number);
    }

    /// Leaves out the next numbers, which an earlier process may have used.
    pub(super) fn pass_over(&mut self, numbers: u64) {
        self.number = self.number.saturating_add(numbers);
    }

    /// What a process that resumes the campaign needs to know.
    pub(super) fn state(&self) -> EditsState {
        let kept = |entry: &Entry| {
            Some(Kept { number: entry.number, worth: Some((entry.wins, entry.cost)) })
        };
        EditsState {
            number: self.number,
            all: self.all,
            yields: self.yields,
            solved: self.solved,
            compared: self.compared,
            passed: self.passed,
            pools: self.pools.each_ref().map(|pool| pool.with(kept).unwrap_or(pool.emptied())),
        }
    }

    /// Whether this state can be continued from: it is one of the same campaign.
    pub(super) fn accepts(&self, state: &EditsState) -> bool {
        self.pools.iter().zip(&state.pools).all(|(pool, read)| pool.accepts(read))
    }

    /// Continues from the numbers of a state. The tests follow, through [`Edits::fill`].
    pub(super) fn go_on_from(&mut self, state: &EditsState) {
        self.number = state.number;
        self.all = state.all;
        self.yields = state.yields;
        self.solved = state.solved;
        self.compared = state.compared;
        self.passed = state.passed;
    }

    /// Empty pools for the numbers of tests.
    pub(super) fn empty_pools(&self) -> [Corpus<Kept>; 2] {
        self.pools.each_ref().map(Corpus::emptied)
    }

    /// Fills the pools with these tests. `value` gives the value, the journal entry and the load of
    /// a test. Returns whether there was one for each.
    pub(super) fn fill<'j>(
        &mut self,
        pools: &[Corpus<Kept>; 2],
        mut value: impl FnMut(u64) -> Option<(Box<dyn Node>, &'j JournalEntry, u64)>,
    ) -> bool {
        for (at, pool) in pools.iter().enumerate() {
            let filled = pool.with(|kept| {
                let (value, entry, load) = value(kept.number)?;
                let mut made = self.entry(entry, value, load);
                (made.wins, made.cost) = kept.worth.unwrap_or((made.wins, made.cost));
                Some(made)
            });
            match filled {
                Some(filled) => self.pools[at] = filled,
                None => return false,
            }
        }
        true
    }

    /// The tests whose values are in the corpus in their retained form.
    pub(super) fn at_rest(&self) -> impl Iterator<Item = (u64, &dyn Node)> {
        let edited = self.stack.as_ref().map(|growing| growing.name.parent);
        let all = self.pools.iter().flat_map(Corpus::tests).map(|entry| (entry.number, entry));
        all.filter(move |(number, _)| Some(*number) != edited)
            .map(|(at, entry)| (at, &*entry.value))
    }

    /// The journal entries that the tests being made need.
    pub(super) fn in_use(&self) -> impl Iterator<Item = u64> {
        let solving = |growing: &Growing| growing.solving.as_ref().map(|solving| solving.entry);
        self.stack.iter().flat_map(move |it| solving(it).into_iter().chain([it.name.parent]))
    }

    /// Whether the stack that is being made gives another test, which must be the next one: its
    /// value is in the corpus.
    pub(super) fn goes_on(&self) -> bool {
        self.stack.is_some()
    }

    /// Makes the next edit of the stack that is being made, or the first edit of a stack in another
    /// test, in place. The choice of a test depends on how rare its rarest edge is, and on what its
    /// edits have found relative to their cost. `retained` is the length of the journal.
    /// Writes the address of the test.
    pub(super) fn next(
        &mut self,
        generator: &mut Generator,
        retained: u64,
        rarity: [Option<&Rarity>; 2],
        reached: &Reached,
        address: &mut Address,
    ) -> Option<Place> {
        if let Some(solving) = self.stack.as_mut().and_then(|growing| growing.solving.take()) {
            return Some(self.solve(solving, reached, address));
        }
        if self.stack.is_none() {
            self.stack = Some(self.begin(generator, retained, rarity, reached)?);
        }
        let Edits { pools, stacks: Stacks { editor, .. }, stack: Some(growing), .. } = self else {
            unreachable!("a stack was begun")
        };
        let Growing { stack, place, name, donated, .. } = growing;
        let (place, Name { parent, number, retained, solved }) = (*place, *name);
        // The value is out of the corpus while it is edited.
        let mut value = take_value(pools, place);
        let donors = Others::new(&pools[place.pool], parent, donated);
        stack.grow(editor, &mut *value, &donors);
        stack.top(editor, &mut *value, &donors);
        let edits = stack.edits() as u8;
        *address = Address::Edited { parent, number, edits, solved, retained, donated: *donated };
        self.get_mut(place).value = value;
        Some(place)
    }

    /// Makes the next edit that a comparison of the recorded test suggests.
    fn solve(&mut self, mut solving: Solving, reached: &Reached, address: &mut Address) -> Place {
        let Some(mut growing) = self.stack.take() else { unreachable!("a test was recorded") };
        let (parent, number) = (solving.entry, solving.next as u64);
        let (place, edits) = (growing.place, growing.stack.edits() as u8);
        let mut value = take_value(&mut self.pools, place);
        self.stacks.solve(&mut *value, [parent, number], &solving.operands, reached);
        self.get_mut(place).value = value;
        solving.next += 1;
        *address = Address::Solved { parent, number, stack: growing.name.number, edits };
        growing.solving = Some(solving);
        self.stack = Some(growing);
        place
    }

    /// How likely an edit uses a comparison, in %: more likely if such edits find more than others.
    fn share_of_solved(&self) -> u8 {
        (SOLVED * self.compared.relative_to(self.all, [0.1, 1.5])) as u8
    }

    /// Whether the comparisons of the prepared test are to be recorded. `coin` is below 2¹⁶.
    pub(super) fn records(&self, coin: u32) -> bool {
        let Some(growing) = self.stack.as_ref().filter(|growing| growing.solving.is_none()) else {
            return false;
        };
        let kind = usize::from(growing.stack.is_by_comparison());
        let most = if self.is_rare { RECORDED_OF_RARE } else { RECORDED };
        let rate = most * self.solved[kind].relative_to(self.all, [1.0 / 16.0, 4.0]);
        self.operands && says_yes(coin, rate)
    }

    /// Solves the comparisons of the prepared test next, which has this journal entry.
    pub(super) fn solve_next(&mut self, entry: u64, operands: Operands) {
        let done = self.stacks.editor.done();
        if let Some(growing) = &mut self.stack {
            growing.solving = Some(Solving { entry, operands, next: 0, keeps: false, done });
        }
    }

    /// Chooses a test for the next stack.
    fn begin(
        &mut self,
        generator: &mut Generator,
        retained: u64,
        rarity: [Option<&Rarity>; 2],
        reached: &Reached,
    ) -> Option<Growing> {
        let place = self.choose(generator, rarity)?;
        let number = self.number;
        self.number += 1;
        let entry = self.get(place);
        let (parent, operands) = (entry.number, entry.operands.clone());
        let name = Name { parent, number, retained, solved: self.share_of_solved() };
        let stack = self.stacks.stack(name, &operands, reached);
        Some(Growing { stack, place, name, donated: Donated::NONE, solving: None })
    }

    /// The test whose turn it is. It stays the same until enough stacks were made of it or the
    /// corpus has replaced it.
    fn choose(&mut self, generator: &mut Generator, rarity: [Option<&Rarity>; 2]) -> Option<Place> {
        if let Some((place, number)) = self.turn
            && self.left > 0
            && self.pools[place.pool].find(place.slot).is_some_and(|test| test.number == number)
        {
            self.left -= 1;
            return Some(place);
        }
        let share = self.share_of_discarded();
        let is_discarded = share > 0.0 && says_yes(generator.below(COINS), share);
        let pool = if is_discarded { DISCARDED } else { PASSED };
        let (place, is_rare) = self.draw(pool, generator, rarity[pool])?;
        self.is_rare = is_rare;
        self.stacks.editor.begin(&*self.pools[pool].get(place.slot).value);
        self.turn = Some((place, self.get(place).number));
        self.left = TURN - 1;
        Some(place)
    }

    fn get(&self, Place { pool, slot }: Place) -> &Entry {
        self.pools[pool].get(slot)
    }

    fn get_mut(&mut self, Place { pool, slot }: Place) -> &mut Entry {
        self.pools[pool].get_mut(slot)
    }

    /// Draws a test of a pool to edit. Returns its place, and whether a rare edge decided.
    fn draw(
        &self,
        pool: usize,
        generator: &mut Generator,
        rarity: Option<&Rarity>,
    ) -> Option<(Place, bool)> {
        let corpus = &self.pools[pool];
        let score = |entry: &Entry| (entry.wins + 1.0) / entry.cost;
        let rare = (RARE * self.all.share()).max(RARE_AT_LEAST);
        let rarity = rarity.filter(|_| says_yes(generator.below(COINS), rare));
        let slot = match rarity {
            Some(rarity) => corpus.choose_rare(generator, score, |edge| rarity.frequency(edge)),
            None => corpus.choose(generator, score),
        };
        Some((Place { pool, slot: slot? }, rarity.is_some()))
    }

    /// Draws a passed test to edit, and returns its number, a copy and its operands.
    pub(super) fn draw_copy(
        &self,
        generator: &mut Generator,
        rarity: Option<&Rarity>,
    ) -> Option<(u64, Box<dyn Node>, Operands)> {
        let (place, _) = self.draw(PASSED, generator, rarity)?;
        let entry = self.get(place);
        Some((entry.number, entry.value.copy_node()?, entry.operands.clone()))
    }

    /// The test being edited.
    pub(super) fn value(&self, place: Place) -> &dyn Node {
        &*self.get(place).value
    }

    /// How many nodes the edited test has, including the nodes of keys.
    pub(super) fn size(&self, place: Place) -> u64 {
        self.stacks.editor.sites().size(self.value(place))
    }

    /// How many nodes the edited test is worth in work.
    pub(super) fn weight(&self) -> u64 {
        self.stacks.editor.sites().weight()
    }

    /// Takes the outcome of the edited test.
    pub(super) fn observe(&mut self, place: Place, tier: Option<Tier>, load: u64) {
        let (new, spent) = (tier.is_some(), cost(self.weight(), load));
        self.all.count(new);
        self.yields[place.pool].count(new);
        if let Some(growing) = &self.stack {
            let by_comparison = growing.stack.is_by_comparison();
            if growing.solving.is_some() {
                self.solved[usize::from(by_comparison)].count(new);
            }
            if by_comparison && (new || growing.solving.is_none()) {
                self.compared.count(new);
            }
        }
        let entry = self.get_mut(place);
        entry.cost += spent;
        entry.wins += worth(tier);
    }

    /// Whether to keep a passed test that is new in this tier. If many tests are new only in a set
    /// of edges, a random sample of them is kept: those with a low `coin`, which is below 2¹⁶.
    pub(super) fn keeps(&self, tier: Tier, coin: u32) -> bool {
        let share = self.all.share();
        tier < Tier::Set || share <= KEPT || says_yes(coin, KEPT / share)
    }

    /// Undoes the edits if no edit of the stack follows. Returns whether the journal can do without
    /// the entry of the recorded test: no test was kept that was made from it.
    pub(super) fn restore(&mut self, place: Place) -> bool {
        let Some(growing) = &self.stack else {
            self.end(place);
            return false;
        };
        if let Some(solving) = &growing.solving {
            let keeps = solving.keeps;
            if solving.next == solving.operands.as_slice().len() {
                self.end(place);
                return !keeps;
            }
            let done = solving.done;
            let Place { pool, slot } = place;
            self.stacks.editor.undo_to(&mut *self.pools[pool].get_mut(slot).value, done);
        } else if growing.stack.has_ended() {
            self.end(place);
        }
        false
    }

    /// Keeps the entry of the recorded test in the journal: a test that was made from it failed.
    pub(super) fn keep_recorded(&mut self) {
        if let Some(solving) = self.stack.as_mut().and_then(|growing| growing.solving.as_mut()) {
            solving.keeps = true;
        }
    }

    /// Ends the stack that is being made, if there is one. The test keeps its turn.
    pub(super) fn end_stack(&mut self) {
        if let Some(place) = self.stack.as_ref().map(|growing| growing.place) {
            self.end(place);
        }
    }

    /// Gives up the stack that is being made.
    pub(super) fn give_up(&mut self) {
        self.end_stack();
        self.turn = None;
    }

    /// Undoes the edits, also if others of the stack would follow.
    pub(super) fn end(&mut self, Place { pool, slot }: Place) {
        self.stack = None;
        self.stacks.editor.undo(&mut *self.pools[pool].get_mut(slot).value);
    }
}

/// What a test that is new in this tier is worth to the test that it was made from.
fn worth(tier: Option<Tier>) -> f64 {
    match tier {
        Some(Tier::Edge | Tier::Bucket) => 1.0,
        Some(Tier::Cheaper | Tier::Set) => 0.5,
        Some(Tier::BucketedSet) => 0.25,
        None => 0.0,
    }
}

/// Takes a value out of the corpus, which needs it back.
fn take_value(pools: &mut [Corpus<Entry>; 2], Place { pool, slot }: Place) -> Box<dyn Node> {
    std::mem::replace(&mut pools[pool].get_mut(slot).value, Box::new(()))
}
