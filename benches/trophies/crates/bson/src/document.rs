//! Documents of BSON as values, and their bytes.

use mutagen_core::Mutate;

/// The members of a document.
pub type Document = Vec<(String, Value)>;

/// A value of BSON.
#[derive(Debug, Clone, Mutate)]
pub enum Value {
    /// A float.
    Double(f64),
    /// A text.
    String(Text),
    /// A document.
    Document(Nested),
    /// A document whose keys are numbers.
    Array(ArrayOf),
    /// Bytes of a subtype.
    Binary(i32, u8, Vec<u8>),
    /// The identity of an object.
    ObjectId([u8; 12]),
    /// A truth value.
    Boolean(bool),
    /// Milliseconds since 1970.
    DateTime(i64),
    /// Nothing.
    Null,
    /// A pattern and its options.
    Regex(String, String),
    /// A number of 32 bits.
    Int32(i32),
    /// A number of 64 bits.
    Int64(i64),
}

/// A text, and how its length differs from the one that is written.
#[derive(Debug, Clone, Mutate)]
pub struct Text {
    text: String,
    excess: i32,
}

/// A document in a document, and how its length differs from the one that is written.
#[derive(Debug, Clone, Mutate)]
pub struct Nested {
    members: Vec<(String, Value)>,
    excess: i32,
}

/// An array, and how its length differs from the one that is written.
#[derive(Debug, Clone, Mutate)]
pub struct ArrayOf {
    items: Vec<Value>,
    excess: i32,
}

/// The bytes of a document.
pub fn print(document: &Document) -> Vec<u8> {
    framed(document.iter().map(|(key, value)| (key.clone(), value)), 0)
}

fn framed<'a>(members: impl Iterator<Item = (String, &'a Value)>, excess: i32) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    for (key, value) in members {
        value.print_to(&key, &mut bytes);
    }
    bytes.push(0);
    let length = i32::try_from(bytes.len()).expect("a short document").wrapping_add(excess);
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    bytes
}

fn push_name(name: &str, bytes: &mut Vec<u8>) {
    bytes.extend(name.bytes().filter(|&byte| byte != 0));
    bytes.push(0);
}

impl Value {
    fn print_to(&self, key: &str, bytes: &mut Vec<u8>) {
        let tag = match self {
            Value::Double(_) => 1,
            Value::String(_) => 2,
            Value::Document(_) => 3,
            Value::Array(_) => 4,
            Value::Binary(..) => 5,
            Value::ObjectId(_) => 7,
            Value::Boolean(_) => 8,
            Value::DateTime(_) => 9,
            Value::Null => 10,
            Value::Regex(..) => 11,
            Value::Int32(_) => 16,
            Value::Int64(_) => 18,
        };
        bytes.push(tag);
        push_name(key, bytes);
        match self {
            Value::Double(value) => bytes.extend(value.to_le_bytes()),
            Value::String(Text { text, excess }) => {
                let length = i32::try_from(text.len() + 1).expect("a short text");
                bytes.extend(length.wrapping_add(*excess).to_le_bytes());
                bytes.extend(text.bytes());
                bytes.push(0);
            }
            Value::Document(Nested { members, excess }) => {
                let members = members.iter().map(|(key, value)| (key.clone(), value));
                bytes.extend(framed(members, *excess));
            }
            Value::Array(ArrayOf { items, excess }) => {
                let members = items.iter().enumerate();
                let members = members.map(|(index, value)| (index.to_string(), value));
                bytes.extend(framed(members, *excess));
            }
            Value::Binary(excess, subtype, value) => {
                let length = i32::try_from(value.len()).expect("few bytes");
                bytes.extend(length.wrapping_add(*excess).to_le_bytes());
                bytes.push(*subtype);
                bytes.extend(value);
            }
            Value::ObjectId(id) => bytes.extend(id),
            Value::Boolean(value) => bytes.push(u8::from(*value)),
            Value::DateTime(value) | Value::Int64(value) => bytes.extend(value.to_le_bytes()),
            Value::Null => {}
            Value::Regex(pattern, options) => {
                push_name(pattern, bytes);
                push_name(options, bytes);
            }
            Value::Int32(value) => bytes.extend(value.to_le_bytes()),
        }
    }
}
