//! The macros of mutagen, which `mutagen-core` re-exports: [`macro@Mutate`] (files `mutate`,
//! `shape`, `via`, `attributes` and `language`) and [`macro@property`] (file `property`). They only
//! describe types and properties: they expand to calls of `mutagen-core`, which does the work.
#![forbid(unsafe_code)]

mod attributes;
mod language;
mod metamorphic;
mod mutate;
mod property;
mod shape;
mod types;
mod via;

use proc_macro::TokenStream;
use syn::parse::{ParseStream, Parser};

/// The derive generates the generator, the smallest value and all mutants of each node. It works
/// for any enum or struct, including recursive ones.
///
/// Type parameters get the bound `Mutate`. Field types get no bound, so every kind of recursive
/// type can be derived. A union, a type with a lifetime parameter and a borrowed field are errors.
/// With `#[mutate(via = Parts)]` the fields may have any types.
#[proc_macro_derive(Mutate, attributes(mutate))]
pub fn derive_mutate(input: TokenStream) -> TokenStream {
    expand(syn::parse(input).and_then(|input| mutate::expand(&input)))
}

/// The derive for types of another crate, written as enums or structs. Because of the orphan rule
/// it is only for types of the standard library, inside `mutagen-core`.
#[doc(hidden)]
#[proc_macro]
pub fn foreign(input: TokenStream) -> TokenStream {
    let types = |input: ParseStream<'_>| {
        let mut impls = proc_macro2::TokenStream::new();
        while !input.is_empty() {
            impls.extend(mutate::expand(&input.parse()?)?);
        }
        Ok(impls)
    };
    expand(types.parse(input))
}

/// The derive for the tuple with these type parameters, and for each shorter one. Only for use
/// inside `mutagen-core`.
#[doc(hidden)]
#[proc_macro]
pub fn tuples(input: TokenStream) -> TokenStream {
    let parameters: Vec<syn::Ident> = proc_macro2::TokenStream::from(input)
        .into_iter()
        .filter_map(|token| syn::parse2(token.into()).ok())
        .collect();
    let all = (0..=parameters.len()).map(|length| mutate::expand_tuple(&parameters[..length]));
    expand(all.collect())
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
/// `#[property(reset = function)]` calls a function without arguments before each test and before
/// each repetition of one, on the thread of the tests. Its code does not count as coverage. Use it
/// to empty caches and other state that would let one test change the next. If the function panics,
/// the campaign ends and the panic is not a counterexample.
///
/// `#[property(silence = ["KIND", …])]` silences known kinds of failures, which the property names
/// with `Outcome::failed_as`. A test that fails in one of them is no counterexample; how many there
/// were is said. The kinds are texts or constants of type `&str`. With `--silence KIND`, `cargo
/// mutagen run` silences another kind for one run.
///
/// `#[property(crate = path)]` gives the path of `mutagen_core` if it is not `::mutagen_core`.
#[proc_macro_attribute]
pub fn property(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(syn::parse(item).and_then(|item| property::expand(arguments.into(), item)))
}

/// The module stays an ordinary module, and its functions stay ordinary functions. The test of the
/// property is `property` in it, and the property has the path of the module.
///
/// `#[metamorphic(crate = path)]` gives the path of `mutagen_core` if it is not `::mutagen_core`.
#[proc_macro_attribute]
pub fn metamorphic(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(syn::parse(item).and_then(|item| metamorphic::expand(arguments.into(), item)))
}

fn expand(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    result.unwrap_or_else(|error| error.to_compile_error()).into()
}
