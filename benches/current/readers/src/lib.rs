//! Properties of crates that read binary files: any bytes are read or refused, and what is written
//! is read again.

pub mod archives;
pub mod documents;
pub mod media;
