//! indextree 4.9.2: the links of a tree agree with each other after each operation.

use indextree::{Arena, NodeId};
use mutagen_core::{Mutate, property};

/// An operation on nodes by their number.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Change {
    /// `new_node`
    New,
    /// `checked_append`
    Append(u8, u8),
    /// `checked_prepend`
    Prepend(u8, u8),
    /// `checked_insert_after`
    After(u8, u8),
    /// `checked_insert_before`
    Before(u8, u8),
    /// `detach`
    Detach(u8),
    /// `remove`
    Remove(u8),
    /// `remove_subtree`
    RemoveSubtree(u8),
    /// `remove_children`
    RemoveChildren(u8),
    /// `detach_children`
    DetachChildren(u8),
    /// `checked_reparent`
    Reparent(u8, u8),
}

/// A tree stays a tree, and its walks agree.
#[property]
#[ignore = "not run yet"]
pub fn links_agree(changes: &[Change]) {
    let mut arena = Arena::new();
    let mut nodes: Vec<NodeId> = (0..4).map(|value| arena.new_node(value)).collect();
    for change in changes {
        let at = |index: u8| nodes[usize::from(index) % nodes.len()];
        match *change {
            Change::New => {
                let id = arena.new_node(0);
                nodes.push(id);
            }
            Change::Append(a, b) => drop(at(a).checked_append(at(b), &mut arena)),
            Change::Prepend(a, b) => drop(at(a).checked_prepend(at(b), &mut arena)),
            Change::After(a, b) => drop(at(a).checked_insert_after(at(b), &mut arena)),
            Change::Before(a, b) => drop(at(a).checked_insert_before(at(b), &mut arena)),
            Change::Detach(a) => drop(at(a).checked_detach(&mut arena)),
            Change::Remove(a) => drop(at(a).checked_remove(&mut arena)),
            Change::RemoveSubtree(a) => drop(at(a).checked_remove_subtree(&mut arena)),
            Change::RemoveChildren(a) => drop(at(a).checked_remove_children(&mut arena)),
            Change::DetachChildren(a) => drop(at(a).checked_detach_children(&mut arena)),
            Change::Reparent(a, b) => drop(at(a).checked_reparent(at(b), &mut arena)),
        }
        nodes.retain(|node| !node.is_removed(&arena));
        if nodes.is_empty() {
            nodes.push(arena.new_node(0));
        }
        assert!(arena.validate(), "{change:?}");
        assert_eq!(arena.live_count(), nodes.len(), "{change:?}");
        for node in &nodes {
            let children: Vec<NodeId> = node.children(&arena).collect();
            let mut back: Vec<NodeId> = node.children(&arena).rev().collect();
            back.reverse();
            assert_eq!(children, back, "{change:?}");
            assert_eq!(children.first().copied(), node.first_child(&arena), "{change:?}");
            assert_eq!(children.last().copied(), node.last_child(&arena), "{change:?}");
            assert_eq!(children.len(), node.child_count(&arena), "{change:?}");
            for (index, child) in children.iter().enumerate() {
                assert_eq!(child.parent(&arena), Some(*node), "{change:?}");
                let before = index.checked_sub(1).map(|index| children[index]);
                assert_eq!(child.previous_sibling(&arena), before, "{change:?}");
                assert_eq!(
                    child.next_sibling(&arena),
                    children.get(index + 1).copied(),
                    "{change:?}"
                );
            }
            let below: Vec<NodeId> = node.descendants(&arena).collect();
            let ancestors = |other: &NodeId| other.ancestors(&arena).any(|above| above == *node);
            assert_eq!(below.len(), nodes.iter().filter(|other| ancestors(other)).count());
            assert_eq!(node.breadth_first(&arena).count(), below.len(), "{change:?}");
        }
    }
}
