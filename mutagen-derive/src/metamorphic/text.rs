//! The text of functions and types, as a finding shows it. The body is the text of the source, so
//! it looks as its author has written it.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{Block, File, FnArg, Item, ItemFn, ReturnType, parse_quote};

/// The text of a function without its attributes, with the indentation of the module taken off.
pub(crate) fn of_function(item: &ItemFn) -> String {
    let signature = &item.sig;
    let inputs = signature.inputs.iter().map(|argument| match argument {
        FnArg::Typed(typed) => format!("{}: {}", tidy(&typed.pat), tidy(&typed.ty)),
        FnArg::Receiver(receiver) => tidy(receiver),
    });
    let inputs = inputs.collect::<Vec<String>>().join(", ");
    let output = match &signature.output {
        ReturnType::Default => String::new(),
        ReturnType::Type(_, ty) => format!(" -> {}", tidy(ty)),
    };
    let body = source(item.block.brace_token.span.join());
    let body = body.unwrap_or_else(|| of_block(&item.block));
    format!("fn {}({inputs}){output} {}", signature.ident, dedented(&body))
}

/// The text of the source at a span. There is none for what a macro has written.
fn source(span: Span) -> Option<String> {
    span.source_text().filter(|text| text.starts_with('{'))
}

/// A block whose last line has no indentation.
fn dedented(block: &str) -> String {
    let last = block.lines().last().unwrap_or_default();
    let indentation = last.len() - last.trim_start().len();
    let lines = block.lines().enumerate().map(|(at, line)| {
        let spaces = line.len() - line.trim_start().len();
        if at == 0 { line } else { &line[spaces.min(indentation)..] }
    });
    lines.collect::<Vec<&str>>().join("\n")
}

/// The text of an item, laid out anew.
pub(crate) fn of_item(item: &Item) -> String {
    let file = File { shebang: None, attrs: Vec::new(), items: vec![item.clone()] };
    prettyplease::unparse(&file).trim_end().to_owned()
}

/// The text of a block, laid out anew.
pub(crate) fn of_block(block: &Block) -> String {
    let text = of_item(&parse_quote!(fn block() #block));
    text.strip_prefix("fn block() ").unwrap_or(&text).to_owned()
}

/// The text of an expression, laid out anew.
pub(crate) fn of_expression(expression: &TokenStream) -> String {
    let text = of_item(&parse_quote!(fn expression() -> bool { #expression }));
    let text = text.strip_prefix("fn expression() -> bool {").unwrap_or(&text);
    let text = text.strip_suffix('}').unwrap_or(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// Tokens as they are usually written.
pub(crate) fn tidy(tokens: &impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    let mut tidy = text.replace('\n', " ");
    for (wide, narrow) in [
        (" :: ", "::"),
        (":: ", "::"),
        (" < ", "<"),
        (" <", "<"),
        (" >", ">"),
        ("& ", "&"),
        (" ,", ","),
        (" ;", ";"),
        ("[ ", "["),
        (" ]", "]"),
        ("( ", "("),
        (" )", ")"),
        (" ()", "()"),
        (" ! ", "!"),
        (" . ", "."),
        ("* ", "*"),
    ] {
        tidy = tidy.replace(wide, narrow);
    }
    tidy.replace(",()", ", ()")
}

/// The name of a function in the form of a type's or variant's name.
pub(crate) fn camel(name: &str) -> String {
    let mut camel = String::new();
    for word in name.trim_start_matches("r#").split('_').filter(|word| !word.is_empty()) {
        let mut characters = word.chars();
        camel.extend(characters.next().into_iter().flat_map(char::to_uppercase));
        camel.push_str(characters.as_str());
    }
    match camel.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("_{camel}"),
        false => camel,
    }
}

/// The words of a type in the form of a type's name: `VecU8` for `Vec<u8>`.
pub(crate) fn camel_of_type(tokens: TokenStream) -> String {
    let text = tokens.to_string();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words
        .filter(|word| !["std", "vec", "string", "core", "alloc"].contains(word))
        .map(camel)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;
    use syn::parse_quote;

    #[test]
    fn a_function_is_written_as_usual() {
        let item: ItemFn = parse_quote! {
            fn add(a: &BigInt, all: &mut Vec<Option<u8> >) -> std::result::Result<u8, ()> {
                a + b
            }
        };
        let text = of_function(&item);
        assert!(
            text.starts_with(
                "fn add(a: &BigInt, all: &mut Vec<Option<u8>>) -> std::result::Result<u8, ()> {"
            ),
            "{text}"
        );
    }

    #[test]
    fn indentation_is_that_of_the_last_line() {
        assert_eq!(dedented("{\n        a\n          b\n    }"), "{\n    a\n      b\n}");
        assert_eq!(dedented("{ a }"), "{ a }");
    }

    #[test]
    fn names_become_those_of_types() {
        assert_eq!(camel("mul_by_adding"), "MulByAdding");
        assert_eq!(camel("r#in"), "In");
        assert_eq!(camel("_2_x"), "_2X");
        assert_eq!(camel_of_type(quote!(::std::vec::Vec<(u8, num::BigInt)>)), "VecU8NumBigInt");
    }
}
