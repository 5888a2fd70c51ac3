//! An adapter for types that implement `arbitrary::Arbitrary` and not `Mutate`: see
//! [`FromArbitrary`].

use crate::impls::std::ffi::{byte_string, read_byte_string};
use crate::impls::std::string::fingerprint;
use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::{Mutants, Node, own_node};
use crate::value::text::{Form, ParseError, Parser};
use arbitrary::{Arbitrary, Unstructured};
use rand::{Rng, RngExt};
use std::fmt::{self, Debug, Formatter};
use std::ops::Deref;

/// A value that `arbitrary` made of random bytes: for types of other crates that implement
/// `Arbitrary` and not [`Mutate`].
///
/// The engine sees one node without parts. Its mutants are made of the bytes: fresh ones, or some of
/// the old ones changed, cut off or added. The bytes are kept, so that a value can be copied without
/// `Clone`, and they are its text: a byte string, which gives the same value again as long as the
/// type's `Arbitrary` stays as it is.
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

/// How many bytes of nothing are tried for the smallest value, each time twice as many.
const MOST_ZEROS: usize = 1 << 16;

/// Bytes for each unit of size.
const BYTES: u32 = 8;

impl<T: for<'a> Arbitrary<'a>> FromArbitrary<T> {
    /// The value that `arbitrary` makes of these bytes; `None` if it makes none of them.
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
    /// What is made of no bytes, or of as few zeros as will do.
    ///
    /// # Panics
    /// When nothing is made of 65 536 zeros.
    fn smallest() -> Self {
        let mut length = 0;
        while length <= MOST_ZEROS {
            if let Some(value) = FromArbitrary::new(vec![0; length]) {
                return value;
            }
            length = (2 * length).max(1);
        }
        panic!(
            "the `Arbitrary` of `{}` makes nothing of {MOST_ZEROS} zeros, so it has no smallest value: \
             implement `Mutate` for a type around it, or use `#[mutate(with = …)]`",
            std::any::type_name::<T>()
        )
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
        FromArbitrary::new(read_byte_string(parser)?).ok_or_else(|| {
            parser.back();
            parser.expected(format!("bytes of which a `{}` is made", std::any::type_name::<T>()))
        })
    }
    own_node!();
}

impl<T: for<'a> Arbitrary<'a> + 'static> Node for FromArbitrary<T> {
    fn form(&self) -> Form {
        byte_string(&self.bytes)
    }
    fn fingerprint(&self) -> u64 {
        fingerprint(&self.bytes)
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
