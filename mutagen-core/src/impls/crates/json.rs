//! `serde_json`: a `Value` is mutated as an enum. An object is mutated as described in
//! `by_shape::map_like`, with its entries in the order of their keys. A `Number` is one node, with
//! the mutants of an enum of a signed, an unsigned and a floating-point number. A float that JSON
//! cannot represent becomes 0.

use crate::impls::by_shape::map_like::{Keys, MapLike, keyed, map_of};
use crate::impls::by_shape::surrogate::{Surrogate, represented};
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::text::{Form, ParseError, Parser};
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

/// An object with its entries inserted in the order of the keys, because `serde_json` keeps the
/// order of insertion if another crate enables that feature.
fn laid_out(mut entries: Vec<(String, Value)>) -> Map<String, Value> {
    entries.sort_by(|left, right| left.0.cmp(&right.0));
    entries.into_iter().collect()
}

impl MapLike for Map<String, Value> {
    map_of!(String, Value, laid_out);

    fn length(&self) -> usize {
        self.len()
    }
    fn key(&self, at: usize) -> Option<&String> {
        MapLike::keys(self).get(at).copied()
    }
    fn keys(&self) -> Keys<'_, String> {
        let mut keys: Keys<'_, String> = self.keys().collect();
        keys.sort();
        keys
    }
    fn values(&self) -> impl Iterator<Item = &Value> {
        let mut entries: Vec<(&String, &Value)> = self.iter().collect();
        entries.sort_by_key(|(key, _)| *key);
        entries.into_iter().map(|(_, value)| value)
    }
    fn value(&self, at: usize) -> Option<&Value> {
        self.get(self.key(at)?)
    }
    fn value_mut(&mut self, at: usize) -> Option<&mut Value> {
        let key = self.key(at)?.clone();
        self.get_mut(&key)
    }
    fn holds(&self, key: &String) -> bool {
        self.contains_key(key)
    }
    fn take(&mut self, at: usize) -> Option<(String, Value)> {
        let mut entries: Vec<(String, Value)> = std::mem::take(self).into_iter().collect();
        entries.sort_by(|left, right| left.0.cmp(&right.0));
        let entry = (at < entries.len()).then(|| entries.remove(at));
        *self = entries.into_iter().collect();
        entry
    }
    fn put(&mut self, _: usize, key: String, value: Value) -> usize {
        let at = self.keys().filter(|other| **other < key).count();
        let entries = std::mem::take(self).into_iter().chain([(key, value)]);
        *self = laid_out(entries.collect());
        at
    }
}

keyed!([] Map<String, Value>, map (String, Value));

/// The parts of a number.
mod parts {
    #[derive(mutagen_derive::Mutate)]
    pub(crate) enum Number {
        Signed(i64),
        Unsigned(u64),
        Float(f64),
    }
}

impl Surrogate for Number {
    type Parts = parts::Number;

    fn parts(&self) -> Option<Self::Parts> {
        let signed = self.as_i64().map(parts::Number::Signed);
        let unsigned = || self.as_u64().map(parts::Number::Unsigned);
        signed.or_else(unsigned).or_else(|| self.as_f64().map(parts::Number::Float))
    }
    fn of(parts: &Self::Parts) -> Self {
        match parts {
            parts::Number::Signed(number) => (*number).into(),
            parts::Number::Unsigned(number) => (*number).into(),
            parts::Number::Float(number) => Number::from_f64(*number).unwrap_or_else(|| 0.into()),
        }
    }
    fn draw(generator: &mut Generator) -> Self {
        if generator.one_in(4) {
            return Self::of(&parts::Number::Float(f64::generate(generator)));
        }
        i64::generate(generator).into()
    }
    fn write(&self) -> Form {
        Form::Atom(self.to_string())
    }
    fn read(parser: &mut Parser) -> Result<Self, ParseError> {
        let expected = "a number as JSON writes it";
        let negative = parser.punctuation('-');
        let Some(literal) = parser.literal() else { return Err(parser.expected(expected)) };
        let text = format!("{}{literal}", if negative { "-" } else { "" });
        // `serde_json` is not used here, because by default it parses floats inexactly.
        let signed = || text.parse().ok().map(parts::Number::Signed);
        let unsigned = || text.parse().ok().map(parts::Number::Unsigned);
        let float = || text.parse().ok().filter(|f: &f64| f.is_finite()).map(parts::Number::Float);
        let number = signed().or_else(unsigned).or_else(float);
        number.map(|number| Self::of(&number)).ok_or_else(|| {
            parser.back();
            parser.expected(expected)
        })
    }
}

represented!([] Number);
