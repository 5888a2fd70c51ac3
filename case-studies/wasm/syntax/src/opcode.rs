//! The first opcode of each group of operators, which encoder and reader share. Opcodes of a group
//! are consecutive, and the enums list their operators in that order, so an opcode is the first
//! one plus the operator's index. Where there are two, they are for 32 and for 64 bits.

use crate::operator::Width;

pub(crate) const LOAD: u8 = 0x28;
pub(crate) const STORE: u8 = 0x36;
pub(crate) const INT_TEST: [u8; 2] = [0x45, 0x50];
pub(crate) const INT_REL: [u8; 2] = [0x46, 0x51];
pub(crate) const FLOAT_REL: [u8; 2] = [0x5b, 0x61];
pub(crate) const INT_UN: [u8; 2] = [0x67, 0x79];
pub(crate) const INT_BIN: [u8; 2] = [0x6a, 0x7c];
pub(crate) const FLOAT_UN: [u8; 2] = [0x8b, 0x99];
pub(crate) const FLOAT_BIN: [u8; 2] = [0x92, 0xa0];
pub(crate) const CONVERT: u8 = 0xa7;
pub(crate) const EXTEND: u8 = 0xc0;
/// After the prefix 0xfc.
pub(crate) const SATURATE: u8 = 0;

/// The first opcode for this width.
pub(crate) fn of_width(width: Width, first: [u8; 2]) -> u8 {
    first[width as usize]
}
