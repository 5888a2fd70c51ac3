//! An index of a test's nodes by type. It finds a node without a walk over the value, because a
//! test of the corpus gives subtrees to edits of other tests far more often than it is edited.

use crate::value::edit::{Sites, TypeTag, descend};
use crate::value::node::Node;

/// The type and the subtree size of each node of a value, in preorder.
#[derive(Debug, Default)]
pub(super) struct NodesByType {
    nodes: Box<[(TypeTag, u32)]>,
}

impl NodesByType {
    /// The index of a value with these nodes.
    pub(super) fn of(sites: &Sites) -> NodesByType {
        NodesByType { nodes: sites.all().iter().map(|site| (site.ty(), site.size())).collect() }
    }

    /// How many nodes the value has.
    pub(super) fn len(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// The indices of the nodes of this type.
    fn with(&self, ty: TypeTag) -> impl Iterator<Item = usize> {
        self.nodes.iter().enumerate().filter(move |(_, node)| node.0 == ty).map(|(at, _)| at)
    }

    /// How many nodes of this type the value has.
    pub(super) fn count(&self, ty: TypeTag) -> u32 {
        self.with(ty).count() as u32
    }

    /// The index in preorder of the node at `index` among the nodes of this type.
    pub(super) fn place(&self, ty: TypeTag, index: u32) -> Option<usize> {
        self.with(ty).nth(index as usize)
    }

    /// A copy of the node of `value` at this index in preorder.
    pub(super) fn copy(&self, value: &dyn Node, place: usize) -> Option<Box<dyn Node>> {
        let mut node = value;
        descend(|at| self.nodes[at].1, place, |_, child| node = node.child(child as usize));
        node.copy_node()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutate;
    use crate::value::edit::tag_of;
    use crate::value::{text, walk};
    use std::any::{Any, TypeId};
    use std::collections::HashMap;

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
        type Value = (u16, Vec<(Option<u16>, bool)>, HashMap<u16, Vec<u16>>);
        let value: Value = text::parse(
            "(1, [(Some(2), true), (None, false), (Some(3), true)], {9: [4, 5], 8: [6]})",
        )
        .unwrap_or_else(|error| panic!("{error}"))
        .value;
        let by_type = NodesByType::of(&Sites::of(&value));
        let types = [
            (TypeId::of::<u16>(), 6),
            (TypeId::of::<bool>(), 3),
            (TypeId::of::<Option<u16>>(), 3),
            (TypeId::of::<(Option<u16>, bool)>(), 3),
            (TypeId::of::<Vec<u16>>(), 2),
            (TypeId::of::<Value>(), 1),
            (TypeId::of::<char>(), 0),
        ];
        for (ty, count) in types {
            let walked = walked(&value, ty);
            let tag = tag_of(ty);
            assert_eq!((by_type.count(tag), walked.len()), (count, count as usize));
            for (index, walked) in (0..).zip(walked) {
                let place = by_type.place(tag, index).unwrap();
                let copy = by_type.copy(&value, place).map(|node| text::print(&*node));
                assert_eq!(copy, Some(walked), "{index}");
            }
            assert!(by_type.place(tag, count).is_none());
        }
        // All but the two keys.
        assert_eq!(by_type.nodes.len() as u64 + 2, walk::size(Mutate::node(&value)));
    }
}
