//! Tuples of up to 12 components, including the unit. A tuple is a constructor like any other:
//! components of the same type are rearranged, and each component is a node of its own.

mutagen_derive::tuples!(A B C D E F G H I J K L);
