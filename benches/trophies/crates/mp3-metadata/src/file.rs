//! An MP3 file: tags and frames, printed to bytes.

use mutagen_core::Mutate;

/// A file.
#[derive(Debug, Clone, Mutate)]
pub struct Mp3(pub Vec<Part>);

/// A part of a file.
#[derive(Debug, Clone, Mutate)]
pub enum Part {
    /// A tag of fixed size.
    Tag1 {
        /// Title, artist, album, year and comment, with zeros up to 124 bytes.
        #[mutate(max_len = 124)]
        text: Vec<u8>,
        /// The number of the genre.
        genre: u8,
    },
    /// A tag of fields.
    Tag2(Tag),
    /// A frame of sound.
    Sound {
        /// Version and layer, bit rate, channels.
        header: (u8, u8, u8),
        /// The sound.
        #[mutate(max_len = 64)]
        data: Vec<u8>,
    },
}

/// A tag of fields.
#[derive(Debug, Clone, Mutate)]
pub struct Tag {
    /// The version.
    #[mutate(range = 2..=4)]
    pub version: u8,
    /// Whether zeros after 255 are to be skipped.
    pub unsynchronised: bool,
    /// The size of a second header, and the header.
    pub extended: Option<(u32, u16)>,
    /// The fields.
    pub fields: Vec<Field>,
    /// Bytes after the fields.
    #[mutate(range = 0..=32)]
    pub padding: u8,
}

/// A field of a tag.
#[derive(Debug, Clone, Mutate)]
pub struct Field {
    /// The name of the field.
    pub name: Name,
    /// How the text is encoded.
    #[mutate(range = 0..=3)]
    pub encoding: u8,
    /// The text.
    #[mutate(max_len = 16)]
    pub text: Vec<u8>,
}

/// The name of a field.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Name {
    /// The title.
    Title,
    /// The artist.
    Artist,
    /// The album.
    Album,
    /// The genre.
    Genre,
    /// The composers.
    Composers,
    /// An address.
    Address,
    /// A comment.
    Comment,
    /// Any other letters.
    Other(#[mutate(range = 0..=25)] u8, #[mutate(range = 0..=25)] u8),
}

impl Mp3 {
    /// The bytes of the file.
    pub fn print(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for part in &self.0 {
            part.print(&mut out);
        }
        out
    }
}

impl Part {
    fn print(&self, out: &mut Vec<u8>) {
        match self {
            Part::Tag1 { text, genre } => {
                out.extend(b"TAG");
                let end = out.len() + 124;
                out.extend(text);
                out.resize(end, 0);
                out.push(*genre);
            }
            Part::Tag2(tag) => tag.print(out),
            Part::Sound { header: (version, rate, channels), data } => {
                out.extend([0xff, 0xe0 | version, *rate, *channels]);
                out.extend(data);
            }
        }
    }
}

impl Tag {
    fn print(&self, out: &mut Vec<u8>) {
        let mut data = Vec::new();
        if let Some((size, flags)) = self.extended {
            data.extend(seven_bits(size));
            data.extend(flags.to_be_bytes());
        }
        for field in &self.fields {
            field.print(self.version, &mut data);
        }
        data.resize(data.len() + usize::from(self.padding), 0);
        let unsynchronised = if self.unsynchronised { 0x80 } else { 0 };
        let extended = if self.extended.is_some() { 0x40 } else { 0 };
        out.extend(b"ID3");
        out.extend([self.version, 0, unsynchronised | extended]);
        out.extend(seven_bits(data.len() as u32));
        out.extend(data);
    }
}

impl Field {
    fn print(&self, version: u8, out: &mut Vec<u8>) {
        let size = (self.text.len() as u32 + 1).to_be_bytes();
        let name = self.name.letters();
        if version == 2 {
            out.extend(&name[..3]);
            out.extend(&size[1..]);
        } else {
            out.extend(name);
            out.extend(size);
            out.extend([0, 0]);
        }
        out.push(self.encoding);
        out.extend(&self.text);
    }
}

impl Name {
    fn letters(self) -> [u8; 4] {
        match self {
            Name::Title => *b"TIT2",
            Name::Artist => *b"TPE1",
            Name::Album => *b"TALB",
            Name::Genre => *b"TCON",
            Name::Composers => *b"TCOM",
            Name::Address => *b"WCOM",
            Name::Comment => *b"COMM",
            Name::Other(first, last) => [b'T', b'A' + first, b'A' + last, b'1'],
        }
    }
}

/// A number in four bytes of seven bits.
fn seven_bits(number: u32) -> [u8; 4] {
    [21, 14, 7, 0].map(|shift| (number >> shift & 0x7f) as u8)
}
