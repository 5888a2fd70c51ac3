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
            fn copy(&self) -> Option<Self> {
                $crate::impls::keyed::Keyed::copied(self)
            }
            fn form(&self) -> $crate::text::Form {
                $crate::text::Form::$form
            }
            fn parse(
                parser: &mut $crate::text::Parser,
            ) -> Result<Self, $crate::text::ParseError> {
                let value = $crate::impls::keyed::$value;
                $crate::impls::keyed::parse(parser, value)
            }
            fn fingerprint(&self) -> u64 {
                $crate::impls::keyed::fingerprint(self)
            }
            fn children(&self) -> usize {
                let children: fn(&Self) -> usize = $children;
                children(self)
            }
            fn child(&self, index: usize) -> &dyn $crate::mutate::Node {
                $crate::impls::keyed::child(self, index)
            }
            fn child_mut(&mut self, index: usize) -> &mut dyn $crate::mutate::Node {
                $crate::impls::keyed::child_mut(self, index)
            }
            fn all_children<'v>(&'v self, into: &mut Vec<&'v dyn $crate::mutate::Node>) {
                let values = $crate::impls::keyed::Keyed::values(self);
                into.extend(values.map($crate::mutate::Mutate::node));
            }
            fn own_parts(&self) -> usize {
                $crate::impls::keyed::Keyed::length(self)
            }
            fn own_part(&self, index: usize) -> &dyn $crate::mutate::Node {
                $crate::impls::keyed::own_part(self, index)
            }
            fn all_own_parts<'v>(&'v self, into: &mut Vec<&'v dyn $crate::mutate::Node>) {
                let keys = $crate::impls::keyed::Keyed::keys(self);
                into.extend(keys.iter().map(|key| $crate::mutate::Mutate::node(*key)));
            }
            fn mutants(&self) -> $crate::mutate::Mutants {
                $crate::impls::keyed::mutants(self)
            }
            fn mutate(&mut self, mutant: u64, context: &mut $crate::context::Context) {
                $crate::impls::keyed::mutate(self, mutant, context);
            }
            fn restore(&mut self, _: u64, context: &mut $crate::context::Context) {
                $crate::impls::keyed::restore(self, context);
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
            let copy = |(key, value): (&$key, &$value)| Some((key.copy()?, value.copy()?));
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
