//! A place in a value: the path to one node. A cursor visits the nodes in level order, the order in
//! which a batch serves their mutants.

use crate::value::node::Node;

/// The place of a batch in a value: the path to a node, as child indices from the root.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cursor {
    path: Vec<u32>,
    position: u64,
    /// The known nodes after the root in level order: the position of the parent, and the index of
    /// the node among its children. The list has the children of all nodes before the cursor, so
    /// advancing needs no search. After [`Cursor::forget`] it is empty.
    seen: Vec<(u32, u32)>,
}

impl Cursor {
    /// The root.
    pub fn root() -> Cursor {
        Cursor::default()
    }

    /// The cursor at a position, given by its index in level order. Takes time linear in the index.
    /// `None` if the value has fewer nodes.
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

    /// The cursor at the last node.
    pub(crate) fn last(root: &dyn Node) -> Cursor {
        let mut nodes = vec![root];
        let mut at = 0;
        while let Some(&node) = nodes.get(at) {
            node.all_children(&mut nodes);
            at += 1;
        }
        Cursor::at(root, at as u64 - 1).unwrap_or_default()
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

    /// Moves to the next position in level order; returns whether there is one. The cursor must not
    /// be used after the last position.
    pub fn advance(&mut self, root: &dyn Node) -> bool {
        let children = self.node(root).children();
        self.advance_over(root, children)
    }

    /// [`Cursor::advance`] from a node with this number of children.
    pub(crate) fn advance_over(&mut self, root: &dyn Node, children: usize) -> bool {
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
            // The usual case: the next child of the same parent.
            Some(&(_, index @ 1..)) => {
                if let Some(last) = self.path.last_mut() {
                    *last = index;
                }
            }
            Some(_) => self.find_path(),
        }
        true
    }

    /// Drops everything but the path, because the cursor stays here for a while. The next move
    /// finds the dropped nodes again, in time linear in the position.
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
