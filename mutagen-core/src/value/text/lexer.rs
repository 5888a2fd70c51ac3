//! Splits a text into tokens, which are those of Rust: names, literals, marks and the ends of
//! brackets. Layout and comments are passed over. What a literal means is left to its reader. The
//! crates that split Rust's texts make a tree of each text, which takes ten times as long as to
//! make the value, or build only with certain versions of other crates.

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
pub(super) enum Lexed {
    Name,
    /// A name that starts with `r#`.
    RawName,
    /// A number, or a text, a character or bytes in quotes.
    Literal,
    Mark(u8),
    Open(Delimiter),
    Close(Delimiter),
    /// A name that starts with a quote, which no value has.
    Lifetime,
}

/// A text, and how much of it was split.
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

/// What a text has in place of a token, and where it starts.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NoToken {
    pub(super) at: usize,
    /// Whether it is a quote or a comment that is not closed.
    pub(super) is_open: bool,
}

/// The bytes that are marks.
const MARKS: &[u8] = b"!#$%&*+,-./:;<=>?@^|~";

impl<'t> Lexer<'t> {
    /// The start of a text, after the mark of its byte order.
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: if text.starts_with('\u{feff}') { 3 } else { 0 } }
    }

    /// The next token, its first byte and the byte after it. `None` at the end of the text.
    ///
    /// # Errors
    /// If the text has something that is no token.
    pub(super) fn next(&mut self) -> Result<Option<(Lexed, usize, usize)>, NoToken> {
        self.pass_layout()?;
        let start = self.at;
        let Some(first) = self.byte(0) else { return Ok(None) };
        self.at += 1;
        let token = match first {
            b'(' => Lexed::Open(Delimiter::Parenthesis),
            b')' => Lexed::Close(Delimiter::Parenthesis),
            b'[' => Lexed::Open(Delimiter::Bracket),
            b']' => Lexed::Close(Delimiter::Bracket),
            b'{' => Lexed::Open(Delimiter::Brace),
            b'}' => Lexed::Close(Delimiter::Brace),
            b'0'..=b'9' => self.number(first),
            b'"' => self.quoted(start)?,
            b'\'' => self.character_or_lifetime(start)?,
            _ if MARKS.contains(&first) => Lexed::Mark(first),
            _ => {
                self.at = start;
                self.name_or_prefixed()?
            }
        };
        Ok(Some((token, start, self.at)))
    }

    /// The byte after so many others.
    #[inline]
    fn byte(&self, after: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + after).copied()
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Passes over white space and comments.
    fn pass_layout(&mut self) -> Result<(), NoToken> {
        loop {
            match self.byte(0) {
                Some(b' ' | b'\t'..=b'\r') => self.at += 1,
                Some(b'/') if self.byte(1) == Some(b'/') => {
                    self.at += self.rest().find('\n').unwrap_or(self.rest().len());
                }
                Some(b'/') if self.byte(1) == Some(b'*') => self.pass_comment()?,
                Some(byte) if !byte.is_ascii() => match self.rest().chars().next() {
                    Some(space) if space.is_whitespace() => self.at += space.len_utf8(),
                    _ => return Ok(()),
                },
                _ => return Ok(()),
            }
        }
    }

    /// Passes over a comment, which may have others inside of it.
    fn pass_comment(&mut self) -> Result<(), NoToken> {
        let (start, mut open) = (self.at, 0);
        loop {
            match (self.byte(0), self.byte(1)) {
                (Some(b'/'), Some(b'*')) => open += 1,
                (Some(b'*'), Some(b'/')) => open -= 1,
                (Some(_), _) => {
                    self.at += 1;
                    continue;
                }
                (None, _) => return Err(NoToken { at: start, is_open: true }),
            }
            self.at += 2;
            if open == 0 {
                return Ok(());
            }
        }
    }

    /// Passes over the letters, digits and lines of a name, or of what follows a literal.
    #[inline]
    fn pass_word(&mut self) {
        while let Some(byte) = self.byte(0) {
            if byte.is_ascii_alphanumeric() || byte == b'_' {
                self.at += 1;
            } else if byte.is_ascii() {
                break;
            } else {
                match self.rest().chars().next() {
                    Some(letter) if unicode_ident::is_xid_continue(letter) => {
                        self.at += letter.len_utf8();
                    }
                    _ => break,
                }
            }
        }
    }

    /// Whether a name can start after so many bytes.
    fn starts_name(&self, after: usize) -> bool {
        let rest = self.text.get(self.at + after..).unwrap_or_default();
        let starts = |first| first == '_' || unicode_ident::is_xid_start(first);
        rest.chars().next().is_some_and(starts)
    }

    /// A number whose first digit was read. The sign of an exponent belongs to it, and a point does
    /// unless another point or a name follows.
    fn number(&mut self, first: u8) -> Lexed {
        if first == b'0' && matches!(self.byte(0), Some(b'x' | b'o' | b'b')) {
            self.pass_word();
            return Lexed::Literal;
        }
        self.pass_digits();
        if self.byte(0) == Some(b'.') && self.byte(1) != Some(b'.') && !self.starts_name(1) {
            self.at += 1;
            self.pass_digits();
        }
        if matches!(self.byte(0), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(self.byte(1), Some(b'+' | b'-')));
            if self.byte(1 + sign).is_some_and(|byte| byte.is_ascii_digit()) {
                self.at += 1 + sign;
                self.pass_digits();
            }
        }
        self.pass_word();
        Lexed::Literal
    }

    fn pass_digits(&mut self) {
        while matches!(self.byte(0), Some(b'0'..=b'9' | b'_')) {
            self.at += 1;
        }
    }

    /// A literal whose first quote was read, which started at `start`. A backslash takes away the
    /// meaning of the byte after it.
    fn quoted(&mut self, start: usize) -> Result<Lexed, NoToken> {
        loop {
            match self.byte(0) {
                Some(b'\\') => self.at += 1 + usize::from(self.byte(1).is_some()),
                Some(b'"') => break,
                Some(_) => self.at += 1,
                None => return Err(NoToken { at: start, is_open: true }),
            }
        }
        self.at += 1;
        self.pass_word();
        Ok(Lexed::Literal)
    }

    /// A raw literal that started at `start`, from its first `#` or quote on. `None` if this is not
    /// the start of one.
    fn raw(&mut self, start: usize) -> Result<Option<Lexed>, NoToken> {
        let hashes = self.rest().bytes().take_while(|byte| *byte == b'#').count();
        if self.byte(hashes) != Some(b'"') {
            return Ok(None);
        }
        self.at += hashes + 1;
        let end = format!("\"{}", &"#".repeat(hashes));
        let Some(length) = self.rest().find(&end) else {
            return Err(NoToken { at: start, is_open: true });
        };
        self.at += length + end.len();
        self.pass_word();
        Ok(Some(Lexed::Literal))
    }

    /// A character or a byte whose first quote was read, or else a lifetime.
    fn character_or_lifetime(&mut self, start: usize) -> Result<Lexed, NoToken> {
        let unclosed = NoToken { at: start, is_open: true };
        let Some(first) = self.rest().chars().next() else { return Err(unclosed) };
        let quote = match first {
            // An escape is on one line, and its second character may be a quote.
            '\\' => {
                let mut escape = self.rest().char_indices().skip(2);
                let end = escape.find(|(_, next)| matches!(next, '\'' | '\n'));
                end.filter(|(_, next)| *next == '\'').map(|(at, _)| at)
            }
            _ => Some(first.len_utf8()).filter(|after| self.byte(*after) == Some(b'\'')),
        };
        match quote {
            Some(quote) => {
                self.at += quote + 1;
                self.pass_word();
                Ok(Lexed::Literal)
            }
            None if self.starts_name(0) => {
                self.pass_word();
                Ok(Lexed::Lifetime)
            }
            None => Err(unclosed),
        }
    }

    /// A name, or a literal with letters before its first quote.
    fn name_or_prefixed(&mut self) -> Result<Lexed, NoToken> {
        let start = self.at;
        if !self.starts_name(0) {
            return Err(NoToken { at: start, is_open: false });
        }
        self.pass_word();
        match (&self.text[start..self.at], self.byte(0)) {
            ("b" | "c", Some(b'"')) => {
                self.at += 1;
                self.quoted(start)
            }
            ("b", Some(b'\'')) => {
                self.at += 1;
                match self.character_or_lifetime(start)? {
                    Lexed::Lifetime => Err(NoToken { at: start, is_open: true }),
                    byte => Ok(byte),
                }
            }
            ("r" | "br" | "cr", Some(b'"' | b'#')) => {
                if let Some(literal) = self.raw(start)? {
                    return Ok(literal);
                }
                if self.at - start == 1 && self.starts_name(1) {
                    self.at += 1;
                    self.pass_word();
                    return Ok(Lexed::RawName);
                }
                Ok(Lexed::Name)
            }
            _ => Ok(Lexed::Name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Lexed::{Lifetime, Literal, Mark, Name, RawName};

    /// The tokens of a text, each with its own text.
    fn split(text: &str) -> Result<Vec<(Lexed, &str)>, NoToken> {
        let mut lexer = Lexer::new(text);
        let mut all = Vec::new();
        while let Some((token, start, end)) = lexer.next()? {
            all.push((token, &text[start..end]));
        }
        Ok(all)
    }

    #[track_caller]
    fn is_one(token: Lexed, texts: &[&str]) {
        for text in texts {
            assert_eq!(split(text), Ok(vec![(token, *text)]));
        }
    }

    #[test]
    fn literals_and_names_are_those_of_rust() {
        is_one(Name, &["a", "_", "r", "b", "br", "größe", "B2_x"]);
        is_one(RawName, &["r#type", "r#ä"]);
        is_one(Lifetime, &["'a", "'static"]);
        is_one(
            Literal,
            &["0", "1_000u8", "0xffu8", "0b1_0", "1.5", "1.", "2.5e-3", "1e999", "1.5s"],
        );
        is_one(Literal, &[r#""""#, r#""a\"b\\""#, r#"b"\xff""#, r#"c"a""#, "\"ä\n\"", r#""a"x"#]);
        is_one(Literal, &[r##"r"\""##, r###"r#"a"b"#"###, r###"br##"a"#b"##"###, r##"cr#"""#"##]);
        is_one(Literal, &["'a'", r"'\''", r"'\\'", "'ä'", r"'\u{1f600}'", "b'a'", r"b'\''", "'''"]);
    }

    #[test]
    fn numbers_end_before_ranges_names_and_signs() {
        let tokens = |text| split(text).map(|all| all.into_iter().map(|(_, text)| text).collect());
        let of = |texts: &[&'static str]| Ok::<Vec<&str>, NoToken>(texts.to_vec());
        assert_eq!(tokens("1..=2.5"), of(&["1", ".", ".", "=", "2.5"]));
        assert_eq!(tokens("1.max-1e"), of(&["1", ".", "max", "-", "1e"]));
        assert_eq!(tokens("1e+a 1e+3"), of(&["1e", "+", "a", "1e+3"]));
    }

    #[test]
    fn layout_and_comments_are_passed_over() {
        let text = "\u{feff} \t\r\n\u{a0}\u{3000}a // b \"\n/* c /* d */ \" */ /// e\n: /**/ f//";
        assert_eq!(split(text), Ok(vec![(Name, "a"), (Mark(b':'), ":"), (Name, "f")]));
        assert_eq!(split(" /*/"), Err(NoToken { at: 1, is_open: true }));
    }

    #[test]
    fn what_is_no_token_or_not_closed_is_told_with_its_place() {
        for text in [r#" "a"#, r#" "\"#, r#" "\""#, r##" r#"a""##, " '", " '\\", " '1", " b'a"] {
            assert_eq!(split(text), Err(NoToken { at: 1, is_open: true }), "{text}");
        }
        for text in ["a\\", "a\u{1f600}", "a\u{0}", "a`"] {
            assert_eq!(split(text), Err(NoToken { at: 1, is_open: false }), "{text}");
        }
    }
}
