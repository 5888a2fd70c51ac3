//! `serde_json`: a `Value` is mutated as an enum. An object is mutated as described in
//! `by_shape::map_like`, with its entries in the order of their keys. A `Number` is one node, with
//! the mutants of an enum of a signed, an unsigned and a floating-point number. A float that JSON
//! cannot represent becomes 0.

use crate::impls::by_shape::map_like::{MapLike, keyed, map_of};
use crate::impls::by_shape::via::{Via, via};
use crate::value::{Form, Generator, Mutate, ParseError, Parser};
use serde_json::{Map, Number, Value};

mutagen_derive::foreign! {
    enum Value {
        Null,
        Bool(bool),
        Number(Number),
        String(String),
        Array(Vec<Value>),
        Object(Map<String, Value>),
    }
}

/// The entries in the order of their keys. `serde_json` keeps the order of insertion if another
/// crate enables that feature.
fn sorted<'m, V>(
    entries: impl Iterator<Item = (&'m String, V)>,
) -> impl Iterator<Item = (&'m String, V)> {
    let mut entries: Vec<(&String, V)> = entries.collect();
    entries.sort_by_key(|(key, _)| *key);
    entries.into_iter()
}

/// An object with its entries inserted in the order of the keys.
fn laid_out(entries: Vec<(String, Value)>) -> Map<String, Value> {
    let mut map: Map<String, Value> = entries.into_iter().collect();
    map.sort_keys();
    map
}

impl MapLike for Map<String, Value> {
    map_of!(String, Value, sorted, laid_out);

    fn take(&mut self, at: usize) -> Option<(String, Value)> {
        let key = self.key(at)?.clone();
        let entry = self.remove_entry(&key);
        self.sort_keys();
        entry
    }
    fn put(&mut self, _: usize, key: String, value: Value) -> usize {
        let at = self.keys().filter(|other| **other < key).count();
        self.insert(key, value);
        self.sort_keys();
        at
    }
}

keyed!([] Map<String, Value>);

/// The parts of a number.
mod parts {
    #[derive(mutagen_derive::Mutate)]
    pub(crate) enum Number {
        Signed(i64),
        Unsigned(u64),
        Float(f64),
    }
}

impl Via<parts::Number> for Number {
    fn to_parts(&self) -> Option<parts::Number> {
        let signed = self.as_i64().map(parts::Number::Signed);
        let unsigned = || self.as_u64().map(parts::Number::Unsigned);
        signed.or_else(unsigned).or_else(|| self.as_f64().map(parts::Number::Float))
    }
    fn from_parts(parts: &parts::Number) -> Self {
        match parts {
            parts::Number::Signed(number) => (*number).into(),
            parts::Number::Unsigned(number) => (*number).into(),
            parts::Number::Float(number) => Number::from_f64(*number).unwrap_or_else(|| 0.into()),
        }
    }
    fn draw(generator: &mut Generator) -> Self {
        if generator.one_in(4) {
            return Self::from_parts(&parts::Number::Float(f64::generate(generator)));
        }
        i64::generate(generator).into()
    }
    fn write(this: &Self) -> Form {
        Form::Atom(this.to_string())
    }
    fn read(parser: &mut Parser) -> Result<Self, ParseError> {
        let negative = parser.punctuation('-');
        parser.read_literal("a number as JSON writes it", |literal| {
            let text = format!("{}{literal}", if negative { "-" } else { "" });
            // `serde_json` is not used here, because by default it parses floats inexactly.
            let signed = text.parse().ok().map(parts::Number::Signed);
            let unsigned = || text.parse().ok().map(parts::Number::Unsigned);
            let float = || text.parse().ok().filter(|float: &f64| float.is_finite());
            let number = signed.or_else(unsigned);
            let number = number.or_else(|| float().map(parts::Number::Float));
            number.map(|number| Self::from_parts(&number))
        })
    }
}

via!([] Number, parts::Number);
