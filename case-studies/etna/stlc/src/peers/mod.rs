//! The types for peers that have no derive for them: written by hand as a derive would write it,
//! every constructor as likely as every other, every field by its own type, nothing tuned.

#[cfg(feature = "proptest")]
mod proptest;
#[cfg(feature = "quickcheck")]
mod quickcheck;
