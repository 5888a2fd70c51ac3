//! The head of an HTTP request: lines with a name, which may be written in any case, a colon and a
//! value. The bug: a head with a length and with chunks is refused only if the length comes first,
//! although a server in front may choose the other one.

use mutagen_core::{Outcome, check};

/// How the end of the body is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Framing {
    /// There is no body.
    #[default]
    Empty,
    /// A number of bytes.
    Length(u64),
    /// Chunks, each with its own length.
    Chunked,
}

/// What a head says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Head {
    /// The framing of the body.
    pub framing: Framing,
    /// Whether the connection stays open.
    pub keep_alive: bool,
    /// Whether the client waits before it sends the body.
    pub expects: bool,
    /// The number of lengths.
    pub lengths: usize,
    /// The number of transfer encodings.
    pub encodings: usize,
}

/// Reads a head; `None` if it is refused.
pub fn read(text: &str) -> Option<Head> {
    let mut head = Head { keep_alive: true, ..Head::default() };
    for line in text.lines() {
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':')?;
        if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
            return None;
        }
        let value = value.trim();
        if name.eq_ignore_ascii_case("content-length") {
            head.lengths += 1;
            let length = value.parse().ok()?;
            head.framing = match head.framing {
                Framing::Empty => Framing::Length(length),
                Framing::Length(before) if before == length => Framing::Length(length),
                Framing::Length(_) => return None,
                Framing::Chunked => Framing::Chunked,
            };
        } else if name.eq_ignore_ascii_case("transfer-encoding") {
            head.encodings += 1;
            if !value.eq_ignore_ascii_case("chunked") || head.framing != Framing::Empty {
                return None;
            }
            head.framing = Framing::Chunked;
        } else if name.eq_ignore_ascii_case("connection") {
            head.keep_alive = !value.eq_ignore_ascii_case("close");
        } else if name.eq_ignore_ascii_case("expect") {
            head.expects = value.eq_ignore_ascii_case("100-continue");
        }
    }
    Some(head)
}

/// A head that is not refused has a length or chunks, not both.
pub fn property(head: &str) -> Outcome {
    match read(head) {
        Some(head) => check!(head.lengths == 0 || head.encodings == 0),
        None => Outcome::Passed,
    }
}
