//! `#[derive(Mutate)]`: turns a type's constructors and fields into two impls. `Algebraic` says how
//! to build a value and how to visit its fields; `Mutate` delegates everything else to functions of
//! `mutagen-core`. Every function is one flat `match`, so the generated code grows linearly with
//! the number of constructors, not quadratically.

use crate::attributes::{self, OnType, Skip};
use crate::shape::{self, Constructor, Field};
use crate::via;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{DeriveInput, Expr, GenericParam, Generics, Ident, Path, parse_quote};

pub(crate) fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let options = OnType::parse(&input.attrs)?;
    let (ident, generics) = (&input.ident, &input.generics);
    let (_, type_generics, _) = generics.split_for_impl();
    let this = quote!(#ident #type_generics);
    let generics = with_bounds(generics, &options)?;
    if let Some(parts) = &options.via {
        return via::expand(input, &this, &generics, &options, parts);
    }
    let constructors = shape::constructors(input, &generics)?;
    let core = options.core();
    match options.transparent {
        Some(span) => transparent(&core, &this, &generics, &constructors, span),
        None => Ok(implement(&core, &this, &generics, &constructors, options.default.as_ref())),
    }
}

/// The number of constructors from which a type is large, see `Algebraic::LARGE`.
const LARGE: usize = 32;

fn is_large(constructors: &[Constructor]) -> bool {
    constructors.len() >= LARGE
}

/// The impls for a tuple whose components have these type parameters.
pub(crate) fn expand_tuple(parameters: &[Ident]) -> syn::Result<TokenStream> {
    let constructor = shape::tuple(parameters)?;
    let options = OnType::default();
    let generics = with_bounds(&parse_quote!(<#(#parameters),*>), &options)?;
    let this = quote!((#(#parameters,)*));
    Ok(implement(&options.core(), &this, &generics, &[constructor], None))
}

fn implement(
    core: &Path,
    this: &TokenStream,
    generics: &Generics,
    constructors: &[Constructor],
    default: Option<&Expr>,
) -> TokenStream {
    let is_fieldless = |constructor: &Constructor| constructor.seen().next().is_none();
    let nullary = constructors.iter().all(is_fieldless);
    let first = constructors.iter().take(64).enumerate();
    let fieldless = first
        .fold(0, |bits: u64, (at, constructor)| bits | u64::from(is_fieldless(constructor)) << at);
    let plan = plan(generics);
    let describe = describe(constructors);
    let build = build(constructors);
    let visit = visit(constructors);
    let copy = copy(constructors);
    let copy_into = copy_into(constructors);
    let index = constructor_index(constructors);
    let large = is_large(constructors);
    // The compiler would copy the match of a large enum into each function that asks for it.
    let inline = if large { quote!(#[inline(never)]) } else { quote!(#[inline]) };
    let children = children(constructors);
    let child = child(constructors);
    let descend = descend(constructors);
    let items = constructors.iter().flat_map(|c| c.fields.iter().map(|field| &field.items));
    let smallest = default.map_or(quote!(__mutagen::smallest()), |default| quote!(#default));
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    attributes::naming(
        core,
        &quote! {
        #(#items)*

        #[automatically_derived]
        impl #impl_generics __mutagen::Algebraic for #this #where_clause {
            const NULLARY: bool = #nullary;
            const FIELDLESS: u64 = #fieldless;
            const LARGE: bool = #large;

            fn plan() -> &'static __mutagen::Plan {
                #plan
            }
            #[inline]
            fn build<__S: __mutagen::Source>(
                __variant: usize,
                __source: &mut __S,
            ) -> Self {
                #build
            }
            #[inline]
            fn visit<__V: __mutagen::Visit>(this: &mut Self, __visit: &mut __V) {
                #visit
            }
        }

        #[automatically_derived]
        impl #impl_generics __mutagen::Mutate for #this #where_clause {
            fn smallest() -> Self {
                #smallest
            }
            fn generate(__generator: &mut __mutagen::Generator) -> Self {
                __mutagen::generate(__generator)
            }
            #[inline]
            fn regenerate(this: &mut Self, __generator: &mut __mutagen::Generator) {
                __mutagen::regenerate(this, __generator)
            }
            fn describe(__types: &mut __mutagen::Types) -> __mutagen::TypeIndex {
                #describe
            }
            fn copy(this: &Self) -> ::core::option::Option<Self> {
                #copy
            }
            fn copy_into(this: &Self, __into: &mut Self) -> bool {
                #copy_into
            }
            fn parse(
                __parser: &mut __mutagen::Parser,
            ) -> ::core::result::Result<Self, __mutagen::ParseError> {
                __mutagen::parse_constructor(__parser)
            }
            __mutagen::own_node!();
        }

        #[automatically_derived]
        impl #impl_generics __mutagen::Node for #this #where_clause {
            fn kind(&self) -> __mutagen::NodeKind {
                __mutagen::kind(self)
            }
            #inline
            fn constructor(&self) -> usize {
                #index
            }
            fn children(&self) -> usize {
                #children
            }
            fn child(&self, __index: usize) -> &dyn __mutagen::Node {
                #child
            }
            fn child_mut(&mut self, __index: usize) -> &mut dyn __mutagen::Node {
                __mutagen::Node::descend(self, &[__index as u32])
            }
            fn descend(&mut self, __path: &[u32]) -> &mut dyn __mutagen::Node {
                let ::core::option::Option::Some((&__index, __rest)) = __path.split_first()
                else {
                    return self;
                };
                let __index = __index as usize;
                #descend
            }
            fn mutants(&self) -> __mutagen::Mutants {
                __mutagen::mutants(self)
            }
            fn fresh_subtrees(&self) -> u64 {
                __mutagen::fresh_subtrees::<Self>()
            }
            fn mutate(&mut self, __mutant: u64, __context: &mut __mutagen::Context) {
                __mutagen::mutate(self, __mutant, __context)
            }
            fn restore(&mut self, __mutant: u64, __context: &mut __mutagen::Context) {
                __mutagen::restore(self, __mutant, __context)
            }
            fn form(&self) -> __mutagen::Form {
                __mutagen::form(self)
            }
        }
        },
    )
}

/// The type's generics with the bound `Mutate` on every type parameter, or with the bounds that the
/// user gave.
fn with_bounds(generics: &Generics, options: &OnType) -> syn::Result<Generics> {
    let (mut generics, core) = (generics.clone(), options.core());
    if let Some(bound) = &options.bound {
        generics.make_where_clause().predicates.extend(bound.iter().cloned());
    }
    for parameter in &mut generics.params {
        match parameter {
            GenericParam::Type(_) if options.bound.is_some() => {}
            GenericParam::Type(parameter) => {
                parameter.bounds.push(parse_quote!(#core::Mutate));
            }
            GenericParam::Lifetime(parameter) => {
                return Err(syn::Error::new(
                    parameter.span(),
                    "`Mutate` cannot be derived for a type that borrows: a test is a value that is \
                     kept and mutated; use an owned type such as `String`, `Vec` or `Box`",
                ));
            }
            GenericParam::Const(_) => {}
        }
    }
    Ok(generics)
}

fn plan(generics: &Generics) -> TokenStream {
    // A static inside a generic function would be shared by all instances of the function.
    if generics.type_params().next().is_some() || generics.const_params().next().is_some() {
        quote!(__mutagen::plan_of::<Self>())
    } else {
        quote! {
            static __PLAN: __mutagen::PlanCell = __mutagen::PlanCell::new();
            __PLAN.get(__mutagen::plan_of::<Self>)
        }
    }
}

fn describe(constructors: &[Constructor]) -> TokenStream {
    let variants = constructors.iter().map(|constructor| {
        let name = &constructor.name;
        let weight = constructor.weight;
        let skip = match &constructor.skip {
            Skip::Never => quote!(Never),
            Skip::Always => quote!(Always),
            Skip::If(condition) => quote!(If(|| -> bool { #condition })),
        };
        let (of_enum, braces) = (constructor.of_enum, constructor.braces);
        let unseen = constructor.fields.iter().enumerate().filter(|(_, field)| field.fixed);
        let unseen = unseen.map(|(at, Field { name, default, .. })| {
            let name = label(name.as_deref());
            let value = default.as_ref().map(|default| quote!(::core::stringify!(#default)));
            let value = value.unwrap_or(quote!(""));
            quote!(__mutagen::UnseenField { at: #at, name: #name, value: #value })
        });
        let fields = constructor.seen().map(|field| {
            let (Field { name, .. }, ty) = (field, field.carrier());
            let name = label(name.as_deref());
            quote!((#name, <#ty as __mutagen::Mutate>::describe))
        });
        quote! {
            __mutagen::VariantTable {
                name: #name,
                weight: #weight,
                skip: __mutagen::Skip::#skip,
                of_enum: #of_enum,
                braces: #braces,
                unseen: &[#(#unseen),*],
                fields: &[#(#fields),*],
            }
        }
    });
    // A constant: code that enters each field would be a third of what the derive writes.
    let described = quote!(__types.table::<Self>(&[#(#variants),*]));
    match constructors.iter().flat_map(|constructor| &constructor.fields).any(|field| field.cell) {
        true => quote!(let __type = #described; __types.interior(__type)),
        false => described,
    }
}

/// The name of a field, if it has one.
fn label(name: Option<&str>) -> TokenStream {
    match name {
        Some(name) => quote!(::core::option::Option::Some(#name)),
        None => quote!(::core::option::Option::None),
    }
}

fn build(constructors: &[Constructor]) -> TokenStream {
    let count = constructors.len();
    let arms = constructors.iter().enumerate().map(|(number, constructor)| {
        let mut seen = 0_usize..;
        let built = constructor.construct(constructor.fields.iter().map(|field| {
            let (initial, carrier) = (field.initial(), field.carrier());
            if field.fixed {
                return initial;
            }
            let at = seen.next();
            let default = match (&field.default, &field.policy) {
                (None, _) => quote!(::core::option::Option::None),
                (Some(_), None) => quote!(::core::option::Option::Some(|| #initial)),
                (Some(_), Some(_)) => {
                    quote!(::core::option::Option::Some(|| __mutagen::WithPolicy::new(#initial)))
                }
            };
            let asked = quote!(__mutagen::Source::field::<#carrier>(__source, #at, #default));
            if field.policy.is_some() { quote!(#asked.0) } else { asked }
        }));
        // The last arm has no pattern of its own, so choosing among constant constructors needs no
        // branch, which would be mispredicted half the time.
        let asked = match number + 1 == constructors.len() {
            true => quote!(_),
            false => quote!(#number),
        };
        quote!(#asked => #built)
    });
    if constructors.is_empty() {
        return quote!({
            let _ = __source;
            __mutagen::no_constructor(__variant)
        });
    }
    quote! {
        let _ = &__source;
        ::core::debug_assert!(__variant < #count, "there is no constructor {__variant}");
        match __variant {
            #(#arms,)*
        }
    }
}

fn visit(constructors: &[Constructor]) -> TokenStream {
    let arms = constructors.iter().map(|constructor| {
        let pattern = constructor.pattern();
        let fields = constructor.seen().enumerate().map(|(at, field)| {
            let (binding, ty, carrier) = (&field.binding, &field.ty, field.carrier());
            let value = match &field.policy {
                None => quote!(#binding),
                Some(policy) => quote!(__mutagen::with_policy_mut::<#ty, #policy>(#binding)),
            };
            quote!(__mutagen::Visit::field::<#carrier>(__visit, #at, #value);)
        });
        quote!(#pattern => { #(#fields)* })
    });
    let visited = match_self(constructors, &quote!(this), quote!(#(#arms)*));
    quote! {
        let _ = &__visit;
        #visited
    }
}

fn copy(constructors: &[Constructor]) -> TokenStream {
    // An early return from each field would have to drop the fields before it.
    let copied = match is_large(constructors) {
        true => quote!(__mutagen::copied_apart),
        false => quote!(__mutagen::copied),
    };
    let arms = constructors.iter().map(|constructor| {
        let pattern = constructor.pattern();
        let fields = constructor.construct(constructor.fields.iter().map(|field| {
            let (binding, ty) = (&field.binding, &field.ty);
            match &field.policy {
                _ if field.fixed => field.initial(),
                None => quote!(#copied(#binding, &mut __all)),
                Some(policy) => {
                    let value = quote!(__mutagen::with_policy::<#ty, #policy>(#binding));
                    quote!(#copied(#value, &mut __all).0)
                }
            }
        }));
        quote!(#pattern => #fields)
    });
    let copy = match_self(constructors, &quote!(this), quote!(#(#arms),*));
    if constructors.is_empty() {
        return copy;
    }
    quote! {
        #[allow(unused_mut)]
        let mut __all = true;
        let __copy = #copy;
        if __all { ::core::option::Option::Some(__copy) } else { ::core::option::Option::None }
    }
}

/// Copies field by field if both values have the same constructor and the engine sees all fields of
/// the constructor. Two values of a large enum seldom have the same constructor.
fn copy_into(constructors: &[Constructor]) -> TokenStream {
    let plain = |constructor: &&Constructor| {
        let is_plain = |field: &Field| !field.fixed && field.policy.is_none();
        !constructor.fields.is_empty() && constructor.fields.iter().all(is_plain)
    };
    let large = is_large(constructors);
    let arms = constructors.iter().filter(|c| !large && plain(c)).map(|constructor| {
        let (from, into) = (constructor.pattern(), constructor.pattern_as(target));
        let fields = constructor.fields.iter().map(|field| {
            let (binding, target) = (&field.binding, target(&field.binding));
            quote!(__mutagen::Mutate::copy_into(#binding, #target))
        });
        quote!((#from, #into) => #(#fields)&&*)
    });
    let other = quote! {
        (this, __into) => match __mutagen::Mutate::copy(this) {
            ::core::option::Option::Some(__copy) => {
                *__into = __copy;
                true
            }
            ::core::option::Option::None => false,
        }
    };
    // A struct of plain fields has only one constructor.
    let single = constructors.len() == 1 && constructors.iter().all(|c| plain(&c));
    let other = if single { quote!() } else { other };
    quote!(match (this, __into) { #(#arms,)* #other })
}

/// The binding for a field of the value that is overwritten by the copy.
fn target(binding: &Ident) -> Ident {
    Ident::new(&format!("{binding}_into"), binding.span())
}

fn constructor_index(constructors: &[Constructor]) -> TokenStream {
    let arms = constructors.iter().enumerate().map(|(number, constructor)| {
        let any = constructor.any();
        quote!(#any => #number)
    });
    match_self(constructors, &quote!(self), quote!(#(#arms),*))
}

/// The body of `children`: a table, because that is less code than a match.
fn children(constructors: &[Constructor]) -> TokenStream {
    let count = constructors.len();
    let children = constructors.iter().map(|constructor| constructor.seen().count());
    if constructors.is_empty() {
        return quote!(match *self {});
    }
    quote! {
        const __CHILDREN: [usize; #count] = [#(#children),*];
        __CHILDREN[__mutagen::Node::constructor(self)]
    }
}

/// The body of `child`.
fn child(constructors: &[Constructor]) -> TokenStream {
    let node = match is_large(constructors) {
        true => quote!(__mutagen::node_apart),
        false => quote!(__mutagen::Mutate::node),
    };
    each_field(constructors, |field| {
        let (binding, ty) = (&field.binding, &field.ty);
        match &field.policy {
            None => quote!(#node(#binding)),
            Some(policy) => quote!(__mutagen::with_policy::<#ty, #policy>(#binding)),
        }
    })
}

/// The body of `descend` after the first index is taken from the path.
fn descend(constructors: &[Constructor]) -> TokenStream {
    let descend = match is_large(constructors) {
        true => quote!(__mutagen::descend_apart),
        false => quote!(__mutagen::descend),
    };
    each_field(constructors, |field| {
        let (binding, ty) = (&field.binding, &field.ty);
        let field = match &field.policy {
            None => quote!(#binding),
            Some(policy) => quote!(__mutagen::with_policy_mut::<#ty, #policy>(#binding)),
        };
        quote!(#descend(#field, __rest))
    })
}

/// A match that selects the field with a given index.
fn each_field(constructors: &[Constructor], of: impl Fn(&Field) -> TokenStream) -> TokenStream {
    let arms = constructors.iter().map(|constructor| {
        let pattern = constructor.pattern();
        let fields = constructor.seen().enumerate().map(|(at, field)| {
            let field = of(field);
            quote!(#at => #field)
        });
        quote! {
            #[allow(unused_variables)]
            #pattern => match __index {
                #(#fields,)*
                _ => __mutagen::no_child(__index),
            }
        }
    });
    match_self(constructors, &quote!(self), quote!(#(#arms),*))
}

/// To match a type without constructors, the place itself is needed, not a reference.
fn match_self(constructors: &[Constructor], value: &TokenStream, arms: TokenStream) -> TokenStream {
    if constructors.is_empty() { quote!(match *#value {}) } else { quote!(match #value { #arms }) }
}

/// The impl of a type that is represented by its only field, like a box by its content.
fn transparent(
    core: &Path,
    this: &TokenStream,
    generics: &Generics,
    constructors: &[Constructor],
    span: Span,
) -> syn::Result<TokenStream> {
    let wrong = || {
        syn::Error::new(
            span,
            "`transparent` is for a struct with exactly one field, which has no options",
        )
    };
    let [constructor] = constructors else { return Err(wrong()) };
    let [field] = constructor.fields.as_slice() else { return Err(wrong()) };
    if field.fixed || field.policy.is_some() || field.default.is_some() {
        return Err(wrong());
    }
    let (pattern, binding, ty) = (constructor.pattern(), &field.binding, &field.ty);
    let wrapped = constructor.construct(std::iter::once(quote!(#binding)));
    let name = field.name.as_ref().map(|name| quote!(, #name));
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let forwarded = quote! {
        #[automatically_derived]
        impl #impl_generics __mutagen::Mutate for #this #where_clause {
            __mutagen::forward_mutate!(
                #ty,
                |#pattern| #binding,
                |#pattern| #binding,
                |#binding| #wrapped
                #name
            );
        }
    };
    Ok(attributes::naming(core, &forwarded))
}
