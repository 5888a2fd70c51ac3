//! The planted bugs, and the switch that selects one of them.

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
    /// Insertion makes the new node black.
    MiscolorInsert = "miscolor_insert",
    /// Deletion does not repaint the root, which may be red.
    MiscolorDelete = "miscolor_delete",
    /// The third case of `bal_left` does not redden the outer grandchild.
    MiscolorBalLeft = "miscolor_balLeft",
    /// The third case of `bal_right` does not redden the outer grandchild.
    MiscolorBalRight = "miscolor_balRight",
    /// Joining two red nodes around a red tree makes the two nodes black.
    MiscolorJoin1 = "miscolor_join_1",
    /// Joining two black nodes around a red tree makes the two nodes red.
    MiscolorJoin2 = "miscolor_join_2",
    /// Insertion does not balance after it descended to the left.
    NoBalanceInsert1 = "no_balance_insert_1",
    /// Insertion does not balance after it descended to the right, and blackens the subtree there.
    NoBalanceInsert2 = "no_balance_insert_2",
    /// The rotation for a red left child with a red left child exchanges the subtrees of the right
    /// node.
    SwapCd = "swap_cd",
    /// The rotation for a red right child with a red left child exchanges the two inner subtrees.
    SwapBc = "swap_bc",
}
