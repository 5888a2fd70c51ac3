//! Proc macros.
