//! A batch: one owned value and a cursor over its mutants. Positions are served in level order, at
//! each position the mutants of that node in their fixed order, each exactly once; a mutant is made
//! in place when it is served, and undone before the next (section III-A and algorithm 2 of the
//! paper, without materialising anything). Whatever the number of mutants, a batch that waits costs its
//! value and four bytes a level of the position it is at; the one that is served also eight bytes for
//! each node that it has met, and about a hundred for each node of which both sides of a twin have one.

use crate::context::Context;
use crate::coverage::Operands;
use crate::mutate::{Census, DEPENDENT, Mutants, Node, REGROWN};

/// Where in a value a batch is: the path to a node, as child indices from the root.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cursor {
    path: Vec<u32>,
    position: u64,
    /// The nodes after the root as far as they are known, in level order: the position of the parent, and
    /// which of its children the node is. The children of all nodes before the cursor are there, so that
    /// going on needs no search; or nothing is, after [`Cursor::forget`].
    seen: Vec<(u32, u32)>,
}

impl Cursor {
    /// The root.
    pub fn root() -> Cursor {
        Cursor::default()
    }

    /// The cursor at a position given by its index in level order, in time linear in the index;
    /// `None` when the value has fewer nodes.
    pub fn at(root: &dyn Node, position: u64) -> Option<Cursor> {
        let mut cursor = Cursor { path: Vec::new(), position, seen: Vec::new() };
        let mut nodes = vec![root];
        for at in 0..usize::try_from(position).ok()? {
            let node = *nodes.get(at)?;
            node.all_children(&mut nodes);
            cursor.append(at as u64, node.children());
        }
        let exists = (nodes.len() as u64) > position;
        exists.then(|| {
            cursor.find_path();
            cursor
        })
    }

    /// The index of the position in level order; the root is 0.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// The child indices from the root to the node.
    pub fn path(&self) -> &[u32] {
        &self.path
    }

    /// The node at the cursor.
    pub fn node<'v>(&self, root: &'v dyn Node) -> &'v dyn Node {
        self.path.iter().fold(root, |node, &index| node.child(index as usize))
    }

    /// The node at the cursor, mutable.
    pub fn node_mut<'v>(&self, root: &'v mut dyn Node) -> &'v mut dyn Node {
        root.descend(&self.path)
    }

    /// Moves to the next position in level order; says whether there was one. After the last one
    /// the cursor is of no more use.
    pub fn advance(&mut self, root: &dyn Node) -> bool {
        let children = self.node(root).children();
        self.advance_over(root, children)
    }

    /// [`Cursor::advance`] from a node that has so many children.
    fn advance_over(&mut self, root: &dyn Node, children: usize) -> bool {
        if (self.seen.len() as u64) < self.position {
            match Cursor::at(root, self.position) {
                Some(cursor) => *self = cursor,
                None => return false,
            }
        }
        self.append(self.position, children);
        self.position += 1;
        match self.seen.get(self.position as usize - 1) {
            None => return false,
            // Often the next child of the same parent.
            Some(&(_, index @ 1..)) => {
                if let Some(last) = self.path.last_mut() {
                    *last = index;
                }
            }
            Some(_) => self.find_path(),
        }
        true
    }

    /// Keeps the path alone, because the cursor stays where it is for some time. What it knew of the nodes
    /// before is found again when it moves, in time linear in the position.
    pub fn forget(&mut self) {
        self.seen = Vec::new();
    }

    /// Enters the children of a node.
    fn append(&mut self, parent: u64, children: usize) {
        self.seen.extend((0..children as u32).map(|index| (parent as u32, index)));
    }

    /// The path to the position.
    fn find_path(&mut self) {
        self.path.clear();
        let mut at = self.position as usize;
        while let Some(&(parent, index)) = at.checked_sub(1).and_then(|at| self.seen.get(at)) {
            self.path.push(index);
            at = parent as usize;
        }
        self.path.reverse();
    }
}

/// Which mutants are served beside those of the paper.
#[derive(Debug, Clone, Copy, Default)]
struct Kinds {
    regrown: bool,
    dependent: bool,
}

impl Kinds {
    /// How many mutants a node has: without regrowths, with them, and with dependent ones too.
    fn count(self, node: &dyn Node, samples: u64) -> [u64; 3] {
        let Census { mutants, regrowths, dependents } = node.census();
        let count = mutants.count(samples);
        let regrowths = if self.regrown { regrowths.saturating_mul(samples) } else { 0 };
        let dependents = if self.dependent { dependents.count(samples) } else { 0 };
        let regrown = count.saturating_add(regrowths);
        [count, regrown, regrown.saturating_add(dependents)]
    }
}

/// A value whose mutants are being served.
pub struct Batch {
    value: Box<dyn Node>,
    number: u64,
    samples: u64,
    kinds: Kinds,
    /// Apart, because most batches have none.
    operands: Option<Box<Operands>>,
    cursor: Cursor,
    next: u64,
    /// Mutants of the node at the cursor: without regrowths, with them, and with dependent ones too.
    counts: [u64; 3],
    served: Option<u64>,
    /// What the context calls it, once it has served a mutant.
    name: Option<u64>,
}

impl Batch {
    /// The batch of a retained test: its number in the campaign's log, and how often each random
    /// mutant is sampled (the paper's R).
    pub fn new(value: Box<dyn Node>, number: u64, samples: u64) -> Batch {
        let mut batch = Batch {
            value,
            number,
            samples,
            kinds: Kinds::default(),
            operands: None,
            cursor: Cursor::root(),
            next: 0,
            counts: [0; 3],
            served: None,
            name: None,
        };
        batch.count();
        batch
    }

    /// What the value's run compared: random mutants of numbers are drawn from that, too.
    pub fn operands(mut self, operands: Operands) -> Batch {
        self.operands = (!operands.is_empty()).then(|| Box::new(operands));
        self
    }

    /// Whether nodes of recursive types are also replaced by freshly generated small values, each
    /// `samples` times. By default they are not, as in the paper.
    pub fn regrow(mut self, regrow: bool) -> Batch {
        self.kinds.regrown = regrow;
        self.count();
        self
    }

    /// Whether both sides of a [`Twin`](crate::Twin) are also mutated in the same place. By default they
    /// are not, as in the paper.
    pub fn dependents(mut self, dependents: bool) -> Batch {
        self.kinds.dependent = dependents;
        self.count();
        self
    }

    fn count(&mut self) {
        let node = self.cursor.node(&*self.value);
        self.counts = self.kinds.count(node, self.samples);
    }

    /// The number of the retained test.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The value: the served mutant from [`Batch::serve`] until [`Batch::restore`], otherwise the
    /// retained test itself.
    pub fn value(&self) -> &dyn Node {
        &*self.value
    }

    /// Makes the next mutant in place and gives its position and number; `None` when all were
    /// served. Undoes the one before first, if that was not done: to do both at once saves the way to the
    /// node. `context` must be the same for all of them.
    pub fn serve(&mut self, context: &mut Context) -> Option<(u64, u64)> {
        let Batch { value, cursor, counts, next, served, name, .. } = self;
        let mut node = cursor.node_mut(&mut **value);
        if let Some(before) = served.take() {
            node.restore(before, context);
        }
        while *next >= counts[2] {
            let children = node.children();
            if !cursor.advance_over(&**value, children) {
                return None;
            }
            node = cursor.node_mut(&mut **value);
            *counts = self.kinds.count(node, self.samples);
            *next = 0;
        }
        let [count, regrown, _] = *counts;
        let mutant = if *next < count {
            *next
        } else if *next < regrown {
            REGROWN + *next - count
        } else {
            DEPENDENT + *next - regrown
        };
        *next += 1;
        *served = Some(mutant);
        context.set_address(self.number, cursor.position, mutant);
        context.set_operands(self.operands.as_deref().unwrap_or(&Operands::NONE));
        if mutant < DEPENDENT {
            node.mutate(mutant, context);
        } else {
            // Where the sides of a twin correspond is the same for all of them.
            let name = *name.get_or_insert_with(|| context.number_batch());
            context.set_batch(Some(name));
            node.mutate(mutant, context);
            context.set_batch(None);
        }
        Some((cursor.position, mutant))
    }

    /// Makes the batch as small as it can be, because others are served before it goes on.
    pub fn rest(&mut self) {
        self.cursor.forget();
    }

    /// Undoes the mutant served last; nothing if there is none.
    pub fn restore(&mut self, context: &mut Context) {
        if let Some(mutant) = self.served.take() {
            self.cursor.node_mut(&mut *self.value).restore(mutant, context);
        }
    }
}

/// Turns `root` into one mutant for good; says whether there is such a position, and such a mutant of
/// the node there. Random mutants may be sampled any number of times.
pub fn apply(
    root: &mut dyn Node,
    parent: u64,
    position: u64,
    mutant: u64,
    context: &mut Context,
) -> bool {
    let Some(cursor) = Cursor::at(root, position) else { return false };
    let node = cursor.node_mut(root);
    let Mutants { pure, random } = node.mutants();
    let exists = match mutant {
        DEPENDENT.. => {
            let Mutants { pure, random } = node.dependents();
            mutant - DEPENDENT < pure || random > 0
        }
        REGROWN.. => node.regrowths() > 0,
        _ => mutant < pure || random > 0,
    };
    if !exists {
        return false;
    }
    context.set_address(parent, position, mutant);
    node.mutate(mutant, context);
    context.stash.clear();
    true
}
