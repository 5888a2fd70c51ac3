//! An adapter for types that implement `arbitrary::Arbitrary` but not `Mutate`: see
//! [`FromArbitrary`].

use crate::impls::by_shape::sequence::text::{byte_string, hash, read_byte_string};
use crate::value::node::own_node;
use crate::value::{Context, Form, Generator, Mutants, Mutate, Node, ParseError, Parser};
use arbitrary::{Arbitrary, Unstructured};
use rand::{Rng, RngExt};
use std::fmt::{self, Debug, Formatter};
use std::ops::Deref;

/// A value that `arbitrary` made from random bytes, for types of other crates that implement
/// `Arbitrary` but not [`Mutate`].
///
/// The engine sees one node without parts. A mutant is made from fresh bytes, or from the old bytes
/// with some changed, cut off or added. The bytes are kept, so that a value can be copied without
/// `Clone`. The value is printed as its bytes, in a byte string. The string gives the same value
/// again as long as the type's `Arbitrary` does not change.
///
/// ```
/// use mutagen_core::{FromArbitrary, Mutate};
///
/// // Any type with an `Arbitrary`.
/// type Address = std::net::Ipv4Addr;
///
/// #[derive(Debug, Mutate)]
/// struct Request {
///     from: FromArbitrary<Address>,
///     length: u16,
/// }
/// assert!(Request::smallest().from.is_unspecified());
/// ```
pub struct FromArbitrary<T> {
    value: T,
    bytes: Vec<u8>,
}

/// The maximum number of zero bytes tried for the smallest value. The number doubles with each try.
const MOST_ZEROS: usize = 1 << 16;

/// The number of bytes per unit of size.
const BYTES: u32 = 8;

impl<T: for<'a> Arbitrary<'a>> FromArbitrary<T> {
    /// The value that `arbitrary` makes from these bytes; `None` if it makes no value.
    pub fn new(bytes: Vec<u8>) -> Option<FromArbitrary<T>> {
        let value = T::arbitrary(&mut Unstructured::new(&bytes)).ok()?;
        Some(FromArbitrary { value, bytes })
    }

    /// The value itself.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T> Deref for FromArbitrary<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: Debug> Debug for FromArbitrary<T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        self.value.fmt(formatter)
    }
}

impl<T: for<'a> Arbitrary<'a> + 'static> Mutate for FromArbitrary<T> {
    /// The value made from no bytes, or from as few zeros as possible.
    ///
    /// # Panics
    /// When `arbitrary` makes no value from 65,536 zeros.
    fn smallest() -> Self {
        let lengths = std::iter::successors(Some(0), |length| Some((2 * length).max(1)));
        let mut tried = lengths.take_while(|length| *length <= MOST_ZEROS);
        tried.find_map(|length| FromArbitrary::new(vec![0; length])).unwrap_or_else(|| {
            panic!(
                "the `Arbitrary` of `{}` makes nothing of {MOST_ZEROS} zeros, so it has no \
                 smallest value: implement `Mutate` for a type around it, or use \
                 `#[mutate(with = …)]`",
                std::any::type_name::<T>()
            )
        })
    }
    fn generate(generator: &mut Generator) -> Self {
        let most = generator.size().min(1 << 12).saturating_add(1) * BYTES;
        let length = generator.below(most) as usize;
        let mut bytes = vec![0; length];
        generator.random().fill_bytes(&mut bytes);
        FromArbitrary::new(bytes).unwrap_or_else(Self::smallest)
    }
    fn copy(this: &Self) -> Option<Self> {
        FromArbitrary::new(this.bytes.clone())
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        let value = FromArbitrary::new(read_byte_string(parser)?);
        let name = std::any::type_name::<T>();
        parser.accept(value, format!("bytes of which a `{name}` is made"))
    }
    own_node!();
}

impl<T: for<'a> Arbitrary<'a> + 'static> Node for FromArbitrary<T> {
    fn form(&self) -> Form {
        byte_string(&self.bytes)
    }
    fn fingerprint(&self) -> u64 {
        hash(&self.bytes)
    }
    fn mutants(&self) -> Mutants {
        Mutants { pure: 0, random: 2 }
    }
    fn mutate(&mut self, mutant: u64, context: &mut Context) {
        let new = if mutant.is_multiple_of(2) {
            Self::generate(context.generator())
        } else {
            let bytes = changed(&self.bytes, context.generator());
            FromArbitrary::new(bytes).unwrap_or_else(Self::smallest)
        };
        context.undo.push(std::mem::replace(self, new));
    }
}

/// The bytes with one of them changed, the end cut off, or some added.
fn changed(old: &[u8], generator: &mut Generator) -> Vec<u8> {
    let mut bytes = old.to_vec();
    let at = generator.below(u32::try_from(bytes.len()).unwrap_or(u32::MAX).max(1)) as usize;
    match (generator.below(4), bytes.get_mut(at)) {
        (0 | 1, Some(byte)) => *byte = byte.wrapping_add(1 + generator.below(255) as u8),
        (2, Some(_)) => bytes.truncate(at),
        _ => bytes.extend((0..BYTES).map(|_| generator.random().random::<u8>())),
    }
    bytes
}
