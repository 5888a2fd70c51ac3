//! Faults: a crate of properties that do to their process what a property should not do, and a table
//! that says for each what the command answers: exit code, kind, class, value, reason, and what is
//! on disk.

mod row;
mod table;
