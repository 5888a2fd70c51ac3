//! `#[mutate(regex = "…")]`: reads the expression, says what is wrong with it, and writes it as a
//! table of its parts. `mutagen-core` makes and mutates texts by this table, so the expression is
//! read once, by the compiler.

use crate::types::bare;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};
use regex_syntax::{ParserBuilder, hir};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, GenericArgument, Lit, LitStr, PathArguments, Type};

/// The most characters or bytes that the shortest text of an expression may have.
const MOST_SHORTEST: u32 = 1 << 16;

/// No bound of a repetition.
const UNBOUNDED: u32 = u32::MAX;

/// Whether the values of a type are texts or sequences of bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Text,
    Bytes,
}

impl Mode {
    /// The mode of a field, as its type is written. The compiler checks that it is right.
    pub(crate) fn of(ty: &Type) -> Mode {
        match is_bytes(ty) {
            true => Mode::Bytes,
            false => Mode::Text,
        }
    }

    /// The name of the mode in `mutagen-core`. Errors about the type of the field show this place.
    pub(crate) fn name(self, span: Span) -> TokenStream {
        match self {
            Mode::Text => quote_spanned!(span=> __mutagen::OfText),
            Mode::Bytes => quote_spanned!(span=> __mutagen::OfBytes),
        }
    }

    /// What `max_len` counts.
    pub(crate) fn elements(self) -> &'static str {
        match self {
            Mode::Text => "characters",
            Mode::Bytes => "bytes",
        }
    }
}

fn is_bytes(ty: &Type) -> bool {
    let path = match bare(ty) {
        Type::Slice(slice) => return is_bytes(&slice.elem),
        Type::Path(path) => path,
        _ => return false,
    };
    let Some(last) = path.path.segments.last() else { return false };
    let is_part = |argument: &GenericArgument| match argument {
        GenericArgument::Type(part) => is_bytes(part),
        _ => false,
    };
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.iter().any(is_part),
        _ => ["u8", "Bytes", "BytesMut"].iter().any(|name| last.ident == name),
    }
}

/// The language of an expression: the texts that match it as a whole.
pub(crate) struct Language {
    /// Each part comes after the parts that it is made of. The last one is the whole expression.
    parts: Vec<Part>,
    mode: Mode,
}

struct Part {
    kind: Kind,
    /// The length of its shortest text.
    shortest: u32,
    /// Whether it has more than one text.
    varies: bool,
}

enum Kind {
    Literal(Vec<u8>),
    Chars(Vec<(char, char)>),
    Bytes(Vec<(u8, u8)>),
    Sequence(Vec<u32>),
    Choice(Vec<u32>),
    Repeat { part: u32, least: u32, most: u32 },
}

/// Where a part is in the expression: whether nothing can be before it, or after it.
#[derive(Clone, Copy)]
struct At {
    start: bool,
    end: bool,
}

impl Language {
    /// Reads an expression. `has_longest` is whether `max_len` bounds the texts.
    pub(crate) fn parse(expression: &LitStr, mode: Mode, has_longest: bool) -> syn::Result<Self> {
        let error = |text: &str| syn::Error::new(expression.span(), text);
        let mut parser = ParserBuilder::new().utf8(mode == Mode::Text).build();
        let hir = parser.parse(&expression.value()).map_err(|wrong| error(&wrong.to_string()))?;
        let mut language = Language { parts: Vec::new(), mode };
        let root = language.add(&hir, At { start: true, end: true });
        if root.map_err(|wrong| error(&wrong))?.is_none() {
            return Err(error("no text matches this expression"));
        }
        if !has_longest && language.is_unbounded() {
            return Err(error(
                "the texts that match this expression can have any length: bound each repetition, \
                 as in `a{0,9}` instead of `a*`, or add `max_len = N`",
            ));
        }
        if language.shortest() > MOST_SHORTEST {
            return Err(error(&format!(
                "the shortest text that matches this expression has more than {MOST_SHORTEST} {}",
                mode.elements()
            )));
        }
        Ok(language)
    }

    /// The length of the shortest text.
    pub(crate) fn shortest(&self) -> u32 {
        self.parts.last().map_or(0, |part| part.shortest)
    }

    fn is_unbounded(&self) -> bool {
        self.parts.iter().any(|part| matches!(part.kind, Kind::Repeat { most: UNBOUNDED, .. }))
    }

    fn push(&mut self, kind: Kind, shortest: u32, varies: bool) -> Option<u32> {
        self.parts.push(Part { kind, shortest, varies });
        Some(self.parts.len() as u32 - 1)
    }

    /// Adds a part; `None` if no text matches it.
    fn add(&mut self, hir: &Hir, at: At) -> Result<Option<u32>, String> {
        Ok(match hir.kind() {
            HirKind::Empty => self.push(Kind::Sequence(Vec::new()), 0, false),
            HirKind::Literal(hir::Literal(bytes)) => {
                let length = match std::str::from_utf8(bytes) {
                    Ok(text) if self.mode == Mode::Text => text.chars().count(),
                    _ => bytes.len(),
                };
                let length = u32::try_from(length).unwrap_or(u32::MAX);
                self.push(Kind::Literal(bytes.to_vec()), length, false)
            }
            HirKind::Class(class) => self.add_class(class),
            HirKind::Look(look) => {
                if !is_satisfied(*look, at) {
                    return Err(format!(
                        "`{}` cannot be used here: a value matches the expression as a whole, so \
                         only `^` at the start and `$` at the end are allowed",
                        name(*look)
                    ));
                }
                self.push(Kind::Sequence(Vec::new()), 0, false)
            }
            HirKind::Repetition(repetition) => self.add_repetition(repetition, at)?,
            HirKind::Capture(capture) => self.add(&capture.sub, at)?,
            HirKind::Concat(all) => self.add_sequence(all, at)?,
            HirKind::Alternation(all) => self.add_choice(all, at)?,
        })
    }

    fn add_class(&mut self, class: &Class) -> Option<u32> {
        match class {
            Class::Unicode(class) => {
                let ranges: Vec<_> =
                    class.ranges().iter().map(|range| (range.start(), range.end())).collect();
                let &(first, _) = ranges.first()?;
                let shortest = if self.mode == Mode::Text { 1 } else { first.len_utf8() };
                let varies = ranges.len() > 1 || ranges.iter().any(|(low, high)| low != high);
                self.push(Kind::Chars(ranges), shortest as u32, varies)
            }
            Class::Bytes(class) => {
                let ranges: Vec<_> =
                    class.ranges().iter().map(|range| (range.start(), range.end())).collect();
                ranges.first()?;
                let varies = ranges.len() > 1 || ranges.iter().any(|(low, high)| low != high);
                self.push(Kind::Bytes(ranges), 1, varies)
            }
        }
    }

    fn add_repetition(&mut self, repetition: &Repetition, at: At) -> Result<Option<u32>, String> {
        let Repetition { min: least, max, sub, .. } = repetition;
        // One round at most is no further from the ends than the repetition.
        let once = *max == Some(1);
        let part = self.add(sub, At { start: at.start && once, end: at.end && once })?;
        let Some(part) = part else {
            // Without a text to repeat, there is the empty text, if there may be no round.
            let empty = *least == 0;
            return Ok(empty.then(|| self.push(Kind::Sequence(Vec::new()), 0, false)).flatten());
        };
        let Part { shortest, varies, .. } = self.parts[part as usize];
        // A round that may be empty can as well be left out.
        let least = if shortest == 0 { 0 } else { *least };
        if shortest == 0 && !varies {
            return Ok(self.push(Kind::Sequence(Vec::new()), 0, false));
        }
        let most = max.unwrap_or(UNBOUNDED);
        let all_vary = varies && most > 0 || least != most;
        let shortest = shortest.saturating_mul(least);
        Ok(self.push(Kind::Repeat { part, least, most }, shortest, all_vary))
    }

    fn add_sequence(&mut self, all: &[Hir], at: At) -> Result<Option<u32>, String> {
        let is_empty = |hir: &Hir| hir.properties().maximum_len() == Some(0);
        let mut parts = Vec::new();
        let mut is_possible = true;
        for (index, hir) in all.iter().enumerate() {
            let start = at.start && all[..index].iter().all(is_empty);
            let end = at.end && all[index + 1..].iter().all(is_empty);
            match self.add(hir, At { start, end })? {
                Some(part) => parts.push(part),
                None => is_possible = false,
            }
        }
        let each = || parts.iter().map(|part| &self.parts[*part as usize]);
        let shortest = each().fold(0_u32, |sum, part| sum.saturating_add(part.shortest));
        let varies = each().any(|part| part.varies);
        Ok(is_possible.then(|| self.push(Kind::Sequence(parts), shortest, varies)).flatten())
    }

    fn add_choice(&mut self, all: &[Hir], at: At) -> Result<Option<u32>, String> {
        let mut parts = Vec::new();
        for hir in all {
            parts.extend(self.add(hir, at)?);
        }
        let shortest = parts.iter().map(|part| self.parts[*part as usize].shortest).min();
        let varies = match parts.as_slice() {
            [only] => self.parts[*only as usize].varies,
            _ => true,
        };
        Ok(shortest.and_then(|shortest| self.push(Kind::Choice(parts), shortest, varies)))
    }

    /// The greatest length of a text, from an expression without parentheses around it. The
    /// shortest text must not be longer.
    pub(crate) fn longest(&self, max_len: Option<&Expr>) -> syn::Result<TokenStream> {
        let Some(longest) = max_len else { return Ok(quote!(usize::MAX)) };
        let (shortest, elements) = (self.shortest() as usize, self.mode.elements());
        let text =
            format!("the shortest text that matches the expression has {shortest} {elements}");
        match longest {
            Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => {
                match number.base10_parse::<usize>() {
                    Ok(number) if number < shortest => Err(syn::Error::new_spanned(longest, text)),
                    _ => Ok(longest.to_token_stream()),
                }
            }
            _ => Ok(quote_spanned!(longest.span()=> {
                let __longest: usize = #longest;
                ::core::assert!(__longest >= #shortest, #text);
                __longest
            })),
        }
    }

    /// The table, as `mutagen-core` takes it.
    pub(crate) fn table(&self, expression: &LitStr) -> TokenStream {
        let parts = self.parts.iter().map(|Part { kind, shortest, varies }| {
            let kind = match kind {
                Kind::Literal(bytes) => {
                    let bytes = syn::LitByteStr::new(bytes, expression.span());
                    quote!(Literal(#bytes))
                }
                Kind::Chars(ranges) => {
                    let ranges = ranges.iter().map(|(low, high)| quote!((#low, #high)));
                    quote!(Chars(&[#(#ranges),*]))
                }
                Kind::Bytes(ranges) => {
                    let ranges = ranges.iter().map(|(low, high)| quote!((#low, #high)));
                    quote!(Bytes(&[#(#ranges),*]))
                }
                Kind::Sequence(parts) => quote!(Sequence(&[#(#parts),*])),
                Kind::Choice(parts) => quote!(Choice(&[#(#parts),*])),
                Kind::Repeat { part, least, most } => {
                    quote!(Repeat { part: #part, least: #least, most: #most })
                }
            };
            quote! {
                __mutagen::Part {
                    kind: __mutagen::PartKind::#kind,
                    shortest: #shortest,
                    varies: #varies,
                }
            }
        });
        let is_text = self.mode == Mode::Text;
        quote! {
            __mutagen::Language {
                expression: #expression,
                is_text: #is_text,
                parts: &[#(#parts),*],
            }
        }
    }
}

/// Whether an anchor holds because of where it stands.
fn is_satisfied(look: Look, at: At) -> bool {
    match look {
        Look::Start | Look::StartLF | Look::StartCRLF => at.start,
        Look::End | Look::EndLF | Look::EndCRLF => at.end,
        _ => false,
    }
}

/// How an anchor or a word boundary is written.
fn name(look: Look) -> &'static str {
    match look {
        Look::Start | Look::StartLF | Look::StartCRLF => "^",
        Look::End | Look::EndLF | Look::EndCRLF => "$",
        Look::WordAsciiNegate | Look::WordUnicodeNegate => "\\B",
        Look::WordStartAscii | Look::WordStartUnicode => "\\b{start}",
        Look::WordEndAscii | Look::WordEndUnicode => "\\b{end}",
        Look::WordStartHalfAscii | Look::WordStartHalfUnicode => "\\b{start-half}",
        Look::WordEndHalfAscii | Look::WordEndHalfUnicode => "\\b{end-half}",
        _ => "\\b",
    }
}
