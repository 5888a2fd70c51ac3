//! comrak 0.2.8, kivikakk/comrak pull 65. The hashes at the end of a heading are cut off before the
//! parser moves on to the text of the heading: in a heading without text, that place is then behind
//! the end of the line.

use comrak::{ComrakOptions, markdown_to_html};
use mutagen_core::Mutate;
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "comrak-65",
    krate: "comrak",
    version: "0.2.8",
    reference: "https://github.com/kivikakk/comrak/pull/65",
    kind: Kind::Index,
    bytes: None,
    text: Some(any_text_is_rendered),
    property: "pull_65::any_text_is_rendered",
    typed: Some("pull_65::documents_are_rendered"),
    witness: b"#  #",
    message: "index out of bounds",
};

/// Any text is a document.
#[property]
#[ignore = "finds the bug"]
pub fn any_text_is_rendered(text: &str) {
    let options = ComrakOptions {
        ext_strikethrough: true,
        ext_table: true,
        ext_autolink: true,
        ext_tasklist: true,
        ..ComrakOptions::default()
    };
    markdown_to_html(text, &options);
}

/// A block of a document.
#[derive(Debug, Clone, Mutate)]
pub enum Block {
    /// Lines of text.
    Paragraph(Vec<Inline>),
    /// A heading of a level, and hashes at its end.
    Heading(Hashes, Space, Vec<Inline>, Space, Hashes),
    /// Lines of code, between fences or indented.
    Code(bool, Vec<String>),
    /// A list, with numbers or without.
    List(bool, Vec<Vec<Block>>),
    /// A quote.
    Quote(Vec<Block>),
    /// A table.
    Table(Vec<Vec<Inline>>),
    /// A line.
    Rule,
}

/// A number of hashes.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Hashes(#[mutate(range = 0..=7)] usize);

/// A number of spaces.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Space(#[mutate(range = 0..=5)] usize);

/// A part of a line.
#[derive(Debug, Clone, Mutate)]
pub enum Inline {
    /// Text as it is.
    Text(String),
    /// Text between asterisks.
    Emphasis(Vec<Inline>),
    /// Text between backticks.
    Code(String),
    /// A link, and its address.
    Link(Vec<Inline>, String),
    /// The end of a line.
    Break,
}

fn print_inlines(inlines: &[Inline], text: &mut String) {
    for inline in inlines {
        match inline {
            Inline::Text(plain) => text.push_str(plain),
            Inline::Emphasis(inlines) => {
                text.push('*');
                print_inlines(inlines, text);
                text.push('*');
            }
            Inline::Code(code) => text.push_str(&format!("`{code}`")),
            Inline::Link(inlines, address) => {
                text.push('[');
                print_inlines(inlines, text);
                text.push_str(&format!("]({address})"));
            }
            Inline::Break => text.push('\n'),
        }
    }
}

fn print_blocks(blocks: &[Block], indent: &str, text: &mut String) {
    for block in blocks {
        text.push_str(indent);
        match block {
            Block::Paragraph(inlines) => print_inlines(inlines, text),
            Block::Heading(start, before, inlines, after, end) => {
                text.push_str(&"#".repeat(start.0));
                text.push_str(&" ".repeat(before.0));
                print_inlines(inlines, text);
                text.push_str(&" ".repeat(after.0));
                text.push_str(&"#".repeat(end.0));
            }
            Block::Code(true, lines) => {
                text.push_str(&format!("```\n{indent}{}\n{indent}```", lines.join("\n")));
            }
            Block::Code(false, lines) => {
                text.push_str(&format!("    {}", lines.join(&format!("\n{indent}    "))));
            }
            Block::List(numbered, items) => {
                for (index, item) in items.iter().enumerate() {
                    let mark = if *numbered { format!("{index}. ") } else { "- ".to_owned() };
                    text.push_str(&mark);
                    print_blocks(item, &format!("{indent}{}", " ".repeat(mark.len())), text);
                }
            }
            Block::Quote(blocks) => {
                text.push_str("> ");
                print_blocks(blocks, &format!("{indent}> "), text);
            }
            Block::Table(rows) => {
                for row in rows {
                    for cell in row {
                        text.push_str("| ");
                        print_inlines(std::slice::from_ref(cell), text);
                    }
                    text.push_str(&format!("\n{indent}"));
                }
            }
            Block::Rule => text.push_str("---"),
        }
        text.push_str("\n\n");
    }
}

/// Any document is rendered.
#[property]
#[ignore = "finds the bug"]
pub fn documents_are_rendered(blocks: &[Block]) {
    let mut text = String::new();
    print_blocks(blocks, "", &mut text);
    any_text_is_rendered(&text);
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
