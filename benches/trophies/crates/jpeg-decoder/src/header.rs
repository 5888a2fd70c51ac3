//! The segments of a JPEG file that come before the pixels, printed to bytes.

use mutagen_core::Mutate;

/// A file without pixels.
#[derive(Debug, Clone, Mutate)]
pub struct Header(pub Vec<Segment>);

/// A segment of a file.
#[derive(Debug, Clone, Mutate)]
pub enum Segment {
    /// Data of an application.
    Application {
        /// The number of the application.
        #[mutate(range = 0..=15)]
        number: u8,
        /// The data.
        data: Bytes,
    },
    /// A comment.
    Comment(Bytes),
    /// Tables of divisors.
    Quantization(Vec<Quantization>),
    /// Tables of codes.
    Huffman(Vec<Huffman>),
    /// How many blocks there are between two restarts.
    Restart(u16),
    /// The size of the image, and how its pixels are encoded.
    Frame(Frame),
    /// The end of the image.
    End,
}

/// Data of a segment.
#[derive(Debug, Clone, Mutate)]
pub struct Bytes(#[mutate(max_len = 64)] pub Vec<u8>);

/// A table of 64 divisors, of one or two bytes.
#[derive(Debug, Clone, Mutate)]
pub struct Quantization {
    /// Whether the divisors have two bytes.
    pub wide: bool,
    /// The number of the table.
    #[mutate(range = 0..=15)]
    pub index: u8,
    /// All divisors.
    pub value: u8,
}

/// A table of codes.
#[derive(Debug, Clone, Mutate)]
pub struct Huffman {
    /// Whether the codes are of the coefficients other than the first one.
    pub alternating: bool,
    /// The number of the table.
    #[mutate(range = 0..=15)]
    pub index: u8,
    /// How many codes there are of one bit, of two bits, and so on.
    pub counts: [Count; 16],
}

/// A number of codes. The values of the codes are all zero.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Count(#[mutate(range = 0..=16)] pub u8);

/// The size of the image, and how its pixels are encoded.
#[derive(Debug, Clone, Mutate)]
pub struct Frame {
    /// The kind of the encoding, without the number 4, which is another segment.
    #[mutate(range = 0..=3)]
    pub process: u8,
    /// The bits of a sample.
    pub precision: u8,
    /// The height and the width.
    pub size: (u16, u16),
    /// An identifier, the sampling factors, and the number of a table of divisors.
    #[mutate(max_len = 4)]
    pub components: Vec<(u8, u8, u8)>,
}

impl Header {
    /// The bytes of the file.
    pub fn print(&self) -> Vec<u8> {
        let mut out = vec![0xff, 0xd8];
        for segment in &self.0 {
            segment.print(&mut out);
        }
        out
    }
}

impl Segment {
    fn print(&self, out: &mut Vec<u8>) {
        let mut data = Vec::new();
        let marker = match self {
            Segment::Application { number, data: Bytes(bytes) } => {
                data.extend(bytes);
                0xe0 + number
            }
            Segment::Comment(Bytes(bytes)) => {
                data.extend(bytes);
                0xfe
            }
            Segment::Quantization(tables) => {
                for table in tables {
                    data.push(u8::from(table.wide) << 4 | table.index);
                    data.resize(data.len() + if table.wide { 128 } else { 64 }, table.value);
                }
                0xdb
            }
            Segment::Huffman(tables) => {
                for table in tables {
                    data.push(u8::from(table.alternating) << 4 | table.index);
                    data.extend(table.counts.iter().map(|count| count.0));
                    let codes: usize = table.counts.iter().map(|count| usize::from(count.0)).sum();
                    data.resize(data.len() + codes, 0);
                }
                0xc4
            }
            Segment::Restart(blocks) => {
                data.extend(blocks.to_be_bytes());
                0xdd
            }
            Segment::Frame(frame) => {
                data.push(frame.precision);
                data.extend(frame.size.0.to_be_bytes());
                data.extend(frame.size.1.to_be_bytes());
                data.push(frame.components.len() as u8);
                for &(identifier, sampling, table) in &frame.components {
                    data.extend([identifier, sampling, table]);
                }
                0xc0 + frame.process
            }
            Segment::End => {
                out.extend([0xff, 0xd9]);
                return;
            }
        };
        out.extend([0xff, marker]);
        out.extend((data.len() as u16).wrapping_add(2).to_be_bytes());
        out.extend(data);
    }
}
