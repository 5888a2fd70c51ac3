//! bcrypt 0.10.0, Keats/rust-bcrypt issue 62. The last part of a hash is split after 22 bytes if it
//! has 53 of them, without regard to its characters.

use bcrypt::HashParts;
use mutagen_core::Mutate;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("bcrypt-62", any_text_is_split_or_refused);

/// A text that is no hash is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_text_is_split_or_refused(text: &str) {
    BUG.only(|| {
        let _ = text.parse::<HashParts>();
    });
}

/// A hash as a database may have it: prefix, cost, and 53 characters of salt and digest.
#[derive(Debug, Clone, Mutate)]
pub struct Hash {
    prefix: Prefix,
    cost: u8,
    #[mutate(max_len = 60)]
    rest: Vec<Symbol>,
}

/// The version of the algorithm.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Prefix {
    /// `2a`
    A,
    /// `2b`
    B,
    /// `2y`
    Y,
}

/// A character of salt or digest; any other, if the hash is damaged.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Symbol {
    /// A character of the alphabet.
    #[mutate(weight = 9)]
    Valid(#[mutate(range = 0..=63)] u8),
    /// Any other character.
    Other(char),
}

const ALPHABET: &[u8; 64] = b"./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

impl Hash {
    fn print(&self) -> String {
        let prefix = match self.prefix {
            Prefix::A => "2a",
            Prefix::B => "2b",
            Prefix::Y => "2y",
        };
        let rest = self.rest.iter().map(|symbol| match *symbol {
            Symbol::Valid(index) => char::from(ALPHABET[usize::from(index)]),
            Symbol::Other(char) => char,
        });
        format!("${prefix}${:02}${}", self.cost, rest.collect::<String>())
    }
}

/// A hash, damaged or not, is split or refused.
#[property]
#[ignore = "finds the bug"]
pub fn hashes_are_split_or_refused(hash: &Hash) {
    any_text_is_split_or_refused(&hash.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}
