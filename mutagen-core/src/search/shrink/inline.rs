//! The pass that moves an element of a sequence to another place, into a constructor there that
//! holds a value of its type. So what a variable stands for takes the place of the variable, which
//! needs two changes at once.

use super::Shrinker;
use super::attempt::edit;
use crate::value::context::Context;
use crate::value::edit::Sites;
use crate::value::node::Node;

/// A value with more nodes is left alone: there are too many pairs of places.
const MOST_NODES: usize = 48;

/// How many mutants of a node are looked at.
const MUTANTS: u64 = 32;

impl Shrinker<'_> {
    /// Moves elements of sequences into other nodes, until that makes nothing smaller.
    pub(super) fn move_elements_into_nodes(&mut self) -> bool {
        if self.count() > MOST_NODES || self.oracle.is_elsewhere() {
            return false;
        }
        let mut succeeded = false;
        while !self.has_ended && self.move_an_element() {
            succeeded = true;
        }
        succeeded
    }

    fn move_an_element(&mut self) -> bool {
        let lists: Vec<usize> =
            (0..self.count()).filter(|at| self.elements(*at).is_some()).collect();
        lists.into_iter().any(|list| {
            let mut elements = self.children(list).into_iter().enumerate();
            elements.any(|(which, element)| {
                let is_outside = |shrinker: &Self, at: &usize| {
                    !shrinker.subtree(list).contains(at) && !shrinker.subtree(*at).contains(&list)
                };
                let places: Vec<usize> =
                    (0..self.count()).filter(|at| is_outside(self, at)).collect();
                places.into_iter().any(|at| self.move_into(list, which, element, at))
            })
        })
    }

    /// Tries to move the element of a sequence with this number into the node at a place.
    fn move_into(&mut self, list: usize, which: usize, element: usize, at: usize) -> bool {
        let mutants = self.pure(at).min(MUTANTS);
        (0..mutants).any(|mutant| {
            let Some(node) = holding(self.node(at), mutant, self.node(element)) else {
                return false;
            };
            let kept: Vec<usize> =
                (0..self.sites()[list].arity() as usize).filter(|other| *other != which).collect();
            self.attempt(|editor, root| {
                // The later one first, because a change moves what follows.
                if at > list {
                    editor.place(root, at, node)
                        && edit(editor, root, list, |node| node.arrange(&kept))
                } else {
                    edit(editor, root, list, |node| node.arrange(&kept))
                        && editor.place(root, at, node)
                }
            })
        })
    }
}

/// A mutant of a node, with a copy of a part in the place of the first child of its type. `None` if
/// there is no such child.
fn holding(node: &dyn Node, mutant: u64, part: &dyn Node) -> Option<Box<dyn Node>> {
    let (mut original, mut context) = (node.copy_node()?, Context::new(0, 0));
    original.mutate(mutant, &mut context);
    let made = original.copy_node();
    original.restore(mutant, &mut context);
    let mut made = made?;
    let wanted = Sites::of(part).all()[0].ty();
    let is_it = |child: &usize| Sites::of(made.child(*child)).all()[0].ty() == wanted;
    let child = (0..made.children()).find(is_it)?;
    made.child_mut(child).replace_node(part.copy_node()?).ok()?;
    Some(made)
}
