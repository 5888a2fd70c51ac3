//! The options of `#[mutate(…)]`: which there are, where each may stand, and what is said of one that
//! is unknown, misplaced or contradicts another.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::meta::ParseNestedMeta;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, LitInt, LitStr, Token, Type, WherePredicate};

/// Options of a type.
#[derive(Default)]
pub(crate) struct OnType {
    pub(crate) default: Option<Expr>,
    pub(crate) bound: Option<Punctuated<WherePredicate, Token![,]>>,
    pub(crate) transparent: Option<Span>,
}

/// Options of a variant.
pub(crate) struct OnVariant {
    pub(crate) weight: u32,
    pub(crate) skip: bool,
}

/// Options of a field.
#[derive(Default)]
pub(crate) struct OnField {
    pub(crate) fixed: bool,
    pub(crate) default: Option<Expr>,
    pub(crate) rule: Option<Rule>,
}

/// How a field's values are made, when not by its type.
pub(crate) enum Rule {
    Range(Expr),
    With(Type),
    MaxLen(LitInt),
}

const ON_TYPE: &str = "`default = EXPR`, `bound = \"PREDICATES\"`, `transparent`";
const ON_VARIANT: &str = "`weight = N`, `skip`";
const ON_FIELD: &str =
    "`fixed`, `default = EXPR`, `range = LOW..=HIGH`, `with = TYPE`, `max_len = N`";

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
                _ => return Err(unknown(&option, "a type", ON_TYPE)),
            }
            Ok(())
        })?;
        Ok(options)
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
                "skip" => set(&option, &mut skip, ())?,
                _ => return Err(unknown(&option, "a variant", ON_VARIANT)),
            }
            if weight.is_some() && skip.is_some() {
                return Err(option.error("`skip` and `weight` contradict each other: keep one"));
            }
            Ok(())
        })?;
        Ok(OnVariant { weight: weight.unwrap_or(1), skip: skip.is_some() })
    }
}

impl OnField {
    pub(crate) fn parse(attributes: &[Attribute]) -> syn::Result<OnField> {
        let mut options = OnField::default();
        let mut fixed = None;
        each(attributes, |option| {
            match name(&option).as_str() {
                "fixed" => set(&option, &mut fixed, ())?,
                "default" => set(&option, &mut options.default, option.value()?.parse()?)?,
                "range" => {
                    let range: Expr = option.value()?.parse()?;
                    closed(&range)?;
                    rule(&option, &mut options.rule, Rule::Range(range))?;
                }
                "with" => rule(&option, &mut options.rule, Rule::With(option.value()?.parse()?))?,
                "max_len" => {
                    rule(&option, &mut options.rule, Rule::MaxLen(option.value()?.parse()?))?;
                }
                _ => return Err(unknown(&option, "a field", ON_FIELD)),
            }
            if fixed.is_some() && options.rule.is_some() {
                return Err(option.error(
                    "a `fixed` field always has its default: `range`, `with` and `max_len` say \
                     nothing about it; remove one",
                ));
            }
            Ok(())
        })?;
        options.fixed = fixed.is_some();
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
    match place.replace(rule) {
        None => Ok(()),
        Some(_) => Err(option.error(
            "only one of `range`, `with` and `max_len` can say how a field's values are made",
        )),
    }
}

/// The number that is a weight. Other expressions are taken too, for an error that points at all of it.
fn whole(weight: &Expr) -> syn::Result<u32> {
    let literal = match weight {
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => number.base10_parse().ok(),
        _ => None,
    };
    literal.ok_or_else(|| {
        let text =
            "a weight is a whole number from 0 (never generated, but a mutant) to 4294967295";
        syn::Error::new_spanned(weight, text)
    })
}

/// A range must have both ends and include them, so that both are values the field can have.
fn closed(range: &Expr) -> syn::Result<()> {
    match range {
        Expr::Range(syn::ExprRange {
            start: Some(_),
            end: Some(_),
            limits: syn::RangeLimits::Closed(_),
            ..
        }) => Ok(()),
        other => {
            Err(syn::Error::new_spanned(other, "write the range as `LOW..=HIGH`, both included"))
        }
    }
}

impl Rule {
    /// The policy type of a field of type `ty`, and the items that it needs.
    pub(crate) fn policy(
        &self,
        ty: &Type,
        at: usize,
        variant: usize,
    ) -> (TokenStream, TokenStream) {
        use quote::{format_ident, quote};
        match self {
            Rule::With(with) => (quote!(__mutagen::UserPolicy<#with>), TokenStream::new()),
            Rule::MaxLen(longest) => (quote!(__mutagen::MaxLen<#longest>), TokenStream::new()),
            Rule::Range(range) => {
                let bounds = format_ident!("__Bounds_{variant}_{at}");
                let item = quote! {
                    #[allow(non_camel_case_types)]
                    struct #bounds;
                    impl __mutagen::Bounds<#ty> for #bounds {
                        fn bounds() -> ::core::ops::RangeInclusive<#ty> {
                            #range
                        }
                    }
                };
                (quote!(__mutagen::InRange<#bounds>), item)
            }
        }
    }
}
