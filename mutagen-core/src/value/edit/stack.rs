//! A stack of random edits: the number of edits, the places, and the kinds. Places are drawn so
//! that a small argument next to a large one still gets edits. At a place, the kind is one of those
//! that fit the node. Some edits keep a value consistent: they rename equal names or numbers
//! together, or shift the numbers of a part together. With them, tasks that no derived generator
//! had solved take a fraction of a second. The proportions are those of that measurement.

use super::editing::Editing;
use super::numbers::distance;
use super::twins::{self, Within};
use super::{Editor, Site, TypeTag, draw};
use crate::value::generate::Generator;
use crate::value::node::{Mutants, Node, NodeKind};
use crate::value::operands::Operands;
use crate::value::seed;
use smallvec::SmallVec;

/// The source of an edit's subterms from other tests.
pub trait Donors {
    /// A copy of a random subterm of this type.
    fn subterm(&self, ty: TypeTag, generator: &mut Generator) -> Option<Box<dyn Node>>;
}

/// No other tests.
pub struct NoDonors;

impl Donors for NoDonors {
    fn subterm(&self, _: TypeTag, _: &mut Generator) -> Option<Box<dyn Node>> {
        None
    }
}

/// The most edits in a stack, apart from the ones that a twin adds before and after.
const MOST: u32 = 8;

/// How often a stack for a twin begins by making the sides equal, in %.
const ALIGNED: u32 = 40;

/// How often the extra edit of a twin is near the last change of both sides, in %.
const NEAR: u32 = 70;

/// The number of tries to find an edit that applies.
const TRIES: u32 = 6;

/// The most nodes of an edited value. A value that already has more must not grow.
const MOST_NODES: usize = 400;

/// The kinds of change of a node that is not a number.
#[derive(Clone, Copy)]
enum EditKind {
    Pure,
    Random,
    Rename,
    Regrow,
    Copy,
    Splice,
    Hoist,
    Wrap,
    Exchange,
}

/// The sides of a twin that an edit changes, where the sides correspond. Elsewhere, and with `One`,
/// the edit is an ordinary edit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    One,
    Both,
    /// One or both sides, equally often.
    Either,
}

/// The variants of a stack, drawn with equal probability: the sides that its edits change, and
/// whether an extra ordinary edit follows, mostly near the last edit of both sides.
const STACKS: [(Sides, bool); 4] =
    [(Sides::Both, false), (Sides::Both, false), (Sides::Either, false), (Sides::Both, true)];

/// The probabilities that shape a stack, in %.
#[derive(Debug, Clone, Copy)]
pub struct StackShape {
    /// The probability of another edit after each edit, up to 8 edits.
    pub another: u32,
    /// The probability that the stack is one ordinary edit, for a value that contains a twin.
    pub alone: u32,
    /// The probability that an edit uses a comparison, if there are any.
    pub solved: u32,
}

/// A stack of edits that is being made, one edit at a time. Each edit is made on top of the ones
/// before it, so a test of every height costs one edit.
pub struct Stack {
    generator: Generator,
    shape: StackShape,
    /// Seeds the random mutants of the next edit.
    address: [u64; 3],
    /// A value with more nodes ends the stack.
    most_nodes: usize,
    /// Whether the value has a text.
    texts: bool,
    /// Whether the value has a twin.
    twins: bool,
    operands: Operands,
    /// Whether the stack is one ordinary edit.
    alone: bool,
    /// Whether the stack begins by making the sides of a twin equal.
    aligns: bool,
    sides: Sides,
    /// Whether an ordinary edit follows each edit, and is undone before the next one.
    one_more: bool,
    /// The node of the left side at which the last edit changed both sides.
    both: Option<usize>,
    /// The edits before the one that [`Stack::top`] added.
    below_top: Option<usize>,
    edits: u32,
    /// The number of edits that applied.
    applied: u32,
    /// Whether the last edit used a comparison.
    by_comparison: bool,
    ended: bool,
}

impl Stack {
    /// A stack without edits for the value that the editor has begun. `key` names the stack within
    /// the campaign and seeds its random mutants.
    pub fn new(
        editor: &Editor,
        key: [u64; 2],
        shape: StackShape,
        operands: &Operands,
        mut generator: Generator,
    ) -> Stack {
        let mut one_of_hundred = |share: u32| generator.below(100) < share;
        let twins = editor.sites().have_twin();
        // Draw no number if `alone` is 0.
        let alone = twins && shape.alone > 0 && one_of_hundred(shape.alone);
        let together = twins && !alone;
        let aligns = together && one_of_hundred(ALIGNED);
        // A precondition that compares the sides survives several changes only if both sides get
        // all of them. Often a single later change of one side then breaks the property.
        let (sides, one_more) = match together {
            true => STACKS[generator.below(STACKS.len() as u32) as usize],
            false => (Sides::One, false),
        };
        Stack {
            generator,
            shape,
            address: [key[0], key[1], 0],
            most_nodes: MOST_NODES.max(editor.sites.all().len()),
            texts: editor.sites.have_text(),
            twins,
            operands: operands.clone(),
            alone,
            aligns,
            sides,
            one_more,
            both: None,
            below_top: None,
            edits: 0,
            applied: 0,
            by_comparison: false,
            ended: false,
        }
    }

    /// Makes the next edit in `root`. Returns whether there is another one: the stack ends by
    /// chance, after 8 edits, or once the value is too large. The edit that made the value too
    /// large stays.
    pub fn grow(&mut self, editor: &mut Editor, root: &mut dyn Node, donors: &dyn Donors) -> bool {
        if let Some(done) = self.below_top.take() {
            editor.undo_to(root, done);
        }
        let (sides, edit) = (self.sides, self.edits);
        if edit == 0 && self.aligns {
            let mut work = Editing { editor, root, generator: &mut self.generator };
            self.applied += u32::from(work.align());
        }
        let made = self.make(editor, root, donors, sides, None, edit);
        if let Some(Made::OnBoth(at)) = made {
            self.both = Some(at);
        }
        self.edits += 1;
        let full = editor.sites.all().len() > self.most_nodes;
        self.ended = full
            || self.alone
            || self.edits == MOST
            || self.generator.below(100) >= self.shape.another;
        !self.ended
    }

    /// Adds the extra edit, if the stack has one. The next [`Stack::grow`] undoes it.
    pub fn top(&mut self, editor: &mut Editor, root: &mut dyn Node, donors: &dyn Donors) {
        if !self.one_more {
            return;
        }
        // Often the sides may differ only in the part that the last change of both has just
        // affected: a part that it made secret, or hid from the observer.
        self.below_top = Some(editor.done());
        self.make(editor, root, donors, Sides::One, self.both, MOST + self.edits);
    }

    fn make(
        &mut self,
        editor: &mut Editor,
        root: &mut dyn Node,
        donors: &dyn Donors,
        sides: Sides,
        near: Option<usize>,
        edit: u32,
    ) -> Option<Made> {
        let address = [self.address[0], self.address[1], u64::from(edit) + 1];
        let mut work = Editing { editor, root, generator: &mut self.generator };
        self.by_comparison = false;
        let known = self.operands.as_slice();
        if !known.is_empty() && work.generator.below(100) < self.shape.solved {
            let comparison = &known[work.generator.below(known.len() as u32) as usize];
            // A precondition on a twin rarely lets one side change alone.
            let together = work.generator.below(4) < if self.twins { 3 } else { 1 };
            if work.solve(comparison, together) {
                self.applied += 1;
                self.by_comparison = true;
                return Some(Made::Once);
            }
        }
        let mut edits = Edits { work, donors, sides, near, address, texts: self.texts };
        let made = (0..TRIES).find_map(|_| edits.draw());
        self.applied += u32::from(made.is_some());
        made
    }

    /// How many edits were made.
    pub fn edits(&self) -> u32 {
        self.edits
    }

    /// Whether the last edit used a comparison.
    pub fn is_by_comparison(&self) -> bool {
        self.by_comparison
    }

    /// Whether no edit follows.
    pub fn has_ended(&self) -> bool {
        self.ended
    }
}

/// Makes a whole stack of edits in `root`, whose nodes the editor knows from [`Editor::begin`].
/// Returns the number of edits that applied.
pub fn stack(
    editor: &mut Editor,
    root: &mut dyn Node,
    donors: &dyn Donors,
    key: [u64; 2],
    shape: StackShape,
    operands: &Operands,
    generator: Generator,
) -> u32 {
    let mut stack = Stack::new(editor, key, shape, operands, generator);
    while stack.grow(editor, root, donors) {}
    stack.top(editor, root, donors);
    stack.applied
}

/// The edit of a stack that is being made.
struct Edits<'e> {
    work: Editing<'e>,
    donors: &'e dyn Donors,
    sides: Sides,
    /// A node; most of the time the edit is near it.
    near: Option<usize>,
    /// Seeds the random mutant.
    address: [u64; 3],
    /// Whether the value has a text.
    texts: bool,
}

/// The place of an edit that applied.
enum Made {
    /// One place.
    Once,
    /// Both sides of a twin, at this node of the left side.
    OnBoth(usize),
}

impl Edits<'_> {
    /// Whether a number drawn below 100 is below `share`.
    fn one_of_hundred(&mut self, share: u32) -> bool {
        self.work.generator.below(100) < share
    }

    fn draw(&mut self) -> Option<Made> {
        // Earlier edits may have made the value smaller.
        let near = self.near.filter(|at| *at < self.work.editor.sites.all().len());
        let at = match near {
            Some(near) if self.one_of_hundred(NEAR) => {
                twins::near(&self.work.editor.sites, near, self.work.generator)
            }
            _ => self.position(),
        };
        if self.sides != Sides::One
            && let Some(both) = twins::corresponding(&self.work.editor.sites, at)
            && (self.sides == Sides::Both || self.work.generator.one_in(2))
        {
            let left = both[0].at;
            return self.on_both(both).then_some(Made::OnBoth(left));
        }
        self.make(Within { at, side: 0 }).then_some(Made::Once)
    }

    /// Makes one edit on both sides of a twin, with the same random numbers. Each side supplies its
    /// own subterms and numbers.
    fn on_both(&mut self, [left, right]: [Within; 2]) -> bool {
        let seed = u64::from(self.work.generator.below(u32::MAX));
        // First the right side, so that the indices before it do not change.
        let [right, left] = [right, left].map(|within| {
            self.work.generator.reseed(seed::random(seed));
            self.make(within)
        });
        left || right
    }

    fn make(&mut self, within: Within) -> bool {
        match self.work.editor.sites.all()[within.at].number() {
            Some(old) => self.work.number(within, i128::from(old), self.address),
            None => self.change(within),
        }
    }

    /// Changes a node that is not a number.
    fn change(&mut self, within: Within) -> bool {
        let Within { at, .. } = within;
        let site = self.work.editor.sites.all()[at];
        // Now and then, a text is treated as any other term.
        if site.is(NodeKind::Text) && !self.work.generator.one_in(8) {
            return self.change_text(at, site.ty());
        }
        self.restructure(within)
    }

    /// Changes the bytes of a text. In a language, most such changes are not possible, so a random
    /// mutant is made instead, and half of the time at first.
    fn change_text(&mut self, at: usize, ty: TypeTag) -> bool {
        let donors = self.donors;
        let node = self.work.editor.sites.node(self.work.root, at);
        let mutants = if node.has_language() { node.mutants() } else { Mutants::default() };
        if mutants.random > 0 && self.work.generator.one_in(2) {
            return self.random(at, mutants);
        }
        let changed = self.work.text(at, |generator| donors.subterm(ty, generator));
        changed || mutants.random > 0 && self.random(at, mutants)
    }

    fn random(&mut self, at: usize, mutants: Mutants) -> bool {
        let Editing { editor, root, generator } = &mut self.work;
        let mutant = mutants.pure + u64::from(generator.below(small(mutants.random)));
        editor.mutate(*root, at, mutant, self.address);
        true
    }

    fn restructure(&mut self, within: Within) -> bool {
        use EditKind::{Copy, Exchange, Hoist, Pure, Random, Regrow, Rename, Splice, Wrap};
        let Within { at, side } = within;
        let site: Site = self.work.editor.sites.all()[at];
        let node = self.work.editor.sites.node(self.work.root, at);
        let mutants = node.mutants();
        let recursive = node.fresh_subtrees() > 0;
        let name = site.is(NodeKind::Nullary);
        // A name alone only flips or is renamed: its mutants already include fresh names.
        let term = recursive || !name;
        let fitting = [
            (Pure, mutants.pure > 0),
            (Random, mutants.random > 0),
            (Rename, name && mutants.pure > 0),
            (Regrow, term),
            (Copy, term),
            (Splice, term),
            (Hoist, site.size() > 1),
            (Wrap, recursive),
            (Exchange, term),
        ];
        let fitting = fitting.into_iter().filter_map(|(change, fits)| fits.then_some(change));
        let changes: SmallVec<[EditKind; 9]> = fitting.collect();
        if changes.is_empty() {
            return false;
        }
        let change = changes[self.work.generator.below(changes.len() as u32) as usize];
        let Editing { editor, root, generator } = &mut self.work;
        let same = |editor: &Editor, generator: &mut Generator| {
            draw(|| editor.sites.same(side, site.ty()), generator)
        };
        match change {
            Pure => {
                let mutant = u64::from(generator.below(small(mutants.pure)));
                editor.mutate(*root, at, mutant, self.address);
                true
            }
            Random => self.random(at, mutants),
            Rename => {
                let mutant = u64::from(generator.below(small(mutants.pure)));
                let scope = self.work.scope(within);
                self.work.editor.rename_constructor(self.work.root, scope, at, mutant)
            }
            Regrow => {
                let size = generator.below(3);
                editor.regrow(*root, at, size, generator)
            }
            Copy => {
                let Some(from) = same(editor, generator) else { return false };
                editor.copy(*root, from, at) && self.moved(at)
            }
            Splice => {
                let Some(donor) = self.donors.subterm(site.ty(), generator) else { return false };
                editor.place(*root, at, donor) && self.moved(at)
            }
            Hoist => editor.hoist(*root, at, generator),
            Wrap => editor.wrap(*root, at, generator),
            Exchange => {
                let Some(other) = same(editor, generator) else { return false };
                editor.exchange(*root, at, other)
            }
        }
    }

    /// A random position: half of the time any node, otherwise a node of a random argument. A text
    /// is drawn more often the longer it is, but less often than so many nodes.
    fn position(&mut self) -> usize {
        let (all, generator) = (self.work.editor.sites.all(), &mut *self.work.generator);
        if self.texts {
            let weight =
                |site: &Site| site.text_length().map_or(1, |length| 2 + length.min(64) as u32 / 4);
            let mut drawn = generator.below(all.iter().map(weight).sum());
            let is_here = |site: &Site| {
                let less = drawn.checked_sub(weight(site));
                drawn = less.unwrap_or(drawn);
                less.is_none()
            };
            return all.iter().position(is_here).unwrap_or(0);
        }
        let arguments = all[0].arity();
        if arguments < 2 || generator.one_in(2) {
            return generator.below(all.len() as u32) as usize;
        }
        let mut at = 1;
        for _ in 0..generator.below(arguments) {
            at += all[at].size() as usize;
        }
        at + generator.below(all[at].size()) as usize
    }

    /// Half of the time, shifts the numbers of a subterm just placed here.
    fn moved(&mut self, at: usize) -> bool {
        if self.work.generator.one_in(2) {
            let by = distance(self.work.generator);
            self.work.editor.translate(self.work.root, at, by);
        }
        true
    }
}

fn small(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
