//! The names of what the macro writes. They begin with two underscores, so that they meet no name
//! of the module.

use crate::metamorphic::text::camel;
use proc_macro2::Ident;
use quote::format_ident;

/// The enum of an operation: its implementations with their call sites.
pub(crate) fn expansion(operation: &str) -> Ident {
    format_ident!("__{}Expansion", camel(operation))
}

/// The function that runs an implementation on the expansions of its call sites.
pub(crate) fn body(implementation: &str) -> Ident {
    format_ident!("__{}_body", implementation.trim_start_matches("r#"))
}

/// The function that says whether an implementation is one for these arguments.
pub(crate) fn when(implementation: &str) -> Ident {
    format_ident!("__{}_when", implementation.trim_start_matches("r#"))
}

/// The variable that has the run of a test.
pub(crate) fn run() -> Ident {
    format_ident!("__run")
}
