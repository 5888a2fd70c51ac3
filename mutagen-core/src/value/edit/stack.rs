//! A stack of random edits: how many, where, and which. Positions are drawn so that a small argument
//! beside a large one is not forgotten, and at a position one of the edits that fit its kind. Among
//! them are those that keep a value coordinated: equal names or numbers renamed together, numbers of a
//! part moved together. They turned tasks that no derived generator had solved into tasks that are
//! solved in a fraction of a second; the proportions are those that did.

use super::numbers::{distance, number, scope};
use super::twins::{self, Within};
use super::{Editor, Site, draw};
use crate::value::generate::Generator;
use crate::value::node::{Node, NodeKind};
use crate::value::seed;
use std::any::TypeId;

/// Where an edit finds subterms of other tests.
pub trait Donors {
    /// A copy of a subterm of this type, drawn at random.
    fn subterm(&self, ty: TypeId, generator: &mut Generator) -> Option<Box<dyn Node>>;
}

/// No other tests.
pub struct NoDonors;

impl Donors for NoDonors {
    fn subterm(&self, _: TypeId, _: &mut Generator) -> Option<Box<dyn Node>> {
        None
    }
}

/// The most edits in a stack, beside those that a twin has before and after them.
const MOST: u32 = 8;

/// In so many of a hundred cases a stack begins by making the sides of a twin alike again.
const ALIGNED: u32 = 40;

/// In so many of a hundred cases the edit more that a stack on both sides of a twin has is made near the last
/// change of both.
const NEAR: u32 = 70;

/// How often another edit is tried where one does not apply.
const TRIES: u32 = 6;

/// Nodes that an edited value may have; one that has more already must not grow.
const MOST_NODES: usize = 400;

/// What a node that is no number can be turned into.
#[derive(Clone, Copy)]
enum Change {
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

/// Which sides of a twin an edit changes where the sides correspond; elsewhere, and with `One`, it is made as
/// in any value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    One,
    Both,
    /// One or both, equally often.
    Either,
}

/// Which sides the edits of a stack change, and whether one edit more follows that is made as in any value,
/// mostly near the last of both sides: one of these, drawn at random.
const STACKS: [(Sides, bool); 4] =
    [(Sides::Both, false), (Sides::Both, false), (Sides::Either, false), (Sides::Both, true)];

/// How stacks are made, in so many of a hundred cases each.
#[derive(Debug, Clone, Copy)]
pub struct StackShape {
    /// After an edit there is another, up to eight.
    pub another: u32,
    /// Of a value with a twin in it, the stack is one edit that is made as in any value.
    pub alone: u32,
}

/// Makes a stack of edits in `root`, whose nodes the editor knows from [`Editor::begin`]; gives how
/// many applied. `key` names the stack among all of the campaign: random mutants are drawn from it.
/// Ends early when the value has grown too much: the edit that did it stays, and one more may follow where
/// there is a twin.
pub fn stack(
    editor: &mut Editor,
    root: &mut dyn Node,
    donors: &dyn Donors,
    key: [u64; 2],
    habit: StackShape,
    generator: &mut Generator,
) -> u32 {
    let most_nodes = MOST_NODES.max(editor.sites.all().len());
    let mut applied = 0;
    let twins = twins::any(editor.sites());
    // A habit of none draws no number.
    let alone = twins && habit.alone > 0 && generator.below(100) < habit.alone;
    if twins && !alone && generator.below(100) < ALIGNED {
        applied += u32::from(twins::align(editor, root, generator));
    }
    // A precondition that compares the sides survives several changes only if all are made on both; what
    // breaks the property is often a single one that is not, after them.
    let (sides, one_more) = match twins && !alone {
        false => (Sides::One, false),
        true => STACKS[generator.below(STACKS.len() as u32) as usize],
    };
    let mut make = |editor: &mut Editor, generator: &mut Generator, step, sides, near| {
        let edit = Edit { donors, sides, near, address: [key[0], key[1], u64::from(step) + 1] };
        let made = (0..TRIES).find_map(|_| edit.draw(editor, root, generator));
        applied += u32::from(made.is_some());
        made
    };
    let mut both = None;
    for step in 0..MOST {
        if let Some(Made::OnBoth(at)) = make(editor, generator, step, sides, None) {
            both = Some(at);
        }
        let full = editor.sites.all().len() > most_nodes;
        if full || alone || generator.below(100) >= habit.another {
            break;
        }
    }
    if one_more {
        // What both sides may differ in is often what a change of both has just brought about: what it made
        // secret, or took out of sight.
        make(editor, generator, MOST, Sides::One, both);
    }
    applied
}

struct Edit<'d> {
    donors: &'d dyn Donors,
    sides: Sides,
    /// A node near which the edit is made, most of the time.
    near: Option<usize>,
    address: [u64; 3],
}

/// Where an edit that applied was made.
enum Made {
    /// At one place.
    Once,
    /// On both sides of a twin: at this node of the left one.
    OnBoth(usize),
}

impl Edit<'_> {
    fn draw(
        &self,
        editor: &mut Editor,
        root: &mut dyn Node,
        generator: &mut Generator,
    ) -> Option<Made> {
        // An edit after the one it is near may have made the value smaller.
        let near = self.near.filter(|at| *at < editor.sites.all().len());
        let at = match near {
            Some(near) if generator.below(100) < NEAR => {
                twins::near(&editor.sites, near, generator)
            }
            _ => position(editor, generator),
        };
        if self.sides != Sides::One
            && let Some(both) = twins::corresponding(&editor.sites, at)
            && (self.sides == Sides::Both || generator.one_in(2))
        {
            let left = both[0].at;
            return self.on_both(editor, root, both, generator).then_some(Made::OnBoth(left));
        }
        self.make(editor, root, Within { at, side: 0 }, generator).then_some(Made::Once)
    }

    /// Makes one edit on both sides of a twin, with the same random numbers; each draws what else it
    /// needs from its own side.
    fn on_both(
        &self,
        editor: &mut Editor,
        root: &mut dyn Node,
        [left, right]: [Within; 2],
        generator: &mut Generator,
    ) -> bool {
        let seed = u64::from(generator.below(u32::MAX));
        // The right one first: it leaves the indices before it as they are.
        let [right, left] = [right, left].map(|within| {
            generator.reseed(seed::random(seed));
            self.make(editor, root, within, generator)
        });
        left || right
    }

    fn make(
        &self,
        editor: &mut Editor,
        root: &mut dyn Node,
        within: Within,
        generator: &mut Generator,
    ) -> bool {
        match editor.sites.all()[within.at].number {
            Some(old) => number(editor, root, within, i128::from(old), generator),
            None => self.change(editor, root, within, generator),
        }
    }

    fn change(
        &self,
        editor: &mut Editor,
        root: &mut dyn Node,
        within: Within,
        generator: &mut Generator,
    ) -> bool {
        use Change::{Copy, Exchange, Hoist, Pure, Random, Regrow, Rename, Splice, Wrap};
        let Within { at, side } = within;
        let site: Site = editor.sites.all()[at];
        let node = editor.sites.node(root, at);
        let mutants = node.mutants();
        let recursive = node.fresh_subtrees() > 0;
        let name = site.kind == NodeKind::Nullary;
        // A name alone is flipped or renamed: a fresh one is among these.
        let term = recursive || !name;
        let mut changes = [Pure; 10];
        let mut count = 0;
        let fitting = [
            (Pure, mutants.pure > 0),
            (Random, mutants.random > 0),
            (Rename, name && mutants.pure > 0),
            (Regrow, term),
            (Copy, term),
            (Splice, term),
            (Hoist, site.size > 1),
            (Wrap, recursive),
            (Exchange, term),
        ];
        for (change, fits) in fitting {
            if fits {
                changes[count] = change;
                count += 1;
            }
        }
        if count == 0 {
            return false;
        }
        match changes[generator.below(count as u32) as usize] {
            Pure => {
                let mutant = u64::from(generator.below(small(mutants.pure)));
                editor.mutate(root, at, mutant, self.address);
                true
            }
            Random => {
                let mutant = mutants.pure + u64::from(generator.below(small(mutants.random)));
                editor.mutate(root, at, mutant, self.address);
                true
            }
            Rename => {
                let mutant = u64::from(generator.below(small(mutants.pure)));
                let scope = scope(editor, within, generator);
                editor.rename_constructor(root, scope, at, mutant)
            }
            Regrow => {
                let size = generator.below(3);
                editor.regrow(root, at, size, generator)
            }
            Copy => {
                let same = || editor.sites.same(side, site.ty);
                let Some(from) = draw(same, generator) else { return false };
                editor.copy(root, from, at) && moved(editor, root, at, generator)
            }
            Splice => {
                let Some(donor) = self.donors.subterm(site.ty, generator) else { return false };
                editor.place(root, at, donor) && moved(editor, root, at, generator)
            }
            Hoist => editor.hoist(root, at, generator),
            Wrap => editor.wrap(root, at, generator),
            Exchange => {
                let same = || editor.sites.same(side, site.ty);
                let Some(other) = draw(same, generator) else { return false };
                editor.exchange(root, at, other)
            }
        }
    }
}

/// Half of the time any node, else one of an argument that was drawn first.
fn position(editor: &Editor, generator: &mut Generator) -> usize {
    let all = editor.sites.all();
    let arguments = all[0].arity;
    if arguments < 2 || generator.one_in(2) {
        return generator.below(all.len() as u32) as usize;
    }
    let mut at = 1;
    for _ in 0..generator.below(arguments) {
        at += all[at].size as usize;
    }
    at + generator.below(all[at].size) as usize
}

/// Moves the numbers of a subterm that was just put in its place, half of the time.
fn moved(editor: &mut Editor, root: &mut dyn Node, at: usize, generator: &mut Generator) -> bool {
    if generator.one_in(2) {
        let by = distance(generator);
        editor.translate(root, at, by);
    }
    true
}

fn small(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
