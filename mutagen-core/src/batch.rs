//! A batch: one owned value and a cursor over its mutants. Positions are served in level order, at
//! each position the mutants of that node in their fixed order, each exactly once; a mutant is made
//! in place when it is served, and undone before the next (section III-A and algorithm 2 of the
//! paper, without materialising anything). Whatever the number of mutants, a batch costs its value
//! and four bytes a level of the position it is at.

use crate::context::Context;
use crate::coverage::Operands;
use crate::mutate::{Mutants, Node, REGROWN};
use smallvec::SmallVec;

/// Where in a value a batch is: the path to a node, as child indices from the root.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cursor {
    path: Vec<u32>,
    position: u64,
}

impl Cursor {
    /// The root.
    pub fn root() -> Cursor {
        Cursor::default()
    }

    /// The cursor at a position given by its index in level order, in time linear in the index;
    /// `None` when the value has fewer nodes.
    pub fn at(root: &dyn Node, position: u64) -> Option<Cursor> {
        let wanted = usize::try_from(position).ok()?;
        // Every node seen so far, with its parent's place here and its own among its siblings.
        let mut seen: Vec<(&dyn Node, usize, u32)> = vec![(root, 0, 0)];
        let mut parent = 0;
        while seen.len() <= wanted {
            let (node, ..) = *seen.get(parent)?;
            seen.extend((0..node.children()).map(|at| (node.child(at), parent, at as u32)));
            parent += 1;
        }
        let mut path = Vec::new();
        let mut at = wanted;
        while at != 0 {
            path.push(seen[at].2);
            at = seen[at].1;
        }
        path.reverse();
        Some(Cursor { path, position })
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
        self.path.iter().fold(root, |node, &index| node.child_mut(index as usize))
    }

    /// Moves to the next position in level order; says whether there was one. After the last one
    /// the cursor is of no more use.
    pub fn advance(&mut self, root: &dyn Node) -> bool {
        let depth = self.path.len();
        let moved = self.next_at(root, depth) || self.first_at(root, depth + 1);
        self.position += u64::from(moved);
        moved
    }

    /// Moves to the next node of the same level to the right.
    fn next_at(&mut self, root: &dyn Node, depth: usize) -> bool {
        // Nearly always it is the next child of the same parent.
        if let Some((last, above)) = self.path.split_last_mut() {
            let parent = above.iter().fold(root, |node, &index| node.child(index as usize));
            if (*last as usize) + 1 < parent.children() {
                *last += 1;
                return true;
            }
        }
        let mut line: Line = SmallVec::with_capacity(depth + 1);
        line.push(root);
        for &index in &self.path {
            line.push(line[line.len() - 1].child(index as usize));
        }
        // Up until some ancestor has a further child that reaches the level, then down leftmost.
        while let Some(last) = self.path.pop() {
            line.pop();
            let start = last + 1;
            if self.descend(&mut line, start, depth) {
                return true;
            }
        }
        false
    }

    /// Moves to the leftmost node of a level.
    fn first_at(&mut self, root: &dyn Node, depth: usize) -> bool {
        self.path.clear();
        let mut line: Line = SmallVec::new();
        line.push(root);
        self.descend(&mut line, 0, depth)
    }

    /// Finds the leftmost node at `depth` below the last of `line`, whose children before `start`
    /// are passed over. Where there is none, `line` and the path are as before.
    fn descend<'v>(&mut self, line: &mut Line<'v>, start: u32, depth: usize) -> bool {
        let base = self.path.len();
        let mut start = start;
        loop {
            let node = line[line.len() - 1];
            if self.path.len() == depth {
                return true;
            }
            if (start as usize) < node.children() {
                self.path.push(start);
                line.push(node.child(start as usize));
                start = 0;
                continue;
            }
            if self.path.len() == base {
                return false;
            }
            line.pop();
            start = self.path.pop().map_or(0, |last| last + 1);
        }
    }
}

type Line<'v> = SmallVec<[&'v dyn Node; 24]>;

/// A value whose mutants are being served.
pub struct Batch {
    value: Box<dyn Node>,
    number: u64,
    samples: u64,
    regrow: bool,
    /// Apart, because most batches have none.
    operands: Option<Box<Operands>>,
    cursor: Cursor,
    next: u64,
    /// Mutants of the node at the cursor, regrowths left out, and with them.
    counts: (u64, u64),
    served: Option<u64>,
}

impl Batch {
    /// The batch of a retained test: its number in the campaign's log, and how often each random
    /// mutant is sampled (the paper's R).
    pub fn new(value: Box<dyn Node>, number: u64, samples: u64) -> Batch {
        let mut batch = Batch {
            value,
            number,
            samples,
            regrow: false,
            operands: None,
            cursor: Cursor::root(),
            next: 0,
            counts: (0, 0),
            served: None,
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
        self.regrow = regrow;
        self.count();
        self
    }

    fn count(&mut self) {
        let node = self.cursor.node(&*self.value);
        let count = node.mutants().count(self.samples);
        let regrowths = if self.regrow { node.regrowths() } else { 0 };
        self.counts = (count, count.saturating_add(regrowths.saturating_mul(self.samples)));
    }

    /// The number of the retained test.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The value: the served mutant between [`Batch::serve`] and [`Batch::restore`], otherwise the
    /// retained test itself.
    pub fn value(&self) -> &dyn Node {
        &*self.value
    }

    /// Makes the next mutant in place and gives its position and number; `None` when all were
    /// served. The one before must have been restored.
    pub fn serve(&mut self, context: &mut Context) -> Option<(u64, u64)> {
        debug_assert!(self.served.is_none(), "the mutant before was not restored");
        while self.next >= self.counts.1 {
            if !self.cursor.advance(&*self.value) {
                return None;
            }
            self.next = 0;
            self.count();
        }
        let position = self.cursor.position;
        let mutant = match self.next.checked_sub(self.counts.0) {
            None => self.next,
            Some(sample) => REGROWN + sample,
        };
        self.next += 1;
        context.set_address(self.number, position, mutant);
        context.set_operands(self.operands.as_deref().unwrap_or(&Operands::NONE));
        self.cursor.node_mut(&mut *self.value).mutate(mutant, context);
        self.served = Some(mutant);
        Some((position, mutant))
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
