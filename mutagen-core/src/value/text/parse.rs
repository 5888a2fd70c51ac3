//! Reads a value from text. The tokens are those of Rust (the crate proc-macro2, with literals by
//! litrs), so comments, line breaks, number separators and escapes are allowed as in Rust.

use super::limits::{self, Room};
use crate::value::derived::{Algebraic, Reader, read};
use crate::value::mutate::Mutate;
use crate::value::types::VariantPlan;
use derive_more::{Display, Error};
use proc_macro2::{Delimiter, Group, LineColumn, Span, TokenStream, TokenTree};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// The place and reason of a parse failure.
///
/// ```
/// use mutagen_core::text;
///
/// let error = text::parse::<Vec<u8>>("[1, 300]").unwrap_err();
/// assert_eq!((error.line, error.column), (1, 5));
/// ```
#[derive(Debug, Display, Error, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[display("line {line}, column {column}: expected {expected}, found {found}")]
pub struct ParseError {
    /// Line, counted from 1.
    pub line: usize,
    /// Column, counted from 1.
    pub column: usize,
    /// The text expected here.
    pub expected: String,
    /// The text found here.
    pub found: String,
}

/// A parsed value, with notes on missing fields.
///
/// ```
/// use mutagen_core::{Mutate, text};
///
/// #[derive(Debug, PartialEq, Mutate)]
/// struct Point {
///     x: i8,
///     y: i8,
/// }
/// let parsed = text::parse::<Point>("Point { x: 3, .. }")?;
/// assert_eq!((parsed.value, parsed.notes.len()), (Point { x: 3, y: 0 }, 1));
/// # Ok::<(), text::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Parsed<T> {
    /// The value.
    pub value: T,
    /// One sentence for each field that the text lacked.
    pub notes: Vec<String>,
}

/// Parses a value of a type from its text form. The text may be hostile: it has at most 4 MiB and
/// half a million words and marks, its values take at most 64 MiB, and brackets are inside one
/// another as deep as the stack of the thread allows.
///
/// ```
/// use mutagen_core::text;
///
/// let parsed = text::parse::<(u8, Option<String>)>(r#"(1_0, Some("a"))"#)?;
/// assert_eq!(parsed.value, (10, Some("a".to_owned())));
/// # Ok::<(), text::ParseError>(())
/// ```
///
/// # Errors
/// If the text is not that of a value of this type, or is beyond the limits. The error has the
/// place and what was expected.
pub fn parse<T: Mutate>(text: &str) -> Result<Parsed<T>, ParseError> {
    let mut parser = Parser::of(text)?;
    let value = T::parse(&mut parser).and_then(|value| parser.finish().map(|()| value));
    // A bracket that was not opened is an error, whatever was made of the text without it.
    match parser.reached() {
        Some(reached) => Err(reached),
        None => Ok(Parsed { value: value?, notes: parser.room.notes() }),
    }
}

/// The tokens of a text.
///
/// # Errors
/// If the text has something that is no token, or is beyond the limits.
fn tokens_of(text: &str) -> Result<TokenStream, ParseError> {
    limits::check(text)?;
    text.parse().map_err(|error: proc_macro2::LexError| {
        let at = error.span().start();
        ParseError {
            line: at.line,
            column: at.column + 1,
            expected: "a literal with closed brackets and quotes".to_owned(),
            found: "something that is no token".to_owned(),
        }
    })
}

/// Frees the texts that were parsed on this thread so far. Otherwise they are kept for the life of
/// the thread, for the places of tokens. No token that is still in use may be asked for its place
/// afterwards.
pub(crate) fn forget_texts() {
    proc_macro2::extra::invalidate_current_thread_spans();
}

/// The tokens of one bracket, or of the whole text: the input of [`Mutate::parse`](trait@Mutate).
/// See [`Form`](super::Form) for an example.
pub struct Parser {
    tokens: Vec<TokenTree>,
    next: usize,
    end: End,
    /// Shared by all parsers of one text.
    room: Rc<Room>,
}

/// Where the tokens of a parser end. Only errors need the place, and to compute it takes longer
/// than to read a token.
#[derive(Clone, Copy)]
enum End {
    /// The end of the text.
    Text(LineColumn),
    /// The start of the token with this span.
    Before(Span),
}

impl End {
    fn place(self) -> LineColumn {
        match self {
            End::Text(place) => place,
            End::Before(span) => span.start(),
        }
    }
}

impl Parser {
    /// A parser of a whole text.
    ///
    /// # Errors
    /// If the text has something that is no token, or is beyond the limits.
    pub(crate) fn of(text: &str) -> Result<Parser, ParseError> {
        let tokens = tokens_of(text)?.into_iter().collect();
        let column = text.lines().last().map_or(0, |line| line.chars().count());
        let end = End::Text(LineColumn { line: text.lines().count().max(1), column });
        Ok(Parser { tokens, next: 0, end, room: Rc::new(Room::new()) })
    }

    /// The limit that was reached where no error can be returned.
    pub(crate) fn reached(&self) -> Option<ParseError> {
        self.room.reached()
    }

    /// Consumes the tokens up to the next comma or single colon, or to the end, and returns their
    /// text.
    pub(crate) fn rest(&mut self) -> String {
        let start = self.next;
        while !self.is_empty() && !self.is_mark(0, ',') {
            if self.path_separator() {
                continue;
            }
            if self.is_mark(0, ':') {
                break;
            }
            self.next += 1;
        }
        let tokens: TokenStream = self.tokens[start..self.next].iter().cloned().collect();
        let text = tokens.to_string();
        // The sign of a number is a token of its own.
        text.strip_prefix("- ").map_or(text.clone(), |number| format!("-{number}"))
    }

    /// An error at the next token.
    pub fn expected(&self, what: impl Into<String>) -> ParseError {
        let (at, found) = match self.tokens.get(self.next) {
            Some(token) => (token.span().start(), describe(token)),
            None => (self.end.place(), "the end".to_owned()),
        };
        ParseError { line: at.line, column: at.column + 1, expected: what.into(), found }
    }

    /// Whether all tokens were read.
    pub fn is_empty(&self) -> bool {
        self.next >= self.tokens.len()
    }

    /// The next token, if there is one, without consuming it.
    pub fn peek(&self) -> Option<&TokenTree> {
        self.tokens.get(self.next)
    }

    /// Whether the token after this many others is this punctuation mark.
    fn is_mark(&self, after: usize, mark: char) -> bool {
        let token = self.tokens.get(self.next + after);
        matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
    }

    /// Consumes the next token if it is this punctuation mark.
    pub fn punctuation(&mut self, mark: char) -> bool {
        let is = self.is_mark(0, mark);
        self.next += usize::from(is);
        is
    }

    /// Consumes `::` if it is next, but not a single colon.
    fn path_separator(&mut self) -> bool {
        let is = self.is_mark(0, ':') && self.is_mark(1, ':');
        self.next += 2 * usize::from(is);
        is
    }

    /// Consumes the next token if it is a name, and returns the name.
    pub fn name(&mut self) -> Option<String> {
        let Some(TokenTree::Ident(ident)) = self.peek() else { return None };
        let mut name = ident.to_string();
        self.next += 1;
        if name.starts_with("r#") {
            name.drain(..2);
        }
        Some(name)
    }

    /// Consumes the next token if it is a literal that `read` accepts.
    fn literal_as<T>(&mut self, read: impl FnOnce(String) -> Option<T>) -> Option<T> {
        let Some(TokenTree::Literal(literal)) = self.peek() else { return None };
        let value = read(literal.to_string())?;
        self.next += 1;
        Some(value)
    }

    /// Consumes the next token if it is a literal, and returns its text.
    pub fn literal(&mut self) -> Option<String> {
        self.literal_as(Some)
    }

    /// Consumes the next token if it is a string literal, and returns the string.
    pub fn text(&mut self) -> Option<String> {
        self.literal_as(|text| Some(litrs::StringLit::parse(text).ok()?.into_value()))
    }

    /// Consumes the next token if it is a byte string such as `b"a\xff"`, and returns the bytes.
    pub fn bytes(&mut self) -> Option<Vec<u8>> {
        self.literal_as(|text| Some(litrs::ByteStringLit::parse(text).ok()?.into_value()))
    }

    /// Steps back over the last consumed token, so that an error points at it.
    pub fn back(&mut self) {
        self.next = self.next.saturating_sub(1);
    }

    /// The value that was read from the last token.
    ///
    /// # Errors
    /// If there is none: the error points at that token.
    pub(crate) fn accept<T>(
        &mut self,
        value: Option<T>,
        expected: impl Into<String>,
    ) -> Result<T, ParseError> {
        self.accept_or(value, || expected.into())
    }

    /// The same with a text of what was expected that is made only for an error.
    fn accept_or<T>(
        &mut self,
        value: Option<T>,
        expected: impl FnOnce() -> String,
    ) -> Result<T, ParseError> {
        value.ok_or_else(|| {
            self.back();
            self.expected(expected())
        })
    }

    /// Consumes a literal and returns the value that `read` makes of its text.
    ///
    /// # Errors
    /// If the next token is no literal, or `read` returns `None`.
    pub(crate) fn read_literal<T>(
        &mut self,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ParseError> {
        let Some(literal) = self.literal() else { return Err(self.expected(expected)) };
        self.accept(read(&literal), expected)
    }

    /// Consumes a bracket of this kind and returns a parser for its content. If the stack has no
    /// room for one more bracket inside the others, returns `None`, and [`parse`] fails.
    pub fn group(&mut self, delimiter: Delimiter) -> Option<Parser> {
        let Some(TokenTree::Group(group)) = self.tokens.get_mut(self.next) else { return None };
        if group.delimiter() != delimiter {
            return None;
        }
        if self.room.is_deep() {
            self.room.reach(self.expected(
                "fewer brackets inside one another, for the stack of this thread has no room for \
                 more",
            ));
            return None;
        }
        // The token gives its content away, so that the content is moved and not copied.
        let mut rest = Group::new(delimiter, TokenStream::new());
        rest.set_span(group.span());
        let group = std::mem::replace(group, rest);
        let (end, stream) = (End::Before(group.span_close()), group.stream());
        drop(group);
        self.next += 1;
        Some(self.within(stream.into_iter().collect(), end))
    }

    /// A parser for some of these tokens.
    fn within(&self, tokens: Vec<TokenTree>, end: End) -> Parser {
        Parser { tokens, next: 0, end, room: self.room.clone() }
    }

    /// Takes room for a value.
    ///
    /// # Errors
    /// If there is none.
    fn make_room(&self, bytes: usize) -> Result<(), ParseError> {
        if self.room.take(bytes) { Ok(()) } else { Err(self.expected(limits::fewer_values())) }
    }

    /// Parses values separated by commas until the tokens end; a comma may follow the last.
    ///
    /// # Errors
    /// The first error of `value`, a missing comma, or values that take too much memory.
    pub fn list<T>(
        &mut self,
        mut value: impl FnMut(&mut Parser) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        let mut all = Vec::new();
        while !self.is_empty() {
            self.make_room(size_of::<T>())?;
            all.push(value(self)?);
            if !self.punctuation(',') {
                break;
            }
        }
        self.finish()?;
        Ok(all)
    }

    /// # Errors
    /// If tokens are left.
    pub fn finish(&self) -> Result<(), ParseError> {
        if self.is_empty() { Ok(()) } else { Err(self.expected("a comma or the end")) }
    }
}

/// Names in backticks, any of which would do.
fn alternatives<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ")
}

fn describe(token: &TokenTree) -> String {
    match token {
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Parenthesis => "`(`".to_owned(),
            Delimiter::Brace => "`{`".to_owned(),
            Delimiter::Bracket | Delimiter::None => "`[`".to_owned(),
        },
        other => match other.to_string() {
            text if text.len() <= LONGEST_FOUND => format!("`{text}`"),
            text => format!("`{}…`", &text[..text.floor_char_boundary(LONGEST_FOUND)]),
        },
    }
}

/// The most bytes of a token that an error shows.
const LONGEST_FOUND: usize = 60;

/// Parses a value of a derived type: a constructor by its name, then its fields.
///
/// # Errors
/// If the constructor is unknown, if a field is missing, unknown or repeated, or if a field cannot
/// be parsed.
pub fn parse_constructor<T: Algebraic>(parser: &mut Parser) -> Result<T, ParseError> {
    parser.make_room(size_of::<T>())?;
    let (variant, mut reader) = constructor(&T::plan().variants, parser)?;
    read(variant, &mut *reader)
}

/// Parses the name of a constructor, and returns its index and a reader of its fields.
fn constructor(
    variants: &'static [VariantPlan],
    parser: &mut Parser,
) -> Result<(usize, Box<dyn Reader>), ParseError> {
    let names = || alternatives(variants.iter().map(|variant| variant.name));
    let at = if matches!(variants, [only] if only.name.is_empty()) {
        0
    } else {
        let Some(mut name) = parser.name() else { return Err(parser.expected(names())) };
        // Skip a path before the name, such as the one in `Tree::Leaf`: a test's source would have
        // it.
        while parser.path_separator() {
            name = parser.name().ok_or_else(|| parser.expected(names()))?;
        }
        let known = variants.iter().position(|variant| variant.name == name);
        parser.accept_or(known, names)?
    };
    let variant = &variants[at];
    let named = variant.fields.iter().any(|field| field.name.is_some());
    let delimiter = if named { Delimiter::Brace } else { Delimiter::Parenthesis };
    let opening = if named { "`{` and the fields of" } else { "`(` and the fields of" };
    let inside = match variant.fields.is_empty() && !variant.name.is_empty() {
        true => Some(parser.within(Vec::new(), parser.end)),
        false => parser.group(delimiter),
    };
    let mut inside =
        inside.ok_or_else(|| parser.expected(format!("{opening} `{}`", variant.name)))?;
    if variant.fields.is_empty() {
        inside.finish()?;
    }
    if !named {
        return Ok((at, Box::new(InOrder { parser: inside, variant })));
    }
    let (end, room) = (inside.end, inside.room.clone());
    let fields = variant.fields.iter().map(|_| None).collect();
    let mut fields = ByName { fields, rest: false, end, room, variant };
    while !inside.is_empty() {
        fields.read(&mut inside)?;
        if !inside.punctuation(',') {
            break;
        }
    }
    inside.finish()?;
    Ok((at, Box::new(fields)))
}

/// Fields by position.
struct InOrder {
    parser: Parser,
    variant: &'static VariantPlan,
}

impl Reader for InOrder {
    fn open(&mut self, index: usize, _: bool) -> Result<Option<&mut Parser>, ParseError> {
        let many = self.variant.fields.len();
        if index > 0 && !self.parser.punctuation(',') {
            return Err(self.parser.expected(format!("a comma and field {} of {many}", index + 1)));
        }
        Ok(Some(&mut self.parser))
    }
    fn close(&mut self, index: usize) -> Result<(), ParseError> {
        if index + 1 < self.variant.fields.len() {
            return Ok(());
        }
        self.parser.punctuation(',');
        self.parser.finish()
    }
}

/// Fields by name, in any order.
struct ByName {
    /// The tokens of each field that the text has.
    fields: Vec<Option<Parser>>,
    /// Whether `..` replaces the missing fields.
    rest: bool,
    end: End,
    room: Rc<Room>,
    variant: &'static VariantPlan,
}

impl ByName {
    /// Reads `name: value` up to the comma, or `..`.
    fn read(&mut self, parser: &mut Parser) -> Result<(), ParseError> {
        if parser.punctuation('.') {
            if !parser.punctuation('.') || !parser.is_empty() {
                return Err(parser.expected("`..` at the end"));
            }
            self.rest = true;
            return Ok(());
        }
        let expected = || {
            let all = self.variant.fields.iter().zip(&self.fields);
            let missing = all.filter(|(_, read)| read.is_none());
            format!("the field {}", alternatives(missing.filter_map(|(field, _)| field.name)))
        };
        let Some(name) = parser.name() else { return Err(parser.expected(expected())) };
        let at = self.variant.fields.iter().position(|field| field.name == Some(&name));
        let at = at.filter(|at| self.fields[*at].is_none());
        let at = parser.accept_or(at, expected)?;
        if !parser.punctuation(':') {
            return Err(parser.expected("`:`"));
        }
        let start = parser.next;
        while !parser.is_empty() && !parser.is_mark(0, ',') {
            parser.next += 1;
        }
        let end = parser.peek().map_or(parser.end, |token| End::Before(token.span()));
        let tokens = parser.tokens[start..parser.next].to_vec();
        self.fields[at] = Some(parser.within(tokens, end));
        Ok(())
    }
}

impl Reader for ByName {
    fn open(&mut self, index: usize, has_default: bool) -> Result<Option<&mut Parser>, ParseError> {
        if let Some(parser) = &mut self.fields[index] {
            return Ok(Some(parser));
        }
        let (name, of) = (self.variant.fields[index].name.unwrap_or_default(), self.variant.name);
        let at_the_end = |expected: String| {
            let LineColumn { line, column } = self.end.place();
            Err(ParseError { line, column: column + 1, expected, found: "`}`".to_owned() })
        };
        if !self.rest && !has_default {
            return at_the_end(format!("the field `{name}` of `{of}`, or `..` to fill it"));
        }
        let which = if has_default { "default" } else { "smallest value" };
        let note = format!("the field `{name}` of `{of}` is missing and gets its {which}");
        if self.room.note(note) { Ok(None) } else { at_the_end(limits::fewer_values()) }
    }
    fn close(&mut self, index: usize) -> Result<(), ParseError> {
        self.fields[index].as_ref().map_or(Ok(()), Parser::finish)
    }
}
