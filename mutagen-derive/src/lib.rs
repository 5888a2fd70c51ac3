//! The macros of mutagen, which `mutagen-core` re-exports: [`macro@Mutate`] (files `mutate`,
//! `shape` and `attributes`) and [`macro@property`] (file `property`). They only describe types and
//! properties: they expand to calls of `mutagen-core`, which does the work.
#![forbid(unsafe_code)]

mod attributes;
mod mutate;
mod property;
mod shape;

use proc_macro::TokenStream;

/// The derive generates the generator, the smallest value and all mutants of each node. It works
/// for any enum or struct, including recursive ones.
///
/// Type parameters get the bound `Mutate`. Field types get no bound, so every kind of recursive
/// type can be derived. A union, a type with a lifetime parameter and a borrowed field are errors.
#[proc_macro_derive(Mutate, attributes(mutate))]
pub fn derive_mutate(input: TokenStream) -> TokenStream {
    expand(syn::parse(input).and_then(|input| mutate::expand(&input)))
}

/// The derive for a type of another crate, written as an enum or struct. Because of the orphan rule
/// it is only for types of the standard library, inside `mutagen-core`.
#[doc(hidden)]
#[proc_macro]
pub fn foreign(input: TokenStream) -> TokenStream {
    expand(syn::parse(input).and_then(|input| mutate::expand(&input)))
}

/// The derive for a tuple with these type parameters. Only for use inside `mutagen-core`.
#[doc(hidden)]
#[proc_macro]
pub fn tuple(input: TokenStream) -> TokenStream {
    let parameters: Vec<syn::Ident> = proc_macro2::TokenStream::from(input)
        .into_iter()
        .filter_map(|token| syn::parse2(token.into()).ok())
        .collect();
    expand(mutate::expand_tuple(&parameters))
}

/// The function stays an ordinary function. The test is `property` in a module with the function's
/// name, so nothing else in the same module may have that name. Lints, `doc`, `cfg`, `inline` and
/// similar attributes stay on the function; others, such as `#[ignore = "reason"]`, go to the test.
///
/// A property can have any number of arguments, by reference or by value. Argument types implement
/// `Mutate` and `Debug`. A `&str`, `&[T]`, `&Path`, `&OsStr` or `&CStr` borrows from a generated
/// value of the owned type. An argument by value is a copy, so its type must have `Mutate::copy`.
/// The result is `bool`, `()`, `Result<_, E>`, `Option<bool>` (`None` discards) or `Outcome`; a
/// panic is a failure.
///
/// # Options
///
/// `#[property(before = function)]` calls a function without arguments once per process, before the
/// first test. If the function panics, nothing is tested and the panic is not a counterexample. The
/// function runs on a different thread than the tests, so it must not set thread-locals.
///
/// `#[property(crate = path)]` gives the path of `mutagen_core` if it is not `::mutagen_core`.
#[proc_macro_attribute]
pub fn property(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(syn::parse(item).and_then(|item| property::expand(arguments.into(), item)))
}

fn expand(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    result.unwrap_or_else(|error| error.to_compile_error()).into()
}
