//! A frame of LZ4: a header and blocks, printed to bytes.
//!
//! The release leaves the version out of the check sum of a header, and refuses the check sums that
//! other programs write. The printer does as the release does.

use mutagen_core::Mutate;
use std::hash::Hasher;
use twox_hash::XxHash32;

/// A frame.
#[derive(Debug, Clone, Mutate)]
pub struct Frame {
    /// Whether a block may refer to those before it.
    pub linked: bool,
    /// Whether the blocks have check sums.
    pub block_checksums: bool,
    /// The number of bytes after decoding, which the decoder does not use.
    pub content_size: Option<u64>,
    /// The size of a block, from 64 KiB to 4 MiB.
    #[mutate(range = 4..=7)]
    pub block_size: u8,
    /// The blocks.
    pub blocks: Vec<Block>,
}

/// A block.
#[derive(Debug, Clone, Mutate)]
pub enum Block {
    /// Bytes as they are.
    Stored(Bytes),
    /// Copies of bytes.
    Compressed(Vec<Sequence>),
}

/// Bytes, and a copy of bytes before them.
#[derive(Debug, Clone, Mutate)]
pub struct Sequence {
    /// The bytes.
    pub literals: Bytes,
    /// How far back the copy starts.
    pub offset: u16,
    /// The length of the copy, less four.
    pub length: u16,
}

/// Any bytes.
#[derive(Debug, Clone, Mutate)]
pub struct Bytes(#[mutate(max_len = 40)] pub Vec<u8>);

impl Frame {
    /// The bytes of the frame.
    pub fn print(&self) -> Vec<u8> {
        let flag = |set: bool, bit: u8| if set { 1 << bit } else { 0 };
        let flags = flag(!self.linked, 5)
            | flag(self.block_checksums, 4)
            | flag(self.content_size.is_some(), 3);
        let mut header = vec![flags, self.block_size << 4];
        header.extend(self.content_size.iter().flat_map(|size| size.to_le_bytes()));
        let mut out = 0x184d_2204_u32.to_le_bytes().to_vec();
        let checksum = (hash(&header) >> 8) as u8;
        header[0] |= 1 << 6;
        out.extend(&header);
        out.push(checksum);
        for block in &self.blocks {
            let (data, stored) = block.print();
            out.extend((data.len() as u32 | if stored { 1 << 31 } else { 0 }).to_le_bytes());
            out.extend(&data);
            if self.block_checksums {
                out.extend(hash(&data).to_le_bytes());
            }
        }
        out.extend([0; 4]);
        out
    }
}

impl Block {
    fn print(&self) -> (Vec<u8>, bool) {
        match self {
            Block::Stored(Bytes(bytes)) => (bytes.clone(), true),
            Block::Compressed(sequences) => {
                (sequences.iter().flat_map(Sequence::print).collect(), false)
            }
        }
    }
}

impl Sequence {
    fn print(&self) -> Vec<u8> {
        let Bytes(literals) = &self.literals;
        let length = usize::from(self.length);
        let mut out = vec![(literals.len().min(15) << 4 | length.min(15)) as u8];
        long(&mut out, literals.len());
        out.extend(literals);
        out.extend(self.offset.to_le_bytes());
        long(&mut out, length);
        out
    }
}

/// The rest of a length that does not fit in four bits.
fn long(out: &mut Vec<u8>, length: usize) {
    if let Some(mut rest) = length.checked_sub(15) {
        while rest >= 255 {
            out.push(255);
            rest -= 255;
        }
        out.push(rest as u8);
    }
}

fn hash(data: &[u8]) -> u32 {
    let mut hasher = XxHash32::with_seed(0);
    hasher.write(data);
    hasher.finish() as u32
}
