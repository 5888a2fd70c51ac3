//! A table of the hashes of sets that were seen, of a fixed size: runs of a large program hit ever new
//! sets, and so whatever keeps all of them grows without bound.

/// Places for hashes that share an index; the one entered longest ago makes room for the next.
const WAYS: usize = 4;

/// The number of indices, a power of two. Both together are 256 KiB.
const ROWS: usize = 1 << 14;

/// A set of hashes that forgets.
#[derive(Debug, Clone, Default)]
pub(super) struct SetTable {
    /// The upper halves of hashes, by the lower bits; 0 is none. No rows before the first hash.
    rows: Vec<[u32; WAYS]>,
}

impl SetTable {
    /// Whether a hash was entered and has not been overwritten since.
    #[inline]
    pub(super) fn contains(&self, hash: u64) -> bool {
        let (row, tag) = place(hash);
        self.rows.get(row).is_some_and(|row| row.contains(&tag))
    }

    /// Enters a hash.
    pub(super) fn insert(&mut self, hash: u64) {
        if self.rows.is_empty() {
            self.rows = vec![[0; WAYS]; ROWS];
        }
        let (row, tag) = place(hash);
        let row = &mut self.rows[row];
        if !row.contains(&tag) {
            row.rotate_right(1);
            row[0] = tag;
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.rows.fill([0; WAYS]);
    }
}

/// The row of a hash, and what is kept of it there.
fn place(hash: u64) -> (usize, u32) {
    let tag = (hash >> 32) as u32;
    (hash as usize % ROWS, tag.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_hash_of_a_full_row_makes_room() {
        let mut table = SetTable::default();
        let hash = |tag: u64| tag << 32 | 5;
        assert!(!table.contains(hash(1)));
        for tag in 1..=5 {
            table.insert(hash(tag));
            table.insert(hash(tag));
        }
        let kept: Vec<bool> = (1..=6).map(|tag| table.contains(hash(tag))).collect();
        assert_eq!(kept, [false, true, true, true, true, false]);
        assert!(!table.contains(hash(3) + 1), "another row");
        table.clear();
        assert!(!table.contains(hash(3)));
    }

    #[test]
    fn a_hash_of_zero_is_a_hash() {
        let mut table = SetTable::default();
        table.insert(7);
        table.clear();
        assert!(!table.contains(7));
        table.insert(7);
        assert!(table.contains(7));
    }

    #[test]
    fn the_table_does_not_grow() {
        let mut table = SetTable::default();
        for number in 0..1_000_000u64 {
            table.insert(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        }
        assert_eq!(table.rows.len(), ROWS);
    }
}
