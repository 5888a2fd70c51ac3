//! `Mutate` for types of other crates. Each crate has a file, behind the feature with the crate's
//! name.

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "bytes")]
mod bytes;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "either")]
mod either;
#[cfg(feature = "indexmap")]
mod indexmap;
#[cfg(feature = "serde_json")]
mod json;
#[cfg(feature = "num-bigint")]
mod num_bigint;
#[cfg(feature = "ordered-float")]
mod ordered_float;
#[cfg(feature = "smallvec")]
mod smallvec;
#[cfg(feature = "uuid")]
mod uuid;

#[cfg(feature = "arbitrary")]
pub use self::arbitrary::FromArbitrary;
