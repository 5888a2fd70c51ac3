//! A parser of JSON without fractions. The bug: a character outside of the basic plane is written
//! as two escapes, and the parser does not check the second one. It panics if that is not the
//! second half of a pair.

use mutagen_core::Outcome;

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
    /// Values in order.
    List(Vec<Value>),
    /// Values by name.
    Object(Vec<(String, Value)>),
}

/// The deepest nesting.
const MAX_DEPTH: usize = 64;

/// Reads a value; `None` if the text is none.
pub fn parse(text: &str) -> Option<Value> {
    let mut parser = Parser { rest: text };
    let value = parser.value(0)?;
    parser.skip_space();
    parser.rest.is_empty().then_some(value)
}

struct Parser<'t> {
    rest: &'t str,
}

impl Parser<'_> {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn take(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let first = chars.next()?;
        self.rest = chars.as_str();
        Some(first)
    }

    fn eat(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.skip_space();
        match self.rest.chars().next()? {
            'n' => self.eat("null").then_some(Value::Null),
            't' => self.eat("true").then_some(Value::Bool(true)),
            'f' => self.eat("false").then_some(Value::Bool(false)),
            '"' => self.text().map(Value::Text),
            '[' => self.list(depth),
            '{' => self.object(depth),
            _ => self.number(),
        }
    }

    fn number(&mut self) -> Option<Value> {
        let sign = usize::from(self.rest.starts_with('-'));
        let digits = self.rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.rest.split_at(sign + digits);
        if digits > 1 && number[sign..].starts_with('0') {
            return None;
        }
        self.rest = rest;
        number.parse().ok().map(Value::Number)
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        self.take()?;
        let mut values = Vec::new();
        self.skip_space();
        if self.eat("]") {
            return Some(Value::List(values));
        }
        loop {
            values.push(self.value(depth + 1)?);
            self.skip_space();
            match self.take()? {
                ',' => {}
                ']' => return Some(Value::List(values)),
                _ => return None,
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.take()?;
        let mut entries = Vec::new();
        self.skip_space();
        if self.eat("}") {
            return Some(Value::Object(entries));
        }
        loop {
            self.skip_space();
            let name = self.text()?;
            self.skip_space();
            if !self.eat(":") {
                return None;
            }
            entries.push((name, self.value(depth + 1)?));
            self.skip_space();
            match self.take()? {
                ',' => {}
                '}' => return Some(Value::Object(entries)),
                _ => return None,
            }
        }
    }

    fn text(&mut self) -> Option<String> {
        if !self.eat("\"") {
            return None;
        }
        let mut text = String::new();
        loop {
            match self.take()? {
                '"' => return Some(text),
                '\\' => text.push(self.escape()?),
                control if control < ' ' => return None,
                other => text.push(other),
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        Some(match self.take()? {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return self.unicode(),
            same @ ('"' | '\\' | '/') => same,
            _ => return None,
        })
    }

    fn unicode(&mut self) -> Option<char> {
        let first = self.hex()?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first);
        }
        if !self.eat("\\u") {
            return None;
        }
        let second = self.hex()?;
        char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    }

    fn hex(&mut self) -> Option<u32> {
        let mut number = 0;
        for _ in 0..4 {
            number = number * 16 + self.take()?.to_digit(16)?;
        }
        Some(number)
    }
}

/// A text is read or refused without a panic.
pub fn property(text: &str) -> Outcome {
    parse(text);
    Outcome::Passed
}
