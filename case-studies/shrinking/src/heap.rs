//! Binary heaps with a wrong merge, of the challenge `binheap`.

use mutagen_core::Mutate;

/// A binary heap if [`Heap::is_ordered`].
#[derive(Debug, Clone, Mutate)]
pub struct Heap {
    /// The number at the root.
    pub value: i64,
    /// The left part.
    pub left: Option<Box<Heap>>,
    /// The right part.
    pub right: Option<Box<Heap>>,
}

impl Heap {
    fn parts(&self) -> impl Iterator<Item = &Heap> {
        self.left.as_deref().into_iter().chain(self.right.as_deref())
    }

    /// Whether each node is at most its children.
    pub fn is_ordered(&self) -> bool {
        self.parts().all(|part| self.value <= part.value && part.is_ordered())
    }

    /// The numbers in preorder.
    pub fn to_list(&self) -> Vec<i64> {
        let mut list = vec![self.value];
        list.extend(self.parts().flat_map(Heap::to_list));
        list
    }

    /// The list that should be sorted, and is not always.
    pub fn wrong_sorted(&self) -> Vec<i64> {
        let rest = merge(self.left.as_deref(), self.right.as_deref());
        let mut list = vec![self.value];
        list.extend(rest.iter().flat_map(Heap::to_list));
        list
    }
}

/// Merges two heaps, wrongly as in the challenge.
fn merge(one: Option<&Heap>, other: Option<&Heap>) -> Option<Heap> {
    match (one, other) {
        (None, rest) | (rest, None) => rest.cloned(),
        (Some(one), Some(other)) => {
            let (root, other) = if one.value <= other.value { (one, other) } else { (other, one) };
            let left = merge(root.right.as_deref(), Some(other)).map(Box::new);
            Some(Heap { value: root.value, left, right: root.left.clone() })
        }
    }
}
