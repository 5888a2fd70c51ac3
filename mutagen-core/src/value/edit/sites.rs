//! The nodes of a value as a flat list in preorder, with the data that an edit needs of each: type,
//! kind, constructor, number, and the size of the subtree. The list is made once. After an edit
//! only the changed part is replaced, and put back when the edit is undone, so choosing where to
//! edit needs no walk over the value. An entry has 16 bytes, because most edits scan the list.

use super::type_tags::{TypeTag, tag_of};
use crate::value::node::{Node, NodeKind, Outline};
use crate::value::walk;
use smallvec::SmallVec;
use std::ops::Range;

/// Child indices from the root of a value to one of its nodes.
pub(crate) type Path = SmallVec<[u32; 14]>;

/// One node of a value, in preorder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Site {
    /// The value of a number, the length of a text, or else how many children the node has.
    content: i64,
    /// The size of the subtree, and above it [`HOLDS`] and the kind.
    extent: u32,
    ty: TypeTag,
    constructor: u16,
}

/// The bits of the subtree's size.
const SIZE: u32 = (1 << KIND) - 1;
/// The lowest bit of the kind.
const KIND: u32 = 28;
/// The bits of the kind.
const KIND_BITS: u32 = 7 << KIND;
/// Set where a node has own values that are not child nodes, such as the keys of a map.
const HOLDS: u32 = 1 << 31;

/// With more nodes that have own values, a walk over the value counts its nodes.
const MOST_HOLDING: u32 = 8;

/// How many bytes of a text are as much work as a node.
const BYTES_OF_NODE: usize = 4;

const KINDS: [NodeKind; 5] =
    [NodeKind::Other, NodeKind::Number, NodeKind::Nullary, NodeKind::Twin, NodeKind::Text];

/// The bits of a kind in [`Site::extent`].
const fn bits(kind: NodeKind) -> u32 {
    (kind as u32) << KIND
}

impl Site {
    /// The entry of a node, as if it had no children.
    fn of(node: &dyn Node) -> Site {
        let Outline { ty, kind, constructor, children, key_count, number, text_length } =
            node.outline();
        // A number that does not fit has nothing that an edit of numbers could use.
        let (kind, content) = match (kind, number) {
            (NodeKind::Number, Some(number)) => (kind, number),
            (NodeKind::Number, None) => (NodeKind::Other, children as i64),
            (NodeKind::Text, _) => (kind, text_length as i64),
            (kind, _) => (kind, children as i64),
        };
        Site {
            content,
            extent: 1 | bits(kind) | if key_count > 0 { HOLDS } else { 0 },
            ty: tag_of(ty),
            constructor: u16::try_from(constructor).unwrap_or(u16::MAX),
        }
    }

    /// The type of the node.
    pub(crate) fn ty(self) -> TypeTag {
        self.ty
    }

    /// The kind of the node. A number that does not fit into 64 bits is of the kind `Other`.
    pub fn kind(self) -> NodeKind {
        KINDS.into_iter().find(|kind| self.is(*kind)).unwrap_or(NodeKind::Other)
    }

    /// Whether the node is of this kind.
    #[inline]
    pub fn is(self, kind: NodeKind) -> bool {
        // Most edits ask this of each node.
        self.extent & KIND_BITS == bits(kind)
    }

    /// Index of the node's constructor.
    pub fn constructor(self) -> u16 {
        self.constructor
    }

    /// The number of children. The bytes of a text are not in the list.
    pub fn arity(self) -> u32 {
        if self.is(NodeKind::Number) || self.is(NodeKind::Text) { 0 } else { self.content as u32 }
    }

    /// How many bytes a text has, about.
    pub fn text_length(self) -> Option<usize> {
        self.is(NodeKind::Text).then_some(self.content as usize)
    }

    /// The number of nodes in the subtree, including this one: index + size is the index of the
    /// next node after the subtree.
    pub fn size(self) -> u32 {
        self.extent & SIZE
    }

    /// The value of a number.
    pub fn number(self) -> Option<i64> {
        self.is(NodeKind::Number).then_some(self.content)
    }

    /// Whether the node has own values that are not child nodes, such as the keys of a map.
    pub fn holds(self) -> bool {
        self.extent & HOLDS != 0
    }

    fn set_size(&mut self, size: u32) {
        self.extent = self.extent & !SIZE | size.min(SIZE);
    }
}

/// All nodes of a value, in preorder; the root is 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sites {
    sites: Vec<Site>,
    rare: Rare,
}

/// How many nodes are of a kind that most values do not have. It is kept up to date, because every
/// test asks whether there are any.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Rare {
    texts: u32,
    twins: u32,
    /// The nodes with own values that are not child nodes.
    holding: u32,
}

impl Rare {
    fn of(sites: &[Site]) -> Rare {
        let mut rare = Rare::default();
        for site in sites {
            rare.texts += u32::from(site.is(NodeKind::Text));
            rare.twins += u32::from(site.is(NodeKind::Twin));
            rare.holding += u32::from(site.holds());
        }
        rare
    }

    /// Exchanges the counts of replaced nodes for those of the new ones.
    fn exchange(&mut self, old: Rare, new: Rare) {
        self.texts = self.texts - old.texts + new.texts;
        self.twins = self.twins - old.twins + new.twins;
        self.holding = self.holding - old.holding + new.holding;
    }
}

/// A change of the list that can be undone: the nodes of a subtree were replaced.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    /// The root of the subtree.
    at: u32,
    /// How many nodes it had, and how many it has now.
    old: u32,
    new: u32,
}

impl Change {
    /// The index of the subtree.
    pub(super) fn at(self) -> usize {
        self.at as usize
    }
}

/// Memory that later edits use again, and the nodes that were replaced.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The ancestors of a node from the root down, the node itself last.
    pub(super) line: Vec<usize>,
    /// The nodes that replace a subtree.
    fresh: Vec<Site>,
    /// The replaced nodes of all changes that may be undone, the last change at the end.
    replaced: Vec<Site>,
}

impl Scratch {
    /// Forgets the nodes that were replaced: no change is undone.
    pub(super) fn keep(&mut self) {
        self.replaced.clear();
    }
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
        self.rare = Rare::of(&self.sites);
    }

    /// Becomes a copy of `other`, in the same memory.
    pub fn copy_from(&mut self, other: &Sites) {
        self.sites.clone_from(&other.sites);
        self.rare = other.rare;
    }

    /// Whether there is a text.
    pub(crate) fn have_text(&self) -> bool {
        self.rare.texts > 0
    }

    /// Whether a node has own values that are not child nodes, such as the keys of a map.
    pub(super) fn have_keys(&self) -> bool {
        self.rare.holding > 0
    }

    /// Whether there is a twin.
    pub(crate) fn have_twin(&self) -> bool {
        self.rare.twins > 0
    }

    /// The number of nodes of the listed value, including the nodes of the keys of maps and of the
    /// elements of sets. A text is one node.
    pub(crate) fn size(&self, root: &dyn Node) -> u64 {
        let mut keys = Vec::new();
        // To reach many nodes, each from the root, takes longer than to walk over the value.
        if self.rare.holding > MOST_HOLDING {
            walk::preorder(root, |node| node.all_keys(&mut keys));
        } else if self.have_keys() {
            let holding = (0..self.sites.len()).filter(|at| self.sites[*at].holds());
            holding.for_each(|at| self.node(root, at).all_keys(&mut keys));
        }
        self.sites.len() as u64 + keys.into_iter().map(walk::size).sum::<u64>()
    }

    /// How much work the listed value is to edit and to run, in nodes: a text counts by its length.
    pub(crate) fn weight(&self) -> u64 {
        if !self.have_text() {
            return self.sites.len() as u64;
        }
        let of_text = |site: &Site| site.text_length().map_or(0, |length| length / BYTES_OF_NODE);
        self.sites.iter().map(|site| 1 + of_text(site) as u64).sum()
    }

    /// The nodes.
    pub fn all(&self) -> &[Site] {
        &self.sites
    }

    /// The indices of the subtree at `scope`, its root included.
    pub fn subtree(&self, scope: usize) -> Range<usize> {
        scope..scope + self.sites[scope].size() as usize
    }

    /// The indices of the nodes of this type in a subtree, including its root.
    pub(crate) fn same(&self, scope: usize, ty: TypeTag) -> impl Iterator<Item = usize> + '_ {
        self.subtree(scope).filter(move |at| self.sites[*at].ty == ty)
    }

    /// Visits the path from the root to a node: at each step, the index and the child number.
    fn descend(&self, index: usize, visit: impl FnMut(usize, u32)) {
        descend(|at| self.sites[at].size(), index, visit);
    }

    /// The ancestors of a node from the root down, the node itself last.
    pub(super) fn line(&self, index: usize, line: &mut Vec<usize>) {
        line.clear();
        line.push(0);
        self.descend(index, |at, _| line.push(at));
    }

    /// The child indices from the root to a node.
    pub(crate) fn path(&self, index: usize) -> Path {
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

    /// The bytes of the text at `index` of the listed value.
    pub(super) fn text(&self, root: &dyn Node, index: usize) -> Vec<u8> {
        let mut text = Vec::new();
        self.node(root, index).text(&mut text);
        text
    }

    /// [`Sites::node`], mutable.
    pub fn node_mut<'v>(&self, root: &'v mut dyn Node, index: usize) -> &'v mut dyn Node {
        root.descend(&self.path(index))
    }

    /// Records that `node` replaced the subtree at `index`.
    pub(super) fn replaced(
        &mut self,
        index: usize,
        node: &dyn Node,
        scratch: &mut Scratch,
    ) -> Change {
        let site = Site::of(node);
        scratch.fresh.clear();
        if site.arity() == 0 {
            scratch.fresh.push(site);
        } else {
            append(&mut scratch.fresh, node);
        }
        self.take(index, scratch)
    }

    /// Records that the subtree at `from`, or a copy of it, replaced the subtree at `index`.
    pub(super) fn copied(&mut self, from: usize, index: usize, scratch: &mut Scratch) -> Change {
        scratch.fresh.clear();
        scratch.fresh.extend_from_slice(&self.sites[self.subtree(from)]);
        self.take(index, scratch)
    }

    /// Records that two disjoint subtrees were exchanged, of which `one` comes first.
    pub(super) fn exchanged(
        &mut self,
        one: usize,
        other: usize,
        scratch: &mut Scratch,
    ) -> [Change; 2] {
        let first: SmallVec<[Site; 32]> = SmallVec::from_slice(&self.sites[self.subtree(one)]);
        let second: SmallVec<[Site; 32]> = SmallVec::from_slice(&self.sites[self.subtree(other)]);
        // First the later one, so that the indices before it do not change.
        [(other, first), (one, second)].map(|(at, sites)| {
            scratch.fresh.clear();
            scratch.fresh.extend_from_slice(&sites);
            self.take(at, scratch)
        })
    }

    /// Replaces the subtree at `index` by the fresh nodes.
    fn take(&mut self, index: usize, scratch: &mut Scratch) -> Change {
        let Scratch { line, fresh, replaced } = scratch;
        let old = self.subtree(index);
        let change = Change { at: index as u32, old: old.len() as u32, new: fresh.len() as u32 };
        replaced.extend_from_slice(&self.sites[old]);
        self.put(index, change.old, fresh, line);
        change
    }

    /// Undoes a change, which must be the last one that was not undone.
    pub(super) fn put_back(&mut self, change: Change, scratch: &mut Scratch) {
        let Scratch { line, replaced, .. } = scratch;
        let first = replaced.len() - change.old as usize;
        self.put(change.at as usize, change.new, &replaced[first..], line);
        replaced.truncate(first);
    }

    /// Replaces the `old` nodes of the subtree at `index`.
    fn put(&mut self, index: usize, old: u32, new: &[Site], line: &mut Vec<usize>) {
        let range = index..index + old as usize;
        self.rare.exchange(Rare::of(&self.sites[range.clone()]), Rare::of(new));
        if new.len() == range.len() {
            self.sites[range].copy_from_slice(new);
            return;
        }
        self.line(index, line);
        for ancestor in &line[..line.len() - 1] {
            let site = &mut self.sites[*ancestor];
            site.set_size(site.size() + new.len() as u32 - old);
        }
        self.sites.splice(range, new.iter().copied());
    }

    /// Records the new value of a number.
    pub(super) fn renumbered(&mut self, index: usize, number: i64) {
        self.sites[index].content = number;
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
        let site = Site::of(node);
        sites.push(site);
        if site.arity() > 0 {
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
        for _ in 0..sites[at].arity() {
            end += sites[end].size() as usize;
        }
        sites[at].set_size((end - at) as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn the_nodes_of_keys_count_for_the_size_in_few_maps_and_in_many() {
        for maps in [0, 1, 3, 20] {
            let map = |at: u8| BTreeMap::from([((at, true), vec![7_u8; 9]), ((at, false), vec![])]);
            let value: Vec<BTreeMap<(u8, bool), Vec<u8>>> = (0..maps).map(map).collect();
            // In each map two keys of 3 nodes and two texts.
            assert_eq!(Sites::of(&value).size(&value), 1 + 9 * u64::from(maps));
        }
    }
}
