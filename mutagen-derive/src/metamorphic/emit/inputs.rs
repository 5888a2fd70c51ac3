//! Writes the enum of the inputs of a sort, a variant an `#[input]`, and the function that makes
//! the value.

use crate::metamorphic::emit::{Whole, compare};
use crate::metamorphic::model::{Output, Parameter, Passing};
use crate::metamorphic::sorts::Sort;
use crate::metamorphic::text::camel;
use crate::types::{argument_of, bare};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Type;

pub(super) fn items(whole: Whole<'_>, sort: &Sort) -> TokenStream {
    if sort.inputs.is_empty() {
        return TokenStream::new();
    }
    let (name, ty, derive) = (sort.input(), &sort.ty, whole.derive());
    let metamorphic = whole.metamorphic();
    let (mut variants, mut arms) = (Vec::new(), Vec::new());
    for &number in &sort.inputs {
        let input = &whole.specification.inputs[number];
        let function = &input.function;
        let variant = format_ident!("{}", camel(&function.name.to_string()));
        let weight = input.weight.as_ref().map(|weight| quote!(#[mutate(weight = #weight)]));
        let fields = function.parameters.iter().map(|parameter| {
            let (ty, rules) = (field(whole, parameter), &parameter.rules);
            quote!(#(#rules)* #ty)
        });
        let fields: Vec<TokenStream> = fields.collect();
        variants.push(match fields.is_empty() {
            true => quote!(#weight #variant),
            false => quote!(#weight #variant(#(#fields),*)),
        });
        let bound: Vec<_> =
            (0..function.parameters.len()).map(|at| format_ident!("__{at}")).collect();
        let pattern = match bound.is_empty() {
            true => quote!(Self::#variant),
            false => quote!(Self::#variant(#(#bound),*)),
        };
        let made = function.parameters.iter().zip(&bound).map(|(parameter, bound)| {
            let value = match parameter.rules.is_empty() {
                true => made(whole, &parameter.ty, &quote!(#bound)),
                false => None,
            };
            match (value, parameter.passing) {
                (Some(value), _) => quote!(let #bound = #value;),
                (None, Passing::Value) => {
                    let internal = whole.internal();
                    quote!(let #bound = #internal::by_value(#bound);)
                }
                (None, _) => TokenStream::new(),
            }
        });
        let made: Vec<TokenStream> = made.collect();
        let passed = function.parameters.iter().zip(&bound).map(|(parameter, bound)| {
            match parameter.passing {
                Passing::Value => quote!(#bound),
                // A reference to a reference is one to the value, where it is passed.
                Passing::Reference | Passing::Mutable => quote!(&#bound),
            }
        });
        let called = &function.item.sig.ident;
        let value = quote!(#called(#(#passed),*));
        let value = match function.output {
            // Without a value there is nothing to compare.
            Output::Option(_) => quote!(#value.unwrap_or_else(|| __context.discard())),
            Output::Result(_) => quote!(#value.unwrap_or_else(|_| __context.discard())),
            Output::Plain(_) | Output::Nothing => value,
        };
        let number = number as u16;
        arms.push(quote! {
            #pattern => {
                #(#made)*
                let __before = __context.input(#number);
                let __value = #value;
                (__before, __value)
            }
        });
    }
    let checked = compare::check(whole, ty, &quote!(&__value));
    quote! {
        #derive
        enum #name {
            #(#variants,)*
        }

        impl #name {
            /// The value, if there is one.
            fn __make(&self, __context: &#metamorphic::Context) -> ::core::option::Option<#ty> {
                let (__before, __value): (#metamorphic::Place, #ty) = match self {
                    #(#arms)*
                };
                #checked
                __context.leave(__before);
                ::core::option::Option::Some(__value)
            }
        }
    }
}

/// The type of the field for a parameter.
fn field(whole: Whole<'_>, parameter: &Parameter) -> TokenStream {
    if !parameter.rules.is_empty() {
        let ty = &parameter.ty;
        return quote!(#ty);
    }
    of_type(whole, &parameter.ty, true)
}

/// The type whose values make those of a type: inputs in place of the values that they make.
fn of_type(whole: Whole<'_>, ty: &Type, is_field: bool) -> TokenStream {
    let ty = bare(ty);
    if let Some(sort) = whole.sorts.made(ty) {
        let input = sort.input();
        return if is_field { quote!(::std::boxed::Box<#input>) } else { quote!(#input) };
    }
    if let Some(inner) = argument_of(ty, "Vec").filter(|inner| has_inputs(whole, inner)) {
        let inner = of_type(whole, inner, false);
        return quote!(::std::vec::Vec<#inner>);
    }
    if let Some(inner) = argument_of(ty, "Option").filter(|inner| has_inputs(whole, inner)) {
        let inner = of_type(whole, inner, true);
        return quote!(::core::option::Option<#inner>);
    }
    match ty {
        Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(|part| of_type(whole, part, is_field));
            quote!((#(#parts,)*))
        }
        ty => quote!(#ty),
    }
}

/// Whether values of inputs are inside the values of a type.
pub(super) fn has_inputs(whole: Whole<'_>, ty: &Type) -> bool {
    let ty = bare(ty);
    if whole.sorts.made(ty).is_some() {
        return true;
    }
    let inner = argument_of(ty, "Vec").or_else(|| argument_of(ty, "Option"));
    match ty {
        Type::Tuple(tuple) => tuple.elems.iter().any(|part| has_inputs(whole, part)),
        _ => inner.is_some_and(|inner| has_inputs(whole, inner)),
    }
}

/// An expression that makes a value of what `value` refers to, if inputs are inside. Where there
/// is none, it returns.
fn made(whole: Whole<'_>, ty: &Type, value: &TokenStream) -> Option<TokenStream> {
    let ty = bare(ty);
    if !has_inputs(whole, ty) {
        return None;
    }
    if whole.sorts.made(ty).is_some() {
        return Some(quote!((#value).__make(__context)?));
    }
    let internal = whole.internal();
    let part = |ty: &Type, value: &TokenStream| {
        made(whole, ty, value).unwrap_or_else(|| quote!(#internal::by_value(#value)))
    };
    if let Some(element) = argument_of(ty, "Vec") {
        let element = part(element, &quote!(__inner));
        return Some(quote! {{
            let mut __all = ::std::vec::Vec::new();
            for __inner in (#value).iter() {
                __all.push(#element);
            }
            __all
        }});
    }
    if let Some(content) = argument_of(ty, "Option") {
        let content = part(content, &quote!(__inner));
        return Some(quote! {
            match #value {
                ::core::option::Option::Some(__inner) => ::core::option::Option::Some(#content),
                ::core::option::Option::None => ::core::option::Option::None,
            }
        });
    }
    let Type::Tuple(tuple) = ty else { return None };
    let parts = tuple.elems.iter().enumerate().map(|(at, ty)| {
        let at = syn::Index::from(at);
        part(ty, &quote!(&(#value).#at))
    });
    Some(quote!((#(#parts,)*)))
}
