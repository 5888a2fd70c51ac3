//! `#[property]`: keeps the function and adds a module with its name that has the `#[test]`
//! `property`. The test only registers the property: it names the argument types, says how to call
//! the function, and passes both to `mutagen_core`, which decides whether this is plain `cargo
//! test` or a campaign. A marker string in the executable lets `cargo mutagen` list the properties
//! without running anything.

use crate::attributes;
use crate::types::{argument_of, bare};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::token::Bracket;
use syn::{Attribute, ExprArray, FnArg, Ident, ItemFn, Pat, Path, ReturnType, Token, Type};

/// The options in the parentheses of the attribute.
#[derive(Default)]
struct Options {
    /// A function called once per process, before the first test.
    before: Option<Path>,
    /// A function called before each run of a test.
    reset: Option<Path>,
    /// The kinds of failures that are silenced: an array of texts.
    silence: Option<ExprArray>,
    /// The path of `mutagen_core`.
    krate: Option<Path>,
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> syn::Result<Options> {
        let mut options = Options::default();
        while !input.is_empty() {
            let name = input.call(Ident::parse_any)?;
            let is_second = match name.to_string().as_str() {
                "before" => value(input, attributes::path, &mut options.before)?,
                "reset" => value(input, attributes::path, &mut options.reset)?,
                "silence" => value(input, kinds, &mut options.silence)?,
                "crate" => value(input, attributes::path, &mut options.krate)?,
                _ => {
                    let text = "the options of `#[property]` are `before = FUNCTION`, `reset = \
                                FUNCTION`, `silence = [KIND, …]` and `crate = PATH`";
                    return Err(syn::Error::new(name.span(), text));
                }
            };
            if is_second {
                let text = format!("`{name}` stands twice: remove one");
                return Err(syn::Error::new(name.span(), text));
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}

/// Reads `= VALUE` into its place. Returns whether there was a value.
fn value<T>(
    input: ParseStream<'_>,
    read: fn(ParseStream<'_>) -> syn::Result<T>,
    place: &mut Option<T>,
) -> syn::Result<bool> {
    input.parse::<Token![=]>()?;
    Ok(place.replace(input.call(read)?).is_some())
}

/// An array of kinds of failures. Whether each is a text is for the compiler to say.
fn kinds(input: ParseStream<'_>) -> syn::Result<ExprArray> {
    match input.peek(Bracket) {
        true => input.parse(),
        false => Err(input.error("write the kinds in brackets, as in `[\"trap\", \"value\"]`")),
    }
}

/// The attributes of a property, grouped by the item that they apply to.
#[derive(Default)]
struct Attributes {
    /// For all items: the function, the module of the test and the code that calls the function.
    all: Vec<Attribute>,
    /// For the function.
    function: Vec<Attribute>,
    /// For the code that repeats the argument types.
    call: Vec<Attribute>,
    /// For the test: `ignore`, `should_panic`, and macros such as `serial`.
    test: Vec<Attribute>,
}

impl Attributes {
    fn sort(attributes: Vec<Attribute>) -> Attributes {
        /// Attributes of the language that apply to functions.
        const OF_A_FUNCTION: [&str; 13] = [
            "allow",
            "cold",
            "deny",
            "deprecated",
            "doc",
            "expect",
            "forbid",
            "inline",
            "must_use",
            "no_mangle",
            "target_feature",
            "track_caller",
            "warn",
        ];
        const TOOLS: [&str; 4] = ["clippy", "diagnostic", "rustdoc", "rustfmt"];
        let mut sorted = Attributes::default();
        for attribute in attributes {
            let path = attribute.path();
            let tool = path.segments.first().filter(|_| path.segments.len() > 1);
            if path.is_ident("cfg") {
                sorted.all.push(attribute);
            } else if OF_A_FUNCTION.iter().any(|name| path.is_ident(name))
                || tool.is_some_and(|tool| TOOLS.iter().any(|name| tool.ident == name))
            {
                if path.is_ident("allow") {
                    sorted.call.push(attribute.clone());
                }
                sorted.function.push(attribute);
            } else {
                sorted.test.push(attribute);
            }
        }
        sorted
    }
}

/// How a property with these attributes on its test is registered: the mode in its marker, and the
/// call that declares its cargo target.
pub(crate) fn registration(test: &[Attribute]) -> (&'static str, Option<TokenStream>) {
    let has = |name: &str| test.iter().any(|attribute| attribute.path().is_ident(name));
    let mode = if has("ignore") { "ignored" } else { "run" };
    // A counterexample of a property that is to panic is none to be kept.
    let target = (!has("should_panic")).then(|| {
        quote! {
            .of_target(
                ::core::option_env!("CARGO_BIN_NAME"),
                ::core::option_env!("CARGO_TARGET_TMPDIR"),
            )
        }
    });
    (mode, target)
}

struct Argument {
    name: String,
    /// The type of the argument, without the reference.
    ty: Type,
    by_reference: bool,
}

impl Argument {
    /// The type whose values are generated; for `&str` and similar types, the owned type.
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
    let attributes = Attributes::sort(std::mem::take(&mut function.attrs));
    let name = &function.sig.ident;
    let text = name.to_string();
    let text = text.trim_start_matches("r#");
    let (mode, target) = registration(&attributes.test);
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
    let first = options.before.iter().chain(&options.reset);
    let first = first.map(|function| quote!(::core::stringify!(#function)));
    let returns = returns(&function.sig.output);
    let written_types = arguments.iter().map(|argument| &argument.ty);
    let written_core = match &options.krate {
        None => quote!("mutagen_core"),
        Some(krate) => quote!(::core::stringify!(#krate)),
    };
    let before = options.before.as_ref().map(|function| quote!(#function();));
    let reset = options.reset.as_ref().map(|function| quote!(.reset(#function)));
    let silence = options.silence.as_ref().map(|kinds| quote!(.silence(&#kinds)));
    let krate = options.krate.map_or(quote!(::mutagen_core), |krate| quote!(#krate));
    let Attributes { all, function: on_function, call: on_call, test: on_test } = attributes;
    Ok(quote! {
        #(#all)*
        #(#on_function)*
        #[allow(dead_code)]
        #function

        #(#all)*
        #[cfg(test)]
        #[allow(non_snake_case, clippy::module_inception)]
        mod #name {
            pub(super) enum Test {}

            #(#on_test)*
            #[test]
            fn property() {
                Test::run();
            }
        }

        // The module cannot name everything that the function can, for example types that are local
        // to a block. This item can, because it is in the same scope as the function.
        #(#all)*
        #(#on_call)*
        #[cfg(test)]
        impl #name::Test {
            fn run() {
                #before
                #krate::internal::macros::run_property(&Self::described());
            }

            fn described() -> #krate::internal::macros::Property {
                use #krate::internal::macros as __mutagen;
                let __property = __mutagen::Property::new::<(#(#types,)*)>(
                    __mutagen::marker!(#text, #mode),
                    &[#(#names),*],
                    |__arguments, __window| {
                        let _ = &__arguments;
                        #(#copies)*
                        __window.open();
                        __mutagen::outcome(#name(#(#passed),*))
                    },
                    |__arguments| {
                        let _ = &__arguments;
                        __mutagen::vec![#(&__arguments.#printed as &dyn ::core::fmt::Debug),*]
                    },
                );
                let __property = __property #target #(#by_value)* #reset #silence;
                __property.written(__mutagen::Written {
                    name: ::core::stringify!(#name),
                    before: &[#(#first),*],
                    returns: __mutagen::Returns::#returns,
                    place: __mutagen::Place {
                        scope: __mutagen::around(::core::any::type_name::<#name::Test>()),
                        types: ::core::stringify!(#(#written_types),*),
                        core: #written_core,
                    },
                })
            }
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

/// The variant of `Returns` for a type, judged by its name: what an emitted test asserts.
fn returns(output: &ReturnType) -> Ident {
    let ReturnType::Type(_, ty) = output else { return format_ident!("Nothing") };
    let of_result = argument_of(ty, "Result").map(name_of);
    let of_option = argument_of(ty, "Option").map(name_of);
    let returns = match (name_of(ty).as_deref(), of_result, of_option) {
        (Some(""), _, _) => "Nothing",
        (Some("bool"), _, _) => "Bool",
        (_, Some(Some(name)), _) if name.is_empty() => "Fallible",
        (_, Some(Some(name)), _) if name == "bool" => "FallibleBool",
        (_, _, Some(Some(name))) if name == "bool" => "Optional",
        _ => "Other",
    };
    format_ident!("{returns}")
}

/// The last name of the path of a type; empty for `()`.
fn name_of(ty: &Type) -> Option<String> {
    match bare(ty) {
        Type::Tuple(tuple) if tuple.elems.is_empty() => Some(String::new()),
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
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
