//! Writes the test of a specification, what runs it, and the property that has the name of the
//! module. The property is registered beside the module, where its path is that of the module.

use crate::metamorphic::emit::terms::{Call, VARIABLES};
use crate::metamorphic::emit::{Whole, compare, terms};
use crate::metamorphic::model::{Operation, Origin};
use crate::metamorphic::names;
use crate::metamorphic::sorts::Sort;
use crate::metamorphic::text::{camel, tidy};
use crate::property::registration;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

fn with_variables(whole: Whole<'_>) -> impl Iterator<Item = &Sort> {
    whole.sorts.all().iter().filter(|sort| sort.has_variables())
}

/// What the calls of a test share: the context, and the values of the variables.
pub(super) fn run(whole: Whole<'_>) -> TokenStream {
    let (metamorphic, core) = (whole.metamorphic(), &whole.specification.core);
    let made = || with_variables(whole).filter(|sort| !sort.inputs.is_empty());
    let caches = made().map(|sort| {
        let (name, ty) = (sort.variables(), &sort.ty);
        quote! {
            #name: [::core::cell::OnceCell<::core::option::Option<#ty>>; #VARIABLES],
        }
    });
    let names = made().map(Sort::variables);
    let functions = with_variables(whole).map(|sort| {
        let (name, ty, input) = (sort.variables(), &sort.ty, terms::of_input(sort));
        let missing = quote!(<#input as #core::Mutate>::smallest());
        let value = match sort.inputs.is_empty() {
            true => quote! {
                match __all.get(__at) {
                    ::core::option::Option::Some(__own) => ::std::borrow::Cow::Borrowed(__own),
                    ::core::option::Option::None => ::std::borrow::Cow::Owned(#missing),
                }
            },
            false => quote! {
                let __value = self.#name[__at].get_or_init(|| match __all.get(__at) {
                    ::core::option::Option::Some(__input) => __input.__make(self.context),
                    ::core::option::Option::None => #missing.__make(self.context),
                });
                ::std::borrow::Cow::Borrowed(__value.as_ref()?)
            },
        };
        quote! {
            /// The value of a variable. If there are fewer variables, numbers start anew, and if
            /// there are none, it is the smallest value.
            fn #name(
                &self,
                __index: u8,
            ) -> ::core::option::Option<::std::borrow::Cow<'_, #ty>> {
                let __Variables::Variables { #name: __all, .. } = self.variables;
                let __at = usize::from(__index) % __all.len().max(1);
                ::core::option::Option::Some({ #value })
            }
        }
    });
    quote! {
        struct __Run<'__t> {
            context: &'__t #metamorphic::Context,
            variables: &'__t __Variables,
            #(#caches)*
        }

        impl<'__t> __Run<'__t> {
            fn new(
                context: &'__t #metamorphic::Context,
                variables: &'__t __Variables,
            ) -> __Run<'__t> {
                __Run {
                    context,
                    variables,
                    #(#names: ::core::array::from_fn(|_| ::core::cell::OnceCell::new()),)*
                }
            }

            #(#functions)*
        }
    }
}

/// The types of the property's arguments, and its function.
pub(super) fn items(whole: Whole<'_>) -> TokenStream {
    let (derive, metamorphic) = (whole.derive(), whole.metamorphic());
    let (core, internal) = (&whole.specification.core, whole.internal());
    let variables = with_variables(whole).map(|sort| {
        let (name, input) = (sort.variables(), terms::of_input(sort));
        quote!(#[mutate(max_len = #VARIABLES)] #name: ::std::vec::Vec<#input>)
    });
    let sorts: Vec<&Sort> =
        whole.sorts.all().iter().filter(|sort| !sort.outputs.is_empty()).collect();
    let of_sorts = sorts.iter().map(|sort| {
        let (variant, term) = (subject(whole, sort), sort.term());
        quote!(#variant(#term))
    });
    let operations = whole.specification.operations.iter().enumerate();
    let laws: Vec<(usize, &Operation)> =
        operations.filter(|(_, operation)| operation.origin == Origin::Law).collect();
    let of_laws = laws.iter().map(|(number, law)| {
        let (variant, fields) = (law_variant(law), terms::fields(whole, law));
        let number = *number as u16;
        quote! {
            #[mutate(skip = #metamorphic::is_law_left_out(&__SPECIFICATION, #number))]
            #variant(#(#fields),*)
        }
    });
    let sort_arms = sorts.iter().map(|sort| {
        let variant = subject(whole, sort);
        let same = compare::same(whole, &sort.ty, &quote!(__one), &quote!(__other));
        let (name, ty) = (tidy(&sort.ty), &sort.ty);
        quote! {
            __Subject::#variant(__term) => {
                __start(__context, false);
                let __bases = __term.__value(&__run);
                __start(__context, true);
                let __expanded = __term.__value(&__run);
                __context.results(#name, __bases, __expanded, |__one, __other| {
                    let (__one, __other): (&#ty, &#ty) = (__one, __other);
                    #same
                })
            }
        }
    });
    let run = names::run();
    let smallest = smallest(whole, &sorts);
    let admitted = admitted(whole);
    let law_arms = laws.iter().map(|(_, law)| {
        let (variant, Call { pattern, statements }) = (law_variant(law), Call::of(whole, law));
        quote! {
            __Subject::#variant(#pattern) => {
                __start(__context, true);
                // Without the value of an argument there is nothing that the law is about.
                let __tried = (|| {
                    let #run = &#run;
                    #statements
                    ::core::option::Option::Some(__result)
                })();
                match __tried {
                    ::core::option::Option::Some(_) => #core::Outcome::Passed,
                    ::core::option::Option::None => #core::Outcome::Discarded,
                }
            }
        }
    });
    let of_test = &whole.specification.of_test;
    let setups = whole.specification.setups.iter().map(|setup| &setup.item.sig.ident);
    let printed = [format_ident!("__Variables"), format_ident!("__Subject")];
    let printed = printed.map(|name| terms::print(whole, &name));
    quote! {
        #derive
        enum __Variables {
            // The text of a value has the names of variants only.
            Variables { #(#variables,)* },
        }

        #derive
        enum __Subject {
            #(#of_sorts,)*
            #(#of_laws,)*
        }

        #(#printed)*

        /// Starts a run of a test, with all bases or as expanded.
        fn __start(__context: &#metamorphic::Context, __expands: bool) {
            __context.start(__expands);
            #(#setups();)*
        }

        fn __test(
            __context: &#metamorphic::Context,
            (__variables, __subject): &(__Variables, __Subject),
        ) -> #core::Outcome {
            let #run = __Run::new(__context, __variables);
            match __subject {
                #(#sort_arms)*
                #(#law_arms)*
            }
        }

        fn __examine() -> ::core::result::Result<(), ::std::string::String> {
            let __smallest = [#(#smallest),*];
            #metamorphic::examine(&__SPECIFICATION, &__smallest, __test, &[#(#admitted),*])
        }

        /// The property, for tests of the specification.
        #[doc(hidden)]
        pub enum __Metamorphic {}

        impl __Metamorphic {
            pub fn property(__marker: &'static str) -> #internal::Property {
                #internal::Property::new::<(__Variables, __Subject)>(
                    __marker,
                    &["variables", "term"],
                    |__arguments, __window| {
                        __window.open();
                        #metamorphic::run(&__SPECIFICATION, |__context| {
                            __test(__context, __arguments)
                        })
                    },
                    |(__variables, __subject)| #internal::vec![
                        __variables as &dyn ::core::fmt::Debug,
                        __subject as &dyn ::core::fmt::Debug,
                    ],
                )
                .specified(&__SPECIFICATION, __examine, __test)
                .relating(&__TABLE)
            }
        }

        #(#of_test)*
        #[test]
        fn property() {
            __Metamorphic::run();
        }
    }
}

/// The smallest test of each operation: its base on the smallest arguments.
fn smallest(whole: Whole<'_>, sorts: &[&Sort]) -> Vec<TokenStream> {
    let (core, internal) = (&whole.specification.core, whole.internal());
    let mut known = Vec::new();
    let mut all = Vec::new();
    for sort in sorts {
        for (at, output) in sort.outputs.iter().enumerate() {
            if known.contains(&output.operation) {
                continue;
            }
            known.push(output.operation);
            let (subject, term) = (subject(whole, sort), sort.term());
            let (number, variant) = (output.operation as u16, sort.own_variants() + at);
            all.push(quote! {
                (
                    #number,
                    (
                        #core::Mutate::smallest(),
                        __Subject::#subject(#internal::smallest_of::<#term>(#variant)),
                    ),
                )
            });
        }
    }
    all
}

/// The sorts whose values are admitted or not.
fn admitted(whole: Whole<'_>) -> Vec<TokenStream> {
    let (core, metamorphic) = (&whole.specification.core, whole.metamorphic());
    let mut all = Vec::new();
    for admit in &whole.specification.admits {
        let ty = &admit.parameters[0].ty;
        let sort = whole.sorts.get(ty).filter(|sort| !sort.inputs.is_empty());
        let Some(sort) = sort else { continue };
        let (name, predicate, input) = (tidy(ty), admit.name.to_string(), sort.input());
        all.push(quote! {
            #metamorphic::Admitted {
                sort: #name,
                admit: #predicate,
                make: |__context, __generator| {
                    __start(__context, false);
                    let _ = <#input as #core::Mutate>::generate(__generator).__make(__context);
                },
            }
        });
    }
    all
}

/// The check that each sort has values: those of its inputs, or of its type.
pub(super) fn checked_sorts(whole: Whole<'_>) -> TokenStream {
    let metamorphic = whole.metamorphic();
    let sorts = whole.sorts.all().iter();
    let sorts = sorts.filter(|sort| sort.is_taken && sort.inputs.is_empty());
    let checks = sorts.map(|sort| {
        let ty = &sort.ty;
        let check = quote_spanned!(ty.span()=> __has_inputs::<#ty>());
        quote! {
            const _: fn() = || {
                fn __has_inputs<T: #metamorphic::HasInputs>() {}
                #check;
            };
        }
    });
    quote!(#(#checks)*)
}

/// The variant of a test that is a term of this sort.
fn subject(whole: Whole<'_>, sort: &Sort) -> Ident {
    let name = format_ident!("{}", sort.name);
    let operations = whole.specification.operations.iter();
    let mut laws = operations.filter(|operation| operation.origin == Origin::Law);
    match laws.any(|law| law_variant(law) == name) {
        true => format_ident!("{name}Term"),
        false => name,
    }
}

fn law_variant(law: &Operation) -> Ident {
    format_ident!("{}", camel(&law.function.name.to_string()))
}

/// The registration of the property, beside the module.
pub(super) fn registered(whole: Whole<'_>) -> TokenStream {
    let (name, internal) = (&whole.specification.name, whole.internal());
    let text = name.to_string();
    let text = text.trim_start_matches("r#");
    let (mode, target) = registration(&whole.specification.of_test);
    quote! {
        #[cfg(test)]
        impl #name::__Metamorphic {
            fn run() {
                use #internal as __mutagen;
                let __property =
                    #name::__Metamorphic::property(__mutagen::marker!(#text, #mode));
                __mutagen::run_property(&__property #target);
            }
        }
    }
}
