//! [`Matched`](crate::value::field::Matched) for texts and sequences of bytes behind any pointer:
//! types that dereference to `str` or `[u8]` and are made from a `String` or a `Vec<u8>`.

/// Implements `Matched` for types of texts or of bytes.
macro_rules! matched {
    (text $($ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl $crate::value::field::Matched<$crate::value::field::OfText> for $ty {
            fn as_bytes(&self) -> &[u8] {
                str::as_bytes(self)
            }
            fn of_bytes(bytes: Vec<u8>) -> Self {
                $crate::impls::std::string::of_bytes(&bytes).into()
            }
        }
    )*};
    (bytes $($ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl $crate::value::field::Matched<$crate::value::field::OfBytes> for $ty {
            fn as_bytes(&self) -> &[u8] {
                self
            }
            fn of_bytes(bytes: Vec<u8>) -> Self {
                bytes.into_iter().collect()
            }
        }
    )*};
}

pub(in crate::impls) use matched;
