//! `Box`: transparent. The node is its content, so that a box adds no position, and a boxed child
//! of a node's own type can take the node's place.

use crate::value::Mutate;
use crate::value::mutate::forward_mutate;

impl<T: Mutate> Mutate for Box<T> {
    forward_mutate!(T, |this| &**this, |this| &mut **this, Box::new);
}
