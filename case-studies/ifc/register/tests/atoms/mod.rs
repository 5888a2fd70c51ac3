//! Short constructors of labelled values, for hand-written states.

use ifc_register::{Atom, Block, Diamond, Pointer, Value};

pub fn int(number: i64, label: Diamond) -> Atom<Diamond> {
    Atom { value: Value::Int(number), label }
}

pub fn lab(value: Diamond, label: Diamond) -> Atom<Diamond> {
    Atom { value: Value::Lab(value), label }
}

pub fn ptr(index: i64, stamp: Diamond, offset: i64, label: Diamond) -> Atom<Diamond> {
    Atom { value: Value::Ptr(Pointer { block: Block { index, stamp }, offset }), label }
}
