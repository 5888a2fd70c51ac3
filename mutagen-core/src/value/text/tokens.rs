//! The tokens of a text in one list, in which both ends of a bracket know each other, so that no
//! token is copied.

use super::error::ParseError;
use super::lexer::{Delimiter, Lexed, Lexer, NoToken};
use super::limits;

/// A token and its place in the text.
#[derive(Debug, Clone, Copy)]
struct Token {
    kind: Lexed,
    start: u32,
    end: u32,
    /// The index of the other end of a bracket; of any other token, its own.
    other_end: u32,
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
        let mut open: Vec<(u32, Delimiter)> = Vec::new();
        let mut lexer = Lexer::new(text);
        while let Some((kind, start, end)) = lexer.next().map_err(|none| no_token(text, &none))? {
            // The limits allow no text whose length is not a `u32`.
            let at = all.len() as u32;
            let other_end = match kind {
                Lexed::Close(delimiter) => match open.pop() {
                    Some((opening, opened)) if opened == delimiter => {
                        all[opening as usize].other_end = at;
                        opening
                    }
                    _ => return Err(no_token(text, &NoToken { at: start, is_open: false })),
                },
                Lexed::Open(delimiter) => {
                    open.push((at, delimiter));
                    at
                }
                _ => at,
            };
            if all.len() == limits::MOST_TOKENS {
                return Err(limits::fewer_tokens(text, start));
            }
            all.push(Token { kind, start: start as u32, end: end as u32, other_end });
        }
        match open.last() {
            Some((opening, _)) => {
                let at = all[*opening as usize].start as usize;
                Err(no_token(text, &NoToken { at, is_open: true }))
            }
            None => Ok(Tokens { text: text.into(), all }),
        }
    }

    /// The number of tokens.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// What the token at this index is; `None` after the last one.
    #[inline]
    pub(super) fn kind(&self, at: usize) -> Option<Lexed> {
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

    /// The index of the other end of the bracket at this index; of any other token, its own.
    #[inline]
    pub(super) fn other_end(&self, at: usize) -> usize {
        self.all.get(at).map_or(at, |token| token.other_end as usize)
    }

    /// The index of the token after this one and what is inside of it.
    #[inline]
    pub(super) fn after(&self, at: usize) -> usize {
        self.other_end(at).max(at) + 1
    }

    /// The index of the token before this one, which is a whole bracket or a single token.
    pub(super) fn before(&self, at: usize) -> usize {
        let before = at.saturating_sub(1);
        self.other_end(before).min(before)
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
#[cold]
fn no_token(text: &str, &NoToken { at, is_open }: &NoToken) -> ParseError {
    let expected = "a literal with closed brackets and quotes".to_owned();
    let found: String = text[at..].chars().take(1).collect();
    let found = match is_open {
        true => format!("`{found}` without its end"),
        false => format!("`{}`", found.escape_debug()),
    };
    ParseError::at(text, at, expected, found)
}
