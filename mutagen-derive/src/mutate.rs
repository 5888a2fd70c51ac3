//! `#[derive(Mutate)]`: a type's constructors and fields, turned into two impls. `Algebraic` says how
//! to take a value apart and how to build one; `Mutate` hands everything else to functions of
//! `mutagen-core`. Every method is one flat `match`, so that a type with a hundred constructors costs
//! a hundred arms and not their square.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, GenericParam, Generics, Ident, Type, parse_quote};

/// One constructor: how to name it, and its fields.
struct Constructor {
    shape: Shape,
    path: TokenStream,
    name: String,
    fields: Vec<Field>,
}

#[derive(PartialEq)]
enum Shape {
    Named,
    Positional,
    /// A bare tuple, which has no name to construct it by.
    Tuple,
}

struct Field {
    /// The field's own name, or its number.
    member: TokenStream,
    name: Option<String>,
    binding: Ident,
    ty: Type,
}

pub(crate) fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    refuse_attributes(input)?;
    let (ident, generics) = (&input.ident, &input.generics);
    let (_, type_generics, _) = generics.split_for_impl();
    implement(&quote!(#ident #type_generics), generics, &constructors(input)?)
}

/// The impls for a tuple whose components have these type parameters.
pub(crate) fn expand_tuple(parameters: &[Ident]) -> syn::Result<TokenStream> {
    let fields = parse_quote!((#(#parameters),*));
    let mut constructor = constructor(TokenStream::new(), String::new(), &Fields::Unnamed(fields));
    constructor.shape = Shape::Tuple;
    let generics = parse_quote!(<#(#parameters),*>);
    implement(&quote!((#(#parameters,)*)), &generics, &[constructor])
}

fn implement(
    this: &TokenStream,
    generics: &Generics,
    constructors: &[Constructor],
) -> syn::Result<TokenStream> {
    let plan = plan(generics);
    let describe = describe(constructors);
    let build = build(constructors);
    let dismantle = dismantle(constructors);
    let copy = copy(constructors);
    let kind = kind(constructors);
    let index = constructor_index(constructors);
    let children = children(constructors);
    let child_mut = child(constructors, &quote!(node_mut));
    let child = child(constructors, &quote!(node));
    let generics = with_bounds(generics)?;
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    Ok(quote! {
        const _: () = {
            use ::mutagen_core::__private as __mutagen;

            #[automatically_derived]
            impl #impl_generics __mutagen::Algebraic for #this #where_clause {
                fn plan() -> &'static __mutagen::Plan {
                    #plan
                }
                fn build<__S: __mutagen::Source>(
                    __variant: usize,
                    __source: &mut __S,
                ) -> ::core::result::Result<Self, __S::Error> {
                    #build
                }
                fn dismantle<__K: __mutagen::Sink>(self, __sink: &mut __K) {
                    #dismantle
                }
            }

            #[automatically_derived]
            impl #impl_generics __mutagen::Mutate for #this #where_clause {
                fn smallest() -> Self {
                    __mutagen::smallest()
                }
                fn generate(__generator: &mut __mutagen::Generator) -> Self {
                    __mutagen::generate(__generator)
                }
                fn describe(__types: &mut __mutagen::Types) -> __mutagen::TypeIndex {
                    __types.variants::<Self>(|__types| #describe)
                }
                fn copy(&self) -> ::core::option::Option<Self> {
                    #copy
                }
                fn form(&self) -> __mutagen::Form {
                    __mutagen::form(self)
                }
                fn parse(
                    __parser: &mut __mutagen::Parser,
                ) -> ::core::result::Result<Self, __mutagen::ParseError> {
                    __mutagen::parse_constructor(__parser)
                }
                fn kind(&self) -> __mutagen::Kind {
                    #kind
                }
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
                    #child_mut
                }
                fn mutants(&self) -> __mutagen::Mutants {
                    __mutagen::mutants(self)
                }
                fn mutate(&mut self, __mutant: u64, __context: &mut __mutagen::Context) {
                    __mutagen::mutate(self, __mutant, __context)
                }
                fn restore(&mut self, __mutant: u64, __context: &mut __mutagen::Context) {
                    __mutagen::restore(self, __mutant, __context)
                }
            }
        };
    })
}

/// No attribute is known yet; one that is ignored silently would be worse than none.
fn refuse_attributes(input: &DeriveInput) -> syn::Result<()> {
    let fields: Vec<&syn::Field> = match &input.data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|v| v.fields.iter()).collect(),
        Data::Union(_) => Vec::new(),
    };
    let variants: Vec<&syn::Variant> = match &input.data {
        Data::Enum(data) => data.variants.iter().collect(),
        _ => Vec::new(),
    };
    let attributes = input
        .attrs
        .iter()
        .chain(variants.iter().flat_map(|v| v.attrs.iter()))
        .chain(fields.iter().flat_map(|f| f.attrs.iter()));
    match attributes.into_iter().find(|attribute| attribute.path().is_ident("mutate")) {
        Some(attribute) => Err(syn::Error::new(
            attribute.span(),
            "`#[mutate(…)]` takes no option in this version; remove the attribute",
        )),
        None => Ok(()),
    }
}

fn constructors(input: &DeriveInput) -> syn::Result<Vec<Constructor>> {
    match &input.data {
        Data::Struct(data) => {
            Ok(vec![constructor(quote!(Self), input.ident.to_string(), &data.fields)])
        }
        Data::Enum(data) => Ok(data
            .variants
            .iter()
            .map(|variant| {
                let ident = &variant.ident;
                constructor(quote!(Self::#ident), ident.to_string(), &variant.fields)
            })
            .collect()),
        Data::Union(data) => Err(syn::Error::new(
            data.union_token.span,
            "`Mutate` cannot be derived for a union: which field is valid is not known; \
             use an enum, or implement `Mutate` by hand",
        )),
    }
}

fn constructor(path: TokenStream, name: String, fields: &Fields) -> Constructor {
    let shape = match fields {
        Fields::Named(_) => Shape::Named,
        Fields::Unnamed(_) | Fields::Unit => Shape::Positional,
    };
    let fields = fields
        .iter()
        .enumerate()
        .map(|(at, field)| Field {
            member: match &field.ident {
                Some(ident) => quote!(#ident),
                None => {
                    let at = syn::Index::from(at);
                    quote!(#at)
                }
            },
            name: field
                .ident
                .as_ref()
                .map(|ident| ident.to_string().trim_start_matches("r#").into()),
            binding: format_ident!("__field_{at}", span = Span::mixed_site()),
            ty: field.ty.clone(),
        })
        .collect();
    Constructor { shape, path, name: name.trim_start_matches("r#").into(), fields }
}

/// The type's generics with `Mutate` on every type parameter.
fn with_bounds(generics: &Generics) -> syn::Result<Generics> {
    let mut generics = generics.clone();
    for parameter in &mut generics.params {
        match parameter {
            GenericParam::Type(parameter) => {
                parameter.bounds.push(parse_quote!(::mutagen_core::Mutate));
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
            static __PLAN: ::std::sync::OnceLock<&'static __mutagen::Plan> =
                ::std::sync::OnceLock::new();
            __PLAN.get_or_init(__mutagen::plan_of::<Self>)
        }
    }
}

fn describe(constructors: &[Constructor]) -> TokenStream {
    let variants = constructors.iter().map(|constructor| {
        let name = &constructor.name;
        let fields = constructor.fields.iter().map(|Field { ty, name, .. }| {
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
            let __variant = __mutagen::Variant::new(#name);
            #(#fields)*
            __variant
        })
    });
    quote!({
        let _ = &__types;
        ::std::vec![#(#variants),*]
    })
}

fn build(constructors: &[Constructor]) -> TokenStream {
    let arms = constructors.iter().enumerate().map(|(number, constructor)| {
        let values = constructor.fields.iter().enumerate().map(|(at, field)| {
            let ty = &field.ty;
            quote!(__mutagen::Source::field::<#ty>(__source, #at)?)
        });
        let built = construct(constructor, values);
        quote!(#number => ::core::result::Result::Ok(#built))
    });
    quote! {
        let _ = &__source;
        match __variant {
            #(#arms,)*
            _ => __mutagen::no_constructor(__variant),
        }
    }
}

fn dismantle(constructors: &[Constructor]) -> TokenStream {
    let arms = constructors.iter().map(|constructor| {
        let pattern = pattern(constructor);
        let fields = constructor.fields.iter().enumerate().map(|(at, field)| {
            let (binding, ty) = (&field.binding, &field.ty);
            quote!(__mutagen::Sink::field::<#ty>(__sink, #at, #binding);)
        });
        quote!(#pattern => { #(#fields)* })
    });
    quote! {
        let _ = &__sink;
        match self { #(#arms)* }
    }
}

fn copy(constructors: &[Constructor]) -> TokenStream {
    let arms = constructors.iter().map(|constructor| {
        let pattern = pattern(constructor);
        let copied = construct(
            constructor,
            constructor.fields.iter().map(|field| {
                let binding = &field.binding;
                quote!(__mutagen::Mutate::copy(#binding)?)
            }),
        );
        quote!(#pattern => #copied)
    });
    match_self(constructors, quote!(::core::option::Option::Some(match self { #(#arms),* })))
}

fn kind(constructors: &[Constructor]) -> TokenStream {
    let arms = constructors.iter().map(|constructor| {
        let any = any(constructor);
        let kind = if constructor.fields.is_empty() { quote!(Nullary) } else { quote!(Other) };
        quote!(#any => __mutagen::Kind::#kind)
    });
    match_self(constructors, quote!(match self { #(#arms),* }))
}

fn constructor_index(constructors: &[Constructor]) -> TokenStream {
    let arms = constructors.iter().enumerate().map(|(number, constructor)| {
        let any = any(constructor);
        quote!(#any => #number)
    });
    match_self(constructors, quote!(match self { #(#arms),* }))
}

fn children(constructors: &[Constructor]) -> TokenStream {
    let arms = constructors.iter().map(|constructor| {
        let (any, count) = (any(constructor), constructor.fields.len());
        quote!(#any => #count)
    });
    match_self(constructors, quote!(match self { #(#arms),* }))
}

fn child(constructors: &[Constructor], node: &TokenStream) -> TokenStream {
    let arms = constructors.iter().map(|constructor| {
        let pattern = pattern(constructor);
        let bindings: Vec<&Ident> = constructor.fields.iter().map(|field| &field.binding).collect();
        let fields = bindings
            .iter()
            .enumerate()
            .map(|(at, binding)| quote!(#at => __mutagen::Mutate::#node(#binding)));
        quote! {
            #[allow(unused_variables)]
            #pattern => match __index {
                #(#fields,)*
                _ => __mutagen::no_child(__index),
            }
        }
    });
    match_self(constructors, quote!(match self { #(#arms),* }))
}

/// A match on a reference to a type without constructors needs the place itself.
fn match_self(constructors: &[Constructor], body: TokenStream) -> TokenStream {
    if constructors.is_empty() { quote!(match *self {}) } else { body }
}

/// The constructor applied to values, one a field.
fn construct(constructor: &Constructor, values: impl Iterator<Item = TokenStream>) -> TokenStream {
    let path = &constructor.path;
    if constructor.shape == Shape::Tuple {
        return quote!((#(#values,)*));
    }
    let members = constructor.fields.iter().map(|field| &field.member);
    quote!(#path { #(#members: #values),* })
}

/// The pattern that binds all fields of a constructor.
fn pattern(constructor: &Constructor) -> TokenStream {
    construct(constructor, constructor.fields.iter().map(|field| field.binding.to_token_stream()))
}

/// The pattern of a constructor whatever its fields.
fn any(constructor: &Constructor) -> TokenStream {
    let path = &constructor.path;
    if constructor.shape == Shape::Tuple { quote!(_) } else { quote!(#path { .. }) }
}
