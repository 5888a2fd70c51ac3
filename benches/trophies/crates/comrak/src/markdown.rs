//! A text in Markdown, printed.

use mutagen_core::Mutate;

/// A text.
#[derive(Debug, Clone, Mutate)]
pub struct Markdown(pub Vec<Block>);

/// A block of a text.
#[derive(Debug, Clone, Mutate)]
pub enum Block {
    /// A paragraph.
    Paragraph(Line),
    /// A heading of a level from 1 to 6.
    Heading(#[mutate(range = 1..=6)] u8, Line),
    /// A quotation.
    Quote(Markdown),
    /// A list, with numbers or without.
    List(bool, Vec<Markdown>),
    /// Code between fences.
    Code(#[mutate(max_len = 4)] Vec<Word>),
    /// A rule.
    Rule,
}

/// A line: pieces one after the other.
#[derive(Debug, Clone, Mutate)]
pub struct Line(pub Vec<Piece>);

/// A piece of a line.
#[derive(Debug, Clone, Mutate)]
pub enum Piece {
    /// A word.
    Word(Word),
    /// A space.
    Space,
    /// The end of a line.
    Break,
    /// Emphasis, weak or strong.
    Emphasis(bool, Line),
    /// Code.
    Code(Word),
    /// A link, or an image.
    Link {
        /// Whether it is an image.
        image: bool,
        /// The text.
        text: Line,
        /// The address.
        address: Address,
        /// The title.
        title: Option<Word>,
    },
    /// An address in angle brackets.
    Automatic(Address),
    /// A character after a backslash.
    Escape(char),
    /// An entity.
    Entity(u16),
}

/// An address.
#[derive(Debug, Clone, Mutate)]
pub struct Address {
    /// The scheme, with a colon.
    pub scheme: Option<Scheme>,
    /// The rest.
    pub rest: Word,
}

/// A scheme of an address.
#[derive(Debug, Clone, Mutate)]
pub enum Scheme {
    /// `http:`
    Http,
    /// `mailto:`
    Mail,
    /// Another scheme.
    Other(Word),
}

/// A word of the letters from `a` to `z`.
#[derive(Debug, Clone, Mutate)]
pub struct Word(#[mutate(max_len = 8)] pub Vec<Letter>);

/// A letter.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Letter(#[mutate(range = 0..=25)] pub u8);

impl Markdown {
    /// The text.
    pub fn print(&self) -> String {
        self.0.iter().map(|block| block.print() + "\n").collect()
    }
}

impl Block {
    fn print(&self) -> String {
        match self {
            Block::Paragraph(line) => line.print() + "\n",
            Block::Heading(level, line) => {
                format!("{} {}\n", "#".repeat((*level).into()), line.print())
            }
            Block::Quote(text) => indented(&text.print(), "> ", "> "),
            Block::List(numbered, items) => {
                let marker = if *numbered { "1. " } else { "- " };
                items.iter().map(|item| indented(&item.print(), marker, "   ")).collect()
            }
            Block::Code(lines) => {
                let code: String = lines.iter().map(|line| line.print() + "\n").collect();
                format!("```\n{code}```\n")
            }
            Block::Rule => "---\n".to_owned(),
        }
    }
}

/// A text whose first line has a prefix, and whose other lines have another one.
fn indented(text: &str, first: &str, others: &str) -> String {
    let prefixes = std::iter::once(first).chain(std::iter::repeat(others));
    prefixes.zip(text.lines()).map(|(prefix, line)| format!("{prefix}{line}\n")).collect()
}

impl Line {
    fn print(&self) -> String {
        self.0.iter().map(Piece::print).collect()
    }
}

impl Piece {
    fn print(&self) -> String {
        match self {
            Piece::Word(word) => word.print(),
            Piece::Space => " ".to_owned(),
            Piece::Break => "\n".to_owned(),
            Piece::Emphasis(strong, line) => {
                let mark = if *strong { "**" } else { "*" };
                format!("{mark}{}{mark}", line.print())
            }
            Piece::Code(word) => format!("`{}`", word.print()),
            Piece::Link { image, text, address, title } => {
                let mark = if *image { "!" } else { "" };
                let title = title.as_ref().map(|title| format!(" \"{}\"", title.print()));
                let title = title.unwrap_or_default();
                format!("{mark}[{}]({}{title})", text.print(), address.print())
            }
            Piece::Automatic(address) => format!("<{}>", address.print()),
            Piece::Escape(char) => format!("\\{char}"),
            Piece::Entity(number) => format!("&#{number};"),
        }
    }
}

impl Address {
    fn print(&self) -> String {
        let scheme = match &self.scheme {
            None => String::new(),
            Some(Scheme::Http) => "http:".to_owned(),
            Some(Scheme::Mail) => "mailto:".to_owned(),
            Some(Scheme::Other(word)) => word.print() + ":",
        };
        scheme + &self.rest.print()
    }
}

impl Word {
    fn print(&self) -> String {
        self.0.iter().map(|letter| char::from(b'a' + letter.0)).collect()
    }
}
