//! Streams of FLAC as their header and frames, with the checksums that a decoder asks for.

use mutagen_core::Mutate;

/// A stream of audio.
#[derive(Debug, Clone, Mutate)]
pub struct Stream {
    /// The smallest and the largest number of samples of a frame.
    block_sizes: (u16, u16),
    /// Rate, channels, bits of a sample and number of samples, packed.
    format: u64,
    /// Other blocks before the frames: type and content.
    blocks: Vec<(u8, Vec<u8>)>,
    frames: Vec<Frame>,
}

/// A frame of a stream.
#[derive(Debug, Clone, Mutate)]
pub struct Frame {
    variable: bool,
    #[mutate(range = 0..=15)]
    block_size: u8,
    #[mutate(range = 0..=15)]
    rate: u8,
    #[mutate(range = 0..=15)]
    channels: u8,
    #[mutate(range = 0..=7)]
    bits: u8,
    #[mutate(range = 0..=127)]
    number: u8,
    /// The size of the block and the rate, for the codes that say that they follow.
    more: (u16, u16),
    subframes: Vec<Subframe>,
}

/// A channel of a frame.
#[derive(Debug, Clone, Mutate)]
pub struct Subframe {
    kind: Kind,
    wasted_bits: bool,
    content: Vec<u8>,
}

/// How a channel is encoded.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Kind {
    /// One value.
    Constant,
    /// All values.
    Verbatim,
    /// The difference to a fixed prediction of an order.
    Fixed(#[mutate(range = 0..=4)] u8),
    /// The difference to a linear prediction of an order.
    Linear(#[mutate(range = 1..=32)] u8),
}

/// The header of a stream whose frames have 4096 samples: one channel of 16 bits.
pub const MONO: &[u8] = b"fLaC\x80\0\0\x22\x10\0\x10\0\0\0\0\0\0\0\x0a\xc4\x40\xf0\0\0\0\0\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

/// The checksum of the header of a frame.
pub fn crc8(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ byte, |crc, _| crc << 1 ^ if crc & 0x80 != 0 { 7 } else { 0 })
    })
}

impl Stream {
    /// The bytes of the stream.
    pub fn print(&self) -> Vec<u8> {
        let mut bytes = b"fLaC".to_vec();
        bytes.extend([if self.blocks.is_empty() { 0x80 } else { 0 }, 0, 0, 34]);
        bytes.extend(self.block_sizes.0.to_be_bytes());
        bytes.extend(self.block_sizes.1.to_be_bytes());
        bytes.extend([0; 6]);
        bytes.extend(self.format.to_be_bytes());
        bytes.extend([0; 16]);
        for (index, (kind, content)) in self.blocks.iter().enumerate() {
            let last = if index + 1 == self.blocks.len() { 0x80 } else { 0 };
            bytes.push(last | kind & 0x7f);
            bytes.extend(&(content.len() as u32).to_be_bytes()[1..]);
            bytes.extend(content);
        }
        self.frames.iter().for_each(|frame| frame.print_to(&mut bytes));
        bytes
    }
}

impl Frame {
    fn print_to(&self, bytes: &mut Vec<u8>) {
        let mut header = vec![0xff, 0xf8 | u8::from(self.variable)];
        header.push(self.block_size << 4 | self.rate);
        header.push(self.channels << 4 | self.bits << 1);
        header.push(self.number);
        match self.block_size {
            6 => header.push(self.more.0 as u8),
            7 => header.extend(self.more.0.to_be_bytes()),
            _ => {}
        }
        match self.rate {
            12 => header.push(self.more.1 as u8),
            13 | 14 => header.extend(self.more.1.to_be_bytes()),
            _ => {}
        }
        header.push(crc8(&header));
        bytes.extend(header);
        self.subframes.iter().for_each(|subframe| subframe.print_to(bytes));
    }
}

impl Subframe {
    fn print_to(&self, bytes: &mut Vec<u8>) {
        let kind = match self.kind {
            Kind::Constant => 0,
            Kind::Verbatim => 1,
            Kind::Fixed(order) => 8 | order,
            Kind::Linear(order) => 32 | (order - 1),
        };
        bytes.push(kind << 1 | u8::from(self.wasted_bits));
        bytes.extend(&self.content);
    }
}
