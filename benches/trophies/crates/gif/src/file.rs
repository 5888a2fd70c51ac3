//! A GIF file: the screen, palettes, extensions and images, printed to bytes.

use mutagen_core::Mutate;

/// A file.
#[derive(Debug, Clone, Mutate)]
pub struct Gif {
    /// Whether the file says `89a` instead of `87a`.
    pub extended: bool,
    /// The width and height of the screen.
    pub size: (u16, u16),
    /// The colours of images that have none of their own.
    pub palette: Palette,
    /// The background, an index into the palette.
    pub background: u8,
    /// What is drawn.
    pub blocks: Vec<Block>,
    /// Whether the file ends with a trailer.
    pub trailer: bool,
}

/// A palette. Its size is a power of two: colours that lack are black. Without colours there is no
/// palette.
#[derive(Debug, Clone, Mutate)]
pub struct Palette(#[mutate(max_len = 16)] pub Vec<(u8, u8, u8)>);

/// A block of a file.
#[derive(Debug, Clone, Mutate)]
pub enum Block {
    /// How the next image is shown.
    Control {
        /// Disposal, user input and transparency.
        flags: u8,
        /// In hundredths of a second.
        delay: u16,
        /// An index into the palette.
        transparent: u8,
    },
    /// Another extension.
    Extension {
        /// The kind of the extension.
        label: u8,
        /// The data.
        data: Data,
    },
    /// An image.
    Image(Image),
}

/// An image.
#[derive(Debug, Clone, Mutate)]
pub struct Image {
    /// The distance from the left and the upper edge of the screen.
    pub position: (u16, u16),
    /// The width and the height.
    pub size: (u16, u16),
    /// Whether the lines come in four passes.
    pub interlaced: bool,
    /// The colours of this image.
    pub palette: Palette,
    /// The width of a code of the compressed pixels, at first.
    #[mutate(range = 0..=12)]
    pub code_size: u8,
    /// The compressed pixels.
    pub pixels: Data,
}

/// Data in pieces of at most 255 bytes.
#[derive(Debug, Clone, Mutate)]
pub struct Data(pub Vec<Piece>);

/// A piece of data. An empty one ends the data, which the printer adds.
#[derive(Debug, Clone, Mutate)]
pub struct Piece(#[mutate(max_len = 255)] pub Vec<u8>);

impl Gif {
    /// The bytes of the file.
    pub fn print(&self) -> Vec<u8> {
        let mut out = if self.extended { b"GIF89a" } else { b"GIF87a" }.to_vec();
        pair(&mut out, self.size);
        out.extend([self.palette.flags(), self.background, 0]);
        self.palette.print(&mut out);
        for block in &self.blocks {
            block.print(&mut out);
        }
        if self.trailer {
            out.push(0x3b);
        }
        out
    }
}

impl Block {
    fn print(&self, out: &mut Vec<u8>) {
        match self {
            Block::Control { flags, delay, transparent } => {
                let [low, high] = delay.to_le_bytes();
                out.extend([0x21, 0xf9, 4, *flags, low, high, *transparent, 0]);
            }
            Block::Extension { label, data } => {
                out.extend([0x21, *label]);
                data.print(out);
            }
            Block::Image(image) => {
                out.push(0x2c);
                pair(out, image.position);
                pair(out, image.size);
                out.push(image.palette.flags() | if image.interlaced { 0x40 } else { 0 });
                image.palette.print(out);
                out.push(image.code_size);
                image.pixels.print(out);
            }
        }
    }
}

impl Palette {
    /// How many colours the printed palette has.
    fn len(&self) -> usize {
        if self.0.is_empty() { 0 } else { self.0.len().next_power_of_two().max(2) }
    }

    /// The bits that say whether there is a palette, and its size.
    fn flags(&self) -> u8 {
        if self.0.is_empty() { 0 } else { 0x80 | (self.len().ilog2() as u8 - 1) }
    }

    fn print(&self, out: &mut Vec<u8>) {
        for &(red, green, blue) in &self.0 {
            out.extend([red, green, blue]);
        }
        out.resize(out.len() + 3 * (self.len() - self.0.len()), 0);
    }
}

impl Data {
    fn print(&self, out: &mut Vec<u8>) {
        for Piece(bytes) in &self.0 {
            if !bytes.is_empty() {
                out.push(bytes.len() as u8);
                out.extend(bytes);
            }
        }
        out.push(0);
    }
}

fn pair(out: &mut Vec<u8>, (x, y): (u16, u16)) {
    out.extend(x.to_le_bytes());
    out.extend(y.to_le_bytes());
}
