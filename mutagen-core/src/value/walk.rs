//! Walks over the nodes of a value, without recursion, so that a value may be as deep as memory
//! allows: how many nodes there are, and a hash of the whole structure.

use crate::value::node::Node;
use crate::value::seed::scramble;

/// Visits every node, parents before children, children in order.
pub fn preorder<'v>(root: &'v dyn Node, mut visit: impl FnMut(&'v dyn Node)) {
    visit(root);
    if root.children() == 0 {
        return;
    }
    let mut open = Vec::new();
    root.all_children(&mut open);
    open.reverse();
    while let Some(node) = open.pop() {
        visit(node);
        let first = open.len();
        node.all_children(&mut open);
        open[first..].reverse();
    }
}

/// The number of nodes, those of the keys of maps and of the elements of sets included.
pub fn size(root: &dyn Node) -> u64 {
    let mut all = 0;
    let mut own = Vec::new();
    preorder(root, |node| {
        node.all_keys(&mut own);
        all += 1 + own.drain(..).map(size).sum::<u64>();
    });
    all
}

/// The number of levels, counted no further than one beyond `limit`.
pub fn depth(root: &dyn Node, limit: usize) -> usize {
    let mut deepest = 0;
    let mut open = vec![(root, 0)];
    while let Some((node, next)) = open.last_mut() {
        let at = *next;
        *next += 1;
        if at < node.children() {
            let child = node.child(at);
            open.push((child, 0));
            continue;
        }
        deepest = deepest.max(open.len());
        if deepest > limit {
            break;
        }
        open.pop();
    }
    deepest
}

/// A hash of the structure: constructors, numbers by their bits, texts, lengths. Equal values have
/// equal hashes in every process and release; what an opaque part holds is not seen.
pub fn structural_hash(root: &dyn Node) -> u64 {
    let mut hash = 0;
    // Own parts are not children: the fingerprint of the node that holds them has their hashes.
    preorder(root, |node| {
        hash = scramble(hash ^ node.fingerprint());
        hash = scramble(hash ^ node.children() as u64);
    });
    hash
}
