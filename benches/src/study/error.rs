//! The error of a study.

/// An error of a study, as a message.
pub type Error = Box<dyn std::error::Error + Send + Sync>;
