//! Writes what the module gets: the enums, the functions that run them, and the property. It stays
//! in the module, so that it names types as the module does.

mod bodies;
mod compare;
mod inputs;
mod operations;
mod property;
mod relations;
mod table;
mod terms;

use crate::metamorphic::model::{Parameter, Passing, Specification};
use crate::metamorphic::sorts::Sorts;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Attribute, ItemMod, parse_quote};

/// The specification and its sorts, which each part needs.
#[derive(Clone, Copy)]
pub(crate) struct Whole<'s> {
    pub(crate) specification: &'s Specification,
    pub(crate) sorts: &'s Sorts,
}

impl Whole<'_> {
    /// Items of the module that exist in tests only.
    fn items(self) -> Vec<TokenStream> {
        let mut items = vec![compare::checks(self), table::table(self), property::run(self)];
        items.extend(self.sorts.all().iter().map(|sort| inputs::items(self, sort)));
        let operations = self.specification.operations.iter().enumerate();
        items.extend(
            operations.map(|(number, operation)| operations::items(self, number, operation)),
        );
        items.extend(self.sorts.all().iter().map(|sort| terms::items(self, sort)));
        items.push(relations::items(self));
        items.push(property::items(self));
        items
    }

    /// The derive, for a type of this macro.
    fn derive(self) -> TokenStream {
        let core = &self.specification.core;
        quote! {
            #[derive(#core::Mutate)]
            #[mutate(crate = #core)]
        }
    }

    /// The items of `mutagen_core` that the macros use.
    fn internal(self) -> TokenStream {
        let core = &self.specification.core;
        quote!(#core::internal::macros)
    }

    /// The part of `mutagen_core` that runs a test.
    fn metamorphic(self) -> TokenStream {
        let internal = self.internal();
        quote!(#internal::metamorphic)
    }
}

/// The module and the test of its property.
pub(crate) fn module(
    mut module: ItemMod,
    specification: &Specification,
    sorts: &Sorts,
) -> TokenStream {
    let whole = Whole { specification, sorts };
    let mut items = Vec::new();
    for item in whole.items() {
        let file: syn::File = match syn::parse2(item) {
            Ok(file) => file,
            Err(error) => return error.to_compile_error(),
        };
        items.extend(file.items);
    }
    for item in &mut items {
        if let Some(attributes) = attributes(item) {
            // What the macro writes is not for lints of the user.
            attributes.push(parse_quote!(#[cfg(test)]));
            attributes.push(parse_quote!(#[allow(warnings, clippy::all, clippy::pedantic)]));
        }
    }
    // The check of the sorts is there in any build: the error is the first that is seen.
    let checked: syn::Result<syn::File> = syn::parse2(property::checked_sorts(whole));
    items.extend(checked.map(|file| file.items).unwrap_or_default());
    if let Some((_, content)) = &mut module.content {
        content.extend(items);
    }
    let registered = property::registered(whole);
    quote! {
        #module
        #registered
    }
}

fn attributes(item: &mut syn::Item) -> Option<&mut Vec<Attribute>> {
    Some(match item {
        syn::Item::Enum(item) => &mut item.attrs,
        syn::Item::Struct(item) => &mut item.attrs,
        syn::Item::Impl(item) => &mut item.attrs,
        syn::Item::Fn(item) => &mut item.attrs,
        syn::Item::Static(item) => &mut item.attrs,
        syn::Item::Const(item) => &mut item.attrs,
        _ => return None,
    })
}

/// The parameters as a function declares them.
fn declared(parameters: &[Parameter]) -> Vec<TokenStream> {
    let declared = parameters.iter().map(|Parameter { name, written, .. }| quote!(#name: #written));
    declared.collect()
}

/// The parameters passed on to a function that must not use them up. A mutable one is passed as
/// `lent` says.
fn passed(parameters: &[Parameter], lent: impl Fn(&Ident) -> TokenStream) -> Vec<TokenStream> {
    let passed = parameters.iter().map(|Parameter { name, passing, .. }| match passing {
        Passing::Reference => quote!(#name),
        Passing::Value => quote!(::core::clone::Clone::clone(&#name)),
        Passing::Mutable => lent(name),
    });
    passed.collect()
}

/// The parameters for a condition: a mutable one is lent as it is.
fn looked_at(parameters: &[Parameter]) -> Vec<TokenStream> {
    passed(parameters, |name| quote!(&*#name))
}

/// The parameters as a condition declares them.
fn declared_for_condition(parameters: &[Parameter]) -> Vec<TokenStream> {
    let declared = parameters.iter().map(|Parameter { name, written, passing, ty, .. }| {
        if *passing == Passing::Mutable { quote!(#name: &#ty) } else { quote!(#name: #written) }
    });
    declared.collect()
}

/// The parameters with their names, for a finding.
fn shown(parameters: &[Parameter]) -> TokenStream {
    let all = parameters.iter().map(|Parameter { name, .. }| {
        let text = name.to_string();
        quote!((#text, &#name as &dyn ::core::fmt::Debug))
    });
    quote!(&[#(#all),*])
}

/// A field of a variant.
struct Field<'i> {
    name: Ident,
    /// The type, without a box.
    ty: TokenStream,
    rules: &'i [Attribute],
}

/// The expression of a mutable reference to a variable.
fn lent(variable: Ident) -> TokenStream {
    quote!(&mut #variable)
}
