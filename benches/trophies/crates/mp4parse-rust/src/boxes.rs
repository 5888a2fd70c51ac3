//! The boxes of an MP4 file, printed to bytes.

use mutagen_core::Mutate;

/// The boxes of a file, or those within a box.
#[derive(Debug, Clone, Mutate)]
pub struct Boxes(pub Vec<Element>);

/// A box.
#[derive(Debug, Clone, Mutate)]
pub struct Element {
    /// Whether the size is written in eight bytes.
    pub long: bool,
    /// What is added to the size that is written. Zero for a right size.
    pub lie: i8,
    /// What is in the box.
    pub content: Content,
}

/// What is in a box.
#[derive(Debug, Clone, Mutate)]
pub enum Content {
    /// The kinds of players that can play the file.
    FileType {
        /// The first kind, and its version.
        major: (u32, u32),
        /// More kinds.
        compatible: Vec<u32>,
    },
    /// A box of boxes.
    Container(Container, Boxes),
    /// A box of numbers.
    Table {
        /// What the table is of.
        kind: Table,
        /// Says which form the table has.
        version: u8,
        /// Numbers of four bytes.
        numbers: Vec<u32>,
    },
    /// Any box.
    Other(Name, Bytes),
}

/// The name of a box.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Name(pub u8, pub u8, pub u8, pub u8);

/// The bytes in a box.
#[derive(Debug, Clone, Mutate)]
pub struct Bytes(#[mutate(max_len = 32)] pub Vec<u8>);

/// A box that has boxes.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Container {
    /// The film.
    Movie,
    /// A track of the film.
    Track,
    /// Edits of a track.
    Edits,
    /// The media of a track.
    Media,
    /// Information on the media.
    MediaInformation,
    /// The tables of the samples.
    SampleTable,
}

/// A box that has numbers.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Table {
    /// Of the film.
    MovieHeader,
    /// Of a track.
    TrackHeader,
    /// Of the media.
    MediaHeader,
    /// The edits.
    EditList,
    /// Where the chunks are.
    ChunkOffsets,
    /// Which samples are of their own.
    SyncSamples,
    /// Which samples are in which chunk.
    SamplesToChunks,
    /// The sizes of the samples.
    SampleSizes,
    /// The times of the samples.
    TimesToSamples,
    /// How the media is to be played.
    Handler,
    /// How the samples are encoded.
    SampleDescription,
}

impl Boxes {
    /// The bytes of the boxes.
    pub fn print(&self) -> Vec<u8> {
        self.0.iter().flat_map(Element::print).collect()
    }
}

impl Element {
    fn print(&self) -> Vec<u8> {
        let mut content = Vec::new();
        let name = match &self.content {
            Content::FileType { major: (brand, version), compatible } => {
                for number in [brand, version].into_iter().chain(compatible) {
                    content.extend(number.to_be_bytes());
                }
                *b"ftyp"
            }
            Content::Container(kind, boxes) => {
                content = boxes.print();
                kind.name()
            }
            Content::Table { kind, version, numbers } => {
                content.extend([*version, 0, 0, 0]);
                for number in numbers {
                    content.extend(number.to_be_bytes());
                }
                kind.name()
            }
            &Content::Other(Name(a, b, c, d), Bytes(ref bytes)) => {
                content.extend(bytes);
                [a, b, c, d]
            }
        };
        let header = if self.long { 16 } else { 8 };
        let size = (content.len() as u64 + header).wrapping_add_signed(self.lie.into());
        let mut out = Vec::new();
        if self.long {
            out.extend([0, 0, 0, 1]);
            out.extend(name);
            out.extend(size.to_be_bytes());
        } else {
            out.extend((size as u32).to_be_bytes());
            out.extend(name);
        }
        out.extend(content);
        out
    }
}

impl Container {
    fn name(self) -> [u8; 4] {
        *match self {
            Container::Movie => b"moov",
            Container::Track => b"trak",
            Container::Edits => b"edts",
            Container::Media => b"mdia",
            Container::MediaInformation => b"minf",
            Container::SampleTable => b"stbl",
        }
    }
}

impl Table {
    fn name(self) -> [u8; 4] {
        *match self {
            Table::MovieHeader => b"mvhd",
            Table::TrackHeader => b"tkhd",
            Table::MediaHeader => b"mdhd",
            Table::EditList => b"elst",
            Table::ChunkOffsets => b"stco",
            Table::SyncSamples => b"stss",
            Table::SamplesToChunks => b"stsc",
            Table::SampleSizes => b"stsz",
            Table::TimesToSamples => b"stts",
            Table::Handler => b"hdlr",
            Table::SampleDescription => b"stsd",
        }
    }
}
