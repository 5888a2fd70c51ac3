//! Numbers the mutants of all nodes of a value consecutively. It is for a type that shows a value
//! to the engine as one node (a key of a map, the content of a cell, a time). The mutants of that
//! node are the mutants of every node inside the value. All pure mutants come first, with positions
//! in level order, then the random ones.

use crate::value::cursor::Cursor;
use crate::value::{Context, Mutants, Node};

/// One mutant of one node of a value.
pub(in crate::impls) struct Place {
    cursor: Cursor,
    /// The number of the mutant among the mutants of that node.
    mutant: u64,
}

impl Place {
    /// Turns the value with this root into the mutant.
    pub(in crate::impls) fn mutate(&self, root: &mut dyn Node, context: &mut Context) {
        self.cursor.node_mut(root).mutate(self.mutant, context);
    }

    /// Undoes [`Place::mutate`].
    pub(in crate::impls) fn restore(&self, root: &mut dyn Node, context: &mut Context) {
        self.cursor.node_mut(root).restore(self.mutant, context);
    }
}

/// The number of mutants of all nodes of a value.
pub(in crate::impls) fn mutants(root: &dyn Node) -> Mutants {
    let mut all = Mutants::default();
    each(root, |_, mutants| {
        all.pure = all.pure.saturating_add(mutants.pure);
        all.random = all.random.saturating_add(mutants.random);
        false
    });
    all
}

/// The place of the mutant with this number, of as many as [`mutants`] counted. Each random mutant
/// may be sampled any number of times.
///
/// # Panics
/// When there is no such mutant.
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

/// Visits the positions in level order until `visit` returns `true`.
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
