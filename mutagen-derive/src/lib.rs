//! The macros of mutagen, re-exported by `mutagen-core`: [`macro@Mutate`] (files `mutate`, `shape` and
//! `attributes`) and
//! [`macro@property`] (file `property`). They only describe: what they expand to are calls of public
//! items of `mutagen-core`, which does the work.
#![forbid(unsafe_code)]

mod attributes;
mod mutate;
mod property;
mod shape;

use proc_macro::TokenStream;

/// The derive writes the generator, the smallest value and all mutants of a node, for any enum or
/// struct, also for recursive ones.
///
/// Type parameters get the bound `Mutate`; field types get none, so that recursive types of every
/// kind can be derived. A union, a type with a lifetime parameter or a borrowed field is an error.
#[proc_macro_derive(Mutate, attributes(mutate))]
pub fn derive_mutate(input: TokenStream) -> TokenStream {
    expand(syn::parse(input).and_then(|input| mutate::expand(&input)))
}

/// The derive for a type of another crate, written out as an enum or struct; only for types of the
/// standard library inside `mutagen-core`, because of the orphan rule.
#[doc(hidden)]
#[proc_macro]
pub fn foreign(input: TokenStream) -> TokenStream {
    expand(syn::parse(input).and_then(|input| mutate::expand(&input)))
}

/// The derive for a tuple with these type parameters; only inside `mutagen-core`.
#[doc(hidden)]
#[proc_macro]
pub fn tuple(input: TokenStream) -> TokenStream {
    let parameters: Vec<syn::Ident> = proc_macro2::TokenStream::from(input)
        .into_iter()
        .filter_map(|token| syn::parse2(token.into()).ok())
        .collect();
    expand(mutate::expand_tuple(&parameters))
}

/// The function stays an ordinary function. The test is `property` in a module of the function's name,
/// so nothing else in the same module may have that name. Lints, `doc`, `cfg`, `inline` and the like
/// are attributes of the function; others, such as `#[ignore = "reason"]`, go to the test.
///
/// Arguments are taken by reference or by value, any number of them; their types implement `Mutate`
/// and `Debug`. A `&str`, `&[T]`, `&Path`, `&OsStr` or `&CStr` is lent by a generated value of the
/// type that owns it. An argument by value is a copy, so its type must have `Mutate::copy`. The result
/// is `bool`, `()`, `Result<_, E>`, `Option<bool>` (`None` discards) or `Outcome`; a panic is a
/// failure.
///
/// # Options
///
/// `#[property(before = function)]` calls a function without arguments once in the process, before
/// the first test. A panic there is not a counterexample: nothing is tested. The function runs on
/// another thread than the tests, so it must not set thread-locals.
///
/// `#[property(crate = path)]` says where `mutagen_core` is, if not at `::mutagen_core`.
#[proc_macro_attribute]
pub fn property(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(syn::parse(item).and_then(|item| property::expand(arguments.into(), item)))
}

fn expand(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    result.unwrap_or_else(|error| error.to_compile_error()).into()
}
