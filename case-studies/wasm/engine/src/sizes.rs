//! How large the memories and tables of a module start, read from its bytes: for engines that
//! allocate them before anyone can ask.

use wasm_face::Limits;

const TABLE: u8 = 4;
const MEMORY: u8 = 5;

/// The flag of a memory that says the size of its pages, which the custom page sizes proposal adds.
const PAGE_SIZE: u8 = 8;

/// What a module asks for at its start. What cannot be read, because the module is malformed, is
/// left out: the engine refuses such a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sizes {
    /// The pages of its largest memory.
    pub pages: u32,
    /// The entries of its largest table.
    pub entries: u32,
    /// Whether a memory says the size of its pages.
    pub sets_page_size: bool,
}

impl Sizes {
    /// What this module asks for. Imports are not looked at.
    pub fn of(bytes: &[u8]) -> Sizes {
        let mut sizes = Sizes::default();
        let mut rest = bytes.get(8..).unwrap_or_default();
        while let Some((&section, after)) = rest.split_first() {
            rest = after;
            let Some(length) = number(&mut rest) else { break };
            let (content, after) = rest.split_at(rest.len().min(length as usize));
            rest = after;
            let _ = match section {
                TABLE => sizes.take_tables(content),
                MEMORY => sizes.take_memories(content),
                _ => Some(()),
            };
        }
        sizes
    }

    /// Whether it asks for no more than these limits.
    pub fn are_within(self, limits: &Limits) -> bool {
        self.pages <= limits.pages && self.entries <= limits.entries
    }

    fn take_tables(&mut self, mut content: &[u8]) -> Option<()> {
        for _ in 0..number(&mut content)? {
            let (_, after) = content.split_first()?;
            content = after;
            let (_, start) = limits(&mut content)?;
            self.entries = self.entries.max(start);
        }
        Some(())
    }

    fn take_memories(&mut self, mut content: &[u8]) -> Option<()> {
        for _ in 0..number(&mut content)? {
            let (flags, start) = limits(&mut content)?;
            self.pages = self.pages.max(start);
            if flags & PAGE_SIZE != 0 {
                self.sets_page_size = true;
                number(&mut content)?;
            }
        }
        Some(())
    }
}

/// The flags and the least size of the limits at the front of these bytes.
fn limits(bytes: &mut &[u8]) -> Option<(u8, u32)> {
    let (&flags, after) = bytes.split_first()?;
    *bytes = after;
    let start = number(bytes)?;
    if flags & 1 != 0 {
        number(bytes)?;
    }
    Some((flags, start))
}

/// The unsigned number in LEB128 at the front of these bytes.
fn number(bytes: &mut &[u8]) -> Option<u32> {
    let mut value = 0;
    for shift in [0, 7, 14, 21, 28] {
        let (&byte, after) = bytes.split_first()?;
        *bytes = after;
        value |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: [u8; 8] = *b"\0asm\x01\0\0\0";

    fn sizes_of(sections: &[u8]) -> Sizes {
        Sizes::of(&[&HEADER[..], sections].concat())
    }

    #[test]
    fn the_largest_memory_and_table_are_found() {
        let tables = [4, 9, 2, 0x70, 1, 3, 5, 0x6f, 0, 0x80, 1];
        let memories = [5, 8, 2, 0, 0x80, 0x80, 4, 8, 2, 0];
        let sizes = sizes_of(&[&tables[..], &memories].concat());
        assert_eq!(sizes, Sizes { pages: 1 << 16, entries: 128, sets_page_size: true });
        let limits = Limits { counts: true, pages: 1 << 16, entries: 127 };
        assert!(!sizes.are_within(&limits));
        assert!(sizes.are_within(&Limits { entries: 128, ..limits }));
    }

    #[test]
    fn what_is_malformed_asks_for_nothing() {
        let sections: [&[u8]; 5] = [&[], &[5], &[5, 9, 1], &[5, 3, 1, 0, 0x80], &[4, 0xff, 0xff]];
        for section in sections {
            assert_eq!(sizes_of(section), Sizes::default());
        }
        assert_eq!(Sizes::of(&[0, 1]), Sizes::default());
    }
}
