//! Reads the file. What is not whole is refused here, with the offset and what was expected.

use std::path::Path;
use wast::Wat;
use wast::parser::{ParseBuffer, parse};

const MAGIC: &[u8] = b"\0asm";

/// The module of this file in the binary format.
///
/// # Errors
/// When the file cannot be read, or is no module in either format, or is cut short.
pub fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    let named = |error: String| format!("{}: {error}", path.display());
    let content = std::fs::read(path).map_err(|error| named(error.to_string()))?;
    if content.starts_with(MAGIC) || MAGIC.starts_with(&content) {
        return whole(&content).map(|()| content).map_err(named);
    }
    match std::str::from_utf8(&content) {
        Ok(text) if begins(text) => encoded(text).map_err(named),
        _ => Err(named(
            "offset 0: expected `\\0asm` (binary format) or `(` (text format)".to_owned(),
        )),
    }
}

/// Whether the text begins as a module or with a comment.
fn begins(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('(') || text.starts_with(";;")
}

fn encoded(text: &str) -> Result<Vec<u8>, String> {
    let located = |error: wast::Error| {
        let offset = error.span().offset();
        let (line, _) = error.span().linecol_in(text);
        format!("offset {offset} (line {}): {}", line + 1, error.message())
    };
    let buffer = ParseBuffer::new(text).map_err(located)?;
    parse::<Wat<'_>>(&buffer).and_then(|mut wat| wat.encode()).map_err(located)
}

/// Whether all sections are there. What is in them is the business of the engines.
fn whole(bytes: &[u8]) -> Result<(), String> {
    if bytes.len() < 8 {
        return Err(format!("offset {}: expected the 8 bytes of the header", bytes.len()));
    }
    let mut offset = 8;
    while let Some(section) = bytes.get(offset) {
        let Some((length, start)) = number(bytes, offset + 1) else {
            return Err(format!("offset {}: expected the length of section {section}", offset + 1));
        };
        let end = start as u64 + length;
        if end > bytes.len() as u64 {
            let missing = end - bytes.len() as u64;
            return Err(format!(
                "offset {}: section {section} is cut short; expected {missing} more bytes",
                bytes.len()
            ));
        }
        offset = start + length as usize;
    }
    Ok(())
}

/// The number at this offset, and the offset after it.
fn number(bytes: &[u8], start: usize) -> Option<(u64, usize)> {
    let mut value = 0;
    for (index, byte) in bytes.get(start..)?.iter().take(5).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Some((value, start + index + 1));
        }
    }
    None
}
