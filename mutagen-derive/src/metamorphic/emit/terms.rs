//! Writes the enum of the terms of a sort: an input, a variable, or an operation with its expansion
//! beside its arguments. And the function that gives the value of a term.

use crate::metamorphic::emit::Whole;
use crate::metamorphic::model::{Operation, Output as Returned, Parameter, Passing};
use crate::metamorphic::names;
use crate::metamorphic::sorts::{From, Output, Sort};
use crate::metamorphic::text::camel;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The most variables of a sort.
pub(super) const VARIABLES: usize = 3;

pub(super) fn items(whole: Whole<'_>, sort: &Sort) -> TokenStream {
    if !sort.has_term_type() {
        return TokenStream::new();
    }
    let (name, ty, derive) = (sort.term(), &sort.ty, whole.derive());
    let run = names::run();
    let own = sort.has_inputs().then(|| variants(sort));
    let own_arms = sort.has_inputs().then(|| arms(sort));
    let operations = &whole.specification.operations;
    let outputs = sort.outputs.iter().map(|output| (&operations[output.operation], *output));
    let calls = outputs.clone().map(|(operation, output)| {
        let variant = variant(operation, output);
        let fields = fields(whole, operation);
        let (metamorphic, number) = (whole.metamorphic(), output.operation as u16);
        quote! {
            #[mutate(skip = #metamorphic::is_operation_left_out(&__SPECIFICATION, #number))]
            #variant(#(#fields),*)
        }
    });
    let call_arms = outputs.map(|(operation, output)| {
        let variant = variant(operation, output);
        let called = Call::of(whole, operation);
        let (pattern, statements) = (called.pattern, called.statements);
        let value = output_value(operation, output);
        quote! {
            Self::#variant(#pattern) => {
                #statements
                #value
            }
        }
    });
    let print = print(whole, &name);
    quote! {
        #derive
        enum #name {
            #own
            #(#calls,)*
        }

        impl #name {
            /// The value, if there is one.
            fn __value<'__r>(
                &'__r self,
                #run: &'__r __Run<'_>,
            ) -> ::core::option::Option<::std::borrow::Cow<'__r, #ty>> {
                ::core::option::Option::Some(match self {
                    #own_arms
                    #(#call_arms)*
                })
            }
        }

        #print
    }
}

/// `Debug` by the text form.
pub(super) fn print(whole: Whole<'_>, name: &Ident) -> TokenStream {
    let core = &whole.specification.core;
    quote! {
        impl ::core::fmt::Debug for #name {
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                __f.write_str(&#core::text::print(self))
            }
        }
    }
}

/// The variants that are no operations.
fn variants(sort: &Sort) -> TokenStream {
    let (of_input, last) = (of_input(sort), (VARIABLES - 1) as u8);
    let variable = sort.has_variables().then(|| {
        quote!(Var(
            #[mutate(range = 0..=#last)]
            u8
        ),)
    });
    quote! {
        In(#of_input),
        #variable
    }
}

/// The type whose values are inputs of a sort.
pub(super) fn of_input(sort: &Sort) -> TokenStream {
    match sort.inputs.is_empty() {
        true => {
            let ty = &sort.ty;
            quote!(#ty)
        }
        false => {
            let input = sort.input();
            quote!(#input)
        }
    }
}

fn arms(sort: &Sort) -> TokenStream {
    let run = names::run();
    let made = match sort.inputs.is_empty() {
        true => quote!(::std::borrow::Cow::Borrowed(__input)),
        false => quote!(::std::borrow::Cow::Owned(__input.__make(#run.context)?)),
    };
    let variable = sort.has_variables().then(|| {
        let variables = sort.variables();
        quote!(Self::Var(__index) => #run.#variables(*__index)?,)
    });
    quote! {
        Self::In(__input) => #made,
        #variable
    }
}

/// The variant of an operation. The value of an argument has a name with that argument.
pub(super) fn variant(operation: &Operation, output: Output) -> Ident {
    let name = camel(&operation.function.name.to_string());
    match output.from {
        From::Result if ["In", "Var"].contains(&name.as_str()) => format_ident!("{name}Result"),
        From::Result => format_ident!("{name}"),
        From::Argument(at) => {
            let argument = camel(&operation.function.parameters[at].name.to_string());
            let is_only =
                operation.function.result().is_none() && operation.function.mutable().count() == 1;
            match is_only {
                true if !["In", "Var"].contains(&name.as_str()) => format_ident!("{name}"),
                _ => format_ident!("{name}{argument}"),
            }
        }
    }
}

/// The fields of the variant of an operation: its expansion, and its arguments.
pub(super) fn fields(whole: Whole<'_>, operation: &Operation) -> Vec<TokenStream> {
    let expansion = names::expansion(&operation.function.name.to_string());
    let arguments = operation.function.parameters.iter().map(|parameter| {
        let (ty, rules) = (&parameter.ty, &parameter.rules);
        match term_of(whole, parameter) {
            Some(term) => quote!(::std::boxed::Box<#term>),
            None => quote!(#(#rules)* #ty),
        }
    });
    std::iter::once(quote!(#expansion)).chain(arguments).collect()
}

/// The enum of the terms for an argument, if it is one.
pub(super) fn term_of(whole: Whole<'_>, parameter: &Parameter) -> Option<Ident> {
    if !parameter.rules.is_empty() {
        return None;
    }
    whole.sorts.get(&parameter.ty).filter(|sort| sort.has_terms()).map(Sort::term)
}

/// The call of an operation on the values of terms.
pub(super) struct Call {
    pub(super) pattern: TokenStream,
    /// Statements that leave the result in `__result`, and the mutable arguments in `__0`, ….
    pub(super) statements: TokenStream,
}

impl Call {
    pub(super) fn of(whole: Whole<'_>, operation: &Operation) -> Call {
        let (run, internal) = (names::run(), whole.internal());
        let parameters = &operation.function.parameters;
        let bound: Vec<Ident> = (0..parameters.len()).map(|at| format_ident!("__{at}")).collect();
        let values = parameters.iter().zip(&bound).map(|(parameter, bound)| {
            match (term_of(whole, parameter), parameter.passing) {
                (Some(_), Passing::Reference) => quote!(let #bound = #bound.__value(#run)?;),
                (Some(_), Passing::Value) => {
                    quote!(let #bound = #bound.__value(#run)?.into_owned();)
                }
                (Some(_), Passing::Mutable) => {
                    quote!(let mut #bound = #bound.__value(#run)?.into_owned();)
                }
                (None, Passing::Reference) => TokenStream::new(),
                (None, Passing::Value) => quote!(let #bound = #internal::by_value(#bound);),
                (None, Passing::Mutable) => quote!(let mut #bound = #internal::by_value(#bound);),
            }
        });
        let passed =
            parameters.iter().zip(&bound).map(|(parameter, bound)| match parameter.passing {
                Passing::Reference => quote!(&#bound),
                Passing::Value => quote!(#bound),
                Passing::Mutable => quote!(&mut #bound),
            });
        let (values, passed): (Vec<_>, Vec<_>) = (values.collect(), passed.collect());
        Call {
            pattern: quote!(__expansion, #(#bound),*),
            statements: quote! {
                #(#values)*
                let __result = __expansion.apply(#run, #(#passed),*);
            },
        }
    }
}

fn output_value(operation: &Operation, output: Output) -> TokenStream {
    match output.from {
        From::Argument(at) => {
            let argument = format_ident!("__{at}");
            quote!(::std::borrow::Cow::Owned(#argument))
        }
        From::Result => match operation.function.output {
            Returned::Option(_) => quote!(::std::borrow::Cow::Owned(__result?)),
            Returned::Result(_) => quote!(::std::borrow::Cow::Owned(__result.ok()?)),
            Returned::Plain(_) | Returned::Nothing => quote!(::std::borrow::Cow::Owned(__result)),
        },
    }
}
