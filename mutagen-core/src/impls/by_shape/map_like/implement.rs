//! Macros that implement `Mutate` for a map or a set, and the parts of [`MapLike`](super::MapLike) that are
//! the same for all maps and for all sets.

/// `Mutate` for a type that implements [`MapLike`]: a map, whose values are child nodes, or a set.
macro_rules! keyed {
    ([$($generics:tt)*] $ty:ty, map $element:ty) => {
        $crate::impls::by_shape::map_like::keyed!(
            [$($generics)*] $ty, $element, Map, parse_value, |map| map.length()
        );
    };
    ([$($generics:tt)*] $ty:ty, set $element:ty) => {
        $crate::impls::by_shape::map_like::keyed!(
            [$($generics)*] $ty, $element, Set, parse_unit, |_| 0
        );
    };
    ([$($generics:tt)*] $ty:ty, $element:ty, $form:ident, $value:ident, $children:expr) => {
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

        impl<$($generics)*> $crate::value::mutate::Mutate for $ty {
            fn smallest() -> Self {
                <$ty>::default()
            }
            fn generate(generator: &mut $crate::value::generate::Generator) -> Self {
                $crate::impls::by_shape::map_like::generate(generator)
            }
            fn describe(types: &mut $crate::value::types::Types) -> $crate::value::types::TypeIndex {
                types.sequence::<Self>(<$element as $crate::value::mutate::Mutate>::describe)
            }
            fn copy(this: &Self) -> Option<Self> {
                $crate::impls::by_shape::map_like::MapLike::copied(this)
            }
            fn form(_: &Self) -> $crate::value::text::Form {
                $crate::value::text::Form::$form
            }
            fn parse(
                parser: &mut $crate::value::text::Parser,
            ) -> Result<Self, $crate::value::text::ParseError> {
                let value = $crate::impls::by_shape::map_like::$value;
                $crate::impls::by_shape::map_like::parse(parser, value)
            }
            fn fingerprint(this: &Self) -> u64 {
                $crate::impls::by_shape::map_like::fingerprint(this)
            }
            fn children(this: &Self) -> usize {
                let children: fn(&Self) -> usize = $children;
                children(this)
            }
            fn child(this: &Self, index: usize) -> &dyn $crate::value::mutate::Node {
                $crate::impls::by_shape::map_like::child(this, index)
            }
            fn child_mut(this: &mut Self, index: usize) -> &mut dyn $crate::value::mutate::Node {
                $crate::impls::by_shape::map_like::child_mut(this, index)
            }
            fn all_children<'v>(this: &'v Self, into: &mut Vec<&'v dyn $crate::value::mutate::Node>) {
                let values = $crate::impls::by_shape::map_like::MapLike::values(this);
                into.extend(values.map($crate::value::mutate::Mutate::node));
            }
            fn key_count(this: &Self) -> usize {
                $crate::impls::by_shape::map_like::MapLike::length(this)
            }
            fn key_at(this: &Self, index: usize) -> &dyn $crate::value::mutate::Node {
                $crate::impls::by_shape::map_like::key_at(this, index)
            }
            fn all_keys<'v>(this: &'v Self, into: &mut Vec<&'v dyn $crate::value::mutate::Node>) {
                let keys = $crate::impls::by_shape::map_like::MapLike::keys(this);
                into.extend(keys.iter().map(|key| $crate::value::mutate::Mutate::node(*key)));
            }
            fn edit_keys(
                this: &mut Self,
                change: &mut dyn FnMut(&mut dyn $crate::value::mutate::Node),
            ) {
                $crate::impls::by_shape::map_like::change_keys(this, change);
            }
            fn mutants(this: &Self) -> $crate::value::mutate::Mutants {
                $crate::impls::by_shape::map_like::mutants(this)
            }
            fn mutate(this: &mut Self, mutant: u64, context: &mut $crate::value::context::Context) {
                $crate::impls::by_shape::map_like::mutate(this, mutant, context);
            }
            fn restore(this: &mut Self, _: u64, context: &mut $crate::value::context::Context) {
                $crate::impls::by_shape::map_like::restore(this, context);
            }
        }
    };
}

/// The parts of [`MapLike`] that are the same for every set, made from a vector by `from`: it has no
/// values.
macro_rules! set_of {
    ($key:ident, $from:expr) => {
        type Key = $key;
        type Value = ();

        fn value(&self, _: usize) -> Option<&()> {
            None
        }
        fn values(&self) -> impl Iterator<Item = &()> {
            std::iter::empty()
        }
        fn value_mut(&mut self, _: usize) -> Option<&mut ()> {
            None
        }
        fn copied(&self) -> Option<Self> {
            let from: fn(Vec<$key>) -> Self = $from;
            self.iter().map($crate::value::mutate::Mutate::copy).collect::<Option<_>>().map(from)
        }
        fn gather(entries: impl Iterator<Item = ($key, ())>) -> Self {
            let from: fn(Vec<$key>) -> Self = $from;
            from(entries.map(|(element, ())| element).collect())
        }
        fn draw(
            generator: &mut $crate::value::generate::Generator,
            left: &mut $crate::value::generate::Elements,
        ) -> Option<($key, ())> {
            generator.element(left).map(|element| (element, ()))
        }
    };
}

/// The parts of [`MapLike`] that are the same for every map, made from a vector by `from`.
macro_rules! map_of {
    ($key:ident, $value:ident) => {
        $crate::impls::by_shape::map_like::map_of!($key, $value, |all| all.into_iter().collect());
    };
    ($key:ident, $value:ident, $from:expr) => {
        type Key = $key;
        type Value = $value;

        fn copied(&self) -> Option<Self> {
            let from: fn(Vec<($key, $value)>) -> Self = $from;
            let copy =
                |(key, value): (&$key, &$value)| Some((Mutate::copy(key)?, Mutate::copy(value)?));
            self.iter().map(copy).collect::<Option<_>>().map(from)
        }
        fn gather(entries: impl Iterator<Item = ($key, $value)>) -> Self {
            let from: fn(Vec<($key, $value)>) -> Self = $from;
            from(entries.collect())
        }
        fn draw(
            generator: &mut $crate::value::generate::Generator,
            left: &mut $crate::value::generate::Elements,
        ) -> Option<($key, $value)> {
            generator.element(left)
        }
    };
}

pub(in crate::impls) use {keyed, map_of, set_of};
