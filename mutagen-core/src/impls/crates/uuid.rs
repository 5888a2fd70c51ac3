//! `Uuid`: one node with the mutants of its 128 bits as a number. Of the generated values, 1/8 each
//! are the nil UUID, the greatest UUID and any bits, and the others are random UUIDs of version 4.
//! Values are printed as a text with hyphens.

use crate::impls::by_shape::via::{Via, quoted, via};
use crate::value::Generator;
use rand::RngExt;
use uuid::{Builder, Uuid};

impl Via<u128> for Uuid {
    fn to_parts(&self) -> Option<u128> {
        Some(self.as_u128())
    }
    fn from_parts(parts: &u128) -> Self {
        Uuid::from_u128(*parts)
    }
    fn draw(generator: &mut Generator) -> Self {
        let bits: u128 = generator.random().random();
        match generator.below(8) {
            0 => Uuid::nil(),
            1 => Uuid::max(),
            2 => Uuid::from_u128(bits),
            _ => Builder::from_random_bytes(bits.to_be_bytes()).into_uuid(),
        }
    }
    quoted!("a UUID such as \"67e55044-10b1-426f-9247-bb680e5fe0c8\"");
}

via!([] Uuid, u128);
