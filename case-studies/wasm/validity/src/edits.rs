//! Changes of single bytes, for the property that judges encodings instead of modules.

use mutagen_core::Mutate;

/// A change of the bytes. A place beyond the end is counted on from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Mutate)]
#[allow(missing_docs, reason = "the variants say it")]
pub enum Edit {
    /// The byte at this place becomes this one.
    Change { at: u16, to: u8 },
    /// This byte is put before the one at this place, or at the end.
    Insert { at: u16, byte: u8 },
    /// The byte at this place is taken out.
    Remove { at: u16 },
}

/// Up to four edits, made in turn.
#[derive(Debug, Clone, PartialEq, Eq, Mutate)]
pub struct Edits(#[mutate(max_len = 4)] pub Vec<Edit>);

impl Edits {
    /// Makes the edits.
    pub fn make(&self, bytes: &mut Vec<u8>) {
        for edit in &self.0 {
            let length = bytes.len();
            let place = |at: u16, places: usize| usize::from(at).checked_rem(places);
            match *edit {
                Edit::Change { at, to } => {
                    if let Some(at) = place(at, length) {
                        bytes[at] = to;
                    }
                }
                Edit::Insert { at, byte } => bytes.insert(usize::from(at) % (length + 1), byte),
                Edit::Remove { at } => {
                    if let Some(at) = place(at, length) {
                        bytes.remove(at);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_made_in_turn_and_places_are_counted_round() {
        let mut bytes = vec![1, 2];
        let edits = [
            Edit::Change { at: 3, to: 7 },
            Edit::Insert { at: 2, byte: 8 },
            Edit::Insert { at: 4, byte: 9 },
            Edit::Remove { at: 5 },
        ];
        Edits(edits.into()).make(&mut bytes);
        assert_eq!(bytes, [9, 7, 8]);
        let mut none = vec![];
        Edits(vec![Edit::Remove { at: 1 }, Edit::Change { at: 1, to: 1 }]).make(&mut none);
        assert!(none.is_empty());
    }
}
