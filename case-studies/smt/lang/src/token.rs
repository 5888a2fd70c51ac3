//! The tokens of SMT-LIB text: what is kept of a file by all later stages. Any text has tokens; a
//! token that is not well-formed is [`TokenKind::Broken`], and [`Tokens::check`] names it.

use crate::error::{Problem, ReadError};
use std::ops::Range;

/// What a token is. White space is no token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// From `;` to the end of the line, without the line break.
    Comment,
    /// A symbol without bars, reserved words included.
    Symbol,
    /// `|a symbol between bars|`, bars included.
    Quoted,
    /// `:keyword`
    Keyword,
    /// Digits.
    Numeral,
    /// Digits, a point, digits.
    Decimal,
    /// `#x` and hexadecimal digits.
    Hex,
    /// `#b` and binary digits.
    Binary,
    /// Another token that begins with `#`, as cvc5's literals of finite fields.
    Hash,
    /// A string, quotes included. Two quotes inside stand for one.
    String,
    /// No token of SMT-LIB: a string or quoted symbol without an end, or a control character.
    Broken,
}

/// A token and its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Token<'a> {
    /// What it is.
    pub kind: TokenKind,
    /// Its characters, as read.
    pub text: &'a str,
}

/// A text and its tokens.
///
/// ```
/// use smt_lang::Tokens;
/// let tokens = Tokens::of("(push) ; a level\n(assert |a b|)");
/// assert_eq!(tokens.len(), 8);
/// assert_eq!(tokens.to_string(), "(push)\n; a level\n(assert |a b|)\n");
/// ```
#[derive(Debug, Clone)]
pub struct Tokens {
    text: String,
    tokens: Vec<(TokenKind, Range<usize>)>,
}

/// How much text is read at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a text.
    pub bytes: usize,
    /// How deep parentheses may nest.
    pub depth: usize,
}

impl Default for Limits {
    /// 64 MiB, and 20 000 levels: all of this crate works at any depth, the solvers do not.
    fn default() -> Self {
        Limits { bytes: 64 << 20, depth: 20_000 }
    }
}

impl Tokens {
    /// The tokens of `text`, whatever it is.
    pub fn of(text: impl Into<String>) -> Tokens {
        let text = text.into();
        let mut tokens = Vec::new();
        let mut at = 0;
        while let Some((kind, range)) = next(&text, at) {
            at = range.end;
            tokens.push((kind, range));
        }
        Tokens { text, tokens }
    }

    /// The tokens of a well-formed text.
    ///
    /// # Errors
    ///
    /// The first place where the text is not UTF-8, has a broken token or unbalanced parentheses;
    /// or which limit it exceeds.
    pub fn read(bytes: &[u8], limits: Limits) -> Result<Tokens, ReadError> {
        if bytes.len() > limits.bytes {
            let problem = Problem::TooLong { bytes: bytes.len(), limit: limits.bytes };
            return Err(ReadError::new(problem, b"", 0));
        }
        let text = match str::from_utf8(bytes) {
            Ok(text) => text,
            Err(e) => return Err(ReadError::new(Problem::NotUtf8, bytes, e.valid_up_to())),
        };
        let tokens = Tokens::of(text);
        tokens.check(limits.depth)?;
        Ok(tokens)
    }

    /// Whether all tokens are well-formed and the parentheses match.
    ///
    /// # Errors
    ///
    /// The first broken token, unmatched parenthesis or nesting deeper than `depth`.
    pub fn check(&self, depth: usize) -> Result<(), ReadError> {
        let error = |problem, at| Err(ReadError::new(problem, self.text.as_bytes(), at));
        let mut open = Vec::new();
        for (kind, range) in &self.tokens {
            match kind {
                TokenKind::Open if open.len() == depth => {
                    return error(Problem::TooDeep { limit: depth }, range.start);
                }
                TokenKind::Open => open.push(range.start),
                TokenKind::Close if open.pop().is_none() => {
                    return error(Problem::ExtraClose, range.start);
                }
                TokenKind::Broken => {
                    let problem = match self.text.as_bytes()[range.start] {
                        b'"' => Problem::OpenString,
                        b'|' => Problem::OpenSymbol,
                        control => Problem::Control(control),
                    };
                    return error(problem, range.start);
                }
                _ => {}
            }
        }
        open.first().map_or(Ok(()), |&at| error(Problem::OpenList { open: open.len() }, at))
    }

    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The tokens in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Token<'_>> {
        self.tokens
            .iter()
            .map(|(kind, range)| Token { kind: *kind, text: &self.text[range.clone()] })
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a token, both from 1; the column counts characters.
    ///
    /// # Panics
    ///
    /// If there are not that many tokens.
    pub fn position(&self, token: usize) -> (usize, usize) {
        crate::error::position(self.text.as_bytes(), self.tokens[token].1.start)
    }
}

impl PartialEq for Tokens {
    /// Two texts are equal if their tokens are: white space does not count.
    fn eq(&self, other: &Tokens) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Tokens {}

impl std::fmt::Display for Tokens {
    /// All tokens, each command and each comment on a line of its own.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut depth = 0_usize;
        let mut spaced = true;
        for (n, token) in self.iter().enumerate() {
            let close = token.kind == TokenKind::Close;
            let comment = token.kind == TokenKind::Comment;
            if comment && !spaced || n > 0 && depth == 0 && !spaced {
                f.write_str("\n")?;
            } else if !spaced && !close {
                f.write_str(" ")?;
            }
            f.write_str(token.text)?;
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            spaced = token.kind == TokenKind::Open || comment;
            if comment {
                f.write_str("\n")?;
            }
        }
        // A string without an end would take the line break in.
        let broken = self.tokens.last().is_some_and(|(kind, _)| *kind == TokenKind::Broken);
        if spaced || broken { Ok(()) } else { f.write_str("\n") }
    }
}

/// The first token from byte `at` on.
fn next(text: &str, at: usize) -> Option<(TokenKind, Range<usize>)> {
    let bytes = text.as_bytes();
    let start = at + bytes[at..].iter().position(|b| !is_space(*b))?;
    let (kind, end) = match bytes[start] {
        b'(' => (TokenKind::Open, start + 1),
        b')' => (TokenKind::Close, start + 1),
        b';' => {
            let line = bytes[start..].iter().position(|b| matches!(b, b'\n' | b'\r'));
            (TokenKind::Comment, line.map_or(bytes.len(), |n| start + n))
        }
        b'"' => match string_end(bytes, start) {
            Some(end) => (TokenKind::String, end),
            None => (TokenKind::Broken, bytes.len()),
        },
        b'|' => match quoted_end(bytes, start) {
            Some(end) => (TokenKind::Quoted, end),
            None => (TokenKind::Broken, bytes.len()),
        },
        b if is_control(b) => (TokenKind::Broken, start + 1),
        _ => {
            let end = bytes[start..].iter().position(|b| ends_word(*b));
            let end = end.map_or(bytes.len(), |n| start + n);
            (word(&bytes[start..end]), end)
        }
    };
    Some((kind, start..end))
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

fn is_control(byte: u8) -> bool {
    byte < b' ' || byte == 0x7f
}

fn ends_word(byte: u8) -> bool {
    is_space(byte) || is_control(byte) || matches!(byte, b'(' | b')' | b'"' | b'|' | b';')
}

/// The byte after the closing quote.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        at += bytes[at..].iter().position(|b| *b == b'"')? + 1;
        if bytes.get(at) != Some(&b'"') {
            return Some(at);
        }
        at += 1;
    }
}

/// The byte after the closing bar. A backslash takes a bar in, as z3 reads it; SMT-LIB has no
/// backslash there.
fn quoted_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut escaped = false;
    for (n, byte) in bytes[start + 1..].iter().enumerate() {
        match byte {
            b'|' if !escaped => return Some(start + n + 2),
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    None
}

fn word(word: &[u8]) -> TokenKind {
    let digits = |s: &[u8]| !s.is_empty() && s.iter().all(u8::is_ascii_digit);
    match word {
        [b':', _, ..] => TokenKind::Keyword,
        [b'#', b'x', hex @ ..] if !hex.is_empty() && hex.iter().all(u8::is_ascii_hexdigit) => {
            TokenKind::Hex
        }
        [b'#', b'b', bits @ ..]
            if !bits.is_empty() && bits.iter().all(|b| matches!(b, b'0' | b'1')) =>
        {
            TokenKind::Binary
        }
        [b'#', ..] => TokenKind::Hash,
        _ if digits(word) => TokenKind::Numeral,
        _ => match word.iter().position(|b| *b == b'.') {
            Some(n) if digits(&word[..n]) && digits(&word[n + 1..]) => TokenKind::Decimal,
            _ => TokenKind::Symbol,
        },
    }
}
