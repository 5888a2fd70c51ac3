//! Edits of a whole value that a mutant of one node cannot be: subterms copied, exchanged, hoisted or
//! wrapped, and numbers or names changed together wherever they stand in a scope. They are what a
//! search by stacked random edits is made of; each is a function of the value and of random numbers,
//! so a seed makes it again. An edit that does not apply leaves the value as it is and says so.

use crate::context::Context;
use crate::generate::Generator;
use crate::mutate::{Kind, Node};
use std::any::{Any, TypeId};

/// One node of a value, in preorder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Site {
    /// Its type.
    pub ty: TypeId,
    /// What it is to edits.
    pub kind: Kind,
    /// Index of its constructor.
    pub constructor: usize,
    /// The number of its children.
    pub arity: usize,
    /// Index of the first node after its subtree.
    pub end: usize,
    parent: usize,
    child: usize,
}

/// All nodes of a value, in preorder; the root is 0.
pub struct Sites {
    sites: Vec<Site>,
}

impl Sites {
    /// Looks at every node once, without recursion.
    pub fn of(root: &dyn Node) -> Sites {
        let mut sites = vec![site(root, 0, 0)];
        let mut open = vec![(root, 0, 0)];
        while let Some((node, index, next)) = open.last_mut() {
            let (node, index, at) = (*node, *index, *next);
            if at == node.children() {
                sites[index].end = sites.len();
                open.pop();
                continue;
            }
            *next += 1;
            let child = node.child(at);
            open.push((child, sites.len(), 0));
            sites.push(site(child, index, at));
        }
        Sites { sites }
    }

    /// The nodes.
    pub fn all(&self) -> &[Site] {
        &self.sites
    }

    /// Indices of the nodes of this type in a subtree, its root included.
    pub fn same(&self, scope: usize, ty: TypeId) -> impl Iterator<Item = usize> + '_ {
        (scope..self.sites[scope].end).filter(move |at| self.sites[*at].ty == ty)
    }

    /// The node at `index` of the value that this was made of.
    pub fn node_mut<'v>(&self, root: &'v mut dyn Node, index: usize) -> &'v mut dyn Node {
        self.path(index).into_iter().fold(root, |node, child| node.child_mut(child))
    }

    /// [`Sites::node_mut`], to look at.
    pub fn node<'v>(&self, root: &'v dyn Node, index: usize) -> &'v dyn Node {
        self.path(index).into_iter().fold(root, |node, child| node.child(child))
    }

    fn path(&self, index: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut index = index;
        while index != 0 {
            path.push(self.sites[index].child);
            index = self.sites[index].parent;
        }
        path.reverse();
        path
    }
}

fn site(node: &dyn Node, parent: usize, child: usize) -> Site {
    Site {
        ty: (node as &dyn Any).type_id(),
        kind: node.kind(),
        constructor: node.constructor(),
        arity: node.children(),
        end: 0,
        parent,
        child,
    }
}

/// Copies the subterm at `from` over the one at `to`; both have one type.
pub fn copy(root: &mut dyn Node, from: usize, to: usize) -> bool {
    let sites = Sites::of(root);
    match sites.node(root, from).copy_node() {
        Some(copy) if from != to => place(root, &sites, to, copy),
        _ => false,
    }
}

/// Puts a subterm from elsewhere in the place of the one at `to`, if it has its type.
pub fn splice(root: &mut dyn Node, to: usize, subterm: Box<dyn Node>) -> bool {
    let sites = Sites::of(root);
    place(root, &sites, to, subterm)
}

fn place(root: &mut dyn Node, sites: &Sites, to: usize, subterm: Box<dyn Node>) -> bool {
    sites.node_mut(root, to).replace_node(subterm).is_ok()
}

/// Puts a descendant of the node's own type, drawn at random, in the node's place.
pub fn hoist(root: &mut dyn Node, at: usize, generator: &mut Generator) -> bool {
    let sites = Sites::of(root);
    let below: Vec<usize> = sites.same(at, sites.sites[at].ty).skip(1).collect();
    draw(&below, generator).is_some_and(|from| copy(root, from, at))
}

/// Exchanges two subterms of one type of which neither contains the other.
pub fn exchange(root: &mut dyn Node, one: usize, other: usize) -> bool {
    let sites = Sites::of(root);
    let (one, other) = (one.min(other), one.max(other));
    let (first, second) = (&sites.sites[one], &sites.sites[other]);
    if one == other || first.ty != second.ty || first.end > other {
        return false;
    }
    let copies = (sites.node(root, one).copy_node(), sites.node(root, other).copy_node());
    let (Some(first), Some(second)) = copies else { return false };
    // The later one first: it leaves the indices before it as they are.
    place(root, &sites, other, first) && place(root, &sites, one, second)
}

/// Replaces a subterm by a freshly generated one of at most `size` recursive constructors.
pub fn regrow(root: &mut dyn Node, at: usize, size: u32, generator: &mut Generator) -> bool {
    let sites = Sites::of(root);
    generator.set_budget(size);
    let fresh = sites.node(root, at).generate_node(generator);
    place(root, &sites, at, fresh)
}

/// Wraps a subterm: a fresh term of its type takes its place and has it inside.
pub fn wrap(root: &mut dyn Node, at: usize, generator: &mut Generator) -> bool {
    const TRIES: usize = 8;
    let sites = Sites::of(root);
    let Some(inner) = sites.node(root, at).copy_node() else { return false };
    for _ in 0..TRIES {
        generator.set_budget(1);
        let mut fresh = sites.node(root, at).generate_node(generator);
        let holes = Sites::of(&*fresh);
        let below: Vec<usize> = holes.same(0, holes.sites[0].ty).skip(1).collect();
        if let Some(hole) = draw(&below, generator) {
            return place(&mut *fresh, &holes, hole, inner) && place(root, &sites, at, fresh);
        }
    }
    false
}

/// Gives all numbers in the subtree at `scope` that are equal to the one at `at`, and of its type, one
/// new value.
pub fn rename_number(root: &mut dyn Node, scope: usize, at: usize, new: i128) -> bool {
    let sites = Sites::of(root);
    let Some(old) = sites.node(root, at).number() else { return false };
    let equal: Vec<usize> = sites
        .same(scope, sites.sites[at].ty)
        .filter(|index| sites.node(root, *index).number() == Some(old))
        .collect();
    set_numbers(root, &sites, &equal, |_| new)
}

/// Adds `by` to all numbers in the subtree at `scope`.
pub fn translate(root: &mut dyn Node, scope: usize, by: i128) -> bool {
    let sites = Sites::of(root);
    let numbers: Vec<usize> = (scope..sites.sites[scope].end)
        .filter(|index| sites.node(root, *index).number().is_some())
        .collect();
    set_numbers(root, &sites, &numbers, |old| old.saturating_add(by))
}

fn set_numbers(
    root: &mut dyn Node,
    sites: &Sites,
    numbers: &[usize],
    new: impl Fn(i128) -> i128,
) -> bool {
    let mut changed = false;
    for &index in numbers {
        let node = sites.node_mut(root, index);
        let before = node.number();
        if let Some(old) = before {
            node.set_number(new(old));
            changed |= node.number() != before;
        }
    }
    changed
}

/// Turns all nodes in the subtree at `scope` that are the same constructor without fields as the one
/// at `at` into the mutant with this number of that one.
pub fn rename_constructor(
    root: &mut dyn Node,
    scope: usize,
    at: usize,
    mutant: u64,
    context: &mut Context,
) -> bool {
    let sites = Sites::of(root);
    let Site { ty, kind, constructor, .. } = sites.sites[at];
    if kind != Kind::Nullary || mutant >= sites.node(root, at).mutants().pure {
        return false;
    }
    let equal: Vec<usize> = sites
        .same(scope, ty)
        .filter(|index| sites.sites[*index].constructor == constructor)
        .collect();
    // From the last to the first, since a mutant may have children where there were none.
    for &index in equal.iter().rev() {
        sites.node_mut(root, index).mutate(mutant, context);
        context.stash.clear();
    }
    !equal.is_empty()
}

fn draw(all: &[usize], generator: &mut Generator) -> Option<usize> {
    let count = u32::try_from(all.len()).ok().filter(|count| *count > 0)?;
    all.get(generator.below(count) as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{parse, print};
    use crate::{Mutate, seed};

    #[derive(Mutate)]
    enum Term {
        Var(i32),
        Lam(Color, Box<Term>),
        App(Box<Term>, Box<Term>),
    }

    #[derive(Mutate)]
    enum Color {
        Red,
        Black,
    }

    const TERM: &str = "App(Lam(Red, Var(1)), App(Lam(Red, Var(2)), Var(1)))";

    /// The text of the term after an edit, and what the edit said.
    fn after(edit: impl FnOnce(&mut dyn Node) -> bool) -> (bool, String) {
        let mut term = parse::<Term>(TERM).unwrap().value;
        let applied = edit(&mut term);
        (applied, print(&term))
    }

    fn generator(number: u64) -> Generator {
        Generator::new(seed::random(number), 5)
    }

    // Preorder: 0 App, 1 Lam, 2 Red, 3 Var, 4 "1", 5 App, 6 Lam, 7 Red, 8 Var, 9 "2", 10 Var, 11 "1".

    #[test]
    fn sites_know_type_kind_and_extent_of_every_node() {
        let term = parse::<Term>(TERM).unwrap().value;
        let sites = Sites::of(&term);
        let ends: Vec<usize> = sites.all().iter().map(|site| site.end).collect();
        assert_eq!(ends, [12, 5, 3, 5, 5, 12, 10, 8, 10, 10, 12, 12]);
        let kinds: Vec<Kind> = sites.all().iter().map(|site| site.kind).collect();
        assert_eq!((kinds[2], kinds[4], kinds[5]), (Kind::Nullary, Kind::Number, Kind::Other));
        let terms: Vec<usize> = sites.same(0, TypeId::of::<Term>()).collect();
        assert_eq!(terms, [0, 1, 3, 5, 6, 8, 10]);
    }

    #[test]
    fn subterms_are_copied_spliced_and_exchanged_by_type() {
        let copied = "App(Lam(Red, Var(1)), App(Lam(Red, Var(2)), Lam(Red, Var(1))))";
        assert_eq!(after(|root| copy(root, 1, 10)), (true, copied.into()));
        assert_eq!(after(|root| copy(root, 2, 10)), (false, TERM.into()), "another type");
        let spliced = "App(Var(9), App(Lam(Red, Var(2)), Var(1)))";
        assert_eq!(after(|root| splice(root, 1, Box::new(Term::Var(9)))), (true, spliced.into()));
        let exchanged = "App(App(Lam(Red, Var(2)), Var(1)), Lam(Red, Var(1)))";
        assert_eq!(after(|root| exchange(root, 5, 1)), (true, exchanged.into()));
        assert_eq!(after(|root| exchange(root, 0, 5)), (false, TERM.into()), "one in the other");
    }

    #[test]
    fn a_descendant_of_the_same_type_is_hoisted() {
        let all: std::collections::BTreeSet<String> =
            (0..60).map(|number| after(|root| hoist(root, 5, &mut generator(number))).1).collect();
        let expected = ["Lam(Red, Var(2))", "Var(1)", "Var(2)"];
        let expected: Vec<String> =
            expected.iter().map(|inner| format!("App(Lam(Red, Var(1)), {inner})")).collect();
        assert_eq!(all.into_iter().collect::<Vec<_>>(), expected);
        assert!(!after(|root| hoist(root, 3, &mut generator(0))).0);
    }

    #[test]
    fn wrapping_keeps_the_subterm_and_adds_a_constructor_around_it() {
        for number in 0..40 {
            let (applied, text) = after(|root| wrap(root, 6, &mut generator(number)));
            assert!(
                applied && text.contains("Lam(Red, Var(2))") && text.len() > TERM.len(),
                "{text}"
            );
        }
        assert!(!after(|root| wrap(root, 4, &mut generator(0))).0, "a number wraps nothing");
    }

    #[test]
    fn regrowing_replaces_one_subterm_by_a_small_one() {
        let (applied, text) = after(|root| regrow(root, 1, 0, &mut generator(3)));
        assert!(applied && text.starts_with("App(Var("), "{text}");
        assert!(text.ends_with("App(Lam(Red, Var(2)), Var(1)))"), "{text}");
    }

    #[test]
    fn equal_numbers_are_renamed_together_and_only_in_the_scope() {
        let everywhere = "App(Lam(Red, Var(7)), App(Lam(Red, Var(2)), Var(7)))";
        assert_eq!(after(|root| rename_number(root, 0, 4, 7)), (true, everywhere.into()));
        let below = "App(Lam(Red, Var(1)), App(Lam(Red, Var(2)), Var(7)))";
        assert_eq!(after(|root| rename_number(root, 5, 4, 7)), (true, below.into()));
        assert_eq!(after(|root| rename_number(root, 0, 4, 1)), (false, TERM.into()));
        assert_eq!(after(|root| rename_number(root, 0, 2, 1)), (false, TERM.into()));
    }

    #[test]
    fn all_numbers_in_the_scope_are_translated() {
        let moved = "App(Lam(Red, Var(1)), App(Lam(Red, Var(-1)), Var(-2)))";
        assert_eq!(after(|root| translate(root, 5, -3)), (true, moved.into()));
        assert_eq!(after(|root| translate(root, 2, 5)), (false, TERM.into()));
    }

    #[test]
    fn equal_constructors_are_renamed_together() {
        let context = || Context::new(0, 5);
        let renamed = "App(Lam(Black, Var(1)), App(Lam(Black, Var(2)), Var(1)))";
        let edit = |root: &mut dyn Node| rename_constructor(root, 0, 2, 0, &mut context());
        assert_eq!(after(edit), (true, renamed.into()));
        let below = "App(Lam(Red, Var(1)), App(Lam(Black, Var(2)), Var(1)))";
        let edit = |root: &mut dyn Node| rename_constructor(root, 5, 2, 0, &mut context());
        assert_eq!(after(edit), (true, below.into()));
    }
}
