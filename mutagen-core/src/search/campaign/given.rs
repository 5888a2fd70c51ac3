//! The donors of an edited test that is made again: they give what its address names.

use crate::search::donated::{Call, Donated};
use crate::value::edit::{Donors, Sites, TypeTag};
use crate::value::generate::Generator;
use crate::value::node::Node;
use std::cell::Cell;
use std::collections::BTreeMap;

/// The recorded calls for subtrees.
pub(super) struct Given<'v> {
    values: &'v BTreeMap<u64, Box<dyn Node>>,
    donated: &'v Donated,
    /// How many calls were made.
    made: Cell<usize>,
    /// Whether a donor lacks what the address names.
    lacks: Cell<bool>,
}

impl<'v> Given<'v> {
    /// Gives what these calls were given, from these values of journal entries.
    pub(super) fn new(values: &'v BTreeMap<u64, Box<dyn Node>>, donated: &'v Donated) -> Given<'v> {
        Given { values, donated, made: Cell::new(0), lacks: Cell::new(false) }
    }

    /// Whether as many calls were made as are recorded, and each was given what is recorded.
    pub(super) fn is_as_recorded(&self) -> bool {
        self.made.get() == self.donated.calls().count() && !self.lacks.get()
    }
}

impl Donors for Given<'_> {
    fn subterm(&self, ty: TypeTag, generator: &mut Generator) -> Option<Box<dyn Node>> {
        // A stack that has used its calls gets no more subtrees.
        let Call { draws, found } = self.donated.calls().nth(self.made.get())?;
        self.made.set(self.made.get() + 1);
        (0..draws).for_each(|_| _ = generator.below(2));
        let (entry, place) = found?;
        let found = self.values.get(&entry).and_then(|value| {
            let sites = Sites::of(&**value);
            let site = sites.all().get(place as usize)?;
            (site.ty() == ty).then(|| sites.node(&**value, place as usize).copy_node())
        });
        self.lacks.set(self.lacks.get() || found.is_none());
        found?
    }
}
