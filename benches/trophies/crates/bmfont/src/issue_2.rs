//! bmfont 0.3.1, netgusto/rust-bmfont issue 2. The line after the pages of a font is unwrapped, so
//! a font that ends with its pages panics.
//!
//! The release also asserts that the first word of a line is the name of its section, where it has
//! only looked at the beginning of the line: `pagex` panics.

use bmfont::{BMFont, OrdinateOrientation};
use mutagen_core::Mutate;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("bmfont-2", any_bytes_are_read_or_refused);

/// Bytes that are no font are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_bytes_are_read_or_refused(bytes: &[u8]) {
    BUG.only(|| {
        let _ = BMFont::new(bytes, OrdinateOrientation::TopToBottom);
    });
}

/// The lines of a font.
#[derive(Debug, Clone, Mutate)]
pub struct Font {
    info: bool,
    common: Option<(u32, u32)>,
    pages: Vec<(u32, String)>,
    /// The count of characters, and the characters.
    chars: Option<(u32, Vec<Char>)>,
    /// The count of kernings, and the kernings.
    kernings: Option<(u32, Vec<Kerning>)>,
}

/// A character of a font.
#[derive(Debug, Clone, Mutate)]
pub struct Char {
    id: u32,
    place: (u32, u32),
    size: (u32, u32),
    offset: (i32, i32),
    advance: i32,
    page: u32,
}

/// How much closer two characters are.
#[derive(Debug, Clone, Mutate)]
pub struct Kerning(u32, u32, i32);

impl Font {
    fn print(&self) -> String {
        let mut lines = Vec::new();
        if self.info {
            lines.push("info face=\"Sans\" size=32".to_owned());
        }
        if let Some((height, base)) = self.common {
            lines.push(format!("common lineHeight={height} base={base}"));
        }
        for (id, file) in &self.pages {
            lines.push(format!("page id={id} file={file:?}"));
        }
        if let Some((count, chars)) = &self.chars {
            lines.push(format!("chars count={count}"));
            lines.extend(chars.iter().map(Char::print));
        }
        if let Some((count, kernings)) = &self.kernings {
            lines.push(format!("kernings count={count}"));
            for Kerning(first, second, amount) in kernings {
                lines.push(format!("kerning first={first} second={second} amount={amount}"));
            }
        }
        lines.join("\n")
    }
}

impl Char {
    fn print(&self) -> String {
        let Char { id, place: (x, y), size: (width, height), offset, advance, page } = self;
        format!(
            "char id={id} x={x} y={y} width={width} height={height} xoffset={} yoffset={} \
             xadvance={advance} page={page}",
            offset.0, offset.1
        )
    }
}

/// A font, complete or not, is read or refused.
#[property]
#[ignore = "finds the bug"]
pub fn fonts_are_read_or_refused(font: &Font) {
    any_bytes_are_read_or_refused(font.print().as_bytes());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
