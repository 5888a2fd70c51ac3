//! Streams of the format Deflate, as blocks whose symbols are bits.

use mutagen_core::Mutate;

/// A block of a stream.
#[derive(Debug, Clone, Mutate)]
pub enum Block {
    /// Bytes as they are.
    Stored(Vec<u8>),
    /// Symbols of the fixed code, as bits.
    Fixed(Vec<bool>),
    /// The lengths of a code, and symbols of the code, as bits.
    Dynamic(Code, Vec<bool>),
}

/// The code of a block.
#[derive(Debug, Clone, Mutate)]
pub struct Code {
    #[mutate(range = 0..=31)]
    literals: u8,
    #[mutate(range = 0..=31)]
    distances: u8,
    /// The lengths of the codes of the lengths: the first four, which are always there.
    first: [Length; 4],
    /// The others.
    #[mutate(max_len = 15)]
    rest: Vec<Length>,
}

/// The length of the code of a length.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Length(#[mutate(range = 0..=7)] u8);

/// Bits, the first of a byte lowest.
#[derive(Default)]
struct Bits(Vec<bool>);

impl Bits {
    fn push(&mut self, number: u16, count: u32) {
        self.0.extend((0..count).map(|bit| number >> bit & 1 == 1));
    }

    fn bytes(&self) -> Vec<u8> {
        let byte = |bits: &[bool]| {
            bits.iter().enumerate().fold(0, |byte, (index, &bit)| byte | u8::from(bit) << index)
        };
        self.0.chunks(8).map(byte).collect()
    }
}

impl Block {
    fn print_to(&self, last: bool, bits: &mut Bits) {
        bits.push(u16::from(last), 1);
        match self {
            Block::Stored(bytes) => {
                bits.push(0, 2);
                bits.0.resize(bits.0.len().next_multiple_of(8), false);
                let length = bytes.len() as u16;
                bits.push(length, 16);
                bits.push(!length, 16);
                bytes.iter().for_each(|&byte| bits.push(u16::from(byte), 8));
            }
            Block::Fixed(symbols) => {
                bits.push(1, 2);
                bits.0.extend(symbols);
            }
            Block::Dynamic(code, symbols) => {
                let Code { first, rest, .. } = code;
                bits.push(2, 2);
                bits.push(u16::from(code.literals), 5);
                bits.push(u16::from(code.distances), 5);
                bits.push(rest.len() as u16, 4);
                first.iter().chain(rest).for_each(|length| bits.push(u16::from(length.0), 3));
                bits.0.extend(symbols);
            }
        }
    }
}

/// The bytes of a stream.
pub fn print(blocks: &[Block]) -> Vec<u8> {
    let mut bits = Bits::default();
    for (index, block) in blocks.iter().enumerate() {
        block.print_to(index + 1 == blocks.len(), &mut bits);
    }
    bits.bytes()
}
