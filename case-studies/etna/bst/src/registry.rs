//! Every property by name, with the names and types of its arguments.

use crate::property;
use etna_common::define_properties;

/// Expands a macro with the table of all properties.
/// [`define_properties!`](etna_common::define_properties!) describes the table.
#[macro_export]
macro_rules! for_each_property {
    ($callback:ident) => {
        $callback! {
            InsertValid = insert_valid(t: $crate::Tree, k: i32, v: i32);
            DeleteValid = delete_valid(t: $crate::Tree, k: i32);
            UnionValid = union_valid(t: $crate::Tree, u: $crate::Tree);
            InsertPost = insert_post(t: $crate::Tree, k: i32, k2: i32, v: i32);
            DeletePost = delete_post(t: $crate::Tree, k: i32, k2: i32);
            UnionPost = union_post(t: $crate::Tree, u: $crate::Tree, k: i32);
            InsertModel = insert_model(t: $crate::Tree, k: i32, v: i32);
            DeleteModel = delete_model(t: $crate::Tree, k: i32);
            UnionModel = union_model(t: $crate::Tree, u: $crate::Tree);
            InsertInsert = insert_insert(t: $crate::Tree, k: i32, k2: i32, v: i32, v2: i32);
            InsertDelete = insert_delete(t: $crate::Tree, k: i32, k2: i32, v: i32);
            InsertUnion = insert_union(t: $crate::Tree, u: $crate::Tree, k: i32, v: i32);
            DeleteInsert = delete_insert(t: $crate::Tree, k: i32, k2: i32, v2: i32);
            DeleteDelete = delete_delete(t: $crate::Tree, k: i32, k2: i32);
            DeleteUnion = delete_union(t: $crate::Tree, u: $crate::Tree, k: i32);
            UnionDeleteInsert = union_delete_insert(
                t: $crate::Tree, u: $crate::Tree, k: i32, v: i32);
            UnionUnionIdem = union_union_idem(t: $crate::Tree);
            UnionUnionAssoc = union_union_assoc(t: $crate::Tree, u: $crate::Tree, w: $crate::Tree);
        }
    };
}

for_each_property!(define_properties);
