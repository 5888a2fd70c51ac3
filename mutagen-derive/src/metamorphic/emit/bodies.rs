//! Writes the functions of an implementation: its body, in which calls of operations are call
//! sites, and its condition.

use crate::metamorphic::emit::operations::Writer;
use crate::metamorphic::emit::terms::term_of;
use crate::metamorphic::emit::{Field, declared_for_condition};
use crate::metamorphic::model::{Implementation, Parameter, Passing};
use crate::metamorphic::names;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::Expr;

/// Whether tokens have this name.
fn names_it(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => names_it(group.stream(), name),
        TokenTree::Ident(ident) => ident == *name,
        _ => false,
    })
}

impl Writer<'_> {
    /// The body of an implementation, and its condition.
    pub(super) fn implementation(&self, implementation: &Implementation) -> TokenStream {
        let function = &implementation.function;
        let name = function.name.to_string();
        let (body, run) = (names::body(&name), names::run());
        let fields = self.fields(implementation);
        let any: Vec<&Parameter> = function.parameters.iter().filter(|p| p.any).collect();
        let others: Vec<Parameter> =
            function.parameters.iter().filter(|p| !p.any).cloned().collect();
        let fields = fields.iter().enumerate().map(|(at, Field { ty, .. })| {
            let name = match at.checked_sub(any.len()) {
                None => format_ident!("__any_{at}"),
                Some(site) => format_ident!("__site_{site}"),
            };
            quote!(#name: &#ty)
        });
        let given = any.iter().enumerate().map(|(at, parameter)| self.any(at, parameter));
        let given: Vec<TokenStream> = given.collect();
        let arguments = others.iter().map(|parameter| &parameter.argument);
        let output = &function.item.sig.output;
        let block = &function.item.block;
        let when = implementation
            .when
            .as_ref()
            .map(|condition| self.when(implementation, condition, &others));
        quote! {
            fn #body(#(#fields,)* #run: &__Run<'_>, #(#arguments),*) #output {
                #(#given)*
                #block
            }

            #when
        }
    }

    /// The condition of an implementation, with the values of the `#[any]` operands that it names.
    fn when(
        &self,
        implementation: &Implementation,
        condition: &Expr,
        others: &[Parameter],
    ) -> TokenStream {
        let name = names::when(&implementation.function.name.to_string());
        let (expansion, run) = (self.name(), names::run());
        let declared = declared_for_condition(others);
        let variant = self.variant(implementation);
        let any = implementation.function.parameters.iter().filter(|p| p.any).enumerate();
        let named = any.filter(|(_, p)| names_it(condition.to_token_stream(), &p.name));
        let given = named.map(|(at, parameter)| {
            let (field, bound) = (&parameter.name, format_ident!("__any_{at}"));
            let given = self.any(at, parameter);
            quote! {
                let #expansion::#variant { #field: #bound, .. } = __expansion else {
                    return false;
                };
                #given
            }
        });
        quote! {
            fn #name(__expansion: &#expansion, #run: &__Run<'_>, #(#declared),*) -> bool {
                #(#given)*
                #condition
            }
        }
    }

    /// The value of an `#[any]` operand.
    fn any(&self, at: usize, parameter: &Parameter) -> TokenStream {
        let (name, ty, run) = (&parameter.name, &parameter.written, names::run());
        let (field, value) = (format_ident!("__any_{at}"), format_ident!("__value_{at}"));
        let by_value = parameter.passing == Passing::Value;
        if term_of(self.whole, parameter).is_none() {
            let internal = self.whole.internal();
            return match by_value {
                true => quote!(let #name: #ty = #internal::by_value(#field);),
                false => quote!(let #name: #ty = #field;),
            };
        }
        let bound = match by_value {
            true => quote!(let #name: #ty = #value.into_owned();),
            false => quote!(let #name: #ty = &#value;),
        };
        quote! {
            let ::core::option::Option::Some(#value) = #field.__value(#run) else {
                #run.context.discard()
            };
            #bound
        }
    }
}
