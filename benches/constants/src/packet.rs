//! Packets of a terminal protocol: a magic number and a version, the length of the body in
//! big-endian order, the body, and the sum of the bytes of the body. The bug: a request to resize
//! to zero columns divides by zero.

use mutagen_core::Outcome;

const MAGIC: u32 = 0xCAFE_D00D;
/// Cells of the terminal.
const CELLS: u32 = 1920;

/// What a packet asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Request<'p> {
    /// Nothing: the other side is alive.
    KeepAlive,
    /// Keys that were pressed.
    Keys(&'p [u8]),
    /// A new number of columns.
    Resize {
        /// Characters in a row.
        columns: u8,
    },
    /// The end.
    Close,
}

/// Reads a packet; `None` if it is damaged or has no meaning.
pub fn read(bytes: &[u8]) -> Option<Request<'_>> {
    let (magic, rest) = bytes.split_first_chunk()?;
    if u32::from_be_bytes(*magic) != MAGIC {
        return None;
    }
    let (&version, rest) = rest.split_first()?;
    if !(2..=3).contains(&version) {
        return None;
    }
    let (length, rest) = rest.split_first_chunk()?;
    let (&sum, body) = rest.split_last()?;
    if usize::from(u16::from_be_bytes(*length)) != body.len() {
        return None;
    }
    if body.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte)) != sum {
        return None;
    }
    match body.split_first()? {
        (0x01, []) => Some(Request::KeepAlive),
        (0x10, keys) => Some(Request::Keys(keys)),
        (0x5A, [columns]) if version == 3 => Some(Request::Resize { columns: *columns }),
        (0xFF, []) => Some(Request::Close),
        _ => None,
    }
}

/// Serves a packet. Returns the number of rows, if it changes.
pub fn serve(bytes: &[u8]) -> Option<u32> {
    match read(bytes)? {
        Request::Resize { columns } => Some(CELLS / u32::from(columns)),
        Request::KeepAlive | Request::Keys(_) | Request::Close => None,
    }
}

/// A packet is served without a panic.
pub fn property(bytes: &[u8]) -> Outcome {
    serve(bytes);
    Outcome::Passed
}
