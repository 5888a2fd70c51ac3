//! Macros that implement `Mutate` for a map or a set, and the parts of [`MapLike`](super::MapLike)
//! that are the same for all maps or for all sets.

/// `Mutate` for a type that implements [`MapLike`](super::MapLike): a map, whose values are child
/// nodes, or a set.
macro_rules! keyed {
    ([$($generics:tt)*] $ty:ty) => {
        impl<$($generics)*> $crate::value::field::Cut for $ty {
            fn length(&self) -> usize {
                $crate::impls::by_shape::map_like::MapLike::length(self)
            }
            fn cut(&mut self, length: usize) -> Self {
                $crate::impls::by_shape::map_like::cut(self, length)
            }
            fn join(&mut self, end: Self) {
                $crate::impls::by_shape::map_like::join(self, end);
            }
        }

        $crate::impls::by_shape::by_shape!(
            [$($generics)*] $ty, (impls::by_shape::map_like),
            smallest generate describe copy parse;
            form fingerprint children keys mutants mutate restore elements
        );
    };
}

/// The functions of [`MapLike`](super::MapLike) that are the same for every set. `sorted` puts the
/// entries in order, `from` makes the set from a vector, and `holds` looks for an element.
macro_rules! set_of {
    ($key:ident, $sorted:expr) => {
        $crate::impls::by_shape::map_like::set_of!(
            $key,
            $sorted,
            |all| all.into_iter().collect(),
            |set, key| set.contains(key)
        );
    };
    ($key:ident, $sorted:expr, $from:expr, $holds:expr) => {
        type Key = $key;
        type Value = ();
        const IS_SET: bool = true;

        fn length(&self) -> usize {
            self.len()
        }
        fn entries(&self) -> impl Iterator<Item = (&$key, &())> {
            $sorted(self.iter().map(|element| (element, &())))
        }
        fn value_mut(&mut self, _: usize) -> Option<&mut ()> {
            None
        }
        fn holds(&self, key: &$key) -> bool {
            let holds: fn(&Self, &$key) -> bool = $holds;
            holds(self, key)
        }
        fn gather(entries: impl Iterator<Item = ($key, ())>) -> Self {
            let from: fn(Vec<$key>) -> Self = $from;
            from(entries.map(|(element, ())| element).collect())
        }
        fn copied(&self) -> Option<Self> {
            let from: fn(Vec<$key>) -> Self = $from;
            self.iter().map(Mutate::copy).collect::<Option<_>>().map(from)
        }
    };
}

/// The functions of [`MapLike`](super::MapLike) that are the same for every map. `sorted` puts the
/// entries in order, and `from` makes the map from a vector.
macro_rules! map_of {
    ($key:ident, $value:ident, $sorted:expr) => {
        $crate::impls::by_shape::map_like::map_of!($key, $value, $sorted, |all| all
            .into_iter()
            .collect());
    };
    ($key:ident, $value:ident, $sorted:expr, $from:expr) => {
        type Key = $key;
        type Value = $value;

        fn length(&self) -> usize {
            self.len()
        }
        fn entries(&self) -> impl Iterator<Item = (&$key, &$value)> {
            $sorted(self.iter())
        }
        fn value_mut(&mut self, at: usize) -> Option<&mut $value> {
            $sorted(self.iter_mut()).nth(at).map(|(_, value)| value)
        }
        fn holds(&self, key: &$key) -> bool {
            self.contains_key(key)
        }
        fn gather(entries: impl Iterator<Item = ($key, $value)>) -> Self {
            let from: fn(Vec<($key, $value)>) -> Self = $from;
            from(entries.collect())
        }
        fn copied(&self) -> Option<Self> {
            let from: fn(Vec<($key, $value)>) -> Self = $from;
            let copy =
                |(key, value): (&$key, &$value)| Some((Mutate::copy(key)?, Mutate::copy(value)?));
            self.iter().map(copy).collect::<Option<_>>().map(from)
        }
    };
}

pub(in crate::impls) use {keyed, map_of, set_of};
