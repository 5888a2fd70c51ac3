//! A template: text, expressions and blocks, printed to text.

use mutagen_core::Mutate;
use std::fmt::Write;

/// A template.
#[derive(Debug, Clone, Mutate)]
pub struct Template(pub Vec<Part>);

/// A part of a template.
#[derive(Debug, Clone, Mutate)]
pub enum Part {
    /// Text.
    Text(#[mutate(max_len = 8)] String),
    /// An expression, escaped or as it is.
    Expression(bool, Call),
    /// A comment.
    Comment(#[mutate(max_len = 8)] String),
    /// Another template.
    Partial(Call),
    /// A part that an expression rules.
    Block {
        /// How the block begins.
        kind: Block,
        /// What rules the block.
        head: Call,
        /// The name at the end of the block; the same as at the beginning if there is none.
        close: Option<Value>,
        /// The part.
        inner: Template,
        /// The part for the other case.
        otherwise: Option<Template>,
    },
}

/// How a block begins.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Block {
    /// `#`
    Helper,
    /// `^`
    Inverted,
    /// `#>`
    Partial,
    /// `#*`
    Decorator,
}

/// A name, and what is given to it.
#[derive(Debug, Clone, Mutate)]
pub struct Call {
    /// The name.
    pub name: Value,
    /// Values.
    #[mutate(max_len = 3)]
    pub arguments: Vec<Value>,
    /// Values with names.
    #[mutate(max_len = 3)]
    pub named: Vec<(Name, Value)>,
}

/// A value.
#[derive(Debug, Clone, Mutate)]
pub enum Value {
    /// A value of the data.
    Path(Path),
    /// A number.
    Number(i16),
    /// A text.
    Text(#[mutate(max_len = 4)] Vec<Name>),
    /// `true` or `false`
    Boolean(bool),
    /// `null`
    Null,
    /// The value of an expression.
    Call(Box<Call>),
}

/// Where a value is in the data.
#[derive(Debug, Clone, Mutate)]
pub struct Path {
    /// Whether the value is one of the block, not of the data.
    pub local: bool,
    /// How many blocks up.
    #[mutate(range = 0..=2)]
    pub up: u8,
    /// Names of fields.
    pub fields: Vec<Name>,
    /// Whether the fields are separated by points, not by slashes.
    pub points: bool,
}

/// A name.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Name {
    /// The data.
    This,
    /// A condition.
    If,
    /// A loop.
    Each,
    /// Other data.
    With,
    /// The number of a round.
    Index,
    /// A part of a template.
    Inline,
    /// Another name.
    Other(#[mutate(range = 0..=25)] u8),
}

impl Template {
    /// The text of the template.
    pub fn print(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        for part in &self.0 {
            part.write(out);
        }
    }
}

impl Part {
    fn write(&self, out: &mut String) {
        match self {
            Part::Text(text) => out.push_str(text),
            Part::Comment(text) => {
                write!(out, "{{{{!-- {text} --}}}}").expect("a text has room");
            }
            Part::Expression(escaped, call) => {
                out.push_str(if *escaped { "{{" } else { "{{{" });
                call.write(out);
                out.push_str(if *escaped { "}}" } else { "}}}" });
            }
            Part::Partial(call) => {
                out.push_str("{{> ");
                call.write(out);
                out.push_str("}}");
            }
            Part::Block { kind, head, close, inner, otherwise } => {
                out.push_str("{{");
                out.push_str(kind.sign());
                head.write(out);
                out.push_str("}}");
                inner.write(out);
                if let Some(otherwise) = otherwise {
                    out.push_str("{{else}}");
                    otherwise.write(out);
                }
                out.push_str("{{/");
                close.as_ref().unwrap_or(&head.name).write(out);
                out.push_str("}}");
            }
        }
    }
}

impl Block {
    fn sign(self) -> &'static str {
        match self {
            Block::Helper => "#",
            Block::Inverted => "^",
            Block::Partial => "#> ",
            Block::Decorator => "#* ",
        }
    }
}

impl Call {
    fn write(&self, out: &mut String) {
        self.name.write(out);
        for argument in &self.arguments {
            out.push(' ');
            argument.write(out);
        }
        for (name, value) in &self.named {
            write!(out, " {}=", name.text()).expect("a text has room");
            value.write(out);
        }
    }
}

impl Value {
    fn write(&self, out: &mut String) {
        match self {
            Value::Path(path) => path.write(out),
            Value::Number(number) => write!(out, "{number}").expect("a text has room"),
            Value::Text(names) => {
                out.push('"');
                out.extend(names.iter().map(|name| name.text()));
                out.push('"');
            }
            Value::Boolean(value) => write!(out, "{value}").expect("a text has room"),
            Value::Null => out.push_str("null"),
            Value::Call(call) => {
                out.push('(');
                call.write(out);
                out.push(')');
            }
        }
    }
}

impl Path {
    fn write(&self, out: &mut String) {
        if self.local {
            out.push('@');
        }
        for _ in 0..self.up {
            out.push_str("../");
        }
        if self.fields.is_empty() {
            out.push_str("this");
        }
        for (index, field) in self.fields.iter().enumerate() {
            if index > 0 {
                out.push(if self.points { '.' } else { '/' });
            }
            out.push_str(field.text());
        }
    }
}

impl Name {
    fn text(self) -> &'static str {
        match self {
            Name::This => "this",
            Name::If => "if",
            Name::Each => "each",
            Name::With => "with",
            Name::Index => "index",
            Name::Inline => "inline",
            Name::Other(letter) => {
                let start = usize::from(letter);
                &"abcdefghijklmnopqrstuvwxyz"[start..=start]
            }
        }
    }
}
