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
            fn parse(
                parser: &mut $crate::value::text::Parser,
            ) -> Result<Self, $crate::value::text::ParseError> {
                let value = $crate::impls::by_shape::map_like::$value;
                $crate::impls::by_shape::map_like::parse(parser, value)
            }
            $crate::value::node::own_node!();
        }

        impl<$($generics)*> $crate::value::node::Node for $ty {
            fn form(&self) -> $crate::value::text::Form {
                $crate::value::text::Form::$form
            }
            fn fingerprint(&self) -> u64 {
                $crate::impls::by_shape::map_like::fingerprint(self)
            }
            fn children(&self) -> usize {
                let children: fn(&Self) -> usize = $children;
                children(self)
            }
            fn child(&self, index: usize) -> &dyn $crate::value::node::Node {
                $crate::impls::by_shape::map_like::child(self, index)
            }
            fn child_mut(&mut self, index: usize) -> &mut dyn $crate::value::node::Node {
                $crate::impls::by_shape::map_like::child_mut(self, index)
            }
            fn all_children<'v>(&'v self, into: &mut Vec<&'v dyn $crate::value::node::Node>) {
                let values = $crate::impls::by_shape::map_like::MapLike::values(self);
                into.extend(values.map($crate::value::mutate::Mutate::node));
            }
            fn key_count(&self) -> usize {
                $crate::impls::by_shape::map_like::MapLike::length(self)
            }
            fn key_at(&self, index: usize) -> &dyn $crate::value::node::Node {
                $crate::impls::by_shape::map_like::key_at(self, index)
            }
            fn all_keys<'v>(&'v self, into: &mut Vec<&'v dyn $crate::value::node::Node>) {
                let keys = $crate::impls::by_shape::map_like::MapLike::keys(self);
                into.extend(keys.iter().map(|key| $crate::value::mutate::Mutate::node(*key)));
            }
            fn edit_keys(
                &mut self,
                change: &mut dyn FnMut(&mut dyn $crate::value::node::Node),
            ) {
                $crate::impls::by_shape::map_like::change_keys(self, change);
            }
            fn mutants(&self) -> $crate::value::node::Mutants {
                $crate::impls::by_shape::map_like::mutants(self)
            }
            fn mutate(&mut self, mutant: u64, context: &mut $crate::value::context::Context) {
                $crate::impls::by_shape::map_like::mutate(self, mutant, context);
            }
            fn restore(&mut self, _: u64, context: &mut $crate::value::context::Context) {
                $crate::impls::by_shape::map_like::restore(self, context);
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
