//! The code shared by types without child nodes: a copy with `Clone`, the text with `Display`, and
//! the kind of a number. A type takes only the functions that fit.

use crate::value::{Form, NodeKind};
use std::fmt::Display;

pub(in crate::impls) fn copy<T: Clone>(atom: &T) -> Option<T> {
    Some(atom.clone())
}

/// The kind of a number.
pub(in crate::impls) fn kind<T>(_: &T) -> NodeKind {
    NodeKind::Number
}

pub(in crate::impls) fn form<T: Display>(atom: &T) -> Form {
    Form::Atom(atom.to_string())
}
