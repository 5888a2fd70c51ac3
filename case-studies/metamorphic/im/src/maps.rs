//! The collections under test, with fixed keys and values. Hash maps get a hasher without a random
//! seed: the same test must do the same again.

use std::collections::hash_map::DefaultHasher;
use std::hash::BuildHasherDefault;

/// A hasher that is the same in each run.
type Hasher = BuildHasherDefault<DefaultHasher>;

/// A map that is ordered by its keys.
pub type Ordered = persistent::OrdMap<u16, u8>;

/// An ordered set.
pub type Set = persistent::OrdSet<u16>;

/// A hash map.
#[cfg(feature = "shared-pointers")]
pub type Hashed =
    persistent::GenericHashMap<u16, u8, Hasher, persistent::shared_ptr::DefaultSharedPtr>;

/// A hash map.
#[cfg(not(feature = "shared-pointers"))]
pub type Hashed = persistent::HashMap<u16, u8, Hasher>;

/// A vector.
pub type List = persistent::Vector<u16>;
