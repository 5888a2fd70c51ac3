//! An index of a test's nodes by type. It finds a node without a walk over the value, because a
//! test of the corpus gives subtrees to edits of other tests far more often than it is edited.

use crate::value::edit::{Sites, descend};
use crate::value::node::Node;
use crate::value::types::OwnHash;
use std::any::TypeId;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// A number for each type seen so far.
#[derive(Debug, Default)]
pub(super) struct Tags {
    tags: HashMap<TypeId, u32, BuildHasherDefault<OwnHash>>,
}

/// The type tag and the subtree size of each node of a value, in preorder.
#[derive(Debug, Default)]
pub(super) struct NodesByType {
    nodes: Box<[(u32, u32)]>,
}

impl Tags {
    /// The index of a value with these nodes.
    pub(super) fn index(&mut self, sites: &Sites) -> NodesByType {
        let nodes = sites.all().iter().map(|site| (self.enter(site.ty), site.size));
        NodesByType { nodes: nodes.collect() }
    }

    fn enter(&mut self, ty: TypeId) -> u32 {
        let next = self.tags.len() as u32;
        *self.tags.entry(ty).or_insert(next)
    }

    /// The tag of a type, if an indexed value has a node of it.
    pub(super) fn of(&self, ty: TypeId) -> Option<u32> {
        self.tags.get(&ty).copied()
    }
}

impl NodesByType {
    /// The indices of the nodes with this tag.
    fn with_tag(&self, tag: u32) -> impl Iterator<Item = usize> {
        self.nodes.iter().enumerate().filter(move |(_, node)| node.0 == tag).map(|(at, _)| at)
    }

    /// How many nodes with this tag the value has.
    pub(super) fn count(&self, tag: u32) -> u32 {
        self.with_tag(tag).count() as u32
    }

    /// A copy of the node of `value` at `index` among the nodes with this tag, in preorder.
    pub(super) fn copy(&self, value: &dyn Node, tag: u32, index: u32) -> Option<Box<dyn Node>> {
        let wanted = self.with_tag(tag).nth(index as usize)?;
        let mut node = value;
        descend(|at| self.nodes[at].1, wanted, |_, child| node = node.child(child as usize));
        node.copy_node()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutate;
    use crate::value::{text, walk};
    use std::any::Any;

    /// The nodes of this type in preorder, as a walk over the value finds them.
    fn walked(value: &dyn Node, ty: TypeId) -> Vec<String> {
        let mut found = Vec::new();
        walk::preorder(value, |node| {
            if (node as &dyn Any).type_id() == ty {
                found.push(text::print(node));
            }
        });
        found
    }

    #[test]
    fn an_index_donates_what_a_walk_does() {
        type Value = (u8, Vec<(Option<u8>, bool)>, HashMap<u8, Vec<u8>>);
        let value: Value = text::parse(
            "(1, [(Some(2), true), (None, false), (Some(3), true)], {9: [4, 5], 8: [6]})",
        )
        .unwrap_or_else(|error| panic!("{error}"))
        .value;
        let mut tags = Tags::default();
        // Indexes another value first, so that the tags are not in the order of the tested value.
        tags.index(&Sites::of(&(false, vec![1_u8])));
        let by_type = tags.index(&Sites::of(&value));
        let types = [
            (TypeId::of::<u8>(), 6),
            (TypeId::of::<bool>(), 3),
            (TypeId::of::<Option<u8>>(), 3),
            (TypeId::of::<(Option<u8>, bool)>(), 3),
            (TypeId::of::<Vec<u8>>(), 2),
            (TypeId::of::<Value>(), 1),
            (TypeId::of::<char>(), 0),
        ];
        for (ty, count) in types {
            let walked = walked(&value, ty);
            let Some(tag) = tags.of(ty) else {
                assert_eq!((count, walked.len()), (0, 0), "a type that no value had");
                continue;
            };
            assert_eq!((by_type.count(tag), walked.len()), (count, count as usize));
            for (index, walked) in (0..).zip(walked) {
                let copy = by_type.copy(&value, tag, index).map(|node| text::print(&*node));
                assert_eq!(copy, Some(walked), "{index}");
            }
            assert!(by_type.copy(&value, tag, count).is_none());
        }
        // All but the two keys.
        assert_eq!(by_type.nodes.len() as u64 + 2, walk::size(Mutate::node(&value)));
    }
}
