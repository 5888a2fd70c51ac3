//! Encodes counts for the passes: buckets by number or by bit, and hits. The tables serve the
//! variants with vector instructions.

/// The number of the bucket of a count, from 1; 0 for no hit.
const fn number(count: u8) -> u8 {
    match count {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 3,
        4..=7 => 4,
        8..=15 => 5,
        16..=31 => 6,
        32..=127 => 7,
        128..=255 => 8,
    }
}

/// The bit of the bucket of a count; 0 for no hit.
pub(in crate::coverage) const fn bucket(count: u8) -> u8 {
    match number(count) {
        0 => 0,
        number => 1 << (number - 1),
    }
}

/// Lookup tables for vector instructions. `low` is indexed by the lower half of counts below 16,
/// and `high` by the upper half of the other counts.
#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "elsewhere no vector instructions are used")
)]
#[repr(align(16))]
pub(super) struct Tables {
    pub(super) low: [u8; 16],
    pub(super) high: [u8; 16],
}

#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "elsewhere no vector instructions are used")
)]
impl Tables {
    /// The numbers of buckets.
    pub(super) const NUMBERS: Tables = Tables::of(CountEncoding::Numbers);
    /// The bits of buckets.
    pub(super) const BITS: Tables = Tables::of(CountEncoding::Bits);
    /// Whether there was a hit.
    pub(super) const HITS: Tables = Tables::of(CountEncoding::Hits);

    const fn of(kind: CountEncoding) -> Tables {
        let mut tables = Tables { low: [0; 16], high: [0; 16] };
        let mut at = 1;
        while at < 16 {
            tables.low[at as usize] = kind.of(at);
            tables.high[at as usize] = kind.of(at << 4);
            at += 1;
        }
        tables
    }
}

/// How the passes encode a count.
#[derive(Clone, Copy)]
pub(super) enum CountEncoding {
    Numbers,
    Bits,
    Hits,
}

impl CountEncoding {
    pub(super) const fn of(self, count: u8) -> u8 {
        match self {
            CountEncoding::Numbers => number(count),
            CountEncoding::Bits => bucket(count),
            CountEncoding::Hits => (count != 0) as u8,
        }
    }
}
