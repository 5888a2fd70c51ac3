//! fontdue 0.2.3, mooman219/fontdue issue 35. The height of a line is computed from three numbers
//! of 16 bits that the font gives, in 16 bits.

use fontdue::{Font, FontSettings};
use mutagen_core::Mutate;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("fontdue-35", any_font_is_read_or_refused);

/// Bytes that are no font are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_font_is_read_or_refused(bytes: &[u8]) {
    BUG.only(|| {
        let _ = Font::from_bytes(bytes, FontSettings::default());
    });
}

/// A font as the tables that it must have, and others.
#[derive(Debug, Clone, Mutate)]
pub struct Tables {
    head: Option<Head>,
    hhea: Option<Hhea>,
    glyphs: Option<u16>,
    others: Vec<([u8; 4], Vec<u8>)>,
}

/// The header of a font.
#[derive(Debug, Clone, Mutate)]
pub struct Head {
    units_per_em: u16,
    bounds: [i16; 4],
    long_locations: bool,
}

/// The header of the horizontal metrics.
#[derive(Debug, Clone, Mutate)]
pub struct Hhea {
    ascender: i16,
    descender: i16,
    line_gap: i16,
    metrics: u16,
}

impl Tables {
    fn print(&self) -> Vec<u8> {
        let mut tables: Vec<([u8; 4], Vec<u8>)> = self.others.clone();
        if let Some(Head { units_per_em, bounds, long_locations }) = &self.head {
            let mut table = vec![0; 54];
            table[..2].copy_from_slice(&[0, 1]);
            table[12..16].copy_from_slice(&[0x5f, 0x0f, 0x3c, 0xf5]);
            table[18..20].copy_from_slice(&units_per_em.to_be_bytes());
            for (index, bound) in bounds.iter().enumerate() {
                table[36 + 2 * index..38 + 2 * index].copy_from_slice(&bound.to_be_bytes());
            }
            table[51] = u8::from(*long_locations);
            tables.push((*b"head", table));
        }
        if let Some(Hhea { ascender, descender, line_gap, metrics }) = &self.hhea {
            let mut table = vec![0; 36];
            table[..2].copy_from_slice(&[0, 1]);
            table[4..6].copy_from_slice(&ascender.to_be_bytes());
            table[6..8].copy_from_slice(&descender.to_be_bytes());
            table[8..10].copy_from_slice(&line_gap.to_be_bytes());
            table[34..36].copy_from_slice(&metrics.to_be_bytes());
            tables.push((*b"hhea", table));
        }
        if let Some(glyphs) = self.glyphs {
            let mut table = vec![0, 0, 0x50, 0];
            table.extend(glyphs.to_be_bytes());
            tables.push((*b"maxp", table));
        }
        let count = u16::try_from(tables.len()).expect("few tables");
        let mut font = vec![0, 1, 0, 0];
        font.extend(count.to_be_bytes());
        font.extend([0; 6]);
        let mut offset = u32::from(12 + 16 * count);
        for (tag, table) in &tables {
            let length = u32::try_from(table.len()).expect("a short table");
            font.extend(tag);
            font.extend([0; 4]);
            font.extend(offset.to_be_bytes());
            font.extend(length.to_be_bytes());
            offset += length;
        }
        font.extend(tables.into_iter().flat_map(|(_, table)| table));
        font
    }
}

/// A font, complete or not, is read or refused.
#[property]
#[ignore = "finds the bug"]
pub fn fonts_are_read_or_refused(tables: &Tables) {
    any_font_is_read_or_refused(&tables.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
