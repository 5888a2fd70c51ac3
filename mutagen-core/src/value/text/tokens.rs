//! The tokens of a text: names, literals, marks and brackets. Rust's own lexer splits the text, so
//! comments, number separators and escapes are allowed as in Rust. The tokens of all brackets are
//! in one list, in which both ends of a bracket know each other, so that nothing is copied.

use super::error::ParseError;
use super::limits;
use ra_ap_rustc_lexer::{FrontmatterAllowed, LiteralKind, TokenKind, tokenize};

/// A kind of bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delimiter {
    /// `(` and `)`.
    Parenthesis,
    /// `[` and `]`.
    Bracket,
    /// `{` and `}`.
    Brace,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    /// A name that starts with `r#`.
    RawName,
    Literal,
    Mark(u8),
    /// The start of a bracket, and the index of its end.
    Open(Delimiter, u32),
    /// The end of a bracket, and the index of its start.
    Close(u32),
    /// Something that no value has, such as a lifetime.
    Other,
}

/// A token and its place in the text.
#[derive(Debug, Clone, Copy)]
struct Token {
    kind: Kind,
    start: u32,
    end: u32,
}

/// A text and its tokens.
pub(super) struct Tokens {
    text: Box<str>,
    all: Vec<Token>,
}

/// The most bytes of a token that an error shows.
const LONGEST_FOUND: usize = 60;

impl Tokens {
    /// The tokens of a text.
    ///
    /// # Errors
    /// If the text has something that is no token, or is beyond the limits.
    pub(super) fn of(text: &str) -> Result<Tokens, ParseError> {
        limits::check(text)?;
        let mut all: Vec<Token> = Vec::with_capacity((text.len() / 3).min(limits::MOST_TOKENS));
        let mut open: Vec<(usize, Delimiter)> = Vec::new();
        let mut end = 0;
        for token in tokenize(text, FrontmatterAllowed::No) {
            let start = end;
            // The limits allow no text whose length is not a `u32`.
            end += token.len;
            let kind = match kind_of(token.kind, text.as_bytes()[start as usize]) {
                Lexed::Space => continue,
                Lexed::Nothing => return Err(no_token(text, start)),
                Lexed::Token(kind) => kind,
                Lexed::Open(delimiter) => {
                    open.push((all.len(), delimiter));
                    Kind::Open(delimiter, 0)
                }
                Lexed::Close(delimiter) => match open.pop() {
                    Some((opening, opened)) if opened == delimiter => {
                        all[opening].kind = Kind::Open(delimiter, all.len() as u32);
                        Kind::Close(opening as u32)
                    }
                    _ => return Err(no_token(text, start)),
                },
            };
            if all.len() == limits::MOST_TOKENS {
                return Err(limits::fewer_tokens(text, start as usize));
            }
            all.push(Token { kind, start, end });
        }
        match open.last() {
            Some((opening, _)) => Err(no_token(text, all[*opening].start)),
            None => Ok(Tokens { text: text.into(), all }),
        }
    }

    /// The number of tokens.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// What the token at this index is; `None` after the last one.
    #[inline]
    pub(super) fn kind(&self, at: usize) -> Option<Kind> {
        self.all.get(at).map(|token| token.kind)
    }

    /// The text from the first of these tokens to the last.
    #[inline]
    pub(super) fn text(&self, from: usize, to: usize) -> &str {
        match (self.all.get(from), self.all.get(to)) {
            (Some(from), Some(to)) => &self.text[from.start as usize..to.end as usize],
            _ => "",
        }
    }

    /// The index of the token after this one and what is inside of it.
    #[inline]
    pub(super) fn after(&self, at: usize) -> usize {
        match self.kind(at) {
            Some(Kind::Open(_, end)) => end as usize + 1,
            _ => at + 1,
        }
    }

    /// The index of the token before this one, which is a whole bracket or a single token.
    pub(super) fn before(&self, at: usize) -> usize {
        let before = at.saturating_sub(1);
        match self.kind(before) {
            Some(Kind::Close(start)) => start as usize,
            _ => before,
        }
    }

    /// An error at the token of this index, or at the end of the text.
    pub(super) fn expected(&self, at: usize, expected: String, found: String) -> ParseError {
        let place = self.all.get(at).map_or(self.text.trim_end().len(), |at| at.start as usize);
        ParseError::at(&self.text, place, expected, found)
    }

    /// What an error says about the token of this index.
    pub(super) fn describe(&self, at: usize) -> String {
        match self.text(at, at) {
            text if text.len() <= LONGEST_FOUND => format!("`{text}`"),
            text => format!("`{}…`", &text[..text.floor_char_boundary(LONGEST_FOUND)]),
        }
    }
}

/// The error of a text that does not consist of tokens.
fn no_token(text: &str, at: u32) -> ParseError {
    let expected = "a literal with closed brackets and quotes".to_owned();
    ParseError::at(text, at as usize, expected, "something that is no token".to_owned())
}

/// What the lexer has found.
enum Lexed {
    Space,
    Nothing,
    Token(Kind),
    Open(Delimiter),
    Close(Delimiter),
}

/// What a token of the lexer is. `first` is its first byte.
fn kind_of(kind: TokenKind, first: u8) -> Lexed {
    match kind {
        TokenKind::Whitespace
        | TokenKind::LineComment { .. }
        | TokenKind::BlockComment { terminated: true, .. } => Lexed::Space,
        TokenKind::Ident | TokenKind::UnknownPrefix => Lexed::Token(Kind::Name),
        TokenKind::RawIdent => Lexed::Token(Kind::RawName),
        TokenKind::Literal { kind, .. } if is_closed(kind) => Lexed::Token(Kind::Literal),
        TokenKind::Lifetime { .. } | TokenKind::RawLifetime => Lexed::Token(Kind::Other),
        TokenKind::OpenParen => Lexed::Open(Delimiter::Parenthesis),
        TokenKind::OpenBracket => Lexed::Open(Delimiter::Bracket),
        TokenKind::OpenBrace => Lexed::Open(Delimiter::Brace),
        TokenKind::CloseParen => Lexed::Close(Delimiter::Parenthesis),
        TokenKind::CloseBracket => Lexed::Close(Delimiter::Bracket),
        TokenKind::CloseBrace => Lexed::Close(Delimiter::Brace),
        TokenKind::Semi
        | TokenKind::Comma
        | TokenKind::Dot
        | TokenKind::At
        | TokenKind::Pound
        | TokenKind::Tilde
        | TokenKind::Question
        | TokenKind::Colon
        | TokenKind::Dollar
        | TokenKind::Eq
        | TokenKind::Bang
        | TokenKind::Lt
        | TokenKind::Gt
        | TokenKind::Minus
        | TokenKind::And
        | TokenKind::Or
        | TokenKind::Plus
        | TokenKind::Star
        | TokenKind::Slash
        | TokenKind::Caret
        | TokenKind::Percent => Lexed::Token(Kind::Mark(first)),
        TokenKind::BlockComment { .. }
        | TokenKind::Literal { .. }
        | TokenKind::Frontmatter { .. }
        | TokenKind::InvalidIdent
        | TokenKind::ForcedKeywordIdent
        | TokenKind::UnknownPrefixLifetime
        | TokenKind::GuardedStrPrefix
        | TokenKind::Unknown
        | TokenKind::Eof => Lexed::Nothing,
    }
}

/// Whether a literal has its last quote, if it has a first one.
fn is_closed(kind: LiteralKind) -> bool {
    match kind {
        LiteralKind::Int { .. } | LiteralKind::Float { .. } => true,
        LiteralKind::Char { terminated }
        | LiteralKind::Byte { terminated }
        | LiteralKind::Str { terminated }
        | LiteralKind::ByteStr { terminated }
        | LiteralKind::CStr { terminated } => terminated,
        LiteralKind::RawStr { n_hashes }
        | LiteralKind::RawByteStr { n_hashes }
        | LiteralKind::RawCStr { n_hashes } => n_hashes.is_some(),
    }
}
