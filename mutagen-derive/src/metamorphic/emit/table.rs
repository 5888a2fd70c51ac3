//! Writes the constants that findings are made of: names and texts.

use crate::metamorphic::emit::Whole;
use crate::metamorphic::model::{Function, Operation, Origin};
use crate::metamorphic::text::tidy;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Expr;

pub(super) fn table(whole: Whole<'_>) -> TokenStream {
    let (specification, metamorphic) = (whole.specification, whole.metamorphic());
    let name = specification.name.to_string();
    let operations = specification.operations.iter().map(|it| operation(&metamorphic, it));
    let inputs = specification.inputs.iter().map(|input| text(&metamorphic, &input.function));
    quote! {
        static __SPECIFICATION: #metamorphic::Specification = #metamorphic::Specification {
            name: #name,
            operations: &[#(#operations),*],
            inputs: &[#(#inputs),*],
        };
    }
}

fn operation(metamorphic: &TokenStream, operation: &Operation) -> TokenStream {
    let base = text(metamorphic, &operation.function);
    let parameters = operation.function.parameters.iter().map(|p| p.name.to_string());
    let is_law = operation.origin == Origin::Law;
    let requires = condition(operation.requires.as_ref());
    let implementations = operation.implementations.iter().map(|implementation| {
        let function = text(metamorphic, &implementation.function);
        let when = condition(implementation.when.as_ref());
        quote!(#metamorphic::Implementation { function: #function, when: #when })
    });
    quote! {
        #metamorphic::Operation {
            base: #base,
            parameters: &[#(#parameters),*],
            is_law: #is_law,
            requires: #requires,
            implementations: &[#(#implementations),*],
        }
    }
}

fn text(metamorphic: &TokenStream, function: &Function) -> TokenStream {
    let (name, text) = (function.name.to_string(), &function.text);
    quote!(#metamorphic::Text { name: #name, text: #text })
}

fn condition(condition: Option<&Expr>) -> String {
    condition.map(tidy).unwrap_or_default()
}
