//! Tuples of up to 12 components, including the unit. A tuple is a constructor like any other:
//! components of the same type are rearranged, and each component is a node of its own.

mutagen_derive::tuple!();
mutagen_derive::tuple!(A);
mutagen_derive::tuple!(A B);
mutagen_derive::tuple!(A B C);
mutagen_derive::tuple!(A B C D);
mutagen_derive::tuple!(A B C D E);
mutagen_derive::tuple!(A B C D E F);
mutagen_derive::tuple!(A B C D E F G);
mutagen_derive::tuple!(A B C D E F G H);
mutagen_derive::tuple!(A B C D E F G H I);
mutagen_derive::tuple!(A B C D E F G H I J);
mutagen_derive::tuple!(A B C D E F G H I J K);
mutagen_derive::tuple!(A B C D E F G H I J K L);
