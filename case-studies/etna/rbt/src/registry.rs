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
            InsertPost = insert_post(t: $crate::Tree, k: i32, k2: i32, v: i32);
            DeletePost = delete_post(t: $crate::Tree, k: i32, k2: i32);
            InsertModel = insert_model(t: $crate::Tree, k: i32, v: i32);
            DeleteModel = delete_model(t: $crate::Tree, k: i32);
            InsertInsert = insert_insert(t: $crate::Tree, k: i32, k2: i32, v: i32, v2: i32);
            InsertDelete = insert_delete(t: $crate::Tree, k: i32, k2: i32, v: i32);
            DeleteInsert = delete_insert(t: $crate::Tree, k: i32, k2: i32, v2: i32);
            DeleteDelete = delete_delete(t: $crate::Tree, k: i32, k2: i32);
        }
    };
}

for_each_property!(define_properties);
