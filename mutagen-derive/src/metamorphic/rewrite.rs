//! Finds the calls of operations in a body and makes each of them a call site: the call goes to the
//! expansion that the site has in a test. Calls are found in closures, loops and the usual macros.
//! An operation that is named without a call, or called in an item inside the body, is its base.

use crate::metamorphic::model::{Operation, Site};
use crate::metamorphic::names;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::BTreeSet;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Arm, Block, Expr, ExprCall, ExprClosure, ExprForLoop, ExprIf, ExprLet, ExprWhile, Item, Local,
    Macro, Pat, PatIdent, Path, Stmt, Token, UseTree, parse_quote,
};

/// The macros whose arguments are expressions.
const MACROS: [&str; 18] = [
    "vec",
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "format",
    "print",
    "println",
    "eprint",
    "eprintln",
    "write",
    "writeln",
    "panic",
    "unreachable",
    "dbg",
    "matches",
];

/// The names of the operations, in their order.
pub(crate) struct Names(Vec<String>);

impl Names {
    pub(crate) fn of(operations: &[Operation]) -> Names {
        // A law is no operation that a body can call.
        let name = |operation: &Operation| match operation.can_be_called() {
            true => operation.function.name.to_string(),
            false => String::new(),
        };
        Names(operations.iter().map(name).collect())
    }

    fn operation(&self, path: &Path) -> Option<(usize, Ident)> {
        let mut segments = path.segments.iter();
        let (first, second) = (segments.next()?, segments.next());
        let name = match (second, segments.next()) {
            (None, _) => first,
            (Some(second), None) if first.ident == "self" => second,
            _ => return None,
        };
        if path.leading_colon.is_some() || !name.arguments.is_none() {
            return None;
        }
        let text = name.ident.to_string();
        Some((self.0.iter().position(|known| *known == text)?, name.ident.clone()))
    }
}

/// The first call of an operation in a body.
pub(crate) fn first_call(names: &Names, body: &Block) -> Option<Ident> {
    let mut finder = Calls::new(names, BTreeSet::new(), How::Call);
    finder.visit_block_mut(&mut body.clone());
    finder.called.into_iter().next()
}

/// How a call site calls the operation.
#[derive(Clone, Copy)]
pub(crate) enum How {
    /// Outside of its precondition, the specification is wrong.
    Call,
    /// Outside of its precondition, the test is discarded.
    Apply,
    /// In the source of a test, by the name of the site.
    Name,
}

/// Rewrites a body. `taken` are names that no field may have.
///
/// # Errors
/// If the body calls a function or a variable of its own that has the name of an operation.
pub(crate) fn rewrite(
    names: &Names,
    taken: BTreeSet<String>,
    how: How,
    body: &mut Block,
) -> syn::Result<Vec<Site>> {
    let mut calls = Calls::new(names, taken, how);
    calls.visit_block_mut(body);
    if let Some(bound) = calls.unclear {
        let text = format!(
            "`{bound}` is an operation that this body calls: give this another name, so that the \
             call is clear"
        );
        return Err(syn::Error::new(bound.span(), text));
    }
    Ok(calls.sites)
}

struct Calls<'n> {
    names: &'n Names,
    taken: BTreeSet<String>,
    how: How,
    sites: Vec<Site>,
    /// The names that are called.
    called: Vec<Ident>,
    /// The names that the body has bound at the present place, in their order.
    bound: Vec<Ident>,
    /// The first of these names that is an operation and is called.
    unclear: Option<Ident>,
}

impl<'n> Calls<'n> {
    fn new(names: &'n Names, taken: BTreeSet<String>, how: How) -> Calls<'n> {
        let (sites, called, bound) = (Vec::new(), Vec::new(), Vec::new());
        Calls { names, taken, how, sites, called, bound, unclear: None }
    }

    /// Visits something, after which what it binds is no longer bound.
    fn scope(&mut self, visit: impl FnOnce(&mut Self)) {
        let outside = self.bound.len();
        visit(self);
        self.bound.truncate(outside);
    }

    fn bind(&mut self, pattern: &Pat) {
        Bound(&mut self.bound).visit_pat(pattern);
    }

    /// A name for the field of the next site.
    fn field(&mut self, operation: &Ident) -> Ident {
        let named = (1..).map(|number| match number {
            1 => operation.clone(),
            number => format_ident!("{operation}_{number}"),
        });
        let mut free = named.filter(|name| !self.taken.contains(&name.to_string()));
        // There are endlessly many names.
        let field = free.next().unwrap_or_else(|| operation.clone());
        self.taken.insert(field.to_string());
        field
    }

    fn rewrite(&mut self, call: &mut ExprCall) {
        let Expr::Path(function) = &*call.func else { return };
        if !function.attrs.is_empty() || function.qself.is_some() {
            return;
        }
        let Some((operation, name)) = self.names.operation(&function.path) else { return };
        // `self::add` is the operation, whatever the body calls `add`.
        if function.path.get_ident().is_some() && self.unclear.is_none() {
            self.unclear = self.bound.iter().rfind(|bound| **bound == name).cloned();
        }
        let site = format_ident!("__site_{}", self.sites.len());
        let field = self.field(&name);
        let method = match self.how {
            How::Call => Some(quote!(call)),
            How::Apply => Some(quote!(apply)),
            How::Name => None,
        };
        match method {
            Some(method) => {
                let (expansion, run) = (names::expansion(&self.names.0[operation]), names::run());
                // The span of the call is the place that a finding names.
                let function = quote_spanned!(name.span()=> #expansion::#method);
                *call.func = Expr::Verbatim(function);
                call.args.insert(0, Expr::Verbatim(quote!(#site)));
                call.args.insert(1, Expr::Verbatim(quote!(#run)));
            }
            None => *call.func = parse_quote!(#site),
        }
        self.sites.push(Site { operation, field });
        self.called.push(name);
    }
}

impl VisitMut for Calls<'_> {
    fn visit_expr_call_mut(&mut self, call: &mut ExprCall) {
        self.rewrite(call);
        visit_mut::visit_expr_call_mut(self, call);
    }

    fn visit_macro_mut(&mut self, called: &mut Macro) {
        let Some(last) = called.path.segments.last() else { return };
        if !MACROS.iter().any(|name| last.ident == name) {
            return;
        }
        let is_match = last.ident == "matches";
        let arguments = |input: ParseStream<'_>| Arguments::parse(input, is_match);
        let Ok(mut arguments) = arguments.parse2(called.tokens.clone()) else { return };
        arguments.expressions.iter_mut().for_each(|expression| self.visit_expr_mut(expression));
        called.tokens = arguments.into_token_stream();
    }

    // An item inside a body has no access to the run.
    fn visit_item_mut(&mut self, _: &mut Item) {}

    fn visit_block_mut(&mut self, block: &mut Block) {
        self.scope(|calls| {
            // An item can be called before it stands.
            for statement in &block.stmts {
                match statement {
                    Stmt::Item(Item::Fn(function)) => calls.bound.push(function.sig.ident.clone()),
                    Stmt::Item(Item::Use(import)) => used(&import.tree, &mut calls.bound),
                    _ => {}
                }
            }
            visit_mut::visit_block_mut(calls, block);
        });
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        visit_mut::visit_local_mut(self, local);
        self.bind(&local.pat);
    }

    fn visit_expr_let_mut(&mut self, condition: &mut ExprLet) {
        visit_mut::visit_expr_let_mut(self, condition);
        self.bind(&condition.pat);
    }

    fn visit_expr_if_mut(&mut self, branch: &mut ExprIf) {
        self.scope(|calls| {
            calls.visit_expr_mut(&mut branch.cond);
            calls.visit_block_mut(&mut branch.then_branch);
        });
        if let Some((_, otherwise)) = &mut branch.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_expr_while_mut(&mut self, repeated: &mut ExprWhile) {
        self.scope(|calls| visit_mut::visit_expr_while_mut(calls, repeated));
    }

    fn visit_expr_for_loop_mut(&mut self, repeated: &mut ExprForLoop) {
        self.visit_expr_mut(&mut repeated.expr);
        self.scope(|calls| {
            calls.bind(&repeated.pat);
            calls.visit_block_mut(&mut repeated.body);
        });
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        self.scope(|calls| {
            closure.inputs.iter().for_each(|parameter| calls.bind(parameter));
            calls.visit_expr_mut(&mut closure.body);
        });
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        self.scope(|calls| {
            calls.bind(&arm.pat);
            visit_mut::visit_arm_mut(calls, arm);
        });
    }
}

/// Collects the names that a pattern binds.
struct Bound<'b>(&'b mut Vec<Ident>);

impl<'p> Visit<'p> for Bound<'_> {
    fn visit_pat_ident(&mut self, bound: &'p PatIdent) {
        self.0.push(bound.ident.clone());
        visit::visit_pat_ident(self, bound);
    }
}

/// Collects the names that a `use` binds, but for those of `*`.
fn used(tree: &UseTree, bound: &mut Vec<Ident>) {
    match tree {
        UseTree::Path(path) => used(&path.tree, bound),
        UseTree::Name(name) => bound.push(name.ident.clone()),
        UseTree::Rename(renamed) => bound.push(renamed.rename.clone()),
        UseTree::Group(group) => group.items.iter().for_each(|tree| used(tree, bound)),
        UseTree::Glob(_) => {}
    }
}

/// The arguments of a macro: expressions, and what follows them.
struct Arguments {
    expressions: Punctuated<Expr, TokenTree>,
    rest: TokenStream,
}

impl Arguments {
    fn parse(input: ParseStream<'_>, only_first: bool) -> syn::Result<Arguments> {
        let mut arguments = Arguments { expressions: Punctuated::new(), rest: TokenStream::new() };
        while !input.is_empty() {
            arguments.expressions.push_value(input.parse()?);
            if input.is_empty() {
                break;
            }
            if !input.peek(Token![,]) && !input.peek(Token![;]) {
                return Err(input.error("no list of expressions"));
            }
            arguments.expressions.push_punct(input.parse()?);
            if only_first {
                arguments.rest = input.parse()?;
            }
        }
        Ok(arguments)
    }
}

impl ToTokens for Arguments {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.expressions.to_tokens(tokens);
        self.rest.to_tokens(tokens);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn rewritten(mut body: Block) -> (String, Vec<String>) {
        let names = Names(vec!["add".into(), "neg".into()]);
        let sites = rewrite(&names, BTreeSet::from(["neg".to_owned()]), How::Call, &mut body);
        let fields = sites.unwrap().iter().map(|site| site.field.to_string()).collect();
        (body.to_token_stream().to_string().replace(' ', ""), fields)
    }

    #[test]
    fn each_call_has_a_site_of_its_own_also_in_closures_loops_and_macros() {
        let (body, fields) = rewritten(parse_quote!({
            let one = add(&neg(a), self::add(b, c));
            for _ in 0..3 {
                all.push(add(&one, b));
            }
            assert!(matches!(neg(a), Some(neg) | add));
            vec![neg(a); 3].map(|x| add(x, x)).map(neg);
            other::add(a, b);
            unknown!(add(a, b));
        }));
        let expected = ["add", "neg_2", "add_2", "add_3", "neg_3", "neg_4", "add_4"];
        assert_eq!(fields, expected);
        assert!(body.contains("__AddExpansion::call(__site_0,__run,&__NegExpansion::call("));
        assert!(body.contains("matches!(__NegExpansion::call(__site_4,__run,a),Some(neg)|add)"));
        assert!(body.contains("vec![__NegExpansion::call(__site_5,__run,a);3]"), "{body}");
        assert!(body.contains(".map(neg)") && body.contains("other::add(a,b)"));
        assert!(body.contains("unknown!(add(a,b))"));
    }

    #[test]
    fn a_body_calls_nothing_of_its_own_that_has_the_name_of_an_operation() {
        let names = Names(vec!["add".into(), "neg".into()]);
        let sites = |mut body: Block| rewrite(&names, BTreeSet::new(), How::Call, &mut body);
        let refused: [Block; 8] = [
            parse_quote!({
                let neg = |x| x;
                neg(3)
            }),
            parse_quote!({
                let (_, Some(neg)) = functions() else { return a };
                neg(3)
            }),
            parse_quote!({
                add();
                fn add() {}
            }),
            parse_quote!({
                use other::{self, add};
                add(a, b)
            }),
            parse_quote!({ all.map(|neg| vec![neg(3)]) }),
            parse_quote!({
                for neg in functions() {
                    neg(3)
                }
            }),
            parse_quote!({
                if let Some(neg) = function()
                    && neg(3)
                {
                    a
                } else {
                    b
                }
            }),
            parse_quote!({
                match function() {
                    Some(add) if add(a, b) => a,
                    _ => b,
                }
            }),
        ];
        for body in refused {
            let text = body.to_token_stream().to_string();
            let error = sites(body).err().expect(&text).to_string();
            assert!(error.contains("is an operation"), "{error}: {text}");
        }
        let taken: [Block; 6] = [
            parse_quote!({
                let neg = neg(3);
                neg
            }),
            parse_quote!({
                {
                    let neg = |x| x;
                }
                neg(3)
            }),
            parse_quote!({
                let neg = 3;
                self::neg(neg)
            }),
            parse_quote!({ if let Some(neg) = function() { neg } else { neg(3) } }),
            parse_quote!({ all.map(|neg| neg).map(|_| neg(3)) }),
            parse_quote!({
                use neg as other;
                match a {
                    add => neg(add),
                }
            }),
        ];
        for body in taken {
            let text = body.to_token_stream().to_string();
            assert_ne!(sites(body).expect(&text).len(), 0, "{text}");
        }
        let inside: Block = parse_quote!({
            fn add() {}
            add()
        });
        assert_eq!(first_call(&names, &inside).unwrap(), "add");
        assert_eq!(first_call(&names, &parse_quote!({ other::add(3) })), None);
    }
}
