//! Reads a value from the tokens of a text.

use super::error::ParseError;
use super::lexer::{Delimiter, Lexed};
use super::limits::{self, Room};
use super::tokens::Tokens;
use crate::value::derived::{Algebraic, Reader, read};
use crate::value::mutate::Mutate;
use crate::value::types::VariantPlan;
use std::rc::Rc;

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
/// half a million tokens, its values take at most 64 MiB, and brackets are inside one another as
/// deep as the stack of the thread allows.
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
        None => Ok(Parsed { value: value?, notes: parser.source.room.notes() }),
    }
}

/// The tokens of one bracket, or of the whole text: the input of [`Mutate::parse`](trait@Mutate).
/// See [`Form`](super::Form) for an example.
pub struct Parser {
    /// Shared by all parsers of one text.
    source: Rc<Source>,
    /// The index of the first token.
    start: usize,
    /// The index of the next one.
    next: usize,
    /// The index of the first token that does not belong to this parser.
    end: usize,
}

/// A text that is being read.
struct Source {
    tokens: Tokens,
    room: Room,
}

impl Parser {
    /// A parser of a whole text.
    ///
    /// # Errors
    /// If the text has something that is no token, or is beyond the limits.
    pub(crate) fn of(text: &str) -> Result<Parser, ParseError> {
        let tokens = Tokens::of(text)?;
        let end = tokens.len();
        Ok(Parser { source: Rc::new(Source { tokens, room: Room::new() }), start: 0, next: 0, end })
    }

    /// The limit that was reached where no error can be returned.
    pub(crate) fn reached(&self) -> Option<ParseError> {
        self.source.room.reached()
    }

    /// What the token after this many others is.
    #[inline]
    fn kind(&self, after: usize) -> Option<Lexed> {
        let at = self.next + after;
        if at < self.end { self.source.tokens.kind(at) } else { None }
    }

    /// The text of the next token.
    #[inline]
    fn next_text(&self) -> &str {
        self.source.tokens.text(self.next, self.next)
    }

    /// Passes over the next token and what is inside of it.
    #[inline]
    fn pass(&mut self) {
        self.next = self.source.tokens.after(self.next);
    }

    /// Consumes the tokens up to the next comma or single colon, or to the end, and returns their
    /// text.
    pub(crate) fn rest(&mut self) -> String {
        let start = self.next;
        while !self.is_empty() && !self.is_mark(0, b',') {
            if self.path_separator() {
                continue;
            }
            if self.is_mark(0, b':') {
                break;
            }
            self.pass();
        }
        match start == self.next {
            true => String::new(),
            false => self.source.tokens.text(start, self.next - 1).to_owned(),
        }
    }

    /// An error at the next token.
    pub fn expected(&self, what: impl Into<String>) -> ParseError {
        let tokens = &self.source.tokens;
        let found = if self.is_empty() { "the end".to_owned() } else { tokens.describe(self.next) };
        tokens.expected(self.next, what.into(), found)
    }

    /// Whether all tokens were read.
    pub fn is_empty(&self) -> bool {
        self.next >= self.end
    }

    /// Whether the next token starts with this text.
    pub(crate) fn starts_with(&self, text: &str) -> bool {
        !self.is_empty() && self.next_text().starts_with(text)
    }

    /// Whether the token after this many others is this punctuation mark.
    #[inline]
    fn is_mark(&self, after: usize, mark: u8) -> bool {
        self.kind(after) == Some(Lexed::Mark(mark))
    }

    /// Consumes the next token if it is this punctuation mark.
    pub fn punctuation(&mut self, mark: char) -> bool {
        let is = u8::try_from(mark).is_ok_and(|mark| self.is_mark(0, mark));
        self.next += usize::from(is);
        is
    }

    /// Consumes `::` if it is next, but not a single colon.
    fn path_separator(&mut self) -> bool {
        let is = self.is_mark(0, b':') && self.is_mark(1, b':');
        self.next += 2 * usize::from(is);
        is
    }

    /// The next token if it is a name, without consuming it.
    #[inline]
    fn next_name(&self) -> Option<&str> {
        match self.kind(0) {
            Some(Lexed::Name) => Some(self.next_text()),
            Some(Lexed::RawName) => self.next_text().get(2..),
            _ => None,
        }
    }

    /// Consumes the next token if it is a name, and returns the name.
    pub fn name(&mut self) -> Option<String> {
        let name = self.next_name()?.to_owned();
        self.next += 1;
        Some(name)
    }

    /// Consumes the next token if it is a literal that `read` accepts.
    fn literal_as<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let value = match self.kind(0) {
            Some(Lexed::Literal) => read(self.next_text())?,
            _ => return None,
        };
        self.next += 1;
        Some(value)
    }

    /// Consumes the next token if it is a literal, and returns its text.
    pub fn literal(&mut self) -> Option<String> {
        self.literal_as(|text| Some(text.to_owned()))
    }

    /// Consumes the next token if it is a string literal, and returns the string.
    pub fn text(&mut self) -> Option<String> {
        self.literal_as(|text| Some(litrs::StringLit::parse(text).ok()?.into_value().into()))
    }

    /// Consumes the next token if it is a byte string such as `b"a\xff"`, and returns the bytes.
    pub fn bytes(&mut self) -> Option<Vec<u8>> {
        self.literal_as(|text| Some(litrs::ByteStringLit::parse(text).ok()?.into_value().into()))
    }

    /// Steps back over the last consumed token, so that an error points at it.
    pub fn back(&mut self) {
        self.next = self.source.tokens.before(self.next).max(self.start);
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
        self.literal_as(read).ok_or_else(|| self.expected(expected))
    }

    /// Consumes a bracket of this kind and returns a parser for its content. If the stack has no
    /// room for one more bracket inside the others, returns `None`, and [`parse`] fails.
    pub fn group(&mut self, delimiter: Delimiter) -> Option<Parser> {
        if self.kind(0) != Some(Lexed::Open(delimiter)) {
            return None;
        }
        if self.source.room.is_deep() {
            self.source.room.reach(self.expected(
                "fewer brackets inside one another, for the stack of this thread has no room for \
                 more",
            ));
            return None;
        }
        let inside = self.within(self.next + 1, self.source.tokens.other_end(self.next));
        self.pass();
        Some(inside)
    }

    /// A parser for the tokens between these indices.
    fn within(&self, next: usize, end: usize) -> Parser {
        Parser { source: self.source.clone(), start: next, next, end }
    }

    /// Takes room for a value.
    ///
    /// # Errors
    /// If there is none.
    fn make_room(&self, bytes: usize) -> Result<(), ParseError> {
        if self.source.room.take(bytes) {
            Ok(())
        } else {
            Err(self.expected(limits::fewer_values()))
        }
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
        let known = |parser: &Parser| {
            let name = parser.next_name()?;
            Some(variants.iter().position(|variant| variant.name == name))
        };
        // A path before the name is passed over, such as the one in `Tree::Leaf`: a test's source
        // would have it.
        let at = loop {
            let at = known(parser).ok_or_else(|| parser.expected(names()))?;
            parser.next += 1;
            if !parser.path_separator() {
                break at;
            }
        };
        parser.accept_or(at, names)?
    };
    let variant = &variants[at];
    let named = variant.fields.iter().any(|field| field.name.is_some());
    let delimiter = if named { Delimiter::Brace } else { Delimiter::Parenthesis };
    let opening = if named { "`{` and the fields of" } else { "`(` and the fields of" };
    let inside = match variant.fields.is_empty() && !variant.name.is_empty() {
        true => Some(parser.within(parser.next, parser.next)),
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
    let end = inside.within(inside.end, inside.end);
    let fields = variant.fields.iter().map(|_| None).collect();
    let mut fields = ByName { fields, rest: false, end, variant };
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
    /// A parser at the closing bracket.
    end: Parser,
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
        let Some(name) = parser.next_name() else { return Err(parser.expected(expected())) };
        let at = self.variant.fields.iter().position(|field| field.name == Some(name));
        parser.next += 1;
        let at = at.filter(|at| self.fields[*at].is_none());
        let at = parser.accept_or(at, expected)?;
        if !parser.punctuation(':') {
            return Err(parser.expected("`:`"));
        }
        let start = parser.next;
        while !parser.is_empty() && !parser.is_mark(0, b',') {
            parser.pass();
        }
        self.fields[at] = Some(parser.within(start, parser.next));
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
            Err(ParseError { found: "`}`".to_owned(), ..self.end.expected(expected) })
        };
        if !self.rest && !has_default {
            return at_the_end(format!("the field `{name}` of `{of}`, or `..` to fill it"));
        }
        let which = if has_default { "default" } else { "smallest value" };
        let note = format!("the field `{name}` of `{of}` is missing and gets its {which}");
        if self.end.source.room.note(note) { Ok(None) } else { at_the_end(limits::fewer_values()) }
    }
    fn close(&mut self, index: usize) -> Result<(), ParseError> {
        self.fields[index].as_ref().map_or(Ok(()), Parser::finish)
    }
}
