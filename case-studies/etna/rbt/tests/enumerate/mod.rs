//! All small arguments of a property, one after the other. A value is built by a sequence of choices,
//! and [`Choices`] goes through all such sequences in lexicographic order.

use etna_rbt::{Colour, Tree};

/// The choices that build one value.
pub struct Choices {
    /// What was chosen, of how many.
    made: Vec<(usize, usize)>,
    next: usize,
    /// Keys, values and other numbers are from `0..span`.
    span: i32,
    /// The nodes that trees may still have.
    nodes: usize,
    /// The number of the tree, among the arguments, that is to be an invalid one.
    spoil: Option<usize>,
    trees: usize,
    shapes: Vec<Vec<Tree>>,
}

impl Choices {
    fn choose(&mut self, of: usize) -> usize {
        if self.next == self.made.len() {
            self.made.push((0, of));
        }
        self.next += 1;
        self.made[self.next - 1].0
    }

    /// Goes to the next sequence of choices; false if there is none.
    fn advance(&mut self) -> bool {
        while let Some((chosen, of)) = self.made.pop() {
            if chosen + 1 < of {
                self.made.push((chosen + 1, of));
                return true;
            }
        }
        false
    }
}

/// An argument, or all arguments of a property.
pub trait Small: Sized {
    /// The value that these choices build.
    fn build(choices: &mut Choices) -> Self;
}

impl Small for i32 {
    fn build(choices: &mut Choices) -> i32 {
        choices.choose(choices.span as usize) as i32
    }
}

impl Small for Tree {
    /// A valid tree with keys in `0..span` and the same value everywhere, 0 or 1.
    fn build(choices: &mut Choices) -> Tree {
        choices.trees += 1;
        if choices.spoil == Some(choices.trees - 1) {
            let invalid = invalid_trees();
            return invalid[choices.choose(invalid.len())].clone();
        }
        let most = choices.nodes.min(choices.span as usize);
        let nodes = choices.choose(most + 1);
        choices.nodes -= nodes;
        if nodes == 0 {
            return Tree::E;
        }
        let shape = choices.choose(choices.shapes[nodes].len());
        let mut keys = Vec::with_capacity(nodes);
        let mut free = choices.span as usize - nodes;
        for _ in 0..nodes {
            let skipped = choices.choose(free + 1);
            free -= skipped;
            keys.push(keys.last().map_or(0, |key| key + 1) + skipped as i32);
        }
        let value = choices.choose(2) as i32;
        let mut keys = keys.into_iter();
        relabelled(&choices.shapes[nodes][shape], &mut keys, value)
    }
}

macro_rules! tuples {
    ($(($($name:ident)+))+) => {$(
        impl<$($name: Small),+> Small for ($($name,)+) {
            fn build(choices: &mut Choices) -> Self {
                ($($name::build(choices),)+)
            }
        }
    )+};
}

tuples!((A) (A B) (A B C) (A B C D) (A B C D F));

/// Calls `visit` with all arguments whose trees have at most this many nodes together, and with the
/// number of nodes that they fall short of it, until it returns true. Says whether it did.
pub fn any<A: Small>(
    nodes: usize,
    span: i32,
    spoil: Option<usize>,
    visit: &mut dyn FnMut(&A, usize) -> bool,
) -> bool {
    let shapes = (0..=nodes).map(shapes).collect();
    let (made, next, trees) = (Vec::new(), 0, 0);
    let mut choices = Choices { made, next, span, nodes, spoil, trees, shapes };
    loop {
        let value = A::build(&mut choices);
        let spoiled = spoil.is_none_or(|place| place < choices.trees);
        if spoiled && visit(&value, choices.nodes) {
            return true;
        }
        if !choices.advance() {
            return false;
        }
        (choices.next, choices.nodes, choices.trees) = (0, nodes, 0);
    }
}

/// All red-black trees of this many nodes with the keys `0..nodes`.
pub fn shapes(nodes: usize) -> Vec<Tree> {
    // A black height of h takes at least 2^h - 1 nodes.
    let heights = 0..=(nodes + 1).ilog2();
    heights.flat_map(|height| between(0, nodes as i32, height, false)).collect()
}

/// The trees with the keys `low..high` and this many black nodes on each path.
fn between(low: i32, high: i32, height: u32, red_root: bool) -> Vec<Tree> {
    if low == high {
        return if height == 0 { vec![Tree::E] } else { Vec::new() };
    }
    if ((high - low) as usize) < (1 << height) - 1 {
        return Vec::new();
    }
    let mut all = Vec::new();
    let mut nodes = |colour, height, red_children| {
        for key in low..high {
            let rights = between(key + 1, high, height, red_children);
            for left in between(low, key, height, red_children) {
                let nodes = rights
                    .iter()
                    .map(|right| Tree::node(colour, left.clone(), key, 0, right.clone()));
                all.extend(nodes);
            }
        }
    };
    if red_root {
        nodes(Colour::R, height, false);
    }
    if height > 0 {
        nodes(Colour::B, height - 1, true);
    }
    all
}

/// The tree with these keys from left to right, and this value everywhere.
fn relabelled(tree: &Tree, keys: &mut impl Iterator<Item = i32>, value: i32) -> Tree {
    match tree {
        Tree::E => Tree::E,
        Tree::T(colour, left, _, _, right) => {
            let left = relabelled(left, keys, value);
            let Some(key) = keys.next() else { panic!("a tree has as many keys as nodes") };
            Tree::node(*colour, left, key, value, relabelled(right, keys, value))
        }
    }
}

/// A tree for every way to be invalid.
fn invalid_trees() -> Vec<Tree> {
    use Colour::{B, R};
    use Tree::E;
    let leaf = |colour, key| Tree::node(colour, E, key, 0, E);
    vec![
        // A red root.
        leaf(R, 0),
        // A red node with a red child.
        Tree::node(B, Tree::node(R, leaf(R, 0), 1, 0, E), 2, 0, E),
        Tree::node(B, E, 0, 0, Tree::node(R, E, 1, 0, leaf(R, 2))),
        // Unequal numbers of black nodes.
        Tree::node(B, leaf(B, 0), 1, 0, E),
        Tree::node(B, leaf(R, 0), 1, 0, leaf(B, 2)),
        // Keys out of order.
        Tree::node(B, leaf(R, 1), 1, 0, E),
        Tree::node(B, E, 1, 0, leaf(R, 0)),
        Tree::node(B, Tree::node(B, E, 0, 0, leaf(R, 2)), 1, 0, leaf(B, 3)),
    ]
}
