//! Puts together what every random edit needs: the editor, the value, and random numbers.

use super::Editor;
use crate::value::generate::Generator;
use crate::value::node::Node;

/// A value that is being edited, and the source of random numbers.
pub(super) struct Editing<'e> {
    pub(super) editor: &'e mut Editor,
    pub(super) root: &'e mut dyn Node,
    pub(super) generator: &'e mut Generator,
}
