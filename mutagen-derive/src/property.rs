//! `#[property]`: a function turned into a `#[test]` of the same name. The expansion only registers:
//! it names the argument types, says how to call the function, and hands both to
//! `mutagen_core::internal::run::entry::run`, which decides whether this is plain `cargo test` or a campaign. A
//! marker string in the executable lets `cargo mutagen` list the properties without running anything.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{FnArg, ItemFn, Pat, Path, Token, Type};

/// What stands in the parentheses of the attribute.
struct Options {
    /// Called once in the process, before the first test.
    before: Option<Path>,
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> syn::Result<Options> {
        if input.is_empty() {
            return Ok(Options { before: None });
        }
        let span = input.span();
        let name: Option<syn::Ident> = input.parse()?;
        if name.is_none_or(|name| name != "before") {
            return Err(syn::Error::new(span, "`#[property]` has one option, `before = function`"));
        }
        input.parse::<Token![=]>()?;
        let before = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(Options { before: Some(before) })
    }
}

struct Argument {
    name: String,
    /// The type of the argument, or what the reference is to.
    ty: Type,
    by_reference: bool,
}

impl Argument {
    /// The type whose values are generated: of `&str` and its kin the owned one.
    fn owned(&self) -> TokenStream {
        let ty = &self.ty;
        if self.by_reference { quote!(<#ty as __mutagen::Argument>::Owned) } else { quote!(#ty) }
    }
}

pub(crate) fn expand(options: TokenStream, mut function: ItemFn) -> syn::Result<TokenStream> {
    let options: Options = syn::parse2(options)?;
    refuse(&function)?;
    let arguments: Vec<Argument> =
        function.sig.inputs.iter().enumerate().map(argument).collect::<syn::Result<_>>()?;
    let (on_function, on_test): (Vec<_>, Vec<_>) =
        function.attrs.drain(..).partition(|attribute| {
            ["allow", "expect", "warn", "deny", "inline"]
                .iter()
                .any(|a| attribute.path().is_ident(a))
        });
    function.attrs = on_function;
    let ignored = on_test.iter().any(|attribute| attribute.path().is_ident("ignore"));
    let name = &function.sig.ident;
    let text = name.to_string();
    let text = text.trim_start_matches("r#");
    let mode = if ignored { "ignored" } else { "run" };
    let types = arguments.iter().map(Argument::owned);
    let names = arguments.iter().map(|argument| &argument.name);
    let by_value = arguments.iter().filter(|argument| !argument.by_reference);
    let by_value = by_value.map(|Argument { name, ty, .. }| quote!(.by_value::<#ty>(#name)));
    let copies = arguments.iter().enumerate().filter(|(_, a)| !a.by_reference).map(|(at, _)| {
        let (variable, at) = (format_ident!("__argument_{at}"), syn::Index::from(at));
        quote!(let #variable = __mutagen::by_value(&__arguments.#at);)
    });
    let passed = arguments.iter().enumerate().map(|(at, argument)| {
        let (variable, at) = (format_ident!("__argument_{at}"), syn::Index::from(at));
        let ty = &argument.ty;
        if argument.by_reference {
            quote!(<#ty as __mutagen::Argument>::lend(&__arguments.#at))
        } else {
            quote!(#variable)
        }
    });
    let printed = (0..arguments.len()).map(syn::Index::from);
    let before = options.before.map(|function| quote!(#function();));
    Ok(quote! {
        #(#on_test)*
        #[test]
        fn #name() {
            #function
            #before
            use ::mutagen_core::internal::macros as __mutagen;
            __mutagen::run_property(&__mutagen::Property::new::<(#(#types,)*)>(
                ::core::concat!(
                    "\u{1}mutagen-property\u{1}", ::core::module_path!(), "::", #text,
                    "\u{1}", ::core::file!(), "\u{1}", ::core::line!(), "\u{1}", #mode, "\u{1}"
                ),
                &[#(#names),*],
                |__arguments, __window| {
                    let _ = &__arguments;
                    #(#copies)*
                    __window.open();
                    __mutagen::outcome(#name(#(#passed),*))
                },
                |__arguments| {
                    let _ = &__arguments;
                    ::std::vec![#(&__arguments.#printed as &dyn ::core::fmt::Debug),*]
                },
            )#(#by_value)*);
        }
    })
}

fn refuse(function: &ItemFn) -> syn::Result<()> {
    let signature = &function.sig;
    let wrong: Option<(&dyn ToTokens, &str)> = if let Some(asyncness) = &signature.asyncness {
        Some((asyncness, "a property cannot be `async`; block on the future inside it"))
    } else if let Some(unsafety) = &signature.unsafety {
        Some((unsafety, "a property cannot be `unsafe`; put the unsafe block inside it"))
    } else if !signature.generics.params.is_empty() {
        Some((
            &signature.generics,
            "a property cannot be generic: values are generated for its argument types; name them",
        ))
    } else {
        None
    };
    match wrong {
        Some((tokens, message)) => Err(syn::Error::new_spanned(tokens, message)),
        None => Ok(()),
    }
}

fn argument((at, argument): (usize, &FnArg)) -> syn::Result<Argument> {
    let FnArg::Typed(argument) = argument else {
        return Err(syn::Error::new(
            argument.span(),
            "a property is a free function; take the value as an ordinary argument",
        ));
    };
    let name = match &*argument.pat {
        Pat::Ident(pattern) => pattern.ident.to_string(),
        _ => format!("argument {at}"),
    };
    match bare(&argument.ty) {
        Type::Reference(reference) if reference.mutability.is_some() => Err(syn::Error::new(
            argument.ty.span(),
            "a property cannot take `&mut`: the value is needed again for the next mutant; take it \
             by value",
        )),
        Type::Reference(reference) => {
            Ok(Argument { name, ty: bare(&reference.elem).clone(), by_reference: true })
        }
        ty => Ok(Argument { name, ty: ty.clone(), by_reference: false }),
    }
}

/// A type without the parentheses around it, and without the group that a macro by example puts a
/// type into that it was given.
fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(paren) => bare(&paren.elem),
        ty => ty,
    }
}
