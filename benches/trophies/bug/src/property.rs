//! The property that a bug breaks.

use crate::table::{self, Bug};

/// A property; it panics if it does not hold.
#[derive(Debug, Clone, Copy)]
pub enum Property {
    /// Of a crate that takes bytes.
    Bytes(fn(&[u8])),
    /// Of a crate that takes text.
    Text(fn(&str)),
}

/// A bug of a package and the property that it breaks.
#[derive(Debug, Clone, Copy)]
pub struct Trophy {
    /// The name in the table: the crate and the number of the report, as in `bson-64`.
    pub name: &'static str,
    /// The property.
    pub property: Property,
}

impl Trophy {
    /// A bug of a crate that takes bytes.
    pub const fn bytes(name: &'static str, property: fn(&[u8])) -> Trophy {
        Trophy { name, property: Property::Bytes(property) }
    }

    /// A bug of a crate that takes text.
    pub const fn text(name: &'static str, property: fn(&str)) -> Trophy {
        Trophy { name, property: Property::Text(property) }
    }

    /// What the table says of the bug.
    ///
    /// # Panics
    /// If the bug is not in the table.
    pub fn bug(&self) -> &'static Bug {
        let bug = table::bugs().iter().find(|bug| bug.name == self.name);
        bug.unwrap_or_else(|| panic!("`{}` is not in the table", self.name))
    }

    /// Runs the property on one input. A crate that takes text is not called with other bytes.
    pub fn run(&self, input: &[u8]) {
        match self.property {
            Property::Bytes(property) => property(input),
            Property::Text(property) => {
                if let Ok(text) = str::from_utf8(input) {
                    property(text);
                }
            }
        }
    }
}
