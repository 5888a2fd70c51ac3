//! The header of a picture file: eight bytes of signature, a chunk with its length in big-endian
//! order and its name, then width, height, bit depth, colour type and three methods. The bug: the
//! bytes of a row are rounded down, which is wrong for depths below a byte where the width does not
//! fill the last byte.

use mutagen_core::{Outcome, check};

const SIGNATURE: &[u8; 8] = b"\x89PNG\r\n\x1a\n";
const HEADER_LENGTH: u32 = 13;

/// What the header says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Bits of a sample.
    pub depth: u8,
    /// The kind of pixels.
    pub colour: Colour,
    /// Whether rows come in seven passes.
    pub interlaced: bool,
}

/// The kinds of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// One sample of grey.
    Grey,
    /// Red, green and blue.
    Rgb,
    /// An index into the palette.
    Palette,
    /// Grey and opacity.
    GreyAlpha,
    /// Red, green, blue and opacity.
    Rgba,
}

/// Why a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The signature is missing.
    NoPicture,
    /// The file ends before the header does.
    Short,
    /// The first chunk is not a header.
    NoHeader,
    /// A field has a value without a meaning.
    Field,
}

/// Reads the header of a file.
pub fn read(bytes: &[u8]) -> Result<Header, Refusal> {
    if !bytes.starts_with(SIGNATURE) {
        return Err(Refusal::NoPicture);
    }
    let mut rest = &bytes[SIGNATURE.len()..];
    if u32::from_be_bytes(take(&mut rest)?) != HEADER_LENGTH {
        return Err(Refusal::NoHeader);
    }
    if &take::<4>(&mut rest)? != b"IHDR" {
        return Err(Refusal::NoHeader);
    }
    let width = u32::from_be_bytes(take(&mut rest)?);
    let height = u32::from_be_bytes(take(&mut rest)?);
    let [depth, colour, compression, filter, interlace] = take(&mut rest)?;
    if width == 0 || height == 0 || compression != 0 || filter != 0 || interlace > 1 {
        return Err(Refusal::Field);
    }
    let colour = match (colour, depth) {
        (0, 1 | 2 | 4 | 8 | 16) => Colour::Grey,
        (2, 8 | 16) => Colour::Rgb,
        (3, 1 | 2 | 4 | 8) => Colour::Palette,
        (4, 8 | 16) => Colour::GreyAlpha,
        (6, 8 | 16) => Colour::Rgba,
        _ => return Err(Refusal::Field),
    };
    Ok(Header { width, height, depth, colour, interlaced: interlace == 1 })
}

/// Takes the next bytes.
fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], Refusal> {
    let (taken, after) = rest.split_first_chunk().ok_or(Refusal::Short)?;
    *rest = after;
    Ok(*taken)
}

impl Header {
    fn bits_of_row(&self) -> u64 {
        let samples = match self.colour {
            Colour::Grey | Colour::Palette => 1,
            Colour::GreyAlpha => 2,
            Colour::Rgb => 3,
            Colour::Rgba => 4,
        };
        u64::from(self.width) * samples * u64::from(self.depth)
    }

    /// The bytes of a row.
    pub fn bytes_of_row(&self) -> u64 {
        self.bits_of_row() / 8
    }
}

/// A row has room for its pixels.
pub fn property(bytes: &[u8]) -> Outcome {
    match read(bytes) {
        Ok(header) => check!(header.bytes_of_row() * 8 >= header.bits_of_row()),
        Err(_) => Outcome::Passed,
    }
}
