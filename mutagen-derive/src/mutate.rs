//! `#[derive(Mutate)]`: a type's constructors and fields, turned into two impls. `Algebraic` says how
//! to build a value and how to visit its fields; `Mutate` hands everything else to functions of
//! `mutagen-core`. Every function is one flat `match`, so that a type with a hundred constructors costs
//! a hundred arms and not their square.

use crate::attributes::OnType;
use crate::shape::{self, Constructor, Field};
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
    let constructors = shape::constructors(input, &generics)?;
    let core = options.core();
    match options.transparent {
        Some(span) => transparent(&core, &this, &generics, &constructors, span),
        None => Ok(implement(&core, &this, &generics, &constructors, options.default.as_ref())),
    }
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
    let kind = kind(constructors);
    let index = constructor_index(constructors);
    let children = children(constructors);
    let child_mut = child(constructors, &quote!(node_mut), &quote!(under_mut));
    let child = child(constructors, &quote!(node), &quote!(under));
    let descend = descend(constructors);
    let items = constructors.iter().flat_map(|c| c.fields.iter().map(|field| &field.items));
    let smallest = default.map_or(quote!(__mutagen::smallest()), |default| quote!(#default));
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    quote! {
        const _: () = {
            use #core::internal::macros as __mutagen;

            #(#items)*

            #[automatically_derived]
            impl #impl_generics __mutagen::Algebraic for #this #where_clause {
                const NULLARY: bool = #nullary;
                const FIELDLESS: u64 = #fieldless;

                fn plan() -> &'static __mutagen::Plan {
                    #plan
                }
                #[inline]
                fn build<__S: __mutagen::Source>(
                    __variant: usize,
                    __source: &mut __S,
                ) -> ::core::result::Result<Self, __S::Error> {
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
                fn form(this: &Self) -> __mutagen::Form {
                    __mutagen::form(this)
                }
                fn parse(
                    __parser: &mut __mutagen::Parser,
                ) -> ::core::result::Result<Self, __mutagen::ParseError> {
                    __mutagen::parse_constructor(__parser)
                }
                fn kind(this: &Self) -> __mutagen::Kind {
                    #kind
                }
                fn constructor(this: &Self) -> usize {
                    #index
                }
                fn children(this: &Self) -> usize {
                    #children
                }
                fn child(this: &Self, __index: usize) -> &dyn __mutagen::Node {
                    #child
                }
                fn child_mut(this: &mut Self, __index: usize) -> &mut dyn __mutagen::Node {
                    #child_mut
                }
                fn descend<'__v>(
                    this: &'__v mut Self,
                    __path: &[u32],
                ) -> &'__v mut dyn __mutagen::Node {
                    let ::core::option::Option::Some((&__index, __rest)) = __path.split_first()
                    else {
                        return this;
                    };
                    #descend
                }
                fn mutants(this: &Self) -> __mutagen::Mutants {
                    __mutagen::mutants(this)
                }
                fn fresh_subtrees(_: &Self) -> u64 {
                    __mutagen::fresh_subtrees::<Self>()
                }
                fn mutate(this: &mut Self, __mutant: u64, __context: &mut __mutagen::Context) {
                    __mutagen::mutate(this, __mutant, __context)
                }
                fn restore(this: &mut Self, __mutant: u64, __context: &mut __mutagen::Context) {
                    __mutagen::restore(this, __mutant, __context)
                }
            }
        };
    }
}

/// The type's generics with `Mutate` on every type parameter, or with the bounds asked for instead.
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
    // A static inside a generic function would be one for all its instances.
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
        let (weight, skip) = (constructor.weight, constructor.skip);
        let unseen = constructor.fields.iter().any(|field| field.fixed);
        let fields = constructor.seen().map(|field| {
            let (Field { name, .. }, ty) = (field, field.carrier());
            let name = match name {
                Some(name) => quote!(::core::option::Option::Some(#name)),
                None => quote!(::core::option::Option::None),
            };
            quote! {
                let __variant = {
                    let __type = <#ty as __mutagen::Mutate>::describe(__types);
                    __variant.field(#name, __type)
                };
            }
        });
        quote!({
            let __variant = __mutagen::Variant::new(#name).weight(#weight).skip(#skip);
            let __variant = __variant.unseen(#unseen);
            #(#fields)*
            __variant
        })
    });
    let described = quote! {
        __types.variants::<Self>(|__types| {
            let _ = &__types;
            ::std::vec![#(#variants),*]
        })
    };
    match constructors.iter().flat_map(|constructor| &constructor.fields).any(|field| field.cell) {
        true => quote!(let __type = #described; __types.interior(__type)),
        false => described,
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
            let asked = match (&field.default, &field.policy) {
                (None, _) => quote!(__mutagen::Source::field::<#carrier>(__source, #at)?),
                (Some(_), None) => {
                    quote!(__mutagen::Source::field_or::<#carrier>(__source, #at, || #initial)?)
                }
                (Some(_), Some(_)) => quote! {
                    __mutagen::Source::field_or::<#carrier>(
                        __source, #at, || __mutagen::Under::new(#initial)
                    )?
                },
            };
            if field.policy.is_some() { quote!(#asked.0) } else { asked }
        }));
        // The last arm takes what is left, so that choosing among constant constructors needs no
        // branch, which would be predicted wrongly half the time.
        let asked = match number + 1 == constructors.len() {
            true => quote!(_),
            false => quote!(#number),
        };
        quote!(#asked => ::core::result::Result::Ok(#built))
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
                Some(policy) => quote!(__mutagen::under_mut::<#ty, #policy>(#binding)),
            };
            quote!(__mutagen::Visit::field::<#carrier>(__visit, #at, #value);)
        });
        quote!(#pattern => { #(#fields)* })
    });
    let visited = match_self(constructors, quote!(match this { #(#arms)* }));
    quote! {
        let _ = &__visit;
        #visited
    }
}

fn copy(constructors: &[Constructor]) -> TokenStream {
    let arms = constructors.iter().map(|constructor| {
        let pattern = constructor.pattern();
        let copied = constructor.construct(constructor.fields.iter().map(|field| {
            let (binding, ty) = (&field.binding, &field.ty);
            match &field.policy {
                _ if field.fixed => field.initial(),
                None => quote!(__mutagen::Mutate::copy(#binding)?),
                Some(policy) => {
                    quote!(<#policy as __mutagen::Policy<#ty>>::copy(#binding)?)
                }
            }
        }));
        quote!(#pattern => #copied)
    });
    match_self(constructors, quote!(::core::option::Option::Some(match this { #(#arms),* })))
}

/// Field by field where both values have one constructor, as long as the engine sees all of its fields.
fn copy_into(constructors: &[Constructor]) -> TokenStream {
    let plain = |constructor: &&Constructor| {
        let is_plain = |field: &Field| !field.fixed && field.policy.is_none();
        !constructor.fields.is_empty() && constructor.fields.iter().all(is_plain)
    };
    let arms = constructors.iter().filter(plain).map(|constructor| {
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
    // A struct of plain fields has no other constructor.
    let single = constructors.len() == 1 && constructors.iter().all(|c| plain(&c));
    let other = if single { quote!() } else { other };
    quote!(match (this, __into) { #(#arms,)* #other })
}

/// The name of a field of the value that becomes the copy.
fn target(binding: &Ident) -> Ident {
    Ident::new(&format!("{binding}_into"), binding.span())
}

fn kind(constructors: &[Constructor]) -> TokenStream {
    let arms = constructors.iter().map(|constructor| {
        let any = constructor.any();
        let kind =
            if constructor.seen().next().is_none() { quote!(Nullary) } else { quote!(Other) };
        quote!(#any => __mutagen::Kind::#kind)
    });
    match_self(constructors, quote!(match this { #(#arms),* }))
}

fn constructor_index(constructors: &[Constructor]) -> TokenStream {
    let arms = constructors.iter().enumerate().map(|(number, constructor)| {
        let any = constructor.any();
        quote!(#any => #number)
    });
    match_self(constructors, quote!(match this { #(#arms),* }))
}

fn children(constructors: &[Constructor]) -> TokenStream {
    let arms = constructors.iter().map(|constructor| {
        let (any, count) = (constructor.any(), constructor.seen().count());
        quote!(#any => #count)
    });
    match_self(constructors, quote!(match this { #(#arms),* }))
}

/// The match behind `child` (`under` a policy where there is one) and `child_mut`.
fn child(constructors: &[Constructor], node: &TokenStream, under: &TokenStream) -> TokenStream {
    let arms = constructors.iter().map(|constructor| {
        let pattern = constructor.pattern();
        let fields = constructor.seen().enumerate().map(|(at, field)| {
            let (binding, ty) = (&field.binding, &field.ty);
            match &field.policy {
                None => quote!(#at => __mutagen::Mutate::#node(#binding)),
                Some(policy) => quote!(#at => __mutagen::#under::<#ty, #policy>(#binding)),
            }
        });
        quote! {
            #[allow(unused_variables)]
            #pattern => match __index {
                #(#fields,)*
                _ => __mutagen::no_child(__index),
            }
        }
    });
    match_self(constructors, quote!(match this { #(#arms),* }))
}

/// The match behind `descend`, for the first step of a path.
fn descend(constructors: &[Constructor]) -> TokenStream {
    let arms = constructors.iter().map(|constructor| {
        let pattern = constructor.pattern();
        let fields = constructor.seen().enumerate().map(|(at, field)| {
            let (at, binding, ty) = (at as u32, &field.binding, &field.ty);
            match &field.policy {
                None => quote!(#at => __mutagen::Mutate::descend(#binding, __rest)),
                Some(policy) => quote! {
                    #at => __mutagen::Node::descend(
                        __mutagen::under_mut::<#ty, #policy>(#binding),
                        __rest,
                    )
                },
            }
        });
        quote! {
            #[allow(unused_variables)]
            #pattern => match __index {
                #(#fields,)*
                _ => __mutagen::no_child(__index as usize),
            }
        }
    });
    match_self(constructors, quote!(match this { #(#arms),* }))
}

/// A match on a reference to a type without constructors needs the place itself.
fn match_self(constructors: &[Constructor], body: TokenStream) -> TokenStream {
    if constructors.is_empty() { quote!(match *this {}) } else { body }
}

/// The impl of a type that stands for its only field, as a box does for its content.
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
    let wrapped = |value: TokenStream| constructor.construct(std::iter::once(value));
    let smallest = wrapped(quote!(<#ty as __mutagen::Mutate>::smallest()));
    let generated = wrapped(quote!(<#ty as __mutagen::Mutate>::generate(__generator)));
    let copied = wrapped(quote!(__mutagen::Mutate::copy(#binding)?));
    let from_node = wrapped(quote!(<#ty as __mutagen::Mutate>::from_node(__node)?));
    let parsed = wrapped(quote!(<#ty as __mutagen::Mutate>::parse(__parser)?));
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    // Every function that takes a value asks the field; the arguments are passed on as they are.
    let functions = [
        (quote!(kind(this: &Self) -> __mutagen::Kind), quote!(kind), quote!()),
        (quote!(constructor(this: &Self) -> usize), quote!(constructor), quote!()),
        (quote!(children(this: &Self) -> usize), quote!(children), quote!()),
        (
            quote!(child(this: &Self, __i: usize) -> &dyn __mutagen::Node),
            quote!(child),
            quote!(__i),
        ),
        (
            quote!(child_mut(this: &mut Self, __i: usize) -> &mut dyn __mutagen::Node),
            quote!(child_mut),
            quote!(__i),
        ),
        (
            quote!(descend<'__v>(this: &'__v mut Self, __path: &[u32]) -> &'__v mut dyn __mutagen::Node),
            quote!(descend),
            quote!(__path),
        ),
        (quote!(node(this: &Self) -> &dyn __mutagen::Node), quote!(node), quote!()),
        (quote!(node_mut(this: &mut Self) -> &mut dyn __mutagen::Node), quote!(node_mut), quote!()),
        (quote!(mutants(this: &Self) -> __mutagen::Mutants), quote!(mutants), quote!()),
        (quote!(fresh_subtrees(this: &Self) -> u64), quote!(fresh_subtrees), quote!()),
        (
            quote!(paired_mutants(this: &Self) -> __mutagen::Mutants),
            quote!(paired_mutants),
            quote!(),
        ),
        (
            quote!(all_children<'__v>(this: &'__v Self, __into: &mut ::std::vec::Vec<&'__v dyn __mutagen::Node>)),
            quote!(all_children),
            quote!(__into),
        ),
        (quote!(key_count(this: &Self) -> usize), quote!(key_count), quote!()),
        (
            quote!(key_at(this: &Self, __i: usize) -> &dyn __mutagen::Node),
            quote!(key_at),
            quote!(__i),
        ),
        (
            quote!(all_keys<'__v>(this: &'__v Self, __into: &mut ::std::vec::Vec<&'__v dyn __mutagen::Node>)),
            quote!(all_keys),
            quote!(__into),
        ),
        (
            quote!(edit_keys(
                this: &mut Self,
                __change: &mut dyn ::core::ops::FnMut(&mut dyn __mutagen::Node)
            )),
            quote!(edit_keys),
            quote!(__change),
        ),
        (
            quote!(mutate(this: &mut Self, __m: u64, __c: &mut __mutagen::Context)),
            quote!(mutate),
            quote!(__m, __c),
        ),
        (
            quote!(restore(this: &mut Self, __m: u64, __c: &mut __mutagen::Context)),
            quote!(restore),
            quote!(__m, __c),
        ),
        (quote!(form(this: &Self) -> __mutagen::Form), quote!(form), quote!()),
        (quote!(fingerprint(this: &Self) -> u64), quote!(fingerprint), quote!()),
        (quote!(number(this: &Self) -> ::core::option::Option<i128>), quote!(number), quote!()),
        (quote!(set_number(this: &mut Self, __n: i128) -> bool), quote!(set_number), quote!(__n)),
    ];
    let functions = functions.iter().map(|(signature, name, arguments)| {
        quote! {
            fn #signature {
                let #pattern = this;
                __mutagen::Mutate::#name(#binding, #arguments)
            }
        }
    });
    Ok(quote! {
        const _: () = {
            use #core::internal::macros as __mutagen;

            #[automatically_derived]
            impl #impl_generics __mutagen::Mutate for #this #where_clause {
                fn smallest() -> Self {
                    #smallest
                }
                fn generate(__generator: &mut __mutagen::Generator) -> Self {
                    #generated
                }
                fn regenerate(this: &mut Self, __generator: &mut __mutagen::Generator) {
                    let #pattern = this;
                    __mutagen::Mutate::regenerate(#binding, __generator)
                }
                fn describe(__types: &mut __mutagen::Types) -> __mutagen::TypeIndex {
                    __types.transparent::<Self>(<#ty as __mutagen::Mutate>::describe)
                }
                fn copy(this: &Self) -> ::core::option::Option<Self> {
                    let #pattern = this;
                    ::core::option::Option::Some(#copied)
                }
                fn parse(
                    __parser: &mut __mutagen::Parser,
                ) -> ::core::result::Result<Self, __mutagen::ParseError> {
                    ::core::result::Result::Ok(#parsed)
                }
                fn from_node(
                    __node: ::std::boxed::Box<dyn __mutagen::Node>,
                ) -> ::core::result::Result<Self, ::std::boxed::Box<dyn __mutagen::Node>> {
                    ::core::result::Result::Ok(#from_node)
                }
                #(#functions)*
            }
        };
    })
}
