//! `#[mutate(via = Parts)]`: a type that is mutated through another, to which it is converted by
//! the trait `Via`. The impls name the functions of `mutagen-core` and depend on no field.

use crate::attributes::{self, OnType};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Generics, Type, parse_quote};

/// The impls of a type with these parts.
pub(crate) fn expand(
    input: &DeriveInput,
    this: &TokenStream,
    generics: &Generics,
    options: &OnType,
    parts: &Type,
) -> syn::Result<TokenStream> {
    let alone = "`via` says how all values are made, so `transparent` and `default` contradict it: \
                 keep one; the smallest value is that of the smallest parts";
    if options.transparent.is_some() || options.default.is_some() {
        return Err(Error::new_spanned(parts, alone));
    }
    if let Some(option) = inner_options(&input.data) {
        let text = "the fields and variants of a type with `via` have no options: the engine sees \
                    only its parts, so put the option on a field of the parts";
        return Err(Error::new_spanned(option, text));
    }
    let (mut generics, core) = (generics.clone(), options.core());
    // Written as a bound, a missing `Via` is one error per impl and not one per function, and the
    // bounds of its parameters need no repetition.
    let bound = parse_quote!(#this: __mutagen::via::Via<#parts>);
    generics.make_where_clause().predicates.push(bound);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let impls = quote! {
        #[automatically_derived]
        impl #impl_generics __mutagen::Mutate for #this #where_clause {
            __mutagen::via::via!(mutate #parts);
        }

        #[automatically_derived]
        impl #impl_generics __mutagen::Node for #this #where_clause {
            __mutagen::via::via!(node #parts);
        }
    };
    Ok(attributes::naming(&core, &impls))
}

/// The first `#[mutate(…)]` on a field or a variant.
fn inner_options(data: &Data) -> Option<&Attribute> {
    let mut attributes: Vec<&Attribute> = Vec::new();
    match data {
        Data::Struct(data) => attributes.extend(data.fields.iter().flat_map(|field| &field.attrs)),
        Data::Union(data) => {
            attributes.extend(data.fields.named.iter().flat_map(|field| &field.attrs));
        }
        Data::Enum(data) => {
            for variant in &data.variants {
                attributes.extend(&variant.attrs);
                attributes.extend(variant.fields.iter().flat_map(|field| &field.attrs));
            }
        }
    }
    attributes.into_iter().find(|attribute| attribute.path().is_ident("mutate"))
}
