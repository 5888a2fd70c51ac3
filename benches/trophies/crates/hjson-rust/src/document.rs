//! Documents of Hjson as values, and the text of a document.

use mutagen_core::Mutate;

/// A value of Hjson.
#[derive(Debug, Clone, Mutate)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(Number),
    /// A text in quotes.
    Quoted(String),
    /// A text that ends with its line.
    Unquoted(String),
    /// A text between lines of three quotes.
    Lines(Vec<String>),
    /// A list, in brackets.
    List(Vec<Value>),
    /// An object, in braces.
    Object(Vec<(Key, Value)>),
    /// A value after a comment.
    Commented(String, Box<Value>),
}

/// A number, of any number of digits.
#[derive(Debug, Clone, Mutate)]
pub struct Number {
    negative: bool,
    digits: Vec<Digit>,
    fraction: Option<Vec<Digit>>,
    exponent: Option<i16>,
}

/// A digit of a number.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Digit(#[mutate(range = 0..=9)] u8);

/// The key of a member.
#[derive(Debug, Clone, Mutate)]
pub enum Key {
    /// Without quotes.
    Bare(String),
    /// In quotes.
    Quoted(String),
}

impl Value {
    /// The document that consists of this value.
    pub fn print(&self) -> String {
        let mut text = String::new();
        self.print_to(&mut text, 0);
        text
    }

    fn print_to(&self, text: &mut String, depth: usize) {
        let indent = "  ".repeat(depth);
        match self {
            Value::Null => text.push_str("null"),
            Value::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
            Value::Number(number) => number.print_to(text),
            Value::Quoted(value) => quote(value, text),
            Value::Unquoted(value) => {
                text.extend(value.chars().filter(|char| !char.is_control()));
                text.push('\n');
            }
            Value::Lines(lines) => {
                text.push_str("'''\n");
                for line in lines {
                    text.push_str(&format!("{indent}{line}\n"));
                }
                text.push_str(&format!("{indent}'''"));
            }
            Value::List(items) => {
                text.push_str("[\n");
                for item in items {
                    text.push_str(&indent);
                    item.print_to(text, depth + 1);
                    text.push('\n');
                }
                text.push_str(&format!("{indent}]"));
            }
            Value::Object(members) => {
                text.push_str("{\n");
                for (key, value) in members {
                    text.push_str(&indent);
                    match key {
                        Key::Bare(key) => text.push_str(key),
                        Key::Quoted(key) => quote(key, text),
                    }
                    text.push_str(": ");
                    value.print_to(text, depth + 1);
                    text.push('\n');
                }
                text.push_str(&format!("{indent}}}"));
            }
            Value::Commented(comment, value) => {
                text.push_str(&format!("# {}\n", comment.replace('\n', " ")));
                value.print_to(text, depth);
            }
        }
    }
}

impl Number {
    fn print_to(&self, text: &mut String) {
        if self.negative {
            text.push('-');
        }
        print_digits(&self.digits, text);
        if let Some(fraction) = &self.fraction {
            text.push('.');
            print_digits(fraction, text);
        }
        if let Some(exponent) = self.exponent {
            text.push_str(&format!("e{exponent}"));
        }
    }
}

fn print_digits(digits: &[Digit], text: &mut String) {
    if digits.is_empty() {
        text.push('0');
    }
    text.extend(digits.iter().map(|&Digit(digit)| char::from(b'0' + digit)));
}

fn quote(value: &str, text: &mut String) {
    text.push('"');
    for char in value.chars() {
        if matches!(char, '"' | '\\') {
            text.push('\\');
        }
        text.push(char);
    }
    text.push('"');
}
