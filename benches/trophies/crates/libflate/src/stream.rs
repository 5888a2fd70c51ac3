//! A stream of DEFLATE: blocks of codes, printed to bits.

use mutagen_core::Mutate;

/// A stream.
#[derive(Debug, Clone, Mutate)]
pub struct Stream(pub Vec<Block>);

/// A block of a stream. The last block of a stream says that it is the last one.
#[derive(Debug, Clone, Mutate)]
pub enum Block {
    /// Bytes as they are.
    Stored(#[mutate(max_len = 64)] Vec<u8>),
    /// Codes that the format defines.
    Fixed(Vec<Symbol>),
    /// Codes that the block defines.
    Dynamic {
        /// How many codes there are, less 257.
        #[mutate(range = 0..=31)]
        codes: u8,
        /// How many codes of distances there are, less 1.
        #[mutate(range = 0..=31)]
        distances: u8,
        /// The lengths of the codes in which the lengths of codes are written.
        #[mutate(max_len = 19)]
        lengths: Vec<Length>,
        /// The lengths of codes, and then the codes.
        data: Vec<Bits>,
    },
    /// A block of the kind that the format reserves.
    Reserved,
}

/// The length of a code: three bits.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Length(#[mutate(range = 0..=7)] pub u8);

/// A number of bits.
#[derive(Debug, Clone, Mutate)]
pub struct Bits {
    /// The bits, the first one lowest.
    pub bits: u16,
    /// How many bits there are.
    #[mutate(range = 1..=16)]
    pub count: u8,
}

/// What a code means.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Symbol {
    /// A byte.
    Literal(u8),
    /// The end of the block.
    End,
    /// A copy of what has been decoded.
    Copy {
        /// The code of the length.
        #[mutate(range = 257..=287)]
        length: u16,
        /// The code of the distance.
        #[mutate(range = 0..=31)]
        distance: u8,
        /// The rest of both.
        extra: u16,
    },
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    used: u8,
}

impl Stream {
    /// The bytes of the stream.
    pub fn print(&self) -> Vec<u8> {
        let mut out = Writer::default();
        for (index, block) in self.0.iter().enumerate() {
            out.bits((index + 1 == self.0.len()).into(), 1);
            block.print(&mut out);
        }
        out.bytes
    }
}

impl Block {
    fn print(&self, out: &mut Writer) {
        match self {
            Block::Stored(bytes) => {
                out.bits(0, 2);
                out.used = 0;
                let length = bytes.len() as u16;
                out.bytes.extend(length.to_le_bytes());
                out.bytes.extend((!length).to_le_bytes());
                out.bytes.extend(bytes);
            }
            Block::Fixed(symbols) => {
                out.bits(1, 2);
                for symbol in symbols {
                    symbol.print(out);
                }
            }
            Block::Dynamic { codes, distances, lengths, data } => {
                out.bits(2, 2);
                out.bits((*codes).into(), 5);
                out.bits((*distances).into(), 5);
                let count = lengths.len().clamp(4, 19);
                out.bits(count as u16 - 4, 4);
                for index in 0..count {
                    let length = lengths.get(index).map_or(0, |length| length.0);
                    out.bits(length.into(), 3);
                }
                for Bits { bits, count } in data {
                    out.bits(*bits, *count);
                }
            }
            Block::Reserved => out.bits(3, 2),
        }
    }
}

impl Symbol {
    /// The symbol in the codes that the format defines.
    fn print(self, out: &mut Writer) {
        match self {
            Symbol::Literal(byte @ 0..144) => out.code(0x30 + u16::from(byte), 8),
            Symbol::Literal(byte) => out.code(0x190 + u16::from(byte - 144), 9),
            Symbol::End => out.code(0, 7),
            Symbol::Copy { length, distance, extra } => {
                match length {
                    ..280 => out.code(length - 256, 7),
                    _ => out.code(0xc0 + length - 280, 8),
                }
                let rest = if (265..285).contains(&length) { (length - 261) / 4 } else { 0 };
                out.bits(extra, rest as u8);
                out.code(distance.into(), 5);
                out.bits(extra, (distance / 2).saturating_sub(1));
            }
        }
    }
}

impl Writer {
    /// Writes bits, the lowest one first.
    fn bits(&mut self, bits: u16, count: u8) {
        for bit in 0..count {
            if self.used == 0 {
                self.bytes.push(0);
            }
            let last = self.bytes.last_mut().expect("there is a byte that is not full");
            *last |= ((bits >> bit & 1) as u8) << self.used;
            self.used = (self.used + 1) % 8;
        }
    }

    /// Writes a code, the highest bit first.
    fn code(&mut self, code: u16, count: u8) {
        self.bits(code.reverse_bits() >> (16 - count), count);
    }
}
