//! Writes a value as text.

use super::Form;
use crate::mutate::Node;
use crate::types::VariantPlan;

/// One node whose children are being written.
struct Open<'v> {
    node: &'v dyn Node,
    form: Form,
    next: usize,
}

/// The text of a value, on one line. An opaque part is written as `<opaque TYPE>`, which cannot be
/// parsed back.
pub fn print(root: &dyn Node) -> String {
    let mut text = String::new();
    let mut open: Vec<Open<'_>> = Vec::new();
    start(root, &mut text, &mut open);
    while let Some(Open { node, form, next }) = open.last_mut() {
        let at = *next;
        let Some(part) = part(*node, form, at) else {
            text.push_str(close(form, at));
            open.pop();
            continue;
        };
        *next += 1;
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
        start(part, &mut text, &mut open);
    }
    text
}

/// What is written in the `at`-th place between the brackets of a node.
fn part<'v>(node: &'v dyn Node, form: &Form, at: usize) -> Option<&'v dyn Node> {
    let own = matches!(form, Form::Set) || matches!(form, Form::Map if at.is_multiple_of(2));
    let at = if matches!(form, Form::Map) { at / 2 } else { at };
    if own {
        (at < node.own_parts()).then(|| node.own_part(at))
    } else {
        (at < node.children()).then(|| node.child(at))
    }
}

/// Writes what comes before a node's children, and opens it if it has any to come.
fn start<'v>(node: &'v dyn Node, text: &mut String, open: &mut Vec<Open<'v>>) {
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
    open.push(Open { node, form, next: 0 });
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
