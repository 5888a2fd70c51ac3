//! Templates as a tree of nodes.

use mutagen_core::Mutate;

/// A node of a template.
#[derive(Debug, Clone, Mutate)]
pub enum Node {
    /// Text as it is.
    Text(String),
    /// `{{name}}`, with parameters.
    Expression(Name, Vec<Param>),
    /// `{{{name}}}`
    Html(Name),
    /// `{{#name}}` to `{{/name}}`; the second name may differ from the first.
    Block(Sign, Name, Vec<Param>, Vec<Node>, Option<Name>),
    /// `{{> name}}`
    Partial(Name),
    /// `{{!-- text --}}`
    Comment(String),
}

/// What kind of block it is.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Sign {
    /// `#`
    Helper,
    /// `#>`
    Partial,
    /// `#*`
    Decorator,
}

/// The name of a helper or a value.
#[derive(Debug, Clone, Mutate)]
pub enum Name {
    /// The path to a value.
    Path(Vec<Segment>),
    /// `(name)`, with parameters.
    Sub(Box<Name>, Vec<Param>),
}

/// A part of a path.
#[derive(Debug, Clone, Mutate)]
pub enum Segment {
    /// `@`, for values of a block.
    Local,
    /// `..`
    Up,
    /// `this`
    This,
    /// A name.
    Named(#[mutate(range = 'a'..='z')] char),
    /// `[name]`
    Raw(#[mutate(range = 'a'..='z')] char),
}

/// A parameter.
#[derive(Debug, Clone, Mutate)]
pub enum Param {
    /// A number.
    Number(i32),
    /// A text.
    String(String),
    /// A value.
    Name(Name),
    /// A value with a name.
    Hash(#[mutate(range = 'a'..='z')] char, Name),
}

/// The text of a template.
pub fn print(nodes: &[Node]) -> String {
    nodes.iter().map(Node::print).collect()
}

impl Node {
    fn print(&self) -> String {
        match self {
            Node::Text(text) => text.clone(),
            Node::Expression(name, params) => format!("{{{{{}{}}}}}", name.print(), list(params)),
            Node::Html(name) => format!("{{{{{{{}}}}}}}", name.print()),
            Node::Block(sign, name, params, nodes, end) => {
                let sign = match sign {
                    Sign::Helper => "#",
                    Sign::Partial => "#>",
                    Sign::Decorator => "#*",
                };
                let end = end.as_ref().unwrap_or(name).print();
                let start = format!("{{{{{sign}{}{}}}}}", name.print(), list(params));
                format!("{start}{}{{{{/{end}}}}}", print(nodes))
            }
            Node::Partial(name) => format!("{{{{> {}}}}}", name.print()),
            Node::Comment(text) => format!("{{{{!-- {text} --}}}}"),
        }
    }
}

impl Name {
    fn print(&self) -> String {
        match self {
            Name::Path(segments) => {
                let mut path = String::new();
                for segment in segments {
                    if !path.is_empty() && !path.ends_with('@') {
                        path.push('/');
                    }
                    match segment {
                        Segment::Local => path.push('@'),
                        Segment::Up => path.push_str(".."),
                        Segment::This => path.push_str("this"),
                        Segment::Named(name) => path.push(*name),
                        Segment::Raw(name) => path.push_str(&format!("[{name}]")),
                    }
                }
                path
            }
            Name::Sub(name, params) => format!("({}{})", name.print(), list(params)),
        }
    }
}

fn list(params: &[Param]) -> String {
    params.iter().map(|param| format!(" {}", param.print())).collect()
}

impl Param {
    fn print(&self) -> String {
        match self {
            Param::Number(number) => number.to_string(),
            Param::String(text) => format!("{text:?}"),
            Param::Name(name) => name.print(),
            Param::Hash(key, name) => format!("{key}={}", name.print()),
        }
    }
}
