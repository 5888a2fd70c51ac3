//! Enumerates all small arguments of a property. A value is built by a sequence of choices, and
//! [`Choices`] enumerates all such sequences in lexicographic order.

use super::{Argument, SearchTrees};

/// The choices that build one value.
pub struct Choices<W: SearchTrees> {
    /// The choices made, each with its number of alternatives.
    made: Vec<(usize, usize)>,
    next: usize,
    /// Keys, values and other numbers are in `0..span`.
    span: i32,
    /// The number of nodes that the trees may still use.
    nodes: usize,
    /// The index of the argument that must be an invalid tree.
    spoil: Option<usize>,
    trees: usize,
    /// All shapes of trees, by the number of nodes.
    shapes: Vec<Vec<W::Tree>>,
}

impl<W: SearchTrees> Choices<W> {
    fn choose(&mut self, of: usize) -> usize {
        if self.next == self.made.len() {
            self.made.push((0, of));
        }
        self.next += 1;
        self.made[self.next - 1].0
    }

    /// Advances to the next sequence of choices; false if there is none.
    fn advance(&mut self) -> bool {
        while let Some((chosen, of)) = self.made.pop() {
            if chosen + 1 < of {
                self.made.push((chosen + 1, of));
                return true;
            }
        }
        false
    }

    /// A key, a value or another number.
    pub fn number(&mut self) -> i32 {
        self.choose(self.span as usize) as i32
    }

    /// A valid tree with keys in `0..span` and the same value everywhere, 0 or 1; or an invalid
    /// tree, if this argument must be invalid.
    pub fn tree(&mut self) -> W::Tree {
        self.trees += 1;
        if self.spoil == Some(self.trees - 1) {
            let invalid = W::invalid();
            return invalid[self.choose(invalid.len())].clone();
        }
        let most = self.nodes.min(self.span as usize);
        let nodes = self.choose(most + 1);
        self.nodes -= nodes;
        if nodes == 0 {
            return W::empty();
        }
        let shape = self.choose(self.shapes[nodes].len());
        let mut keys = Vec::with_capacity(nodes);
        let mut free = self.span as usize - nodes;
        for _ in 0..nodes {
            let skipped = self.choose(free + 1);
            free -= skipped;
            keys.push(keys.last().map_or(0, |key| key + 1) + skipped as i32);
        }
        let value = self.choose(2) as i32;
        W::relabelled(&self.shapes[nodes][shape], &mut keys.into_iter(), value)
    }
}

/// Calls `visit` with all arguments whose trees have at most this many nodes together, and with the
/// number of unused nodes, until `visit` returns true. Returns whether it did.
pub(super) fn any<W: SearchTrees, A: Argument<W>>(
    nodes: usize,
    span: i32,
    spoil: Option<usize>,
    visit: &mut dyn FnMut(&A, usize) -> bool,
) -> bool {
    let shapes = (0..=nodes).map(W::shapes).collect();
    let (made, next, trees) = (Vec::new(), 0, 0);
    let mut choices: Choices<W> = Choices { made, next, span, nodes, spoil, trees, shapes };
    loop {
        let value = A::small(&mut choices);
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
