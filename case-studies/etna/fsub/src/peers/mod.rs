//! The types for peers whose derives are not for recursive types, or that have none: written by
//! hand as a derive would write it, every constructor as likely as every other, every field by its
//! own type, nothing tuned.

#[cfg(feature = "hegel")]
mod hegel;
#[cfg(feature = "mutatis")]
pub mod mutatis;
#[cfg(feature = "proptest")]
mod proptest;
#[cfg(feature = "quickcheck")]
mod quickcheck;
