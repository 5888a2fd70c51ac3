//! Edits of all numbers in a scope: equal numbers become one new number, or all numbers move by one
//! distance. One pass over the subtree changes them all, and one pass undoes it.

use super::{Done, Editor, Site, Sites, set};
use crate::value::node::Node;

impl Editor {
    /// In the subtree at `scope`, sets all numbers that are equal to the one at `at`, and of its
    /// type, to one new value.
    pub fn rename_number(
        &mut self,
        root: &mut dyn Node,
        scope: usize,
        at: usize,
        new: i128,
    ) -> bool {
        let named = self.sites.all()[at];
        if named.number().is_none() {
            return false;
        }
        let is_equal = |site: Site| site.ty() == named.ty() && site.number() == named.number();
        self.renumber(root, scope, |site| is_equal(site).then_some(new))
    }

    /// Adds `by` to all numbers in the subtree at `scope`.
    pub fn translate(&mut self, root: &mut dyn Node, scope: usize, by: i128) -> bool {
        self.renumber(root, scope, |site| Some(i128::from(site.number()?).saturating_add(by)))
    }

    /// Sets the numbers in the subtree at `scope` for which `new` gives one.
    pub(super) fn renumber(
        &mut self,
        root: &mut dyn Node,
        scope: usize,
        new: impl Fn(Site) -> Option<i128>,
    ) -> bool {
        let (before, first) = (self.done.len(), self.numbers.len());
        let path = self.sites.path(scope);
        let (sites, numbers) = (&mut self.sites, &mut self.numbers);
        each_number(root.descend(&path), sites, scope, &mut |node, sites, at| {
            let site = sites.all()[at];
            let (Some(old), Some(new)) = (site.number(), new(site)) else { return };
            if let Some(new) = set(node, old, new) {
                sites.renumbered(at, new);
                numbers.push((at as u32, old));
            }
        });
        let count = self.numbers.len() - first;
        if count > 0 {
            self.done.push(Done::Scope { path, at: scope, count });
        }
        let meant = |site: Site| new(site).is_some();
        let changed = self.change_keys(root, scope, meant, |node, site| {
            new(site).is_some_and(|new| node.set_number(new))
        });
        self.join(before);
        count > 0 || changed
    }

    /// Gives the last `count` numbers that a scope changed their old values again.
    pub(super) fn undo_scope(&mut self, node: &mut dyn Node, scope: usize, count: usize) {
        let first = self.numbers.len() - count;
        let mut old = self.numbers[first..].iter().copied().peekable();
        each_number(node, &mut self.sites, scope, &mut |node, sites, at| {
            if let Some((_, old)) = old.next_if(|(index, _)| *index as usize == at) {
                node.set_number(i128::from(old));
                sites.renumbered(at, old);
            }
        });
        self.numbers.truncate(first);
    }

    /// Calls `change` for the nodes of the keys of maps and of the elements of sets in the subtree
    /// at `scope`, where `meant` holds for them. These nodes are not in [`Editor::sites`], because
    /// a map lends its keys only for reading. `change` returns whether it changed the node.
    pub(super) fn change_keys(
        &mut self,
        root: &mut dyn Node,
        scope: usize,
        meant: impl Fn(Site) -> bool,
        mut change: impl FnMut(&mut dyn Node, Site) -> bool,
    ) -> bool {
        let mut changed = false;
        if !self.sites.have_keys() {
            return changed;
        }
        let mut keys = Sites::default();
        // From the last to the first: a change can alter the number of values below a map.
        for index in self.sites.subtree(scope).rev() {
            if !self.sites.all()[index].holds() {
                continue;
            }
            let path = self.sites.path(index);
            let map = root.descend(&path);
            // To be undone, a map is copied with all its content.
            let mut parts = Vec::new();
            map.all_keys(&mut parts);
            let is_meant = parts.into_iter().any(|key| {
                keys.turn_to(key);
                keys.all().iter().any(|site| meant(*site))
            });
            let Some(old) = is_meant.then(|| map.copy_node()).flatten() else { continue };
            let mut any = false;
            map.edit_keys(&mut |key| {
                let sites = Sites::of(key);
                for (at, site) in sites.all().iter().enumerate() {
                    any |= meant(*site) && change(sites.node_mut(key, at), *site);
                }
            });
            let change = self.sites.replaced(index, map, &mut self.scratch);
            self.done.push(Done::Replaced { path, old, change });
            changed |= any;
        }
        changed
    }
}

/// Calls `change` for each number in the subtree of a node, in order. `at` is the index of the
/// node. Recurses, so the stack bounds the depth of a value.
fn each_number(
    node: &mut dyn Node,
    sites: &mut Sites,
    at: usize,
    change: &mut dyn FnMut(&mut dyn Node, &mut Sites, usize),
) {
    let site = sites.all()[at];
    if site.number().is_some() {
        return change(node, sites, at);
    }
    let mut below = at + 1;
    for child in 0..site.arity() {
        let site = sites.all()[below];
        if site.size() > 1 || site.number().is_some() {
            each_number(node.child_mut(child as usize), sites, below, change);
        }
        below += site.size() as usize;
    }
}
