//! Where edits take subterms of other tests from. A test of the corpus is a donor far more often than it is
//! edited: what is known of its nodes is kept with it, as little as it takes to find one of a given type
//! without a walk over the value.

use super::corpus::Corpus;
use crate::value::edit::{Sites, descend};
use crate::value::generate::Generator;
use crate::value::node::Node;
use crate::value::types::OwnHash;
use crate::value::walk;
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// How many tests are looked at for a subterm of a type.
const TRIES: usize = 4;

/// A test that may have a subterm of a type.
pub(super) trait Donor {
    /// How many nodes of this type it has.
    fn count(&self, ty: TypeId) -> u32;

    /// A copy of that of them at `index`, in preorder.
    fn copy(&self, ty: TypeId, index: u32) -> Option<Box<dyn Node>>;
}

/// A subterm of this type of any test of a corpus; a few are looked at.
pub(super) fn donate<'c, V, D: Donor>(
    corpus: &'c Corpus<V>,
    generator: &mut Generator,
    ty: TypeId,
    look: impl Fn(&'c V) -> Option<D>,
) -> Option<Box<dyn Node>> {
    for _ in 0..TRIES {
        let Some(donor) = corpus.any(generator).and_then(&look) else { continue };
        let count = donor.count(ty);
        if count > 0 {
            return donor.copy(ty, generator.below(count));
        }
    }
    None
}

/// A value of which nothing is known but what a walk over it shows.
impl Donor for &dyn Node {
    fn count(&self, ty: TypeId) -> u32 {
        let mut count = 0;
        walk::preorder(*self, |node| count += u32::from((node as &dyn Any).type_id() == ty));
        count
    }

    fn copy(&self, ty: TypeId, index: u32) -> Option<Box<dyn Node>> {
        let (mut left, mut found) = (index, None);
        walk::preorder(*self, |node| {
            if (node as &dyn Any).type_id() == ty {
                match left.checked_sub(1) {
                    Some(less) => left = less,
                    None => found = found.or(Some(node)),
                }
            }
        });
        found.and_then(|node| node.copy_node())
    }
}

/// A number for each type that was met.
#[derive(Debug, Default)]
pub(super) struct Tags {
    tags: HashMap<TypeId, u32, BuildHasherDefault<OwnHash>>,
}

/// The types of a value's nodes in preorder, by their tags, and how large the subtree of each is.
#[derive(Debug, Default)]
pub(super) struct Shape {
    nodes: Box<[(u32, u32)]>,
}

/// A value whose nodes are known.
pub(super) struct Shaped<'c> {
    pub(super) value: &'c dyn Node,
    pub(super) shape: &'c Shape,
    pub(super) tags: &'c Tags,
}

impl Tags {
    /// The shape of a value with these nodes.
    pub(super) fn shape(&mut self, sites: &Sites) -> Shape {
        let nodes = sites.all().iter().map(|site| (self.enter(site.ty), site.size));
        Shape { nodes: nodes.collect() }
    }

    fn enter(&mut self, ty: TypeId) -> u32 {
        let next = self.tags.len() as u32;
        *self.tags.entry(ty).or_insert(next)
    }
}

impl Shaped<'_> {
    /// The indices of the nodes of this type.
    fn of_type(&self, ty: TypeId) -> impl Iterator<Item = usize> {
        let tag = self.tags.tags.get(&ty).copied();
        let nodes = self.shape.nodes.iter().enumerate();
        nodes.filter(move |(_, node)| Some(node.0) == tag).map(|(at, _)| at)
    }
}

impl Donor for Shaped<'_> {
    fn count(&self, ty: TypeId) -> u32 {
        self.of_type(ty).count() as u32
    }

    fn copy(&self, ty: TypeId, index: u32) -> Option<Box<dyn Node>> {
        let wanted = self.of_type(ty).nth(index as usize)?;
        let mut node = self.value;
        descend(|at| self.shape.nodes[at].1, wanted, |_, child| node = node.child(child as usize));
        node.copy_node()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutate;
    use crate::value::text;

    #[test]
    fn a_shape_donates_what_a_walk_does() {
        type Value = (u8, Vec<(Option<u8>, bool)>, HashMap<u8, Vec<u8>>);
        let value: Value = text::parse(
            "(1, [(Some(2), true), (None, false), (Some(3), true)], {9: [4, 5], 8: [6]})",
        )
        .unwrap_or_else(|error| panic!("{error}"))
        .value;
        let mut tags = Tags::default();
        // Of another value, so that tags are not in the order of this one.
        tags.shape(&Sites::of(&(false, vec![1_u8])));
        let shape = tags.shape(&Sites::of(&value));
        let shaped = Shaped { value: &value, shape: &shape, tags: &tags };
        let walked: &dyn Node = &value;
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
            assert_eq!((shaped.count(ty), walked.count(ty)), (count, count));
            for index in 0..count {
                let [one, other] = [shaped.copy(ty, index), walked.copy(ty, index)]
                    .map(|copy| copy.map(|node| text::print(&*node)));
                assert!(one.is_some() && one == other, "{index}: {one:?} and {other:?}");
            }
            assert!(shaped.copy(ty, count).is_none() && walked.copy(ty, count).is_none());
        }
        // All but the two keys.
        assert_eq!(shape.nodes.len() as u64 + 2, walk::size(Mutate::node(&value)));
    }
}
