//! A chunk of a file with a name, data and the CRC-32 of both. The table of the CRC is filled when
//! it is first needed. The bug: a chunk with an exponent of zero divides by zero.

use mutagen_core::Outcome;
use std::sync::OnceLock;

/// A chunk.
#[derive(Debug, Clone, PartialEq, Eq, mutagen_core::Mutate)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[cfg_attr(feature = "bolero", derive(bolero_generator::TypeGenerator))]
#[cfg_attr(feature = "proptest", derive(proptest_derive::Arbitrary))]
pub struct Chunk {
    /// The name.
    pub name: [u8; 4],
    /// The data.
    pub data: Vec<u8>,
    /// The CRC-32 of the name and the data.
    pub crc: u32,
}

/// What a chunk says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// The exponent of the display, in thousandths.
    Exponent(u32),
    /// The last chunk.
    End,
    /// A chunk that a reader may skip.
    Skipped,
}

/// The CRC-32 of bytes, reflected, with the polynomial of Ethernet.
pub fn crc32<'b>(bytes: impl IntoIterator<Item = &'b u8>) -> u32 {
    static TABLE: OnceLock<[u32; 256]> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let mut table = [0; 256];
        for (index, entry) in table.iter_mut().enumerate() {
            let mut rest = index as u32;
            for _ in 0..8 {
                rest = if rest & 1 == 1 { (rest >> 1) ^ 0xEDB8_8320 } else { rest >> 1 };
            }
            *entry = rest;
        }
        table
    });
    let step = |crc: u32, byte: &u8| (crc >> 8) ^ table[((crc ^ u32::from(*byte)) & 0xFF) as usize];
    !bytes.into_iter().fold(u32::MAX, step)
}

/// Reads a chunk; `None` if it is damaged.
pub fn read(chunk: &Chunk) -> Option<Meaning> {
    if crc32(chunk.name.iter().chain(&chunk.data)) != chunk.crc {
        return None;
    }
    match &chunk.name {
        b"gAMA" => {
            let stored = u32::from_be_bytes(chunk.data.as_slice().try_into().ok()?);
            Some(Meaning::Exponent(100_000_000 / stored))
        }
        b"IEND" => chunk.data.is_empty().then_some(Meaning::End),
        name => name[0].is_ascii_lowercase().then_some(Meaning::Skipped),
    }
}

/// A chunk is read without a panic.
pub fn property(chunk: &Chunk) -> Outcome {
    read(chunk);
    Outcome::Passed
}
