//! The precondition: whether a tree is a red-black tree. Its four parts are checked in ETNA's
//! order.

use crate::tree::Tree::{self, E, T};

impl Tree {
    /// Whether the tree is a red-black tree: in search order, with the same number of black nodes
    /// on every path, without a red child of a red node, and without a red root.
    pub fn valid(&self) -> bool {
        self.ordered(None, None)
            && self.black_height().is_some()
            && self.no_red_red()
            && !self.is_red()
    }

    /// Whether the keys are in strict search order and strictly between these bounds, where given.
    fn ordered(&self, low: Option<i32>, high: Option<i32>) -> bool {
        match self {
            E => true,
            T(_, left, key, _, right) => {
                low.is_none_or(|low| low < *key)
                    && high.is_none_or(|high| *key < high)
                    && left.ordered(low, Some(*key))
                    && right.ordered(Some(*key), high)
            }
        }
    }

    /// The number of black nodes on every path from here; `None` if paths differ.
    fn black_height(&self) -> Option<u32> {
        match self {
            E => Some(0),
            T(_, left, _, _, right) => {
                let height = left.black_height()?;
                if right.black_height()? != height {
                    return None;
                }
                Some(height + u32::from(self.is_black()))
            }
        }
    }

    fn no_red_red(&self) -> bool {
        match self {
            E => true,
            T(_, left, _, _, right) => {
                !(self.is_red() && (left.is_red() || right.is_red()))
                    && left.no_red_red()
                    && right.no_red_red()
            }
        }
    }
}
