//! A stack of random edits: the number of edits, the places, and the kinds. Places are drawn so
//! that a small argument next to a large one still gets edits. At a place, the kind is one of those
//! that fit the node. Some edits keep a value consistent: they rename equal names or numbers
//! together, or shift the numbers of a part together. With them, tasks that no derived generator
//! had solved take a fraction of a second. The proportions are those of that measurement.

use super::numbers::{distance, number, scope};
use super::twins::{self, Within};
use super::{Editor, Site, draw};
use crate::value::generate::Generator;
use crate::value::node::{Node, NodeKind};
use crate::value::seed;
use std::any::TypeId;

/// The source of an edit's subterms from other tests.
pub trait Donors {
    /// A copy of a random subterm of this type.
    fn subterm(&self, ty: TypeId, generator: &mut Generator) -> Option<Box<dyn Node>>;
}

/// No other tests.
pub struct NoDonors;

impl Donors for NoDonors {
    fn subterm(&self, _: TypeId, _: &mut Generator) -> Option<Box<dyn Node>> {
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
}

/// Makes a stack of edits in `root`, whose nodes the editor knows from [`Editor::begin`]. Returns
/// the number of edits that applied. `key` names the stack within the campaign and seeds its random
/// mutants. The stack ends early once the value is too large. The edit that made it too large
/// stays, and a twin may get one more.
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
    // Draw no number if `alone` is 0.
    let alone = twins && habit.alone > 0 && generator.below(100) < habit.alone;
    if twins && !alone && generator.below(100) < ALIGNED {
        applied += u32::from(twins::align(editor, root, generator));
    }
    // A precondition that compares the sides survives several changes only if both sides get all of
    // them. Often a single later change of one side then breaks the property.
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
        // Often the sides may differ only in the part that the last change of both has just
        // affected: a part that it made secret, or hid from the observer.
        make(editor, generator, MOST, Sides::One, both);
    }
    applied
}

struct Edit<'d> {
    donors: &'d dyn Donors,
    sides: Sides,
    /// A node; most of the time the edit is near it.
    near: Option<usize>,
    address: [u64; 3],
}

/// The place of an edit that applied.
enum Made {
    /// One place.
    Once,
    /// Both sides of a twin, at this node of the left side.
    OnBoth(usize),
}

impl Edit<'_> {
    fn draw(
        &self,
        editor: &mut Editor,
        root: &mut dyn Node,
        generator: &mut Generator,
    ) -> Option<Made> {
        // Earlier edits may have made the value smaller.
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

    /// Makes one edit on both sides of a twin, with the same random numbers. Each side supplies its
    /// own subterms and numbers.
    fn on_both(
        &self,
        editor: &mut Editor,
        root: &mut dyn Node,
        [left, right]: [Within; 2],
        generator: &mut Generator,
    ) -> bool {
        let seed = u64::from(generator.below(u32::MAX));
        // First the right side, so that the indices before it do not change.
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
        // A name alone only flips or is renamed: its mutants already include fresh names.
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

/// A random position: half of the time any node, otherwise a node of a random argument.
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

/// Half of the time, shifts the numbers of a subterm just placed here.
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
