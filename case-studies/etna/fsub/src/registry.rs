//! Every property by name, with the names and types of its arguments.

use crate::property;
use etna_common::define_properties;

/// Expands a macro with the table of all properties.
/// [`define_properties!`](etna_common::define_properties!) describes the table.
#[macro_export]
macro_rules! for_each_property {
    ($callback:ident) => {
        $callback! {
            SinglePreserve = single_preserve(term: $crate::Term);
            MultiPreserve = multi_preserve(term: $crate::Term);
        }
    };
}

for_each_property!(define_properties);
