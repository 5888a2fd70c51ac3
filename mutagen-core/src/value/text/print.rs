//! Writes a value as text.

use super::Form;
use crate::value::mutate::Mutate;
use crate::value::node::Node;
use crate::value::types::VariantPlan;

/// One node between whose brackets is being written.
struct Open {
    form: Form,
    /// How many of the parts are written.
    written: usize,
    /// Below which height of the pile the parts of other nodes are.
    floor: usize,
}

/// What has a text: a value, or a node of one.
#[doc(hidden)]
pub trait Printable {
    /// The node that stands for it.
    fn printable(&self) -> &dyn Node;
}

impl<T: Mutate> Printable for T {
    fn printable(&self) -> &dyn Node {
        T::node(self)
    }
}

impl Printable for dyn Node {
    fn printable(&self) -> &dyn Node {
        self
    }
}

/// The text of a value, on one line. An opaque part is written as `<opaque TYPE>`, which cannot be
/// parsed back.
///
/// ```
/// use mutagen_core::text;
///
/// assert_eq!(text::print(&(Some(1_u8), vec!["a".to_owned()])), r#"(Some(1), ["a"])"#);
/// ```
pub fn print(value: &(impl Printable + ?Sized)) -> String {
    let root = value.printable();
    let mut text = String::new();
    let mut open: Vec<Open> = Vec::new();
    // What is still to be written of all open nodes, the next on top.
    let mut pile: Vec<&dyn Node> = vec![root];
    while let Some(part) = pile.pop() {
        if let Some(Open { form, written, .. }) = open.last_mut() {
            between(form, *written, &mut text);
            *written += 1;
        }
        start(part, &mut text, &mut open, &mut pile);
        while let Some(Open { form, written, .. }) = open.pop_if(|last| last.floor == pile.len()) {
            text.push_str(close(&form, written));
        }
    }
    text
}

/// Writes what comes before the part with this number.
fn between(form: &Form, at: usize, text: &mut String) {
    text.push_str(match form {
        Form::Map if at % 2 == 1 => ": ",
        _ if at == 0 => "",
        _ => ", ",
    });
    if let Form::Constructor(VariantPlan { fields, .. }) = form
        && let Some(name) = fields.get(at).and_then(|field| field.name)
    {
        text.push_str(name);
        text.push_str(": ");
    }
}

/// Piles up what is written between the brackets of a node, the first part on top.
fn pile_up<'v>(node: &'v dyn Node, form: &Form, pile: &mut Vec<&'v dyn Node>) {
    let floor = pile.len();
    match form {
        Form::Set => node.all_keys(pile),
        Form::Map => {
            let (mut keys, mut values) = (Vec::new(), Vec::new());
            node.all_keys(&mut keys);
            node.all_children(&mut values);
            pile.extend(keys.into_iter().zip(values).flat_map(|(key, value)| [key, value]));
        }
        _ => node.all_children(pile),
    }
    pile[floor..].reverse();
}

/// Writes what comes before a node's children, and opens it if it has any to come.
fn start<'v>(
    node: &'v dyn Node,
    text: &mut String,
    open: &mut Vec<Open>,
    pile: &mut Vec<&'v dyn Node>,
) {
    let form = node.form();
    match &form {
        Form::Atom(atom) => return text.push_str(atom),
        Form::Opaque => {
            text.push_str("<opaque ");
            text.push_str(node.type_name());
            return text.push('>');
        }
        Form::Sequence => text.push('['),
        Form::Set | Form::Map => text.push('{'),
        Form::Constructor(variant) => {
            text.push_str(variant.name);
            match variant.fields.first() {
                None if variant.name.is_empty() => text.push('('),
                None => return,
                Some(field) if field.name.is_some() => text.push_str(" { "),
                Some(_) => text.push('('),
            }
        }
    }
    let floor = pile.len();
    pile_up(node, &form, pile);
    open.push(Open { form, written: 0, floor });
}

/// What comes after the children of a node.
fn close(form: &Form, children: usize) -> &'static str {
    match form {
        Form::Sequence => "]",
        Form::Set | Form::Map => "}",
        Form::Constructor(variant) if variant.fields.iter().any(|field| field.name.is_some()) => {
            " }"
        }
        // A tuple of one is told from a parenthesis by its comma, as in Rust.
        Form::Constructor(variant) if variant.name.is_empty() && children == 1 => ",)",
        _ => ")",
    }
}
