//! A small number for each type of node, so that lists of nodes are short and a scan for the nodes
//! of a type is fast. The numbers depend on the order in which the process met the types, so they
//! may only be compared.

use crate::value::types::{ByTypeId, hash};
use std::any::TypeId;
use std::cell::Cell;
use std::sync::{Mutex, PoisonError};

/// The number of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeTag(u16);

/// How many recent types a thread finds without the lock.
const RECENT: usize = 64;

static ALL: Mutex<Option<ByTypeId<u16>>> = Mutex::new(None);

thread_local! {
    static KNOWN: [Cell<Option<(TypeId, TypeTag)>>; RECENT] =
        const { [const { Cell::new(None) }; RECENT] };
}

/// The number of a type. Equal types have equal numbers. From the 65,536th type on, all types share
/// one number, and an edit that takes one for another does not apply.
pub(crate) fn tag_of(ty: TypeId) -> TypeTag {
    KNOWN.with(|known| {
        let place = &known[hash(ty) as usize % RECENT];
        match place.get() {
            Some((other, tag)) if other == ty => tag,
            _ => {
                let tag = looked_up(ty);
                place.set(Some((ty, tag)));
                tag
            }
        }
    })
}

#[cold]
fn looked_up(ty: TypeId) -> TypeTag {
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    let all = all.get_or_insert_default();
    let next = u16::try_from(all.len()).unwrap_or(u16::MAX);
    TypeTag(*all.entry(ty).or_insert(next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_types_have_equal_tags_in_every_thread_and_different_types_different_ones() {
        let tags = || [TypeId::of::<u8>(), TypeId::of::<Vec<u8>>(), TypeId::of::<()>()].map(tag_of);
        let here = tags();
        assert_eq!(here, tags());
        assert_eq!(std::thread::spawn(tags).join().unwrap(), here);
        assert!(here[0] != here[1] && here[1] != here[2] && here[0] != here[2]);
    }
}
