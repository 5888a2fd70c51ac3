//! Literals in the arguments of macros and attributes. Arguments that are ordinary expressions or
//! statements are walked as such. Others are walked token by token.

use super::visit::LiteralVisitor;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::visit::Visit;
use syn::{Block, Expr, Lit, Pat, Token};

/// Macros whose literals are no values of the program.
const IGNORED: [&str; 11] = [
    "cfg",
    "compile_error",
    "concat",
    "env",
    "include",
    "include_bytes",
    "include_str",
    "option_env",
    "stringify",
    "todo",
    "unimplemented",
];

/// Macros with a message, and the number of arguments before the message.
const MESSAGES: [(&str, usize); 29] = [
    ("anyhow", 0),
    ("assert", 1),
    ("assert_eq", 2),
    ("assert_ne", 2),
    ("bail", 0),
    ("debug", 0),
    ("debug_assert", 1),
    ("debug_assert_eq", 2),
    ("debug_assert_ne", 2),
    ("ensure", 1),
    ("eprint", 0),
    ("eprintln", 0),
    ("error", 0),
    ("event", 0),
    ("format", 0),
    ("format_args", 0),
    ("info", 0),
    ("instrument", 0),
    ("log", 0),
    ("panic", 0),
    ("print", 0),
    ("println", 0),
    ("span", 0),
    ("trace", 0),
    ("unreachable", 0),
    ("warn", 0),
    ("warning", 0),
    ("write", 1),
    ("writeln", 1),
];

/// Attributes that give names to values of the program.
const NAMING: [&str; 9] =
    ["arg", "argh", "bpaf", "clap", "command", "serde", "structopt", "strum", "value"];

/// The keys of these attributes whose texts are names, not descriptions.
const NAMES: [&str; 15] = [
    "alias",
    "aliases",
    "content",
    "default_value",
    "deserialize",
    "long",
    "name",
    "possible_values",
    "rename",
    "serialize",
    "short",
    "tag",
    "to_string",
    "value",
    "visible_alias",
];

impl LiteralVisitor<'_> {
    /// The arguments of a macro.
    pub(super) fn macro_call(&mut self, name: &str, arguments: TokenStream) {
        if IGNORED.contains(&name) {
            return;
        }
        let outer = std::mem::replace(&mut self.in_macro, true);
        if let Some((_, before)) = MESSAGES.iter().find(|(message, _)| *message == name) {
            for (at, argument) in split_at_commas(arguments).into_iter().enumerate() {
                if at < *before || !is_message(&argument) {
                    self.tokens(argument.into_iter().collect());
                }
            }
        } else if name.ends_with("matches") {
            self.matched(arguments);
        } else if name == "macro_rules" {
            self.walk_tokens(arguments);
        } else {
            self.tokens(arguments);
        }
        self.in_macro = outer;
    }

    /// Names in an attribute.
    pub(super) fn attribute(&mut self, name: &str, arguments: TokenStream) {
        if NAMING.contains(&name) {
            self.names(arguments, String::new());
        }
    }

    fn names(&mut self, arguments: TokenStream, mut key: String) {
        for token in arguments {
            match token {
                TokenTree::Ident(ident) => key = ident.to_string(),
                TokenTree::Group(group) => self.names(group.stream(), key.clone()),
                TokenTree::Literal(literal) if NAMES.contains(&&*key) => {
                    self.literal(&Lit::new(literal), false);
                }
                _ => {}
            }
        }
    }

    /// Walks arguments as what they most likely are.
    fn tokens(&mut self, tokens: TokenStream) {
        let expressions = Punctuated::<Expr, Token![,]>::parse_terminated;
        if let Ok(expressions) = expressions.parse2(tokens.clone()) {
            expressions.iter().for_each(|expr| self.visit_expr(expr));
        } else if let Ok(statements) = Block::parse_within.parse2(tokens.clone()) {
            statements.iter().for_each(|statement| self.visit_stmt(statement));
        } else {
            self.walk_tokens(tokens);
        }
    }

    /// Walks arguments that may be an expression and a pattern.
    fn matched(&mut self, tokens: TokenStream) {
        let Ok((expr, pat, guard)) = expression_and_pattern.parse2(tokens.clone()) else {
            return self.tokens(tokens);
        };
        self.visit_expr(&expr);
        self.grouped(|visitor| visitor.visit_pat(&pat));
        guard.iter().for_each(|guard| self.visit_expr(guard));
    }

    /// Walks arguments token by token.
    fn walk_tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is_punct = |at: usize, char| match tokens.get(at) {
            Some(TokenTree::Punct(punct)) => punct.as_char() == char,
            _ => false,
        };
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let mut next = at + 1;
            match token {
                TokenTree::Literal(literal) => {
                    let before = at.checked_sub(2).and_then(|before| tokens.get(before));
                    let is_sign = matches!(before, None | Some(TokenTree::Punct(_)));
                    let is_negative = at > 0 && is_punct(at - 1, '-') && is_sign;
                    self.literal(&Lit::new(literal.clone()), is_negative);
                }
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(ident) => {
                    let call = if is_punct(next, '!') { next + 1 } else { next };
                    if let Some(TokenTree::Group(group)) = tokens.get(call) {
                        let arguments: Vec<TokenTree> = group.stream().into_iter().collect();
                        if call > next {
                            self.macro_call(&ident.to_string(), group.stream());
                            next = call + 1;
                        } else if ident == "expect" && is_message(&arguments) {
                            next = call + 1;
                        }
                    }
                    self.name(ident);
                }
                TokenTree::Punct(punct) if punct.as_char() == '#' => {
                    let group = if is_punct(next, '!') { next + 1 } else { next };
                    if let Some(TokenTree::Group(group_of)) = tokens.get(group)
                        && group_of.delimiter() == Delimiter::Bracket
                    {
                        self.attribute_tokens(group_of.stream());
                        next = group + 1;
                    }
                }
                TokenTree::Punct(_) => {}
            }
            at = next;
        }
    }

    /// An attribute `name(arguments)` within the arguments of a macro.
    fn attribute_tokens(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter();
        if let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(group))) =
            (tokens.next(), tokens.next())
        {
            self.attribute(&name.to_string(), group.stream());
        }
    }
}

/// The arguments of `matches!` and of macros like it.
fn expression_and_pattern(input: ParseStream<'_>) -> syn::Result<(Expr, Pat, Option<Expr>)> {
    let expr = input.parse()?;
    input.parse::<Token![,]>()?;
    let pat = Pat::parse_multi_with_leading_vert(input)?;
    let guard = match input.parse::<Option<Token![if]>>()? {
        Some(_) => Some(input.parse()?),
        None => None,
    };
    input.parse::<Option<Token![,]>>()?;
    Ok((expr, pat, guard))
}

fn split_at_commas(arguments: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parts = vec![Vec::new()];
    for token in arguments {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => parts.push(Vec::new()),
            token => parts.last_mut().into_iter().for_each(|part| part.push(token.clone())),
        }
    }
    parts
}

/// Whether an argument is a string alone, or `name = "string"` or `name: "string"`.
fn is_message(argument: &[TokenTree]) -> bool {
    let is_string = |token: &TokenTree| match token {
        TokenTree::Literal(literal) => matches!(Lit::new(literal.clone()), Lit::Str(_)),
        _ => false,
    };
    matches!(argument.len(), 1 | 3) && argument.last().is_some_and(is_string)
}
