//! image 0.12.3 with gif 0.9.0, image-rs/image issue 625. A pixel of an image that is decoded with
//! colors is looked up in a table of colors that may have no such color.

use image::ImageDecoder;
use image::gif::Decoder;
use mutagen_core::Mutate;
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "image-625",
    krate: "image",
    version: "0.12.3",
    reference: "https://github.com/image-rs/image/issues/625",
    kind: Kind::Index,
    bytes: Some(any_gif_is_decoded_or_refused),
    text: None,
    property: "issue_625::any_gif_is_decoded_or_refused",
    typed: Some("issue_625::gifs_are_decoded_or_refused"),
    witness: b"GIF87a \0 \0\x80\x01\0\x94;'\xff\xff\xff,\0G\xbc)I!\0\0F\0\087a\0",
    message: "index out of bounds",
};

/// Bytes that are no image are an error. The first image of a file is decoded, unless its header
/// asks for more than a million pixels.
#[property]
#[ignore = "finds the bug"]
pub fn any_gif_is_decoded_or_refused(bytes: &[u8]) {
    if has_few_pixels(bytes) {
        let _ = Decoder::new(bytes).read_image();
    }
}

fn has_few_pixels(bytes: &[u8]) -> bool {
    let size = bytes.get(6..10).and_then(|size| size.first_chunk());
    size.is_none_or(|&[w0, w1, h0, h1]| {
        let [width, height] = [[w0, w1], [h0, h1]].map(u16::from_le_bytes).map(u32::from);
        width * height <= 1_000_000
    })
}

/// A file of images.
#[derive(Debug, Clone, Mutate)]
pub struct Gif {
    newer: bool,
    size: (u16, u16),
    background: u8,
    colors: Option<Colors>,
    blocks: Vec<Block>,
    ends: bool,
}

/// A table of colors: two at least, and a power of two.
#[derive(Debug, Clone, Mutate)]
pub struct Colors {
    #[mutate(range = 0..=7)]
    size: u8,
    color: [u8; 3],
}

/// A block of a file.
#[derive(Debug, Clone, Mutate)]
pub enum Block {
    /// How the next image is shown: its flags, delay and transparent color.
    Control(u8, u16, u8),
    /// Any other extension.
    Extension(u8, Vec<Vec<u8>>),
    /// An image: place, size, colors, interlaced or not, size of a code, codes.
    Image((u16, u16), (u16, u16), Option<Colors>, bool, u8, Vec<Vec<u8>>),
}

impl Colors {
    fn print_to(&self, bytes: &mut Vec<u8>) {
        (0..2_usize << self.size).for_each(|_| bytes.extend(self.color));
    }
}

fn print_parts(parts: &[Vec<u8>], bytes: &mut Vec<u8>) {
    for part in parts.iter().filter(|part| !part.is_empty()) {
        let part = &part[..part.len().min(255)];
        bytes.push(part.len() as u8);
        bytes.extend(part);
    }
    bytes.push(0);
}

impl Gif {
    fn print(&self) -> Vec<u8> {
        let mut bytes = if self.newer { b"GIF89a" } else { b"GIF87a" }.to_vec();
        bytes.extend(self.size.0.to_le_bytes());
        bytes.extend(self.size.1.to_le_bytes());
        bytes.push(self.colors.as_ref().map_or(0, |colors| 0x80 | colors.size));
        bytes.extend([self.background, 0]);
        if let Some(colors) = &self.colors {
            colors.print_to(&mut bytes);
        }
        self.blocks.iter().for_each(|block| block.print_to(&mut bytes));
        if self.ends {
            bytes.push(b';');
        }
        bytes
    }
}

impl Block {
    fn print_to(&self, bytes: &mut Vec<u8>) {
        match self {
            Block::Control(flags, delay, transparent) => {
                bytes.extend([0x21, 0xf9, 4, *flags]);
                bytes.extend(delay.to_le_bytes());
                bytes.extend([*transparent, 0]);
            }
            Block::Extension(kind, parts) => {
                bytes.extend([0x21, *kind]);
                print_parts(parts, bytes);
            }
            Block::Image(place, size, colors, interlaced, code_size, codes) => {
                bytes.push(0x2c);
                for number in [place.0, place.1, size.0, size.1] {
                    bytes.extend(number.to_le_bytes());
                }
                let table = colors.as_ref().map_or(0, |colors| 0x80 | colors.size);
                bytes.push(table | u8::from(*interlaced) << 6);
                if let Some(colors) = colors {
                    colors.print_to(bytes);
                }
                bytes.push(*code_size);
                print_parts(codes, bytes);
            }
        }
    }
}

/// A file of images is decoded or refused.
#[property]
#[ignore = "finds the bug"]
pub fn gifs_are_decoded_or_refused(gif: &Gif) {
    any_gif_is_decoded_or_refused(&gif.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
