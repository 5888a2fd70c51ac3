//! Macros that implement what a sequence shares with all others.

/// [`Cut`](crate::value::field::Cut) for a type that implements [`Sequence`].
macro_rules! cut_by_sequence {
    ([$($generics:tt)*] $ty:ty) => {
        impl<$($generics)*> $crate::value::field::Cut for $ty {
            fn length(&self) -> usize {
                $crate::impls::by_shape::sequence::Sequence::length(self)
            }
            fn cut(&mut self, length: usize) -> Self {
                $crate::impls::by_shape::sequence::cut(self, length)
            }
            fn join(&mut self, end: Self) {
                $crate::impls::by_shape::sequence::join(self, end);
            }
        }
    };
}

/// `Mutate` for a type that implements [`Sequence`] and lends its elements: `get` and `get_mut` say
/// how.
macro_rules! sequence {
    ([$($generics:tt)*] $ty:ty, $item:ty, $get:expr, $get_mut:expr) => {
        $crate::impls::by_shape::sequence::cut_by_sequence!([$($generics)*] $ty);

        impl<$($generics)*> $crate::value::mutate::Mutate for $ty {
            fn smallest() -> Self {
                <$ty>::default()
            }
            fn generate(generator: &mut $crate::value::generate::Generator) -> Self {
                $crate::impls::by_shape::sequence::generate::<$item>(generator).into_iter().collect()
            }
            fn regenerate(this: &mut Self, generator: &mut $crate::value::generate::Generator) {
                $crate::impls::by_shape::sequence::Sequence::regenerate(this, generator);
            }
            fn describe(types: &mut $crate::value::types::Types) -> $crate::value::types::TypeIndex {
                types.sequence::<Self>(<$item as $crate::value::mutate::Mutate>::describe)
            }
            fn copy(this: &Self) -> Option<Self> {
                this.iter().map($crate::value::mutate::Mutate::copy).collect()
            }
            fn parse(
                parser: &mut $crate::value::text::Parser,
            ) -> Result<Self, $crate::value::text::ParseError> {
                Ok($crate::impls::by_shape::sequence::parse::<$item>(parser)?.into_iter().collect())
            }
            $crate::value::node::own_node!();
        }

        impl<$($generics)*> $crate::value::node::Node for $ty {
            fn form(&self) -> $crate::value::text::Form {
                $crate::value::text::Form::Sequence
            }
            fn children(&self) -> usize {
                self.len()
            }
            fn child(&self, index: usize) -> &dyn $crate::value::node::Node {
                let get: fn(&Self, usize) -> Option<&$item> = $get;
                match get(self, index) {
                    Some(element) => Mutate::node(element),
                    None => $crate::value::node::no_child(index),
                }
            }
            fn child_mut(&mut self, index: usize) -> &mut dyn $crate::value::node::Node {
                let get: fn(&mut Self, usize) -> Option<&mut $item> = $get_mut;
                match get(self, index) {
                    Some(element) => Mutate::node_mut(element),
                    None => $crate::value::node::no_child(index),
                }
            }
            fn descend<'v>(
                &'v mut self,
                path: &[u32],
            ) -> &'v mut dyn $crate::value::node::Node {
                let get: fn(&mut Self, usize) -> Option<&mut $item> = $get_mut;
                let Some((&index, rest)) = path.split_first() else { return self };
                match get(self, index as usize) {
                    Some(element) => $crate::value::mutate::Mutate::node_mut(element).descend(rest),
                    None => $crate::value::node::no_child(index as usize),
                }
            }
            fn all_children<'v>(&'v self, into: &mut Vec<&'v dyn $crate::value::node::Node>) {
                into.extend(self.iter().map($crate::value::mutate::Mutate::node));
            }
            fn mutants(&self) -> $crate::value::node::Mutants {
                $crate::impls::by_shape::sequence::mutants::<$item>(self.len())
            }
            fn mutate(&mut self, mutant: u64, context: &mut $crate::value::context::Context) {
                $crate::impls::by_shape::sequence::mutate(self, mutant, context);
            }
            fn restore(&mut self, mutant: u64, context: &mut $crate::value::context::Context) {
                $crate::impls::by_shape::sequence::restore(self, mutant, context);
            }
        }
    };
}

/// [`Sequence`] for a type whose methods are named as those of `Vec`, or as said.
macro_rules! sequence_of {
    ([$($generics:tt)*] $ty:ty, $item:ty, $push:ident, $pop:ident, $remove:expr) => {
        impl<$($generics)*> $crate::impls::by_shape::sequence::Sequence for $ty {
            type Item = $item;

            fn length(&self) -> usize {
                self.len()
            }
            fn smallest_item() -> $item {
                <$item as $crate::value::mutate::Mutate>::smallest()
            }
            fn twin(&self, at: usize) -> $item {
                $crate::value::mutate::Mutate::copy(&self[at]).unwrap_or_else(Self::smallest_item)
            }
            fn insert(&mut self, at: usize, item: $item) {
                <$ty>::insert(self, at, item);
            }
            fn remove(&mut self, at: usize) -> $item {
                let remove: fn(&mut Self, usize) -> $item = $remove;
                remove(self, at)
            }
            fn push(&mut self, item: $item) {
                self.$push(item);
            }
            fn pop(&mut self) -> $item {
                self.$pop().unwrap_or_else(Self::smallest_item)
            }
            fn take_end(&mut self, at: usize, end: &mut Self) {
                end.clear();
                end.extend(self.drain(at..));
            }
            fn put_end(&mut self, end: &mut Self) {
                self.append(end);
            }
            fn make_room(&mut self) {
                self.reserve_exact(1);
            }
            fn fit(&mut self) {
                self.shrink_to_fit();
            }
            fn regenerate(&mut self, generator: &mut $crate::value::generate::Generator) {
                if $crate::value::types::has_no_value::<$item>() {
                    return self.clear();
                }
                let mut elements = generator.length();
                self.truncate(elements.left());
                for old in self.iter_mut() {
                    generator.element_in_place(&mut elements, old);
                }
                while let Some(element) = generator.element(&mut elements) {
                    self.$push(element);
                }
            }
            fn swap_next(&mut self, at: usize) {
                self.swap(at, at + 1);
            }
        }
    };
}

pub(in crate::impls) use {cut_by_sequence, sequence, sequence_of};
