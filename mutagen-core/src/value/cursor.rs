//! A place in a value: the path to one node. Cursors visit the nodes in level order, which is the order
//! in which a batch serves their mutants.

use crate::value::node::Node;

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
