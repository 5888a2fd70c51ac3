//! A PDF document: objects and a table of where they are, printed to bytes. It has no references,
//! nor tables before the last one, which the property does not take.

use mutagen_core::Mutate;
use std::fmt::Write;

/// A document.
#[derive(Debug, Clone, Mutate)]
pub struct Document {
    /// The minor number of the version.
    #[mutate(range = 0..=9)]
    pub version: u8,
    /// The objects. Their numbers start at 1.
    #[mutate(max_len = 8)]
    pub objects: Vec<Object>,
    /// The table of the objects.
    pub table: Table,
}

/// The table of the objects.
#[derive(Debug, Clone, Mutate)]
pub enum Table {
    /// A table of text, and entries of the trailer.
    Text(Vec<(Key, Value)>),
    /// An object is the table.
    Object(#[mutate(range = 0..=7)] u8),
}

/// An object.
#[derive(Debug, Clone, Mutate)]
pub enum Object {
    /// A value.
    Value(Value),
    /// Bytes, and what is said of them.
    Stream {
        /// The length of the stream, as it is said to be.
        length: Length,
        /// More entries.
        entries: Vec<(Key, Value)>,
        /// The bytes.
        #[mutate(max_len = 64)]
        data: Vec<u8>,
    },
}

/// The length of a stream.
#[derive(Debug, Clone, Mutate)]
pub enum Length {
    /// The length of the data.
    Right,
    /// Any value.
    Value(Value),
}

/// A value.
#[derive(Debug, Clone, Mutate)]
pub enum Value {
    /// `null`
    Null,
    /// `true` and `false`
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A number with three digits after the point.
    Real(i32),
    /// A name.
    Name(Key),
    /// A text in parentheses.
    Text(#[mutate(max_len = 8)] String),
    /// Values in brackets.
    Array(Vec<Value>),
    /// Names and values.
    Dictionary(Vec<(Key, Value)>),
}

/// A name that has a meaning.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Key {
    /// What an object is.
    Type,
    /// The catalogue of the document.
    Catalog,
    /// The tree of pages.
    Pages,
    /// A page.
    Page,
    /// The parts of a tree.
    Kids,
    /// How many pages there are.
    Count,
    /// The catalogue.
    Root,
    /// How many objects there are, or a table of them.
    Size,
    /// The widths of the fields of a table.
    W,
    /// The numbers of the objects in a table.
    Index,
    /// A table of objects.
    XRef,
    /// A stream of objects.
    ObjStm,
    /// How many objects are in a stream.
    N,
    /// Where the first object of a stream is.
    First,
    /// How a stream is encoded.
    Filter,
    /// The encoding of zlib.
    FlateDecode,
}

impl Document {
    /// The bytes of the document.
    pub fn print(&self) -> Vec<u8> {
        let mut out = format!("%PDF-1.{}\n", self.version).into_bytes();
        let mut offsets = Vec::new();
        for (index, object) in self.objects.iter().enumerate() {
            offsets.push(out.len());
            out.extend(format!("{} 0 obj ", index + 1).bytes());
            object.print(&mut out);
            out.extend(b" endobj\n");
        }
        let table = match &self.table {
            Table::Object(index) => offsets.get(usize::from(*index)).copied().unwrap_or_default(),
            Table::Text(trailer) => {
                let start = out.len();
                let mut text = format!("xref\n0 {}\n0000000000 65535 f \n", offsets.len() + 1);
                for offset in &offsets {
                    writeln!(text, "{offset:010} 00000 n ").expect("a text has room");
                }
                text.push_str("trailer\n");
                print_entries(&mut text, trailer);
                text.push('\n');
                out.extend(text.bytes());
                start
            }
        };
        out.extend(format!("startxref\n{table}\n%%EOF").bytes());
        out
    }
}

impl Object {
    fn print(&self, out: &mut Vec<u8>) {
        let mut text = String::new();
        match self {
            Object::Value(value) => {
                value.print(&mut text);
                out.extend(text.bytes());
            }
            Object::Stream { length, entries, data } => {
                text.push_str("<</Length ");
                match length {
                    Length::Right => write!(text, "{}", data.len()).expect("a text has room"),
                    Length::Value(value) => value.print(&mut text),
                }
                for (key, value) in entries {
                    write!(text, "/{key:?} ").expect("a text has room");
                    value.print(&mut text);
                }
                text.push_str(">>stream\n");
                out.extend(text.bytes());
                out.extend(data);
                out.extend(b"\nendstream");
            }
        }
    }
}

impl Value {
    fn print(&self, out: &mut String) {
        match self {
            Value::Null => out.push_str("null"),
            Value::Boolean(value) => write!(out, "{value}").expect("a text has room"),
            Value::Integer(value) => write!(out, "{value}").expect("a text has room"),
            Value::Real(value) => {
                let value = f64::from(*value) / 1000.0;
                write!(out, "{value:.3}").expect("a text has room");
            }
            Value::Name(key) => write!(out, "/{key:?}").expect("a text has room"),
            Value::Text(text) => write!(out, "({text})").expect("a text has room"),
            Value::Array(values) => {
                out.push('[');
                for value in values {
                    value.print(out);
                    out.push(' ');
                }
                out.push(']');
            }
            Value::Dictionary(entries) => print_entries(out, entries),
        }
    }
}

fn print_entries(out: &mut String, entries: &[(Key, Value)]) {
    out.push_str("<<");
    for (key, value) in entries {
        write!(out, "/{key:?} ").expect("a text has room");
        value.print(out);
    }
    out.push_str(">>");
}
