//! A value of ASN.1, printed to bytes.

use mutagen_core::Mutate;

/// A value.
#[derive(Debug, Clone, Mutate)]
pub struct Value {
    /// Whether the length is written in a byte of its own even if it fits in the first one.
    pub long: bool,
    /// What is added to the length.
    #[mutate(range = 0..=3)]
    pub more: u8,
    /// What the value has.
    pub content: Content,
}

/// What a value has.
#[derive(Debug, Clone, Mutate)]
pub enum Content {
    /// True or false.
    Boolean(u8),
    /// A whole number.
    Integer(Bytes),
    /// Bits; none of the last ones.
    Bits {
        /// How many of the last bits are not used.
        unused: Option<u8>,
        /// The bits.
        bits: Bytes,
    },
    /// Bytes.
    Octets(Bytes),
    /// Nothing.
    Null,
    /// The name of an object.
    Object {
        /// The first two numbers.
        first: u8,
        /// The others.
        rest: Bytes,
    },
    /// A text.
    Text(#[mutate(max_len = 8)] String),
    /// Values in an order.
    Sequence(Vec<Value>),
    /// Values without an order.
    Set(Vec<Value>),
    /// A value with a number.
    Tagged(#[mutate(range = 0..=30)] u8, Box<Value>),
}

/// Any bytes.
#[derive(Debug, Clone, Mutate)]
pub struct Bytes(#[mutate(max_len = 12)] pub Vec<u8>);

impl Value {
    /// The bytes of the value.
    pub fn print(&self) -> Vec<u8> {
        let (tag, content) = self.content.print();
        let length = content.len() + usize::from(self.more);
        let mut out = vec![tag];
        if length < 128 && !self.long {
            out.push(length as u8);
        } else {
            out.push(0x82);
            out.extend((length as u16).to_be_bytes());
        }
        out.extend(content);
        out
    }
}

impl Content {
    /// The tag and the bytes after the length.
    fn print(&self) -> (u8, Vec<u8>) {
        match self {
            Content::Boolean(value) => (0x01, vec![*value]),
            Content::Integer(Bytes(bytes)) => (0x02, bytes.clone()),
            Content::Bits { unused, bits: Bytes(bits) } => {
                (0x03, unused.iter().chain(bits).copied().collect())
            }
            Content::Octets(Bytes(bytes)) => (0x04, bytes.clone()),
            Content::Null => (0x05, Vec::new()),
            Content::Object { first, rest: Bytes(rest) } => {
                (0x06, [*first].into_iter().chain(rest.iter().copied()).collect())
            }
            Content::Text(text) => (0x0c, text.clone().into_bytes()),
            Content::Sequence(values) => (0x30, values.iter().flat_map(Value::print).collect()),
            Content::Set(values) => (0x31, values.iter().flat_map(Value::print).collect()),
            Content::Tagged(number, value) => (0xa0 | number, value.print()),
        }
    }
}
