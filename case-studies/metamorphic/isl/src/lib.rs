//! What the sets of isl must equal: sets of integer points under linear constraints are a Boolean
//! algebra, other representations of a set are the same set, and hulls and samples are where they
//! must be. isl is a library of C. If it is absent, or without the feature `isl`, there is nothing
//! here.

#![deny(unsafe_code)]

#[cfg(isl)]
pub mod library;
#[cfg(isl)]
pub mod made;
#[cfg(isl)]
pub mod specification;
