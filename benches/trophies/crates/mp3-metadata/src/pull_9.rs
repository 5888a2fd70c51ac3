//! mp3-metadata 0.2.1, GuillaumeGomez/mp3-metadata pull 9. The header of a tag is looked for at
//! each place of a file, but only the length of the whole file is compared with that of a header: a
//! tag that begins near the end is read beyond it.
//!
//! The release also takes four off the size of an extended header without a check, and writes a tag
//! whose bytes are escaped into a list that has only its capacity.

use mutagen_core::Mutate;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("mp3-metadata-9", any_bytes_are_read_or_refused);

/// Bytes that are no file are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_bytes_are_read_or_refused(bytes: &[u8]) {
    BUG.only(|| {
        let _ = mp3_metadata::read_from_slice(bytes);
    });
}

/// The parts of a file.
#[derive(Debug, Clone, Mutate)]
pub enum Part {
    /// A tag, before the frames or after them.
    Tag(Tag),
    /// The header of a frame, and the bytes of the frame.
    Frame([u8; 3], Vec<u8>),
    /// Anything else.
    Other(Vec<u8>),
}

/// A tag in the second form: `ID3`.
#[derive(Debug, Clone, Mutate)]
pub struct Tag {
    version: (u8, u8),
    flags: u8,
    size: u32,
    extended_size: u32,
    fields: Vec<Field>,
}

/// A field of a tag.
#[derive(Debug, Clone, Mutate)]
pub struct Field {
    name: Name,
    size: u32,
    content: Vec<u8>,
}

/// The name of a field.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Name {
    /// `TALB`
    Album,
    /// `TPE1`
    Performers,
    /// `TCON`
    Genre,
    /// `WCOM`
    Url,
    /// Any other.
    Other([u8; 4]),
}

fn push_seven_bits(number: u32, bytes: &mut Vec<u8>) {
    bytes.extend([21, 14, 7, 0].map(|shift| (number >> shift & 0x7f) as u8));
}

impl Tag {
    fn print_to(&self, bytes: &mut Vec<u8>) {
        bytes.extend(b"ID3");
        bytes.extend([self.version.0, self.version.1, self.flags]);
        push_seven_bits(self.size, bytes);
        if self.flags & 0x40 != 0 {
            push_seven_bits(self.extended_size, bytes);
        }
        for field in &self.fields {
            bytes.extend(match &field.name {
                Name::Album => b"TALB",
                Name::Performers => b"TPE1",
                Name::Genre => b"TCON",
                Name::Url => b"WCOM",
                Name::Other(name) => name,
            });
            bytes.extend(field.size.to_be_bytes());
            bytes.extend([0, 0]);
            bytes.extend(&field.content);
        }
    }
}

/// A file, complete or not, is read or refused.
#[property]
#[ignore = "finds the bug"]
pub fn files_are_read_or_refused(parts: &[Part]) {
    let mut bytes = Vec::new();
    for part in parts {
        match part {
            Part::Tag(tag) => tag.print_to(&mut bytes),
            Part::Frame(header, frame) => {
                bytes.push(0xff);
                bytes.extend(header);
                bytes.extend(frame);
            }
            Part::Other(other) => bytes.extend(other),
        }
    }
    any_bytes_are_read_or_refused(&bytes);
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
