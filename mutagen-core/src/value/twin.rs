//! Two values of one type for a property of two runs. They are generated equal, mutated on either
//! side, and mutated on both sides at the same place.

use crate::value::context::Context;
use crate::value::derived::{self, Algebraic, Source, Visit};
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::{FRESH_SUBTREE, Mutants, Node, NodeKind, PAIRED, no_child, own_node};
use crate::value::text::{Form, ParseError, Parser, parse_constructor};
use crate::value::types::{Plan, TypeIndex, Types, Variant, plan_of};
use smallvec::{SmallVec, smallvec};

/// The inputs of two runs of one program.
///
/// Many properties compare two runs: a secret must not change the output or the running time; a
/// permutation of the input must not change the result. Two inputs generated independently rarely
/// meet the precondition of such a property. So a twin is generated *alike*, as a value and its
/// copy, and mutation makes the differences:
///
/// - Each node of either side has its own mutants, as any other node.
/// - *Paired* mutants change both sides by the same mutant, with the same random numbers, at the
///   same place. They exist wherever the sides have the same shape: the same constructor with the
///   same number of children, from the roots of the sides down to the node. Equal parts stay equal,
///   so a precondition that two runs agree still holds, and the search continues from there. Paired
///   mutants are mutants of the twin's own node, with numbers from [`PAIRED`]. A batch serves each
///   once (random ones R times).
/// - Random edits of a whole test are stacked. 50 % of the stacks change both sides in the same way
///   at the same place, wherever the sides correspond. Another 25 % do the same and then add one
///   ordinary edit, mostly near the last edit of both sides. In the other 25 %, half of the edits
///   change both sides. Many stacks begin by copying one side over the other, because parts that a
///   property ignores drift apart. 25 % of the steps of a drift are a single ordinary edit instead,
///   because the last step to a counterexample often is one.
/// - The twin itself is a struct of two fields: its mutants swap the sides or copy one over the
///   other.
///
/// The paper's algorithm has no paired mutants. The option
/// [`Options::twins`](crate::search::campaign::Options::twins) turns them off.
///
/// For example, a comparison must not take longer if more bytes match. The number of steps stands
/// for the time:
///
/// ```
/// use mutagen_core::{Outcome, Twin, assume, check};
///
/// /// Whether a guess is right, and how many bytes were looked at.
/// type Compare = fn(secret: &[u8], guess: &[u8]) -> (bool, usize);
///
/// /// Stops at the first byte that is wrong.
/// fn hasty(secret: &[u8], guess: &[u8]) -> (bool, usize) {
///     let right = secret.iter().zip(guess).take_while(|(s, g)| s == g).count();
///     (right == secret.len() && right == guess.len(), right)
/// }
///
/// /// Looks at every byte.
/// fn steady(secret: &[u8], guess: &[u8]) -> (bool, usize) {
///     let wrong = secret.iter().zip(guess).fold(0, |wrong, (s, g)| wrong | (s ^ g));
///     (wrong == 0 && secret.len() == guess.len(), secret.len().min(guess.len()))
/// }
///
/// /// Two secrets of one length cannot be told apart by the time that a wrong guess takes.
/// fn takes_as_long(compare: Compare, secrets: &Twin<Vec<u8>>, guess: &[u8]) -> Outcome {
///     let runs = secrets.each(|secret| compare(secret, guess));
///     assume!(secrets.left.len() == secrets.right.len() && runs.both(|run| !run.0));
///     check!(runs.left.1 == runs.right.1)
/// }
///
/// let secrets = Twin { left: vec![1, 2, 3], right: vec![4, 2, 3] };
/// assert!(matches!(takes_as_long(hasty, &secrets, &[1, 0, 0]), Outcome::Failed(_)));
/// assert_eq!(takes_as_long(steady, &secrets, &[1, 0, 0]), Outcome::Passed);
/// ```
///
/// To test it, write a function of a twin and a guess that calls this one, and mark it
/// `#[property]`. The type of the inputs needs neither a wrapper nor another derive: a twin can
/// hold any type that implements [`Mutate`](trait@Mutate).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Twin<T> {
    /// The input of the first run.
    pub left: T,
    /// The input of the second run.
    pub right: T,
}

impl<T> Twin<T> {
    /// A value and its clone.
    pub fn alike(value: T) -> Twin<T>
    where
        T: Clone,
    {
        Twin { left: value.clone(), right: value }
    }

    /// Applies a function to each side: the results of two runs.
    pub fn each<R>(&self, mut run: impl FnMut(&T) -> R) -> Twin<R> {
        Twin { left: run(&self.left), right: run(&self.right) }
    }

    /// [`Twin::each`] for a function that takes the sides by value.
    pub fn map<R>(self, mut run: impl FnMut(T) -> R) -> Twin<R> {
        Twin { left: run(self.left), right: run(self.right) }
    }

    /// Whether a predicate holds for both sides.
    pub fn both(&self, mut holds: impl FnMut(&T) -> bool) -> bool {
        holds(&self.left) && holds(&self.right)
    }

    /// Whether the sides are equal.
    pub fn agrees(&self) -> bool
    where
        T: PartialEq,
    {
        self.left == self.right
    }
}

impl<T: Mutate> Algebraic for Twin<T> {
    const NULLARY: bool = false;
    const FIELDLESS: u64 = 0;
    const LARGE: bool = false;

    fn plan() -> &'static Plan {
        plan_of::<Self>()
    }
    fn build<S: Source>(_: usize, source: &mut S) -> Self {
        Twin { left: source.field(0, None), right: source.field(1, None) }
    }
    fn visit<V: Visit>(this: &mut Self, visit: &mut V) {
        visit.field(0, &mut this.left);
        visit.field(1, &mut this.right);
    }
}

impl<T: Mutate> Mutate for Twin<T> {
    fn smallest() -> Self {
        derived::smallest()
    }
    fn generate(generator: &mut Generator) -> Self {
        let left = T::generate(generator);
        // If the value cannot be copied, the smallest value is on both sides.
        match Mutate::copy(&left) {
            Some(right) => Twin { left, right },
            None => Twin::smallest(),
        }
    }
    fn describe(types: &mut Types) -> TypeIndex {
        types.variants::<Self>(|types| {
            let side = T::describe(types);
            vec![Variant::new("Twin").field(Some("left"), side).field(Some("right"), side)]
        })
    }
    fn copy(this: &Self) -> Option<Self> {
        Some(Twin { left: Mutate::copy(&this.left)?, right: Mutate::copy(&this.right)? })
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        parse_constructor(parser)
    }
    own_node!();
}

impl<T: Mutate> Node for Twin<T> {
    fn form(&self) -> Form {
        derived::form(self)
    }
    fn kind(&self) -> NodeKind {
        NodeKind::Twin
    }
    fn children(&self) -> usize {
        2
    }
    fn child(&self, index: usize) -> &dyn Node {
        match index {
            0 => Mutate::node(&self.left),
            1 => Mutate::node(&self.right),
            _ => no_child(index),
        }
    }
    fn child_mut(&mut self, index: usize) -> &mut dyn Node {
        match index {
            0 => Mutate::node_mut(&mut self.left),
            1 => Mutate::node_mut(&mut self.right),
            _ => no_child(index),
        }
    }
    fn descend<'v>(&'v mut self, path: &[u32]) -> &'v mut dyn Node {
        match path {
            [] => self,
            [0, rest @ ..] => Mutate::node_mut(&mut self.left).descend(rest),
            [1, rest @ ..] => Mutate::node_mut(&mut self.right).descend(rest),
            [index, ..] => no_child(*index as usize),
        }
    }
    fn mutants(&self) -> Mutants {
        derived::mutants(self)
    }
    fn paired_mutants(&self) -> Mutants {
        paired_mutants(Mutate::node(&self.left), Mutate::node(&self.right))
    }
    fn mutate(&mut self, mutant: u64, context: &mut Context) {
        let Some(number) = mutant.checked_sub(PAIRED) else {
            return derived::mutate(self, mutant, context);
        };
        let place = place(Mutate::node(&self.left), Mutate::node(&self.right), number, context);
        for side in [Mutate::node_mut(&mut self.left), Mutate::node_mut(&mut self.right)] {
            side.descend(&place.path).mutate(place.mutant, context);
        }
        context.undo.push(place);
    }
    fn restore(&mut self, mutant: u64, context: &mut Context) {
        if mutant < PAIRED {
            return derived::restore(self, mutant, context);
        }
        let place: Place = context.undo.pop();
        for side in [Mutate::node_mut(&mut self.right), Mutate::node_mut(&mut self.left)] {
            side.descend(&place.path).restore(place.mutant, context);
        }
    }
}

/// A mutant of a node that both sides have.
struct Place {
    path: Path,
    mutant: u64,
}

/// Child indices from the root of a side to a node.
type Path = SmallVec<[u32; 14]>;

/// The mutants that the sides have in common.
fn paired_mutants(left: &dyn Node, right: &dyn Node) -> Mutants {
    let mut all = Mutants::default();
    common(left, right, |_, _, common| all = sum(all, common));
    all
}

fn sum(one: Mutants, other: Mutants) -> Mutants {
    Mutants {
        pure: one.pure.saturating_add(other.pure),
        random: one.random.saturating_add(other.random),
    }
}

/// The place of the paired mutant with this number.
fn place(left: &dyn Node, right: &dyn Node, number: u64, context: &mut Context) -> Place {
    // A batch serves its mutants one after the other, so the places are remembered for the next.
    let places = context.remembered().unwrap_or_else(|| Box::new(Places::of(left, right)));
    let place = places.place(number);
    context.remember(places);
    place
}

/// The places where the sides have the same shape, in preorder.
struct Places(Vec<Common>);

/// A node of both sides, its mutants, and the number of mutants up to and including it.
struct Common {
    path: Path,
    mutants: Mutants,
    fresh_subtrees: u64,
    to_here: Mutants,
}

impl Places {
    fn of(left: &dyn Node, right: &dyn Node) -> Places {
        let mut nodes: Vec<Common> = Vec::new();
        common(left, right, |path, node, common| {
            let to_here = sum(nodes.last().map(|last| last.to_here).unwrap_or_default(), common);
            let (path, mutants) = (path.clone(), node.mutants());
            let fresh_subtrees = common.random - mutants.random;
            nodes.push(Common { path, mutants, fresh_subtrees, to_here });
        });
        Places(nodes)
    }

    /// The place of the paired mutant with this number. The pure mutants come first. After them the
    /// random mutants and fresh subtrees repeat in a cycle.
    ///
    /// # Panics
    /// If there is none.
    fn place(&self, number: u64) -> Place {
        let Mutants { pure, random } = self.0.last().map(|last| last.to_here).unwrap_or_default();
        if number < pure {
            let node = &self.0[self.0.partition_point(|node| node.to_here.pure <= number)];
            let mutant = number - (node.to_here.pure - node.mutants.pure);
            return Place { path: node.path.clone(), mutant };
        }
        assert!(random > 0, "there is no paired mutant {number}");
        let number = (number - pure) % random;
        let node = &self.0[self.0.partition_point(|node| node.to_here.random <= number)];
        let Mutants { pure, random } = node.mutants;
        let drawn = number - (node.to_here.random - random.saturating_add(node.fresh_subtrees));
        let mutant = if drawn < random { pure + drawn } else { FRESH_SUBTREE };
        Place { path: node.path.clone(), mutant }
    }
}

/// Visits in preorder the nodes of the left side that have the same shape on the right side.
/// `visit` gets the path to the node and its mutants on both sides, with fresh subtrees counted as
/// random.
fn common(left: &dyn Node, right: &dyn Node, mut visit: impl FnMut(&Path, &dyn Node, Mutants)) {
    let mut path = Path::new();
    // The nodes to visit, the next on top, each with the length of its parent's path and its index.
    let mut open: SmallVec<[_; 16]> = smallvec![(left, right, 0, None)];
    while let Some((left, right, depth, index)) = open.pop() {
        path.truncate(depth);
        path.extend(index);
        if !same_shape(left, right) {
            continue;
        }
        let (mutants, fresh_subtrees) = (left.mutants(), left.fresh_subtrees());
        // If the sides have different numbers of mutants, a number means different mutants.
        if mutants == right.mutants() && fresh_subtrees == right.fresh_subtrees() {
            let random = mutants.random.saturating_add(fresh_subtrees);
            visit(&path, left, Mutants { random, ..mutants });
        }
        let pair = |at: usize| (left.child(at), right.child(at), path.len(), Some(at as u32));
        open.extend((0..left.children()).rev().map(pair));
    }
}

fn same_shape(left: &dyn Node, right: &dyn Node) -> bool {
    let (left, right) = (left.outline(), right.outline());
    (left.ty, left.constructor, left.children) == (right.ty, right.constructor, right.children)
}
