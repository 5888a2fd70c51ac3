//! The nodes of a value as a flat list in preorder, with what an edit asks about each: type, kind,
//! constructor, number, and how large the subtree is. Made once, it follows edits by replacing the
//! part that changed, so that choosing where to edit costs no walk over the value.

use crate::mutate::{Kind, Node};
use smallvec::SmallVec;
use std::any::{Any, TypeId};

/// Child indices from the root of a value to one of its nodes.
pub(super) type Path = SmallVec<[u32; 14]>;

/// One node of a value, in preorder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Site {
    /// Its type.
    pub ty: TypeId,
    /// What it is to edits.
    pub kind: Kind,
    /// Index of its constructor.
    pub constructor: u32,
    /// The number of its children.
    pub arity: u32,
    /// The number of nodes of its subtree, itself included: the next node after these is at the
    /// index of this one plus that many.
    pub size: u32,
    /// The value of a number, if it has one that fits.
    pub number: Option<i64>,
    /// Whether it holds values as its own that are no nodes: the keys of a map.
    pub holds: bool,
}

/// All nodes of a value, in preorder; the root is 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sites {
    sites: Vec<Site>,
}

impl Sites {
    /// Looks at every node once, without recursion.
    pub fn of(root: &dyn Node) -> Sites {
        let mut sites = Sites::default();
        sites.append(root);
        sites
    }

    /// Adds the nodes of a value at the end.
    fn append(&mut self, root: &dyn Node) {
        let mut open: SmallVec<[(&dyn Node, usize, usize); 16]> = SmallVec::new();
        open.push((root, self.sites.len(), 0));
        self.sites.push(site(root));
        while let Some((node, index, next)) = open.last_mut() {
            let (node, index, at) = (*node, *index, *next);
            if at == self.sites[index].arity as usize {
                self.sites[index].size = (self.sites.len() - index) as u32;
                open.pop();
                continue;
            }
            *next += 1;
            let child = node.child(at);
            let new = site(child);
            if new.arity > 0 {
                open.push((child, self.sites.len(), 0));
            }
            self.sites.push(new);
        }
    }

    /// Becomes a copy of `other`, in the memory it has.
    pub fn copy_from(&mut self, other: &Sites) {
        self.sites.clone_from(&other.sites);
    }

    /// The nodes.
    pub fn all(&self) -> &[Site] {
        &self.sites
    }

    /// The indices of the subtree at `scope`, its root included.
    pub fn subtree(&self, scope: usize) -> std::ops::Range<usize> {
        scope..scope + self.sites[scope].size as usize
    }

    /// Indices of the nodes of this type in a subtree, its root included.
    pub fn same(&self, scope: usize, ty: TypeId) -> impl Iterator<Item = usize> + '_ {
        self.subtree(scope).filter(move |at| self.sites[*at].ty == ty)
    }

    /// The ancestors of a node from the root down, the node itself last; and the path to it.
    pub(super) fn line(&self, index: usize, line: &mut Vec<usize>) -> Path {
        let mut path = Path::new();
        let mut at = 0;
        line.clear();
        line.push(0);
        while at != index {
            let mut child = 0;
            at += 1;
            while at + self.sites[at].size as usize <= index {
                at += self.sites[at].size as usize;
                child += 1;
            }
            path.push(child);
            line.push(at);
        }
        path
    }

    /// The child indices from the root to a node.
    pub(super) fn path(&self, index: usize) -> Path {
        self.line(index, &mut Vec::new())
    }

    /// The node at `index` of the value that this was made of.
    pub fn node<'v>(&self, root: &'v dyn Node, index: usize) -> &'v dyn Node {
        self.path(index).iter().fold(root, |node, child| node.child(*child as usize))
    }

    /// [`Sites::node`], mutable.
    pub fn node_mut<'v>(&self, root: &'v mut dyn Node, index: usize) -> &'v mut dyn Node {
        at(root, &self.path(index))
    }

    /// Takes note that the subtree at `index` is now another, which is `node`.
    pub(super) fn replaced(&mut self, index: usize, node: &dyn Node, line: &mut Vec<usize>) {
        self.line(index, line);
        let (old, end) = (self.subtree(index), self.sites.len());
        self.append(node);
        let new = self.sites.len() - end;
        // The new part is at the end: it is turned into its place, and the old one cut out.
        self.sites[old.start..].rotate_right(new);
        self.sites.drain(old.start + new..old.end + new);
        for ancestor in &line[..line.len() - 1] {
            let size = &mut self.sites[*ancestor].size;
            *size = *size + new as u32 - old.len() as u32;
        }
    }

    /// Takes note that a number has changed.
    pub(super) fn renumbered(&mut self, index: usize, node: &dyn Node) {
        self.sites[index].number = number(node);
    }
}

/// The node at the end of a path.
pub(super) fn at<'v>(root: &'v mut dyn Node, path: &[u32]) -> &'v mut dyn Node {
    path.iter().fold(root, |node, child| node.child_mut(*child as usize))
}

fn site(node: &dyn Node) -> Site {
    let kind = node.kind();
    Site {
        ty: (node as &dyn Any).type_id(),
        kind,
        constructor: node.constructor() as u32,
        arity: node.children() as u32,
        size: 1,
        number: if kind == Kind::Number { number(node) } else { None },
        holds: node.own_parts() > 0,
    }
}

fn number(node: &dyn Node) -> Option<i64> {
    i64::try_from(node.number()?).ok()
}
