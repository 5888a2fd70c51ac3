//! Reads a function of the module: its parameters, how they are passed, what it returns, and its
//! text. Functions that cannot be called with values of known types are refused.

use crate::metamorphic::model::{Function, Output, Parameter, Passing};
use crate::metamorphic::text;
use crate::types::{argument_of, bare};
use quote::ToTokens;
use syn::{Attribute, FnArg, ItemFn, Pat, ReturnType, Type, parse_quote};

impl Passing {
    pub(crate) fn is_mutable(self) -> bool {
        self == Passing::Mutable
    }
}

/// Reads a function and takes the attributes off its parameters.
pub(crate) fn read(item: &mut ItemFn, attribute: &Attribute) -> syn::Result<Function> {
    refuse(item, attribute)?;
    let parameters = item.sig.inputs.iter_mut().map(parameter).collect::<syn::Result<Vec<_>>>()?;
    let output = output(&item.sig.output)?;
    Ok(Function {
        name: item.sig.ident.clone(),
        text: text::of_function(item),
        item: item.clone(),
        parameters,
        output,
    })
}

fn refuse(item: &ItemFn, attribute: &Attribute) -> syn::Result<()> {
    let signature = &item.sig;
    let role = attribute.path().get_ident().map(ToString::to_string).unwrap_or_default();
    let wrong: Option<(&dyn ToTokens, &str)> = if let Some(asyncness) = &signature.asyncness {
        Some((asyncness, "cannot be `async`; block on the future inside it"))
    } else if let Some(unsafety) = &signature.unsafety {
        Some((unsafety, "cannot be `unsafe`; put the unsafe block inside it"))
    } else if signature.generics.params.is_empty() {
        None
    } else {
        let text = "cannot be generic: values are made of its types; name them, and write a module \
                    for each choice of types";
        Some((&signature.generics, text))
    };
    match wrong {
        Some((tokens, text)) => {
            Err(syn::Error::new_spanned(tokens, format!("a function with `#[{role}]` {text}")))
        }
        None if signature.ident == "property" => Err(syn::Error::new_spanned(
            &signature.ident,
            "the test of the module has the name `property`: rename the function",
        )),
        None => Ok(()),
    }
}

fn parameter(argument: &mut FnArg) -> syn::Result<Parameter> {
    let FnArg::Typed(typed) = argument else {
        return Err(syn::Error::new_spanned(
            argument,
            "a function of a specification is a free function; take the value as an ordinary \
             argument",
        ));
    };
    let Pat::Ident(pattern) = &*typed.pat else {
        return Err(syn::Error::new_spanned(
            &typed.pat,
            "give the argument a name, and take it apart in the body",
        ));
    };
    let name = pattern.ident.clone();
    let is = |name: &'static str| move |a: &Attribute| a.path().is_ident(name);
    let any = typed.attrs.extract_if(.., |a| is("any")(a)).next().is_some();
    let rules: Vec<Attribute> = typed.attrs.extract_if(.., |a| is("mutate")(a)).collect();
    let written = bare(&typed.ty).clone();
    let (passing, ty) = match &written {
        Type::Reference(reference) => {
            let inner = bare(&reference.elem);
            let owned = owned(inner);
            if reference.mutability.is_some() {
                if owned.is_some() {
                    let text = "take the owned type, as in `&mut Vec<T>`: the value is cloned in";
                    return Err(syn::Error::new_spanned(&typed.ty, text));
                }
                (Passing::Mutable, inner.clone())
            } else {
                (Passing::Reference, owned.unwrap_or_else(|| inner.clone()))
            }
        }
        ty => (Passing::Value, ty.clone()),
    };
    if matches!(ty, Type::ImplTrait(_) | Type::TraitObject(_) | Type::Reference(_)) {
        let text = "values are made of the types of arguments: name the type of the values";
        return Err(syn::Error::new_spanned(&typed.ty, text));
    }
    let argument = FnArg::Typed(typed.clone());
    Ok(Parameter { name, ty, written, passing, any, rules, argument })
}

/// The type that owns what a reference to this type borrows, if it is another one.
fn owned(ty: &Type) -> Option<Type> {
    match ty {
        Type::Slice(slice) => {
            let element = &slice.elem;
            Some(parse_quote!(::std::vec::Vec<#element>))
        }
        Type::Path(path) => match path.path.get_ident()?.to_string().as_str() {
            "str" => Some(parse_quote!(::std::string::String)),
            "Path" => Some(parse_quote!(::std::path::PathBuf)),
            "OsStr" => Some(parse_quote!(::std::ffi::OsString)),
            "CStr" => Some(parse_quote!(::std::ffi::CString)),
            _ => None,
        },
        _ => None,
    }
}

fn output(output: &ReturnType) -> syn::Result<Output> {
    let ReturnType::Type(_, ty) = output else { return Ok(Output::Nothing) };
    let ty = bare(ty);
    match ty {
        Type::Tuple(tuple) if tuple.elems.is_empty() => return Ok(Output::Nothing),
        Type::Reference(_) | Type::ImplTrait(_) | Type::TraitObject(_) => {
            let text = "return a value of a type with a name: results are kept and compared";
            return Err(syn::Error::new_spanned(ty, text));
        }
        _ => {}
    }
    Ok(match (argument_of(ty, "Option"), argument_of(ty, "Result")) {
        (Some(inner), _) => Output::Option(bare(inner).clone()),
        (_, Some(inner)) => Output::Result(bare(inner).clone()),
        _ => Output::Plain(ty.clone()),
    })
}

/// Whether a type is `bool`.
pub(crate) fn is_bool(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("bool"))
}
