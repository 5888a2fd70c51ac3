//! S-expressions without comments: shared, and free of recursion at any depth.

use crate::error::ReadError;
use crate::token::{Limits, Token, TokenKind, Tokens};
use std::fmt;
use std::sync::Arc;

/// An S-expression: an atom or a list. Clones share it.
///
/// ```
/// use smt_lang::Sexp;
/// let sexp: Sexp = "(_ BitVec 8)".parse().unwrap();
/// assert_eq!(sexp.list().unwrap()[1].symbol(), Some("BitVec"));
/// assert_eq!(sexp.to_string(), "(_ BitVec 8)");
/// ```
#[derive(Clone)]
pub struct Sexp(Arc<Node>);

struct Node(Form);

enum Form {
    Atom(TokenKind, Box<str>),
    List(Vec<Sexp>),
}

impl Sexp {
    /// An atom: any token but parentheses and comments.
    pub fn atom(kind: TokenKind, text: &str) -> Sexp {
        Sexp(Arc::new(Node(Form::Atom(kind, text.into()))))
    }

    /// A symbol, as spelled: bars included; or a keyword, which begins with a colon.
    pub fn word(text: &str) -> Sexp {
        let kind = match text.as_bytes().first() {
            Some(b'|') => TokenKind::Quoted,
            Some(b':') => TokenKind::Keyword,
            _ => TokenKind::Symbol,
        };
        Sexp::atom(kind, text)
    }

    /// A numeral.
    pub fn number(n: impl fmt::Display) -> Sexp {
        Sexp::atom(TokenKind::Numeral, &n.to_string())
    }

    /// A list.
    pub fn new_list(items: Vec<Sexp>) -> Sexp {
        Sexp(Arc::new(Node(Form::List(items))))
    }

    /// The items, if it is a list.
    pub fn list(&self) -> Option<&[Sexp]> {
        match &self.0.0 {
            Form::List(items) => Some(items),
            Form::Atom(..) => None,
        }
    }

    /// The symbol without bars that a list begins with.
    pub fn head(&self) -> Option<&str> {
        self.list()?.first()?.symbol()
    }

    /// The token, if it is an atom.
    pub fn token(&self) -> Option<Token<'_>> {
        match &self.0.0 {
            Form::Atom(kind, text) => Some(Token { kind: *kind, text }),
            Form::List(_) => None,
        }
    }

    /// The text of an atom of this kind.
    pub fn of_kind(&self, kind: TokenKind) -> Option<&str> {
        self.token().filter(|t| t.kind == kind).map(|t| t.text)
    }

    /// The text, if it is a symbol without bars; reserved words are.
    pub fn symbol(&self) -> Option<&str> {
        self.of_kind(TokenKind::Symbol)
    }

    /// The symbol, with or without bars.
    pub fn any_symbol(&self) -> Option<crate::Symbol> {
        let token = self.token()?;
        matches!(token.kind, TokenKind::Symbol | TokenKind::Quoted)
            .then(|| crate::Symbol::spelled(token.text))
    }

    /// The value, if it is a numeral that fits.
    pub fn numeral(&self) -> Option<u32> {
        self.of_kind(TokenKind::Numeral)?.parse().ok()
    }

    /// All S-expressions of a text, without its comments.
    ///
    /// # Errors
    ///
    /// As [`Tokens::read`].
    pub fn read_all(text: &[u8], limits: Limits) -> Result<Vec<Sexp>, ReadError> {
        Ok(Sexp::of_tokens(&Tokens::read(text, limits)?))
    }

    /// All S-expressions of these tokens. Lists that are still open at the end are closed there, a
    /// `)` too many is left out: see [`Tokens::check`].
    pub fn of_tokens(tokens: &Tokens) -> Vec<Sexp> {
        let mut open: Vec<Vec<Sexp>> = vec![Vec::new()];
        let close = |open: &mut Vec<Vec<Sexp>>| {
            if open.len() > 1 {
                let items = open.pop().unwrap_or_default();
                open.last_mut().expect("the outermost stays").push(Sexp::new_list(items));
            }
        };
        for token in tokens.iter() {
            match token.kind {
                TokenKind::Comment => {}
                TokenKind::Open => open.push(Vec::new()),
                TokenKind::Close => close(&mut open),
                kind => {
                    let atom = Sexp::atom(kind, token.text);
                    open.last_mut().expect("the outermost stays").push(atom);
                }
            }
        }
        while open.len() > 1 {
            close(&mut open);
        }
        open.pop().unwrap_or_default()
    }

    /// The tokens, in order.
    pub fn tokens(&self) -> Vec<Token<'_>> {
        let mut out = Vec::new();
        self.each_token(|token| {
            out.push(token);
            Ok(())
        })
        .expect("nothing fails");
        out
    }

    fn each_token<'a>(&'a self, mut f: impl FnMut(Token<'a>) -> fmt::Result) -> fmt::Result {
        const OPEN: Token<'_> = Token { kind: TokenKind::Open, text: "(" };
        const CLOSE: Token<'_> = Token { kind: TokenKind::Close, text: ")" };
        let mut todo: Vec<std::slice::Iter<'a, Sexp>> = Vec::new();
        let mut next = Some(self);
        loop {
            match next.map(|sexp| &sexp.0.0) {
                Some(Form::Atom(kind, text)) => f(Token { kind: *kind, text })?,
                Some(Form::List(items)) => {
                    f(OPEN)?;
                    todo.push(items.iter());
                }
                None => {
                    f(CLOSE)?;
                    todo.pop();
                }
            }
            match todo.last_mut() {
                Some(items) => next = items.next(),
                None => return Ok(()),
            }
        }
    }
}

impl Drop for Node {
    // The derived drop recurses, and overflows the stack on deep lists.
    fn drop(&mut self) {
        let Form::List(items) = &mut self.0 else { return };
        let mut todo = std::mem::take(items);
        while let Some(sexp) = todo.pop() {
            if let Some(mut node) = Arc::into_inner(sexp.0)
                && let Form::List(items) = &mut node.0
            {
                todo.append(items);
            }
        }
    }
}

impl PartialEq for Sexp {
    fn eq(&self, other: &Sexp) -> bool {
        let mut todo = vec![(self, other)];
        while let Some((a, b)) = todo.pop() {
            if Arc::ptr_eq(&a.0, &b.0) {
                continue;
            }
            match (&a.0.0, &b.0.0) {
                (Form::List(a), Form::List(b)) if a.len() == b.len() => {
                    todo.extend(a.iter().zip(b))
                }
                (Form::Atom(k, a), Form::Atom(l, b)) if k == l && a == b => {}
                _ => return false,
            }
        }
        true
    }
}

impl Eq for Sexp {}

impl std::hash::Hash for Sexp {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.each_token(|token| {
            token.hash(state);
            Ok(())
        })
        .expect("hashing does not fail");
    }
}

impl fmt::Display for Sexp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut spaced = true;
        self.each_token(|token| {
            if !spaced && token.kind != TokenKind::Close {
                f.write_str(" ")?;
            }
            spaced = token.kind == TokenKind::Open;
            f.write_str(token.text)
        })
    }
}

impl fmt::Debug for Sexp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::str::FromStr for Sexp {
    type Err = ReadError;

    /// Reads exactly one S-expression; of several, all in a list.
    fn from_str(text: &str) -> Result<Sexp, ReadError> {
        let mut all = Sexp::read_all(text.as_bytes(), Limits::default())?;
        match all.pop() {
            Some(one) if all.is_empty() => Ok(one),
            last => Ok(Sexp::new_list(all.into_iter().chain(last).collect())),
        }
    }
}
