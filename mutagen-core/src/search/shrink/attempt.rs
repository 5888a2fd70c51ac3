//! One candidate: the value is changed in place, and the change is undone unless the candidate
//! comes before the value in the order and fails in the same way.

use super::{Elsewhere, Shrinker};
use crate::value::edit::{Editor, Site, Sites};
use crate::value::node::{Node, NodeKind};
use crate::value::text::Form;
use crate::value::walk::structural_hash;
use std::ops::Range;

impl Shrinker<'_> {
    /// Tries the value that `change` makes. `change` returns whether it changed anything. Returns
    /// whether the candidate is the new value.
    pub(super) fn attempt(
        &mut self,
        change: impl FnOnce(&mut Editor, &mut dyn Node) -> bool,
    ) -> bool {
        if self.has_ended || !self.oracle.goes_on() {
            self.has_ended = true;
            return false;
        }
        match self.oracle.elsewhere() {
            Elsewhere::Here => {}
            Elsewhere::Refused => return false,
            Elsewhere::Taken(value) => {
                self.take(value);
                return true;
            }
        }
        let is_changed = change(&mut self.editor, &mut *self.value);
        let is_smaller = is_changed && self.is_smaller() && self.fails();
        if is_smaller {
            self.accept();
        } else {
            self.editor.undo(&mut *self.value);
        }
        is_smaller
    }

    /// Makes a value that was made elsewhere the value.
    fn take(&mut self, value: Box<dyn Node>) {
        // To drop the old one may end the process.
        std::mem::forget(std::mem::replace(&mut self.value, value));
        self.editor.begin(&*self.value);
        self.rank.turn_to(&*self.value);
        self.steps += 1;
        self.oracle.improve(&*self.value);
    }

    /// Whether the changed value comes before the value. Leaves its rank in the spare one.
    fn is_smaller(&mut self) -> bool {
        self.spare.turn_to(&*self.value);
        self.spare < self.rank
    }

    /// Runs the changed value, unless it was refused before.
    fn fails(&mut self) -> bool {
        let hash = structural_hash(&*self.value);
        if self.refused.contains(&hash) {
            return false;
        }
        self.runs += 1;
        let fails = self.oracle.fails(&*self.value);
        if !fails {
            self.refused.insert(hash);
        }
        fails
    }

    /// Makes the changed value, whose rank is the spare one, the value.
    fn accept(&mut self) {
        self.editor.keep();
        std::mem::swap(&mut self.rank, &mut self.spare);
        self.steps += 1;
        self.oracle.improve(&*self.value);
    }

    /// The nodes of the value.
    pub(super) fn sites(&self) -> &[Site] {
        self.editor.sites().all()
    }

    /// The number of nodes of the value.
    pub(super) fn count(&self) -> usize {
        self.sites().len()
    }

    /// The node at this place of the list.
    pub(super) fn node(&self, at: usize) -> &dyn Node {
        self.editor.sites().node(&*self.value, at)
    }

    /// The node at this place, if there still is one.
    pub(super) fn part(&self, Place { at, key }: Place) -> Option<&dyn Node> {
        let node = (at < self.count()).then(|| self.node(at))?;
        let Some((which, within)) = key else { return Some(node) };
        let key = (which < node.key_count()).then(|| node.key_at(which))?;
        let nodes = Sites::of(key);
        (within < nodes.all().len()).then(|| nodes.node(key, within))
    }

    /// All places and their nodes, those of keys after the node that holds them.
    pub(super) fn all_places(&self) -> Vec<(Place, &dyn Node)> {
        let mut places = Vec::new();
        for (at, node) in nodes(&*self.value).into_iter().enumerate() {
            places.push((Place::from(at), node));
            let mut keys = Vec::new();
            node.all_keys(&mut keys);
            for (which, key) in keys.into_iter().enumerate() {
                let of_key = nodes(key).into_iter().enumerate();
                let place = |within| Place { at, key: Some((which, within)) };
                places.extend(of_key.map(|(within, node)| (place(within), node)));
            }
        }
        places
    }

    /// The places of a node and of all nodes below it.
    pub(super) fn subtree(&self, at: usize) -> Range<usize> {
        self.editor.sites().subtree(at)
    }

    /// The places of the children of a node.
    pub(super) fn children(&self, at: usize) -> Vec<usize> {
        let mut child = at + 1;
        let mut children = Vec::new();
        for _ in 0..self.sites()[at].arity() {
            children.push(child);
            child += self.sites()[child].size() as usize;
        }
        children
    }

    /// The children of a node if they are the elements of a collection, or how many keys it has.
    pub(super) fn elements(&self, at: usize) -> Option<usize> {
        let site = self.sites()[at];
        if !site.is(NodeKind::Other) || site.arity() == 0 && !site.holds() {
            return None;
        }
        let node = self.node(at);
        matches!(node.form(), Form::Sequence | Form::Set | Form::Map)
            .then(|| node.children().max(node.key_count()))
    }

    /// Tries the value in which `change` has changed a copy of the node at this place, or of all
    /// nodes that belong to it.
    pub(super) fn attempt_at(
        &mut self,
        place: impl Into<Place>,
        extent: Extent,
        change: &dyn Fn(&mut dyn Node) -> bool,
    ) -> bool {
        if self.has_ended {
            return false;
        }
        let place = place.into();
        let places = match (place.key, extent) {
            (None, Extent::Twins | Extent::Alike) => {
                self.places(place.at, extent).into_iter().map(Place::from).collect()
            }
            (Some(_), Extent::Twins | Extent::Alike) => vec![],
            (_, Extent::Alone) => vec![place],
        };
        // Elsewhere, even a candidate that is none takes a process.
        if places.is_empty() && self.oracle.is_elsewhere() {
            return false;
        }
        // From the last to the first, because a change moves what follows.
        self.attempt(|editor, root| {
            !places.is_empty()
                && places.iter().rev().all(|place| edit(editor, root, *place, change))
        })
    }

    /// Whether a change with this extent can change the node: alone, or because others change with
    /// it.
    pub(super) fn belongs(&self, place: Place, extent: Extent) -> bool {
        extent == Extent::Alone || place.key.is_none() && !self.places(place.at, extent).is_empty()
    }

    /// The nodes that are changed together with this one, in order. None if there is no other.
    fn places(&self, at: usize, extent: Extent) -> Vec<usize> {
        let places = match extent {
            Extent::Alone => vec![at],
            Extent::Twins => self.partner(at).map_or(vec![], |partner| vec![at, partner]),
            Extent::Alike => self.alike(at),
        };
        if places.len() > 1 { places } else { vec![] }
    }

    /// The node that has this one as a child.
    pub(super) fn parent(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|parent| self.subtree(*parent).contains(&at))
    }

    /// The place in the right side of the innermost twin that corresponds to one in the left side.
    pub(super) fn partner(&self, at: usize) -> Option<usize> {
        let sites = self.sites();
        let is_around =
            |twin: &usize| sites[*twin].is(NodeKind::Twin) && self.subtree(*twin + 1).contains(&at);
        let twin = (0..at).rev().find(is_around)?;
        let right = self.subtree(twin + 1).end;
        // Both sides have the same shape on the way to the place.
        let (mut left, mut right) = (twin + 1, right);
        while left != at {
            if sites[left].arity() != sites[right].arity() {
                return None;
            }
            let step =
                self.children(left).iter().position(|child| self.subtree(*child).contains(&at))?;
            (left, right) = (self.children(left)[step], self.children(right)[step]);
        }
        (sites[left].ty() == sites[right].ty()).then_some(right)
    }

    /// This place and the later ones with an equal node. None if the node is in one of them, or an
    /// earlier node is equal.
    fn alike(&self, at: usize) -> Vec<usize> {
        let site = self.sites()[at];
        // To hash nodes takes longer than to look at the list.
        if self.sites().iter().filter(|other| **other == site).nth(1).is_none() {
            return vec![];
        }
        let nodes = nodes(&*self.value);
        let hash = structural_hash(nodes[at]);
        let mut all = Vec::new();
        let mut next = 0;
        while next < self.count() {
            let other = self.sites()[next];
            let is_like = other == site && structural_hash(nodes[next]) == hash;
            if is_like {
                all.push(next);
            }
            next += if is_like { other.size() as usize } else { 1 };
        }
        if all.first() == Some(&at) { all } else { vec![] }
    }
}

/// What is changed together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// One node.
    Alone,
    /// A node in the left side of a twin, and the one at the same place in the right side.
    Twins,
    /// A node and all that are equal to it.
    Alike,
}

/// The nodes of a value as in the list of nodes: a text is one node.
fn nodes(root: &dyn Node) -> Vec<&dyn Node> {
    let (mut all, mut open) = (Vec::new(), vec![root]);
    while let Some(node) = open.pop() {
        all.push(node);
        let first = open.len();
        if node.kind() != NodeKind::Text {
            node.all_children(&mut open);
        }
        open[first..].reverse();
    }
    all
}

/// The place of a node: in the list of nodes, or in a key that a node of the list holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// The node of the list.
    pub(super) at: usize,
    /// Which of its keys, and which of the nodes of the key.
    key: Option<(usize, usize)>,
}

impl From<usize> for Place {
    fn from(at: usize) -> Place {
        Place { at, key: None }
    }
}

/// Replaces the node at this place by a copy that `change` has changed.
pub(super) fn edit(
    editor: &mut Editor,
    root: &mut dyn Node,
    place: impl Into<Place>,
    change: impl FnOnce(&mut dyn Node) -> bool,
) -> bool {
    let Place { at, key } = place.into();
    // Keys that become equal take their entries with them.
    if at >= editor.sites().all().len() {
        return false;
    }
    let Some(mut copy) = editor.sites().node(root, at).copy_node() else { return false };
    let is_changed = match key {
        None => change(&mut *copy),
        Some((which, within)) => {
            let (mut number, mut change, mut is_changed) = (0, Some(change), false);
            copy.edit_keys(&mut |key| {
                let nodes = Sites::of(key);
                if number == which
                    && within < nodes.all().len()
                    && let Some(change) = change.take()
                {
                    is_changed = change(nodes.node_mut(key, within));
                }
                number += 1;
            });
            is_changed
        }
    };
    is_changed && editor.place(root, at, copy)
}
