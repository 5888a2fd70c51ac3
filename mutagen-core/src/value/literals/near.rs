//! The literals of the functions that a campaign has reached. They are more likely to matter than
//! the others, of which a program with many crates has thousands.

use super::{Literal, Literals};

/// Some of the literals, by kind. Each is an index in [`Literals`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Near {
    /// The integers.
    pub integers: Vec<usize>,
    /// The integers and floats.
    pub numbers: Vec<usize>,
    /// The characters.
    pub chars: Vec<usize>,
    /// The texts, byte strings and characters.
    pub texts: Vec<usize>,
}

impl Near {
    /// Adds the literal with this index.
    pub fn add(&mut self, literals: &Literals, index: usize) {
        match literals.get(index) {
            Some(Literal::Integer(_)) => {
                self.integers.push(index);
                self.numbers.push(index);
            }
            Some(Literal::Float(_)) => self.numbers.push(index),
            Some(Literal::Char(_)) => {
                self.chars.push(index);
                self.texts.push(index);
            }
            Some(Literal::Text(_) | Literal::Bytes(_)) => self.texts.push(index),
            None => {}
        }
    }
}
