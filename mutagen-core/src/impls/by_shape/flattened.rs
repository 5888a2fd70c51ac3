//! The mutants of all nodes of a value in one row: for a type that shows a value to the engine as one
//! node (a key of a map, the content of a cell, a time), whose mutants are then those of every node
//! of what it stands for. First all pure ones, positions in level order; then the random ones.

use crate::value::cursor::Cursor;
use crate::value::node::{Mutants, Node};

/// One mutant of one node of a value.
pub(in crate::impls) struct Place {
    cursor: Cursor,
    /// Its number among the mutants of that node.
    pub(in crate::impls) mutant: u64,
}

impl Place {
    /// The node.
    pub(in crate::impls) fn node_mut<'v>(&self, root: &'v mut dyn Node) -> &'v mut dyn Node {
        self.cursor.node_mut(root)
    }
}

/// How many mutants the nodes of a value have together.
pub(in crate::impls) fn mutants(root: &dyn Node) -> Mutants {
    let mut all = Mutants::default();
    each(root, |_, mutants| {
        all.pure = all.pure.saturating_add(mutants.pure);
        all.random = all.random.saturating_add(mutants.random);
        false
    });
    all
}

/// Where the mutant with this number is, of as many as [`mutants`] counted when each random one is
/// sampled any number of times.
///
/// # Panics
/// When there is none.
pub(in crate::impls) fn place(root: &dyn Node, number: u64) -> Place {
    let all = mutants(root);
    let is_pure = number < all.pure;
    let mut left = if is_pure { number } else { (number - all.pure) % all.random };
    let found = each(root, |_, mutants| {
        let count = if is_pure { mutants.pure } else { mutants.random };
        let here = left < count;
        if here && !is_pure {
            left += mutants.pure;
        } else if !here {
            left -= count;
        }
        here
    });
    match found {
        Some(cursor) => Place { cursor, mutant: left },
        None => unreachable!("a number below the sum of the counts is in one of them"),
    }
}

/// Visits the positions in level order until `visit` says that it has found what it looks for.
pub(in crate::impls) fn each(
    root: &dyn Node,
    mut visit: impl FnMut(&Cursor, Mutants) -> bool,
) -> Option<Cursor> {
    let mut cursor = Cursor::root();
    if root.children() == 0 {
        return visit(&cursor, root.mutants()).then_some(cursor);
    }
    loop {
        if visit(&cursor, cursor.node(root).mutants()) {
            return Some(cursor);
        }
        if !cursor.advance(root) {
            return None;
        }
    }
}
