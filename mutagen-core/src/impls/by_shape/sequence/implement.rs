//! Macros that implement `Mutate` and the parts of [`Sequence`](super::Sequence) that sequences
//! share.

/// [`Cut`](crate::value::field::Cut) for a type that implements [`Sequence`](super::Sequence).
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

/// `Mutate` for a type that implements [`Sequence`](super::Sequence), and whose items are nodes.
macro_rules! sequence {
    ([$($generics:tt)*] $ty:ty, $item:ty) => {
        $crate::impls::by_shape::sequence::cut_by_sequence!([$($generics)*] $ty);
        $crate::impls::by_shape::elements::elements!([$($generics)*] $ty, $item);

        impl<$($generics)*> $crate::impls::by_shape::sequence::Container for $ty {
            fn gather(items: impl IntoIterator<Item = $item>) -> Self {
                items.into_iter().collect()
            }
        }

        impl<$($generics)*> $crate::value::mutate::Mutate for $ty {
            $crate::impls::by_shape::by_shape!(
                (impls::by_shape::sequence) smallest generate regenerate describe copy parse
            );
            $crate::value::node::own_node!();
        }

        impl<$($generics)*> $crate::value::node::Node for $ty {
            $crate::impls::by_shape::by_shape!((impls::by_shape::elements) form children descend);
            $crate::impls::by_shape::by_shape!(
                (impls::by_shape::sequence) mutants mutate restore text elements
            );
        }
    };
}

/// The functions of [`Sequence`](super::Sequence) that are the same for all sequences of nodes.
macro_rules! items {
    ($item:ty) => {
        type Item = $item;

        fn length(&self) -> usize {
            self.len()
        }
        fn smallest_item() -> $item {
            <$item as $crate::value::mutate::Mutate>::smallest()
        }
        fn twin(&self, at: usize) -> $item {
            let item = self.iter().nth(at).and_then($crate::value::mutate::Mutate::copy);
            item.unwrap_or_else(Self::smallest_item)
        }
    };
}

/// [`Sequence`](super::Sequence) for a type with the methods of `Vec`, except for the given ones.
macro_rules! sequence_of {
    ([$($generics:tt)*] $ty:ty, $item:ty, $push:ident, $pop:ident, $remove:expr) => {
        impl<$($generics)*> $crate::impls::by_shape::sequence::Sequence for $ty {
            $crate::impls::by_shape::sequence::items!($item);

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

        $crate::impls::by_shape::sequence::sequence!([$($generics)*] $ty, $item);
    };
}

pub(in crate::impls) use {cut_by_sequence, items, sequence, sequence_of};
