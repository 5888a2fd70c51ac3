//! The derive's model of a type: its constructors, their fields, and how each field is treated.

use crate::attributes::{OnField, OnVariant, Skip};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Data, DeriveInput, Expr, Fields, Generics, Ident, Type};

/// A constructor: its path and its fields.
pub(crate) struct Constructor {
    pub(crate) shape: Shape,
    pub(crate) path: TokenStream,
    pub(crate) name: String,
    pub(crate) fields: Vec<Field>,
    pub(crate) weight: u32,
    pub(crate) skip: Skip,
    /// Whether it is a variant of an enum.
    pub(crate) of_enum: bool,
    /// Whether it has no fields, and yet brackets for them.
    pub(crate) braces: bool,
}

#[derive(PartialEq)]
pub(crate) enum Shape {
    Named,
    Positional,
    /// A bare tuple, which has no name.
    Tuple,
}

pub(crate) struct Field {
    /// The field's name or index.
    member: TokenStream,
    pub(crate) name: Option<String>,
    pub(crate) binding: Ident,
    pub(crate) ty: Type,
    /// The value of a new field, if it is not the smallest value of its type.
    pub(crate) default: Option<Expr>,
    /// The field always keeps its default. It is not a child, and the engine does not see it.
    pub(crate) fixed: bool,
    /// The policy that generates and mutates the field, if its type does not.
    pub(crate) policy: Option<TokenStream>,
    /// Whether the field can change behind a shared reference, where the engine cannot see it.
    pub(crate) cell: bool,
    /// Items that the policy needs.
    pub(crate) items: TokenStream,
}

impl Field {
    /// The type that the engine sees instead of the field's type.
    pub(crate) fn carrier(&self) -> TokenStream {
        let ty = &self.ty;
        match &self.policy {
            None => quote!(#ty),
            Some(policy) => quote!(__mutagen::WithPolicy<#ty, #policy>),
        }
    }

    /// An expression for the value of a new field.
    pub(crate) fn initial(&self) -> TokenStream {
        let (ty, carrier) = (&self.ty, self.carrier());
        match (&self.default, &self.policy) {
            (Some(default), _) => quote!({ let __default: #ty = #default; __default }),
            (None, None) => quote!(<#carrier as __mutagen::Mutate>::smallest()),
            (None, Some(_)) => quote!(<#carrier as __mutagen::Mutate>::smallest().0),
        }
    }
}

impl Constructor {
    /// The fields that the engine sees, in order.
    pub(crate) fn seen(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| !field.fixed)
    }

    /// The constructor applied to values, one per field.
    pub(crate) fn construct(&self, values: impl Iterator<Item = TokenStream>) -> TokenStream {
        let path = &self.path;
        if self.shape == Shape::Tuple {
            return quote!((#(#values,)*));
        }
        let members = self.fields.iter().map(|field| &field.member);
        quote!(#path { #(#members: #values),* })
    }

    /// The pattern that binds all fields that the engine sees.
    pub(crate) fn pattern(&self) -> TokenStream {
        self.construct(
            self.fields
                .iter()
                .map(|field| if field.fixed { quote!(_) } else { field.binding.to_token_stream() }),
        )
    }

    /// [`Constructor::pattern`] with other binding names.
    pub(crate) fn pattern_as(&self, name: impl Fn(&Ident) -> Ident) -> TokenStream {
        self.construct(self.fields.iter().map(|field| match field.fixed {
            true => quote!(_),
            false => name(&field.binding).to_token_stream(),
        }))
    }

    /// The pattern of the constructor that ignores all fields.
    pub(crate) fn any(&self) -> TokenStream {
        let path = &self.path;
        if self.shape == Shape::Tuple { quote!(_) } else { quote!(#path { .. }) }
    }
}

/// The constructors of a type with these generics.
pub(crate) fn constructors(
    input: &DeriveInput,
    generics: &Generics,
) -> syn::Result<Vec<Constructor>> {
    match &input.data {
        Data::Struct(data) => {
            let name = input.ident.to_string();
            Ok(vec![constructor(quote!(Self), name, &data.fields, generics, 0)?])
        }
        Data::Enum(data) => data
            .variants
            .iter()
            .enumerate()
            .map(|(at, variant)| {
                let ident = &variant.ident;
                let options = OnVariant::parse(&variant.attrs)?;
                let (path, name) = (quote!(Self::#ident), ident.to_string());
                let made = constructor(path, name, &variant.fields, generics, at)?;
                let OnVariant { weight, skip } = options;
                Ok(Constructor { weight, skip, of_enum: true, ..made })
            })
            .collect(),
        Data::Union(data) => Err(syn::Error::new(
            data.union_token.span,
            "`Mutate` cannot be derived for a union: which field is valid is not known; \
             use an enum, or implement `Mutate` by hand",
        )),
    }
}

/// The only constructor of a tuple with these component types.
pub(crate) fn tuple(parameters: &[Ident]) -> syn::Result<Constructor> {
    let fields = Fields::Unnamed(syn::parse_quote!((#(#parameters),*)));
    let made = constructor(TokenStream::new(), String::new(), &fields, &Generics::default(), 0)?;
    Ok(Constructor { shape: Shape::Tuple, ..made })
}

fn constructor(
    path: TokenStream,
    name: String,
    fields: &Fields,
    generics: &Generics,
    variant: usize,
) -> syn::Result<Constructor> {
    let shape = match fields {
        Fields::Named(_) => Shape::Named,
        Fields::Unnamed(_) | Fields::Unit => Shape::Positional,
    };
    let braces = fields.is_empty() && !matches!(fields, Fields::Unit);
    let fields = fields
        .iter()
        .enumerate()
        .map(|(at, field)| one_field(field, generics, at, variant))
        .collect::<syn::Result<_>>()?;
    let name = name.trim_start_matches("r#").to_owned();
    let skip = Skip::Never;
    Ok(Constructor { shape, path, name, fields, weight: 1, skip, of_enum: false, braces })
}

fn one_field(
    field: &syn::Field,
    generics: &Generics,
    at: usize,
    variant: usize,
) -> syn::Result<Field> {
    refuse(&field.ty)?;
    let options = OnField::parse(&field.attrs)?;
    let (policy, items) = match &options.rule {
        None => (None, TokenStream::new()),
        Some(rule) => {
            let (policy, items) = rule.policy(&field.ty, generics, at, variant)?;
            (Some(policy), items)
        }
    };
    let number = syn::Index::from(at);
    Ok(Field {
        member: field.ident.as_ref().map_or(quote!(#number), ToTokens::to_token_stream),
        name: field.ident.as_ref().map(|ident| ident.to_string().trim_start_matches("r#").into()),
        binding: format_ident!("__field_{at}", span = Span::mixed_site()),
        ty: field.ty.clone(),
        default: options.default,
        fixed: options.fixed,
        cell: options.cell,
        policy,
        items,
    })
}

/// Field types that can never be generated are rejected here, because this error can give the
/// reason; an error about a missing impl could not.
fn refuse(ty: &Type) -> syn::Result<()> {
    match ty {
        Type::Reference(_) => Err(syn::Error::new_spanned(
            ty,
            "a field of a test cannot borrow: the value is kept and mutated; use an owned type \
             such as `String`, `Vec` or `Box`",
        )),
        Type::TraitObject(_) => Err(syn::Error::new_spanned(
            ty,
            "a `dyn` field cannot be generated: which type it has is not known; use an enum of the \
             types it can have, or `#[mutate(with = …)]` on a box of it",
        )),
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return Ok(()) };
            let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
                return Ok(());
            };
            let boxed = ["Box", "Rc", "Arc"].iter().any(|name| last.ident == name);
            arguments.args.iter().try_for_each(|argument| match argument {
                syn::GenericArgument::Type(inner @ Type::TraitObject(_)) if boxed => refuse(inner),
                _ => Ok(()),
            })
        }
        _ => Ok(()),
    }
}
