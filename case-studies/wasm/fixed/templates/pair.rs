//! A release with a bug and one without.

pub use bug::Release as Bug;
pub use without::Release as Without;
