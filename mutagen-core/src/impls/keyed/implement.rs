//! Macros that implement `Mutate` for a map or a set, and the parts of [`Keyed`](super::Keyed) that are
//! the same for all maps and for all sets.

/// `Mutate` for a type that implements [`Keyed`]: a map, whose values are child nodes, or a set.
macro_rules! keyed {
    ([$($generics:tt)*] $ty:ty, map $element:ty) => {
        $crate::impls::keyed::keyed!(
            [$($generics)*] $ty, $element, Map, parse_value, |map| map.length()
        );
    };
    ([$($generics:tt)*] $ty:ty, set $element:ty) => {
        $crate::impls::keyed::keyed!(
            [$($generics)*] $ty, $element, Set, parse_unit, |_| 0
        );
    };
    ([$($generics:tt)*] $ty:ty, $element:ty, $form:ident, $value:ident, $children:expr) => {
        impl<$($generics)*> $crate::field::Cut for $ty {
            fn length(&self) -> usize {
                $crate::impls::keyed::Keyed::length(self)
            }
            fn cut(&mut self, length: usize) -> Self {
                $crate::impls::keyed::cut(self, length)
            }
            fn join(&mut self, end: Self) {
                $crate::impls::keyed::join(self, end);
            }
        }

        impl<$($generics)*> $crate::mutate::Mutate for $ty {
            fn smallest() -> Self {
                <$ty>::default()
            }
            fn generate(generator: &mut $crate::generate::Generator) -> Self {
                $crate::impls::keyed::generate(generator)
            }
            fn describe(types: &mut $crate::types::Types) -> $crate::types::TypeIndex {
                types.sequence::<Self>(<$element as $crate::mutate::Mutate>::describe)
            }
            fn copy(this: &Self) -> Option<Self> {
                $crate::impls::keyed::Keyed::copied(this)
            }
            fn form(_: &Self) -> $crate::text::Form {
                $crate::text::Form::$form
            }
            fn parse(
                parser: &mut $crate::text::Parser,
            ) -> Result<Self, $crate::text::ParseError> {
                let value = $crate::impls::keyed::$value;
                $crate::impls::keyed::parse(parser, value)
            }
            fn fingerprint(this: &Self) -> u64 {
                $crate::impls::keyed::fingerprint(this)
            }
            fn children(this: &Self) -> usize {
                let children: fn(&Self) -> usize = $children;
                children(this)
            }
            fn child(this: &Self, index: usize) -> &dyn $crate::mutate::Node {
                $crate::impls::keyed::child(this, index)
            }
            fn child_mut(this: &mut Self, index: usize) -> &mut dyn $crate::mutate::Node {
                $crate::impls::keyed::child_mut(this, index)
            }
            fn all_children<'v>(this: &'v Self, into: &mut Vec<&'v dyn $crate::mutate::Node>) {
                let values = $crate::impls::keyed::Keyed::values(this);
                into.extend(values.map($crate::mutate::Mutate::node));
            }
            fn own_parts(this: &Self) -> usize {
                $crate::impls::keyed::Keyed::length(this)
            }
            fn own_part(this: &Self, index: usize) -> &dyn $crate::mutate::Node {
                $crate::impls::keyed::own_part(this, index)
            }
            fn all_own_parts<'v>(this: &'v Self, into: &mut Vec<&'v dyn $crate::mutate::Node>) {
                let keys = $crate::impls::keyed::Keyed::keys(this);
                into.extend(keys.iter().map(|key| $crate::mutate::Mutate::node(*key)));
            }
            fn change_own_parts(
                this: &mut Self,
                change: &mut dyn FnMut(&mut dyn $crate::mutate::Node),
            ) {
                $crate::impls::keyed::change_keys(this, change);
            }
            fn mutants(this: &Self) -> $crate::mutate::Mutants {
                $crate::impls::keyed::mutants(this)
            }
            fn mutate(this: &mut Self, mutant: u64, context: &mut $crate::context::Context) {
                $crate::impls::keyed::mutate(this, mutant, context);
            }
            fn restore(this: &mut Self, _: u64, context: &mut $crate::context::Context) {
                $crate::impls::keyed::restore(this, context);
            }
        }
    };
}

/// The parts of [`Keyed`] that are the same for every set, made from a vector by `from`: it has no
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
            self.iter().map($crate::mutate::Mutate::copy).collect::<Option<_>>().map(from)
        }
        fn gather(entries: impl Iterator<Item = ($key, ())>) -> Self {
            let from: fn(Vec<$key>) -> Self = $from;
            from(entries.map(|(element, ())| element).collect())
        }
        fn draw(
            generator: &mut $crate::generate::Generator,
            left: &mut $crate::generate::Elements,
        ) -> Option<($key, ())> {
            generator.element(left).map(|element| (element, ()))
        }
    };
}

/// The parts of [`Keyed`] that are the same for every map, made from a vector by `from`.
macro_rules! map_of {
    ($key:ident, $value:ident) => {
        $crate::impls::keyed::map_of!($key, $value, |all| all.into_iter().collect());
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
            generator: &mut $crate::generate::Generator,
            left: &mut $crate::generate::Elements,
        ) -> Option<($key, $value)> {
            generator.element(left)
        }
    };
}

pub(in crate::impls) use {keyed, map_of, set_of};
