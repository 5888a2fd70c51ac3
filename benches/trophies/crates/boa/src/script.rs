//! Scripts of JavaScript as statements, and their text.

use mutagen_core::Mutate;

/// A statement, and how it ends.
#[derive(Debug, Clone, Mutate)]
pub enum Statement {
    /// `let name = value`
    Let(Name, Value, End),
    /// A value.
    Value(Value, End),
    /// `if (value) { … }`
    If(Value, Vec<Statement>),
    /// `// text`
    Comment(String, End),
}

/// The end of a statement.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum End {
    /// `;`
    Semicolon,
    /// The end of a line, as Unix has it.
    Lf,
    /// The end of a line, as an old Macintosh has it.
    Cr,
    /// The end of a line, as Windows has it.
    CrLf,
}

/// The name of a variable.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Name(#[mutate(range = 'a'..='f')] char);

/// A value.
#[derive(Debug, Clone, Mutate)]
pub enum Value {
    /// A variable.
    Name(Name),
    /// A number of a base; it may be big.
    Number(Base, Vec<Digit>, bool),
    /// A text between quotes.
    Text(Vec<Piece>),
    /// A text between backticks.
    Template(String),
    /// A list of values.
    List(Vec<Value>),
    /// Members of an object.
    Object(Vec<(Name, Value)>),
    /// A member of a value.
    Member(Box<Value>, Name),
    /// A sum of two values.
    Sum(Box<Value>, Box<Value>),
    /// A value in parentheses.
    Group(Box<Value>),
}

/// The base of a number.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Base {
    /// Ten.
    Decimal,
    /// `0b`
    Binary,
    /// `0o`
    Octal,
    /// `0x`
    Hexadecimal,
}

/// A digit.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Digit(#[mutate(range = 0..=15)] u8);

/// A piece of a text.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Piece {
    /// A character as it is.
    Plain(#[mutate(range = ' '..='~')] char),
    /// A character after a backslash.
    Escaped(#[mutate(range = ' '..='t')] char),
    /// Half of a character, or all of it, as four digits.
    Unit(u16),
    /// A character as any number of digits.
    Point(u32),
}

/// The text of a script.
pub fn print(script: &[Statement]) -> String {
    script.iter().map(Statement::print).collect()
}

impl Statement {
    fn print(&self) -> String {
        match self {
            Statement::Let(Name(name), value, end) => {
                format!("let {name} = {}{}", value.print(), end.print())
            }
            Statement::Value(value, end) => format!("{}{}", value.print(), end.print()),
            Statement::If(value, script) => {
                format!("if ({}) {{ {} }}", value.print(), print(script))
            }
            Statement::Comment(text, end) => format!("//{text}{}", end.print()),
        }
    }
}

impl End {
    fn print(self) -> &'static str {
        match self {
            End::Semicolon => "; ",
            End::Lf => "\n",
            End::Cr => "\r",
            End::CrLf => "\r\n",
        }
    }
}

impl Value {
    fn print(&self) -> String {
        match self {
            Value::Name(Name(name)) => name.to_string(),
            Value::Number(base, digits, big) => {
                let (prefix, base) = match base {
                    Base::Decimal => ("", 10),
                    Base::Binary => ("0b", 2),
                    Base::Octal => ("0o", 8),
                    Base::Hexadecimal => ("0x", 16),
                };
                let digit = |digit: &Digit| char::from_digit(u32::from(digit.0) % base, base);
                let digits: String = digits.iter().filter_map(digit).collect();
                format!("{prefix}{digits}{}", if *big { "n" } else { "" })
            }
            Value::Text(pieces) => {
                format!("'{}'", pieces.iter().map(|piece| piece.print()).collect::<String>())
            }
            Value::Template(text) => format!("`{}`", text.replace('`', "")),
            Value::List(values) => {
                format!("[{}]", values.iter().map(Value::print).collect::<Vec<_>>().join(", "))
            }
            Value::Object(members) => {
                let member =
                    |(Name(name), value): &(Name, Value)| format!("{name}: {}", value.print());
                format!("({{{}}})", members.iter().map(member).collect::<Vec<_>>().join(", "))
            }
            Value::Member(value, Name(name)) => format!("{}.{name}", value.print()),
            Value::Sum(left, right) => format!("{} + {}", left.print(), right.print()),
            Value::Group(value) => format!("({})", value.print()),
        }
    }
}

impl Piece {
    fn print(self) -> String {
        match self {
            Piece::Plain(char) if matches!(char, '\'' | '\\') => format!("\\{char}"),
            Piece::Plain(char) => char.to_string(),
            Piece::Escaped(char) => format!("\\{char}"),
            Piece::Unit(unit) => format!("\\u{unit:04x}"),
            Piece::Point(point) => format!("\\u{{{point:x}}}"),
        }
    }
}
