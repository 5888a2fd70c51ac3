//! The code shared by texts: sequences of characters or bytes that are no nodes. A text is printed
//! between double quotes, or, if it is not UTF-8, as a byte string, `b"a\xff"`.

use super::{Sequence, count};
use crate::value::seed::scramble;
#[cfg(any(feature = "arbitrary", feature = "bytes"))]
use crate::value::text::{ParseError, Parser};
use crate::value::{Context, Form, Generator, Mutants, NodeKind};

/// A text as its mutants see it.
pub(in crate::impls) trait Text: Sequence<Item: PartialEq> {
    /// The bytes of the text.
    fn bytes(&self) -> &[u8];
    /// An element for a mutant.
    fn fresh(generator: &mut Generator) -> Self::Item;
    /// The text of these bytes, or a similar one.
    fn of_bytes(bytes: &[u8]) -> Self;
}

pub(in crate::impls) fn kind<T: Text>(_: &T) -> NodeKind {
    NodeKind::Text
}

pub(in crate::impls) fn text<T: Text>(text: &T, into: &mut Vec<u8>) {
    into.extend_from_slice(text.bytes());
}

pub(in crate::impls) fn text_length<T: Text>(text: &T) -> usize {
    text.bytes().len()
}

pub(in crate::impls) fn set_text<T: Text>(text: &mut T, bytes: &[u8]) {
    *text = T::of_bytes(bytes);
}

pub(in crate::impls) fn form<T: Text>(text: &T) -> Form {
    match std::str::from_utf8(text.bytes()) {
        Ok(text) => Form::Atom(format!("{text:?}")),
        Err(_) => byte_string(text.bytes()),
    }
}

/// The form of a byte string.
pub(in crate::impls) fn byte_string(bytes: &[u8]) -> Form {
    Form::Atom(format!("b\"{}\"", bytes.escape_ascii()))
}

/// Reads what [`byte_string`] wrote.
#[cfg(any(feature = "arbitrary", feature = "bytes"))]
pub(in crate::impls) fn read_byte_string(parser: &mut Parser) -> Result<Vec<u8>, ParseError> {
    parser.bytes().ok_or_else(|| parser.expected("a byte string such as `b\"a\\xff\"`"))
}

pub(in crate::impls) fn fingerprint<T: Text>(text: &T) -> u64 {
    hash(text.bytes())
}

/// A hash of bytes, for a fingerprint.
pub(in crate::impls) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(bytes.len() as u64, |hash, byte| scramble(hash ^ u64::from(*byte)))
}

/// The mutants of a text: the pure ones of a sequence, and one random mutant that replaces an
/// element by a fresh one, or an empty text by a fresh text.
pub(in crate::impls) fn mutants<T: Text>(text: &T) -> Mutants {
    Mutants { pure: count(text.length()), random: 1 }
}

/// Turns a text into its mutant with this number.
pub(in crate::impls) fn mutate<T: Text>(text: &mut T, mutant: u64, context: &mut Context) {
    let length = text.length();
    if mutant < count(length) {
        return super::mutate(text, mutant, context);
    }
    let generator = context.generator();
    let at = match u32::try_from(length) {
        Ok(0) => {
            *text = T::generate(generator);
            if text.length() == 0 {
                text.push(T::fresh(generator));
            }
            return context.undo.push_word(0);
        }
        length => generator.below(length.unwrap_or(u32::MAX)) as usize,
    };
    let old = text.remove(at);
    text.make_room();
    // A few draws nearly always give a different element. If they do not, one repeated test does no
    // harm.
    let drawn = (0..4).map(|_| T::fresh(generator)).find(|new| *new != old);
    text.insert(at, drawn.unwrap_or_else(T::smallest_item));
    context.undo.push(old);
    context.undo.push_word(at as u64);
    context.undo.push_word(length as u64);
}

/// Undoes [`mutate`] with the same number.
pub(in crate::impls) fn restore<T: Text>(text: &mut T, mutant: u64, context: &mut Context) {
    let length = context.undo.pop_word();
    if mutant < count(length as usize) {
        context.undo.push_word(length);
        return super::restore(text, mutant, context);
    }
    if length == 0 {
        *text = T::smallest();
        return;
    }
    let at = context.undo.pop_word() as usize;
    text.remove(at);
    text.insert(at, context.undo.pop());
}
