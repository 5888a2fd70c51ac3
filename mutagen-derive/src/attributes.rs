//! The options of `#[mutate(…)]`: their names, where each one is allowed, and the errors for
//! options that are unknown, misplaced or contradictory.

use crate::language::{Language, Mode};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::meta::ParseNestedMeta;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, ConstParam, Expr, ExprLit, ExprRange, GenericParam, Generics, Ident, Lit, LitStr,
    Path, RangeLimits, Token, Type, WherePredicate, parse_quote,
};

/// Options of a type.
#[derive(Default)]
pub(crate) struct OnType {
    pub(crate) default: Option<Expr>,
    pub(crate) bound: Option<Punctuated<WherePredicate, Token![,]>>,
    pub(crate) transparent: Option<Span>,
    /// The type of the parts through which the type is mutated.
    pub(crate) via: Option<Type>,
    /// The path of `mutagen_core`.
    krate: Option<Path>,
}

/// Options of a variant.
pub(crate) struct OnVariant {
    pub(crate) weight: u32,
    pub(crate) skip: Skip,
}

/// Whether a variant is left out.
pub(crate) enum Skip {
    Never,
    Always,
    /// If this expression holds.
    If(Expr),
}

/// Options of a field.
#[derive(Default)]
pub(crate) struct OnField {
    pub(crate) fixed: bool,
    pub(crate) cell: bool,
    pub(crate) default: Option<Expr>,
    pub(crate) rule: Option<Rule>,
}

/// How a field's values are made, if not by the field's type.
pub(crate) enum Rule {
    Range(Expr),
    With(Type),
    MaxLen(Expr),
    Regex { expression: LitStr, max_len: Option<Expr> },
}

const ON_TYPE: &str = "`default = EXPR`, `bound = \"PREDICATES\"`, `transparent`, `via = PARTS`, \
                       `crate = PATH`";
const ON_VARIANT: &str = "`weight = N`, `skip`, `skip = CONDITION`";
const ON_FIELD: &str = "`fixed`, `default = EXPR`, `range = LOW..=HIGH`, `with = TYPE`, \
                        `max_len = N`, `regex = \"EXPRESSION\"`, `cell`";

impl OnType {
    pub(crate) fn parse(attributes: &[Attribute]) -> syn::Result<OnType> {
        let mut options = OnType::default();
        each(attributes, |option| {
            match name(&option).as_str() {
                "default" => set(&option, &mut options.default, option.value()?.parse()?)?,
                "bound" => {
                    let text: LitStr = option.value()?.parse()?;
                    let predicates = text.parse_with(Punctuated::parse_terminated)?;
                    set(&option, &mut options.bound, predicates)?;
                }
                "transparent" => {
                    let span = option.path.get_ident().map_or_else(Span::call_site, |i| i.span());
                    set(&option, &mut options.transparent, span)?;
                }
                "via" => {
                    let parts = option.value()?.call(unquoted)?;
                    set(&option, &mut options.via, parts)?;
                }
                "crate" => {
                    let path = option.value()?.call(path)?;
                    set(&option, &mut options.krate, path)?;
                }
                _ => return Err(unknown(&option, "a type", ON_TYPE)),
            }
            Ok(())
        })?;
        Ok(options)
    }

    /// The path of `mutagen_core`.
    pub(crate) fn core(&self) -> Path {
        self.krate.clone().unwrap_or_else(|| parse_quote!(::mutagen_core))
    }
}

impl OnVariant {
    pub(crate) fn parse(attributes: &[Attribute]) -> syn::Result<OnVariant> {
        let (mut weight, mut skip) = (None, None);
        each(attributes, |option| {
            match name(&option).as_str() {
                "weight" => {
                    set(&option, &mut weight, whole(&option.value()?.parse()?)?)?;
                }
                "skip" => {
                    let when = match option.input.peek(Token![=]) {
                        true => Skip::If(condition(option.value()?.parse()?)?),
                        false => Skip::Always,
                    };
                    set(&option, &mut skip, when)?;
                }
                _ => return Err(unknown(&option, "a variant", ON_VARIANT)),
            }
            if weight.is_some() && skip.is_some() {
                return Err(option.error("`skip` and `weight` contradict each other: keep one"));
            }
            Ok(())
        })?;
        Ok(OnVariant { weight: weight.unwrap_or(1), skip: skip.unwrap_or(Skip::Never) })
    }
}

impl OnField {
    pub(crate) fn parse(attributes: &[Attribute]) -> syn::Result<OnField> {
        let mut options = OnField::default();
        let (mut fixed, mut cell) = (None, None);
        each(attributes, |option| {
            match name(&option).as_str() {
                "fixed" => set(&option, &mut fixed, ())?,
                "cell" => {
                    let text = "`cell` is for a field with `fixed` or `with`: the types of other \
                                fields say themselves whether they change behind a reference";
                    set(&option, &mut cell, option.error(text))?;
                }
                "default" => set(&option, &mut options.default, option.value()?.parse()?)?,
                "range" => {
                    let range: Expr = option.value()?.parse()?;
                    closed(&range)?;
                    rule(&option, &mut options.rule, Rule::Range(range))?;
                }
                "with" => rule(&option, &mut options.rule, Rule::With(option.value()?.parse()?))?,
                "max_len" => {
                    let longest = length(option.value()?.parse()?)?;
                    rule(&option, &mut options.rule, Rule::MaxLen(longest))?;
                }
                "regex" => {
                    let expression = literal(&option.value()?.parse()?)?;
                    rule(&option, &mut options.rule, Rule::Regex { expression, max_len: None })?;
                }
                _ => return Err(unknown(&option, "a field", ON_FIELD)),
            }
            if fixed.is_some() && options.rule.is_some() {
                return Err(option.error(
                    "a `fixed` field always has its default: `range`, `with`, `max_len` and \
                     `regex` say nothing about it; remove one",
                ));
            }
            Ok(())
        })?;
        options.fixed = fixed.is_some();
        options.cell = cell.is_some();
        match cell {
            Some(error) if !options.fixed && !matches!(options.rule, Some(Rule::With(_))) => {
                return Err(error);
            }
            _ => {}
        }
        Ok(options)
    }
}

fn each(
    attributes: &[Attribute],
    mut take: impl FnMut(ParseNestedMeta<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("mutate")) {
        attribute.parse_nested_meta(&mut take)?;
    }
    Ok(())
}

fn name(option: &ParseNestedMeta<'_>) -> String {
    option.path.to_token_stream().to_string()
}

fn unknown(option: &ParseNestedMeta<'_>, place: &str, allowed: &str) -> syn::Error {
    let name = name(option);
    let elsewhere = [("a type", ON_TYPE), ("a variant", ON_VARIANT), ("a field", ON_FIELD)];
    let mark = format!("`{name}");
    let belongs = elsewhere.iter().find(|(other, options)| {
        *other != place
            && options
                .split(", ")
                .any(|o| o.starts_with(&mark) && !o[mark.len()..].starts_with('_'))
    });
    option.error(match belongs {
        Some((other, _)) => {
            format!("`{name}` belongs on {other}, not on {place}; on {place} may stand: {allowed}")
        }
        None => format!("unknown option `{name}`; on {place} may stand: {allowed}"),
    })
}

fn set<T>(option: &ParseNestedMeta<'_>, place: &mut Option<T>, value: T) -> syn::Result<()> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(option.error(format!("`{}` stands twice: remove one", name(option)))),
    }
}

fn rule(option: &ParseNestedMeta<'_>, place: &mut Option<Rule>, rule: Rule) -> syn::Result<()> {
    *place = Some(match (place.take(), rule) {
        (None, rule) => rule,
        (Some(Rule::MaxLen(longest)), Rule::Regex { expression, .. })
        | (Some(Rule::Regex { expression, max_len: None }), Rule::MaxLen(longest)) => {
            Rule::Regex { expression, max_len: Some(longest) }
        }
        _ => {
            return Err(option.error(
                "only one of `range`, `with`, `max_len` and `regex` can say how a field's values \
                 are made; only `regex` and `max_len` can stand together",
            ));
        }
    });
    Ok(())
}

/// An expression that the derive can read.
fn literal(expression: &Expr) -> syn::Result<LitStr> {
    match bare(expression) {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Ok(text.clone()),
        other => Err(syn::Error::new_spanned(
            other,
            "write the regular expression as a literal, as in `r\"[a-z]{1,8}\"`: it is read when \
             the code is compiled",
        )),
    }
}

/// The weight, if the expression is an integer. Other expressions are parsed too, so that the error
/// can point at the whole expression.
fn whole(weight: &Expr) -> syn::Result<u32> {
    let literal = match bare(weight) {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
        _ => None,
    };
    literal.ok_or_else(|| {
        let text =
            "a weight is a whole number from 0 (never generated, but a mutant) to 4294967295";
        syn::Error::new_spanned(weight, text)
    })
}

/// A condition is no literal of another type. The compiler checks other expressions.
fn condition(condition: Expr) -> syn::Result<Expr> {
    match bare(&condition) {
        Expr::Lit(ExprLit { lit: Lit::Bool(_), .. }) => Ok(condition),
        Expr::Lit(_) | Expr::Range(_) | Expr::Tuple(_) => Err(syn::Error::new_spanned(
            condition,
            "a condition is an expression of type `bool`; it is evaluated once in a process",
        )),
        _ => Ok(condition),
    }
}

/// A range literal must have both ends and include them, so that both are values the field can
/// have. Anything else may be a constant, which the compiler checks.
fn closed(range: &Expr) -> syn::Result<()> {
    let wrong = match bare(range) {
        Expr::Range(ExprRange { start: Some(_), end: Some(_), limits, .. }) => {
            !matches!(limits, RangeLimits::Closed(_))
        }
        other => matches!(other, Expr::Range(_) | Expr::Lit(_) | Expr::Unary(_) | Expr::Tuple(_)),
    };
    match wrong {
        false => Ok(()),
        true => Err(syn::Error::new_spanned(
            range,
            "write the range as `LOW..=HIGH`, both included, or name a constant `RangeInclusive`",
        )),
    }
}

/// A length that is a literal must be a whole number. The compiler checks other expressions.
fn length(longest: Expr) -> syn::Result<Expr> {
    let wrong = match bare(&longest) {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse::<usize>().is_err(),
        other => matches!(other, Expr::Lit(_) | Expr::Unary(_) | Expr::Range(_) | Expr::Tuple(_)),
    };
    match wrong {
        false => Ok(longest),
        true => Err(syn::Error::new_spanned(
            longest,
            "a greatest length is a whole number, or an expression of type `usize`",
        )),
    }
}

impl Rule {
    /// The policy type of a field of type `ty`, and the items that the policy needs.
    pub(crate) fn policy(
        &self,
        ty: &Type,
        generics: &Generics,
        at: usize,
        variant: usize,
    ) -> syn::Result<(TokenStream, TokenStream)> {
        let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
        let named = |name: &str| format_ident!("__{name}_{variant}_{at}");
        Ok(match self {
            Rule::With(with) => (quote!(__mutagen::UserPolicy<#with>), TokenStream::new()),
            Rule::MaxLen(longest) => {
                let name = named("Longest");
                let declared = declared(&name, generics);
                let item = quote! {
                    #declared
                    impl #impl_generics __mutagen::Longest for #name #type_generics
                    #where_clause
                    {
                        fn longest() -> usize {
                            #longest
                        }
                    }
                };
                (quote!(__mutagen::MaxLen<#name #type_generics>), item)
            }
            Rule::Range(range) => {
                let bounds = named("Bounds");
                let declared = declared(&bounds, generics);
                let item = quote! {
                    #declared
                    impl #impl_generics __mutagen::Bounds<#ty> for #bounds #type_generics
                    #where_clause
                    {
                        fn bounds() -> ::core::ops::RangeInclusive<#ty> {
                            #range
                        }
                    }
                };
                (quote!(__mutagen::InRange<#bounds #type_generics>), item)
            }
            Rule::Regex { expression, max_len } => {
                let mode = Mode::of(ty);
                let language = Language::parse(expression, mode, max_len.is_some())?;
                let longest = language.longest(max_len.as_ref().map(bare))?;
                let (table, mode) = (language.table(expression), mode.name(ty.span()));
                let access = quote_spanned!(ty.span()=> __mutagen::Access::of::<#mode>());
                let name = named("Expression");
                let declared = declared(&name, generics);
                // Without parameters, the bound is checked even if nothing uses the type.
                let checked = generics.params.is_empty().then(
                    || quote!(const _: usize = <#name as __mutagen::Expression<#ty>>::LONGEST;),
                );
                let item = quote! {
                    #declared
                    impl #impl_generics __mutagen::Expression<#ty> for #name #type_generics
                    #where_clause
                    {
                        const ACCESS: __mutagen::Access<#ty> = #access;
                        const LONGEST: usize = #longest;
                        fn language() -> &'static __mutagen::Language {
                            static __LANGUAGE: __mutagen::Language = #table;
                            &__LANGUAGE
                        }
                    }
                    #checked
                };
                (quote!(__mutagen::Matches<#name #type_generics>), item)
            }
        })
    }
}

/// A type that stands for a rule of a field. The rule may use the parameters of the user's type.
fn declared(name: &Ident, generics: &Generics) -> TokenStream {
    let types = generics.type_params().map(|parameter| &parameter.ident);
    let parameters = generics.params.iter().map(|parameter| match parameter {
        GenericParam::Const(ConstParam { ident, ty, .. }) => quote!(const #ident: #ty),
        GenericParam::Type(parameter) => parameter.ident.to_token_stream(),
        GenericParam::Lifetime(parameter) => parameter.to_token_stream(),
    });
    quote! {
        #[allow(non_camel_case_types)]
        struct #name<#(#parameters),*>(::core::marker::PhantomData<(#(#types,)*)>);
    }
}

/// A path, not a string literal.
pub(crate) fn path(input: ParseStream<'_>) -> syn::Result<Path> {
    match input.peek(LitStr) {
        true => Err(input.error("write the path without quotes")),
        false => Path::parse_mod_style(input),
    }
}

/// A type, not a string literal.
fn unquoted(input: ParseStream<'_>) -> syn::Result<Type> {
    match input.peek(LitStr) {
        true => Err(input.error("write the type without quotes")),
        false => input.parse(),
    }
}

/// Removes parentheses around an expression, and the invisible group that a declarative macro puts
/// around an expression it was given.
fn bare(expression: &Expr) -> &Expr {
    match expression {
        Expr::Group(group) => bare(&group.expr),
        Expr::Paren(paren) => bare(&paren.expr),
        expression => expression,
    }
}

/// Impls that call the derive's part of the crate at this path `__mutagen`.
pub(crate) fn naming(core: &Path, impls: &TokenStream) -> TokenStream {
    quote! {
        const _: () = {
            use #core::internal::macros as __mutagen;

            #impls
        };
    }
}
