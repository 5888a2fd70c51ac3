//! Reads the module: finds the functions with an attribute of this macro, reads the attribute, and
//! takes it off the function, which stays an ordinary function.

use crate::attributes;
use crate::metamorphic::function;
use crate::metamorphic::misplaced::{Misplaced, ROLES};
use crate::metamorphic::model::{
    Function, Implementation, Input, Operation, Origin, Output, Specification,
};
use crate::metamorphic::nearest::nearest;
use crate::metamorphic::short::ShortForms;
use crate::metamorphic::text;
use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::visit::Visit;
use syn::{Attribute, Expr, Item, ItemFn, ItemMod, Meta, Path, Token, parse_quote};

/// The attributes of the module that are for the test.
const OF_THE_TEST: [&str; 2] = ["ignore", "should_panic"];

/// The options in the parentheses of `#[metamorphic(…)]`.
pub(crate) struct Options {
    core: Path,
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> syn::Result<Options> {
        if input.is_empty() {
            return Ok(Options { core: parse_quote!(::mutagen_core) });
        }
        let name = input.call(Ident::parse_any)?;
        if name != "crate" {
            let text = "the only option of `#[metamorphic]` is `crate = PATH`";
            return Err(syn::Error::new(name.span(), text));
        }
        input.parse::<Token![=]>()?;
        Ok(Options { core: input.call(attributes::path)? })
    }
}

/// What `#[operation(…)]` says.
struct OnOperation {
    inner: bool,
    requires: Option<Expr>,
    short: ShortForms,
}

impl Parse for OnOperation {
    fn parse(input: ParseStream<'_>) -> syn::Result<OnOperation> {
        let mut on = OnOperation { inner: false, requires: None, short: ShortForms::default() };
        each(input, |name| {
            match name.to_string().as_str() {
                "inner" => on.inner = true,
                "requires" => on.requires = Some(value(input)?),
                _ => on.short.take(name, input)?,
            }
            Ok(())
        })?;
        Ok(on)
    }
}

/// What `#[implements(…)]` says.
struct OnImplementation {
    operation: Ident,
    when: Option<Expr>,
    partial: bool,
}

impl Parse for OnImplementation {
    fn parse(input: ParseStream<'_>) -> syn::Result<OnImplementation> {
        let operation = input.call(Ident::parse_any)?;
        let mut on = OnImplementation { operation, when: None, partial: false };
        if input.is_empty() {
            return Ok(on);
        }
        input.parse::<Token![,]>()?;
        each(input, |name| {
            match name.to_string().as_str() {
                "when" => on.when = Some(value(input)?),
                "partial" => on.partial = true,
                _ => {
                    return Err(unknown(
                        name,
                        "#[implements(OPERATION, …)]",
                        "`when = CONDITION` \
                                 and `partial`",
                    ));
                }
            }
            Ok(())
        })?;
        Ok(on)
    }
}

fn each(
    input: ParseStream<'_>,
    mut take: impl FnMut(&Ident) -> syn::Result<()>,
) -> syn::Result<()> {
    let mut known: Vec<Ident> = Vec::new();
    while !input.is_empty() {
        let name = input.call(Ident::parse_any)?;
        if known.contains(&name) {
            let text = format!("`{name}` stands twice: remove one");
            return Err(syn::Error::new(name.span(), text));
        }
        take(&name)?;
        known.push(name);
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(())
}

/// Reads `= VALUE`.
pub(crate) fn value<T: Parse>(input: ParseStream<'_>) -> syn::Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

fn unknown(name: &Ident, attribute: &str, options: &str) -> syn::Error {
    let text = format!("unknown option `{name}`; the options of `{attribute}` are {options}");
    syn::Error::new(name.span(), text)
}

/// An implementation, before its operation is looked up.
struct Named {
    operation: Ident,
    implementation: Implementation,
}

/// A short form of an operation.
pub(crate) struct Short {
    /// The index of the operation.
    pub(crate) operation: usize,
    pub(crate) forms: ShortForms,
}

/// What is read: the specification without what short forms stand for, and the short forms.
pub(crate) struct Read {
    pub(crate) specification: Specification,
    pub(crate) short: Vec<Short>,
}

/// Reads the module and takes the attributes off.
pub(crate) fn read(options: Options, module: &mut ItemMod) -> syn::Result<Read> {
    // What is said of the test stands on the module.
    let is_of_test = |a: &mut Attribute| OF_THE_TEST.iter().any(|name| a.path().is_ident(name));
    let of_test = module.attrs.extract_if(.., is_of_test).collect();
    let Some((_, items)) = &mut module.content else {
        let text = "`#[metamorphic]` needs the text of the module: write it as `mod NAME { … }` in \
                    this file, or put the attribute inside the other file, around a module there";
        return Err(syn::Error::new_spanned(&module, text));
    };
    let mut specification = Specification {
        name: module.ident.clone(),
        operations: Vec::new(),
        inputs: Vec::new(),
        admits: Vec::new(),
        invariants: Vec::new(),
        equals: Vec::new(),
        setups: Vec::new(),
        items: Vec::new(),
        core: options.core,
        of_test,
    };
    let (mut named, mut short, mut laws) = (Vec::new(), Vec::new(), Vec::new());
    for item in items {
        let Item::Fn(item) = item else {
            Misplaced::check(|misplaced| misplaced.visit_item(item))?;
            specification.items.push(text::of_item(item));
            continue;
        };
        let Some((role, attribute)) = role(item)? else {
            Misplaced::check(|misplaced| misplaced.visit_item_fn(item))?;
            specification.items.push(text::of_item(&Item::Fn(item.clone())));
            continue;
        };
        let mut function = function::read(item, &attribute)?;
        // What is left of the function has no attribute of this macro, unless it is misplaced.
        Misplaced::check(|misplaced| misplaced.visit_item_fn(item))?;
        allow_unused(item);
        if role != "implements" {
            function.refuse(Unwanted::Any)?;
        }
        match role.as_str() {
            "operation" => {
                let on: OnOperation = arguments(&attribute)?;
                let operation = specification.operations.len();
                short.push(Short { operation, forms: on.short });
                let origin = if on.inner { Origin::Inner } else { Origin::Public };
                specification.operations.push(Operation {
                    function,
                    origin,
                    requires: on.requires,
                    implementations: Vec::new(),
                });
            }
            "implements" => {
                let on: OnImplementation = arguments(&attribute)?;
                // A parameter with a rule of its own is none of the operation.
                function.parameters.iter_mut().for_each(|p| p.any |= !p.rules.is_empty());
                let implementation = Implementation {
                    when: on.when,
                    partial: on.partial,
                    ..Implementation::new(function)
                };
                named.push(Named { operation: on.operation, implementation });
            }
            "law" => laws.push(law(function, &attribute)?),
            "input" => {
                let weight = only(&attribute, "weight", "#[input(…)]", "`weight = N`")?;
                specification.inputs.push(Input { function, weight });
            }
            "setup" => {
                function.is_setup()?;
                bare(&attribute)?;
                specification.items.push(function.text.clone());
                specification.setups.push(function);
            }
            role => {
                function.refuse(Unwanted::Mutate)?;
                function.is_predicate(role, if role == "equal" { 2 } else { 1 })?;
                bare(&attribute)?;
                specification.items.push(function.text.clone());
                match role {
                    "admit" => specification.admits.push(function),
                    "invariant" => specification.invariants.push(function),
                    _ => specification.equals.push(function),
                }
            }
        }
    }
    for Named { operation, implementation } in named {
        let found = find(&specification.operations, &operation)?;
        specification.operations[found].implementations.push(implementation);
    }
    specification.operations.extend(laws);
    Ok(Read { specification, short })
}

/// What must not be on a parameter.
#[derive(Clone, Copy)]
pub(crate) enum Unwanted {
    Any,
    Mutate,
}

impl Function {
    /// Refuses an attribute on a parameter.
    fn refuse(&self, unwanted: Unwanted) -> syn::Result<()> {
        for parameter in &self.parameters {
            let (wrong, text) = match unwanted {
                Unwanted::Any => (
                    parameter.any,
                    "`#[any]` belongs on a parameter of an `#[implements(…)]` that the operation \
                     does not have; a parameter here takes any value as it is",
                ),
                Unwanted::Mutate => (
                    !parameter.rules.is_empty(),
                    "`#[mutate(…)]` belongs on a parameter whose values are made for it: of an \
                     `#[input]`, an `#[operation]`, a `#[law]`, or one that only an \
                     implementation has",
                ),
            };
            if wrong {
                return Err(syn::Error::new_spanned(&parameter.argument, text));
            }
        }
        Ok(())
    }

    /// Refuses a function that takes or returns anything.
    fn is_setup(&self) -> syn::Result<()> {
        if self.parameters.is_empty() && matches!(self.output, Output::Nothing) {
            return Ok(());
        }
        let text = format!("`#[setup]` is for a function `fn {}()`", self.name);
        Err(syn::Error::new_spanned(&self.item.sig, text))
    }

    /// Refuses a function that is no predicate of this many values of one sort.
    fn is_predicate(&self, role: &str, values: usize) -> syn::Result<()> {
        let is_bool = self.output.value().is_some_and(function::is_bool);
        let sort = self.parameters.first().map(|parameter| &parameter.ty);
        let same = self.parameters.iter().all(|parameter| Some(&parameter.ty) == sort);
        if is_bool && same && self.parameters.len() == values && !self.output.may_fail() {
            return Ok(());
        }
        let parameters = ["a: &T", "b: &T"][..values].join(", ");
        let text =
            format!("`#[{role}]` is for a function `fn {}({parameters}) -> bool`", self.name);
        Err(syn::Error::new_spanned(&self.item.sig, text))
    }
}

/// A law as an operation.
fn law(function: Function, attribute: &Attribute) -> syn::Result<Operation> {
    if !function.output.value().is_some_and(function::is_bool) || function.output.may_fail() {
        let text = "a `#[law]` returns `bool`: whether it holds for these arguments";
        return Err(syn::Error::new_spanned(&function.item.sig, text));
    }
    if let Some(changed) = function.mutable().next() {
        let text = "a `#[law]` cannot take `&mut`; take the value by reference and clone it";
        return Err(syn::Error::new_spanned(&changed.argument, text));
    }
    let requires = only(attribute, "requires", "#[law(…)]", "`requires = CONDITION`")?;
    let implementations = vec![Implementation::new(function.clone())];
    Ok(Operation { function, origin: Origin::Law, requires, implementations })
}

/// The value of the only option of an attribute, if it is there. `of` and `options` are the
/// attribute and the option as an error shows them.
fn only(attribute: &Attribute, option: &str, of: &str, options: &str) -> syn::Result<Option<Expr>> {
    let mut only = None;
    if !is_bare(attribute) {
        attribute.parse_args_with(|input: ParseStream<'_>| {
            each(input, |name| {
                if name != option {
                    return Err(unknown(name, of, options));
                }
                only = Some(value(input)?);
                Ok(())
            })
        })?;
    }
    Ok(only)
}

/// The arguments of an attribute, which may have none.
fn arguments<T: Parse>(attribute: &Attribute) -> syn::Result<T> {
    match &attribute.meta {
        Meta::Path(path) if path.is_ident("implements") => Err(syn::Error::new_spanned(
            path,
            "say which operation the function implements, as in `#[implements(add)]`",
        )),
        Meta::Path(_) => syn::parse2(proc_macro2::TokenStream::new()),
        _ => attribute.parse_args(),
    }
}

fn is_bare(attribute: &Attribute) -> bool {
    matches!(attribute.meta, Meta::Path(_))
}

fn bare(attribute: &Attribute) -> syn::Result<()> {
    match is_bare(attribute) {
        true => Ok(()),
        false => Err(syn::Error::new_spanned(attribute, "this attribute has no options")),
    }
}

/// The place of the operation with this name.
pub(crate) fn find(operations: &[Operation], name: &Ident) -> syn::Result<usize> {
    let names = || operations.iter().map(|operation| operation.function.name.to_string());
    let wanted = name.to_string();
    names().position(|known| known == wanted).ok_or_else(|| {
        let near = nearest(&wanted, names());
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        let text = format!("there is no operation `{wanted}` in this module{near}");
        syn::Error::new(name.span(), text)
    })
}

/// The name of the attribute that says what the function is, and the attribute itself, which is
/// taken off the function.
fn role(item: &mut ItemFn) -> syn::Result<Option<(String, Attribute)>> {
    let is_role = |a: &Attribute| ROLES.into_iter().find(|role| a.path().is_ident(role));
    let mut found = item.attrs.extract_if(.., |attribute| is_role(attribute).is_some());
    let Some(first) = found.next() else { return Ok(None) };
    if let Some(second) = found.next() {
        let text = format!(
            "`{}` is {} already: a function is one thing",
            item.sig.ident,
            first.path().get_ident().map(ToString::to_string).unwrap_or_default()
        );
        return Err(syn::Error::new_spanned(second, text));
    }
    drop(found);
    Ok(is_role(&first).map(|role| (role.to_owned(), first)))
}

/// A function may be there for tests only, and takes what its operation takes.
fn allow_unused(item: &mut ItemFn) {
    item.attrs.push(parse_quote!(#[allow(dead_code, clippy::ptr_arg)]));
}
