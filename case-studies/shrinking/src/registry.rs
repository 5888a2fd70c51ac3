//! Every property by name, with the names and types of its arguments.

/// Expands a macro with the table of all properties, in the order of the challenge: `name(argument:
/// type, …)`, where the function is `property::name` and takes its arguments by reference.
#[macro_export]
macro_rules! for_each_challenge {
    ($callback:ident) => {
        $callback! {
            bound5(a: Vec<i16>, b: Vec<i16>, c: Vec<i16>, d: Vec<i16>, e: Vec<i16>);
            large_union_list(lists: Vec<Vec<i64>>);
            reverse(list: Vec<i64>);
            calculator(expression: $crate::Expression);
            length_list(list: $crate::Short);
            difference_zero(x: $crate::Positive, y: $crate::Positive);
            difference_small(x: $crate::Positive, y: $crate::Positive);
            difference_one(x: $crate::Positive, y: $crate::Positive);
            binheap(heap: $crate::Heap);
            coupling(list: Vec<$crate::Index>);
            deletion(list: Vec<i64>, element: i64);
            distinct(list: Vec<i64>);
            nested_lists(lists: Vec<Vec<i64>>);
        }
    };
}
