//! Numbers of a range, and a list of a bounded length.

use mutagen_core::Mutate;

/// A list of the challenge `length_list`.
#[derive(Debug, Clone, Mutate)]
pub struct Short(#[mutate(max_len = 100)] pub Vec<Element>);

/// An element of such a list.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Element(#[mutate(range = 0..=1000)] pub u16);

/// A number of the challenges of differences.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Positive(#[mutate(range = 1..=10_000)] pub i32);

/// An element of the challenge `coupling`.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Index(#[mutate(range = 0..=10)] pub u8);
