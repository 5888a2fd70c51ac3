//! Writes what is done with a value: it is admitted or not, meets the invariants or not, and equals
//! another or not. A value inside an `Option`, a `Result` or a tuple is judged by its own type.

use crate::metamorphic::emit::Whole;
use crate::metamorphic::model::Function;
use crate::metamorphic::sorts::Sort;
use crate::metamorphic::text::tidy;
use crate::types::{argument_of, bare};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Type;

/// The functions that check the values of a sort.
pub(super) fn checks(whole: Whole<'_>) -> TokenStream {
    let sorts = whole.sorts.all().iter().filter(|sort| is_judged(whole, &sort.ty));
    let metamorphic = whole.metamorphic();
    let checks = sorts.map(|sort| {
        let (name, ty) = (function(sort), &sort.ty);
        let admits = about(&whole.specification.admits, ty).map(|admit| {
            let holds = admit.call(&[quote!(__value)]);
            quote!(if !#holds { __context.discard() })
        });
        let invariants = about(&whole.specification.invariants, ty).map(|invariant| {
            let holds = invariant.call(&[quote!(__value)]);
            let text = invariant.name.to_string();
            quote!(if !#holds { __context.broken(#text, __value) })
        });
        quote! {
            fn #name(__context: &#metamorphic::Context, __value: &#ty) {
                #(#admits)*
                #(#invariants)*
            }
        }
    });
    quote!(#(#checks)*)
}

fn function(sort: &Sort) -> Ident {
    format_ident!("__check_{}", sort.name)
}

/// The functions about values of this type.
pub(super) fn about<'f>(
    functions: &'f [Function],
    ty: &Type,
) -> impl Iterator<Item = &'f Function> {
    let wanted = tidy(bare(ty));
    functions.iter().filter(move |function| tidy(bare(&function.parameters[0].ty)) == wanted)
}

/// Whether there is anything to say about values of this type.
fn is_judged(whole: Whole<'_>, ty: &Type) -> bool {
    let specification = whole.specification;
    let all = [&specification.admits, &specification.invariants];
    all.into_iter().any(|functions| about(functions, ty).next().is_some())
}

/// Statements that check a value of this type, which the expression refers to.
pub(super) fn check(whole: Whole<'_>, ty: &Type, value: &TokenStream) -> TokenStream {
    let ty = bare(ty);
    if let Some(sort) = whole.sorts.get(ty).filter(|sort| is_judged(whole, &sort.ty)) {
        let name = function(sort);
        return quote!(#name(__context, #value););
    }
    let some = match (argument_of(ty, "Option"), argument_of(ty, "Result")) {
        (Some(inner), _) => Some((inner, quote!(::core::option::Option::Some))),
        (_, Some(inner)) => Some((inner, quote!(::core::result::Result::Ok))),
        _ => None,
    };
    if let Some((inner, some)) = some {
        let checked = check(whole, inner, &quote!(__inner));
        if checked.is_empty() {
            return checked;
        }
        return quote!(if let #some(__inner) = #value { #checked });
    }
    let Type::Tuple(tuple) = ty else { return TokenStream::new() };
    let parts = tuple.elems.iter().enumerate().map(|(at, part)| {
        let index = syn::Index::from(at);
        check(whole, part, &quote!(&(#value).#index))
    });
    quote!(#(#parts)*)
}

/// An expression that compares two values of this type, which the expressions refer to.
pub(super) fn same(
    whole: Whole<'_>,
    ty: &Type,
    one: &TokenStream,
    other: &TokenStream,
) -> TokenStream {
    let ty = bare(ty);
    if let Some(equal) = about(&whole.specification.equals, ty).next() {
        return equal.call(&[one.clone(), other.clone()]);
    }
    if let Some(inner) = argument_of(ty, "Option") {
        let same = same(whole, inner, &quote!(__one), &quote!(__other));
        return quote! {
            match (#one, #other) {
                (::core::option::Option::Some(__one), ::core::option::Option::Some(__other)) => {
                    #same
                }
                (::core::option::Option::None, ::core::option::Option::None) => true,
                _ => false,
            }
        };
    }
    if let Some(inner) = argument_of(ty, "Result") {
        let same = same(whole, inner, &quote!(__one), &quote!(__other));
        return quote! {
            match (#one, #other) {
                (::core::result::Result::Ok(__one), ::core::result::Result::Ok(__other)) => #same,
                (::core::result::Result::Err(_), ::core::result::Result::Err(_)) => true,
                _ => false,
            }
        };
    }
    match ty {
        Type::Tuple(tuple) if !tuple.elems.is_empty() => {
            let parts = tuple.elems.iter().enumerate().map(|(at, part)| {
                let at = syn::Index::from(at);
                same(whole, part, &quote!(&(#one).#at), &quote!(&(#other).#at))
            });
            quote!((#(#parts)&&*))
        }
        _ => quote!((*#one == *#other)),
    }
}
