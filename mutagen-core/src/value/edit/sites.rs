//! The nodes of a value as a flat list in preorder, with the data that an edit needs of each: type,
//! kind, constructor, number, and the size of the subtree. The list is made once. After an edit
//! only the changed part is replaced, so choosing where to edit needs no walk over the value.

use crate::value::node::{Node, NodeKind, Outline};
use crate::value::walk;
use smallvec::SmallVec;
use std::any::TypeId;

/// Child indices from the root of a value to one of its nodes.
pub(super) type Path = SmallVec<[u32; 14]>;

/// One node of a value, in preorder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Site {
    /// The type of the node.
    pub ty: TypeId,
    /// The kind of the node.
    pub kind: NodeKind,
    /// Index of the node's constructor.
    pub constructor: u32,
    /// The number of children.
    pub arity: u32,
    /// The number of nodes in the subtree, including this one: index + size is the index of the
    /// next node after the subtree.
    pub size: u32,
    /// The value of a number, if it fits.
    pub number: Option<i64>,
    /// Whether the node has own values that are not child nodes, such as the keys of a map.
    pub holds: bool,
}

/// All nodes of a value, in preorder; the root is 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sites {
    sites: Vec<Site>,
}

/// A walk over a subtree in preorder that tracks the path. For edits that change many nodes and
/// keep the index of each.
pub(super) struct Walk {
    scope: usize,
    next: usize,
    end: usize,
    path: Path,
    /// The ends of the subtrees on the path, below the scope.
    ends: SmallVec<[usize; 14]>,
}

impl Walk {
    /// A walk that is before the first node.
    pub(super) fn new(sites: &Sites, scope: usize) -> Walk {
        let end = sites.subtree(scope).end;
        Walk { scope, next: scope, end, path: sites.path(scope), ends: SmallVec::new() }
    }

    /// Moves to the next node and returns its index.
    pub(super) fn next(&mut self, sites: &Sites) -> Option<usize> {
        let at = self.next;
        if at == self.end {
            return None;
        }
        if at > self.scope {
            if sites.sites[at - 1].arity > 0 {
                self.path.push(0);
            } else {
                // The previous node was the last of at least one subtree.
                self.ends.pop();
                while self.ends.last() == Some(&at) {
                    self.ends.pop();
                    self.path.pop();
                }
                self.path.last_mut().into_iter().for_each(|child| *child += 1);
            }
            self.ends.push(at + sites.sites[at].size as usize);
        }
        self.next += 1;
        Some(at)
    }

    /// The path to the current node.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// Memory that later edits use again.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The ancestors of a node from the root down, the node itself last.
    pub(super) line: Vec<usize>,
    /// The nodes that replace a subtree.
    fresh: Sites,
}

impl Sites {
    /// Lists every node once, without recursion.
    pub fn of(root: &dyn Node) -> Sites {
        let mut sites = Sites::default();
        sites.turn_to(root);
        sites
    }

    /// Becomes the list of this value's nodes, in the same memory.
    pub fn turn_to(&mut self, root: &dyn Node) {
        self.sites.clear();
        append(&mut self.sites, root);
    }

    /// Becomes a copy of `other`, in the same memory.
    pub fn copy_from(&mut self, other: &Sites) {
        self.sites.clone_from(&other.sites);
    }

    /// The number of nodes of the listed value, equal to [`walk::size`]: this includes the nodes of
    /// the keys of maps and of the elements of sets.
    pub(crate) fn size(&self, root: &dyn Node) -> u64 {
        // Few values have maps. Only these need a walk, which finds the maps.
        if self.sites.iter().any(|site| site.holds) {
            walk::size(root)
        } else {
            self.sites.len() as u64
        }
    }

    /// The nodes.
    pub fn all(&self) -> &[Site] {
        &self.sites
    }

    /// The indices of the subtree at `scope`, its root included.
    pub fn subtree(&self, scope: usize) -> std::ops::Range<usize> {
        scope..scope + self.sites[scope].size as usize
    }

    /// The indices of the nodes of this type in a subtree, including its root.
    pub fn same(&self, scope: usize, ty: TypeId) -> impl Iterator<Item = usize> + '_ {
        self.subtree(scope).filter(move |at| self.sites[*at].ty == ty)
    }

    /// Visits the path from the root to a node: at each step, the index and the child number.
    fn descend(&self, index: usize, visit: impl FnMut(usize, u32)) {
        descend(|at| self.sites[at].size, index, visit);
    }

    /// The ancestors of a node from the root down, the node itself last.
    pub(super) fn line(&self, index: usize, line: &mut Vec<usize>) {
        line.clear();
        line.push(0);
        self.descend(index, |at, _| line.push(at));
    }

    /// The child indices from the root to a node.
    pub(super) fn path(&self, index: usize) -> Path {
        let mut path = Path::new();
        self.descend(index, |_, child| path.push(child));
        path
    }

    /// The node at `index` of the listed value.
    pub fn node<'v>(&self, root: &'v dyn Node, index: usize) -> &'v dyn Node {
        let mut node = root;
        self.descend(index, |_, child| node = node.child(child as usize));
        node
    }

    /// [`Sites::node`], mutable.
    pub fn node_mut<'v>(&self, root: &'v mut dyn Node, index: usize) -> &'v mut dyn Node {
        root.descend(&self.path(index))
    }

    /// Records that `node` replaced the subtree at `index`.
    pub(super) fn replaced(&mut self, index: usize, node: &dyn Node, scratch: &mut Scratch) {
        if self.sites[index].arity == 0 && node.children() == 0 {
            self.sites[index] = site(node);
            return;
        }
        append(&mut scratch.fresh.sites, node);
        self.take(index, scratch);
    }

    /// Records that a copy of the subtree at `from` replaced the subtree at `index`.
    pub(super) fn copied(&mut self, from: usize, index: usize, scratch: &mut Scratch) {
        scratch.fresh.sites.extend_from_slice(&self.sites[self.subtree(from)]);
        self.take(index, scratch);
    }

    /// Replaces the subtree at `index` by the fresh nodes.
    fn take(&mut self, index: usize, scratch: &mut Scratch) {
        let Scratch { line, fresh: Sites { sites: fresh } } = scratch;
        let (old, new) = (self.subtree(index), fresh.len());
        if new == old.len() {
            self.sites[old].copy_from_slice(fresh);
        } else {
            self.line(index, line);
            for ancestor in &line[..line.len() - 1] {
                let size = &mut self.sites[*ancestor].size;
                *size = *size + new as u32 - old.len() as u32;
            }
            self.sites.splice(old, fresh.iter().copied());
        }
        fresh.clear();
    }

    /// Records that a number changed.
    pub(super) fn renumbered(&mut self, index: usize, node: &dyn Node) {
        self.sites[index].number = node.number().and_then(|number| i64::try_from(number).ok());
    }
}

/// Visits the path from the root to a node, given the sizes of the subtrees in preorder: at each
/// step, the index and the child number.
pub(crate) fn descend(
    size: impl Fn(usize) -> u32,
    index: usize,
    mut visit: impl FnMut(usize, u32),
) {
    let mut at = 0;
    while at != index {
        let mut child = 0;
        at += 1;
        while at + size(at) as usize <= index {
            at += size(at) as usize;
            child += 1;
        }
        visit(at, child);
    }
}

/// Appends the nodes of a value.
fn append(sites: &mut Vec<Site>, root: &dyn Node) {
    let first = sites.len();
    let mut open = Vec::new();
    let mut next = Some(root);
    while let Some(node) = next {
        let site = site(node);
        sites.push(site);
        if site.arity > 0 {
            let children = open.len();
            node.all_children(&mut open);
            open[children..].reverse();
        }
        next = open.pop();
    }
    measure(&mut sites[first..]);
}

/// Computes the sizes of nodes in preorder, from the last node to the first: the children of a node
/// are the trees that begin right after it.
fn measure(sites: &mut [Site]) {
    for at in (0..sites.len()).rev() {
        let mut end = at + 1;
        for _ in 0..sites[at].arity {
            end += sites[end].size as usize;
        }
        sites[at].size = (end - at) as u32;
    }
}

fn site(node: &dyn Node) -> Site {
    let Outline { ty, kind, constructor, children, key_count, number } = node.outline();
    Site {
        ty,
        kind,
        constructor: constructor as u32,
        arity: children as u32,
        size: 1,
        number: number.filter(|_| kind == NodeKind::Number),
        holds: key_count > 0,
    }
}
