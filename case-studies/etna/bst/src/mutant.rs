//! The planted bugs, and the switch that says which of them is in the program.

etna_common::mutants! {
    /// Insertion into a non-empty tree returns a tree with only the new key.
    Insert1 = "insert_1",
    /// Insertion has no right branch: a key above the node's overwrites the node's value.
    Insert2 = "insert_2",
    /// Insertion keeps the old value of an existing key.
    Insert3 = "insert_3",
    /// Deletion returns only the remaining subtree that it descended into, without the node above.
    Delete4 = "delete_4",
    /// Deletion goes left for greater keys and right for smaller ones.
    Delete5 = "delete_5",
    /// Union puts the second tree below the root of the first without splitting it.
    Union6 = "union_6",
    /// As [`Mutant::Union6`] where the first root has the smaller key; equal roots are merged, and
    /// otherwise the arguments are exchanged, so that the second tree's values win.
    Union7 = "union_7",
    /// As [`Mutant::Union7`], but the left subtree of the second root is split.
    Union8 = "union_8",
}
