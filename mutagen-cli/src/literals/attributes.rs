//! What the attributes of an item say: its file, and whether it is test code or a property.

use super::evaluate::literal_of;
use syn::{Attribute, Item, Lit, Meta};

/// Whether the last name of an attribute's path is this one.
pub(super) fn is_called(attribute: &Attribute, name: &str) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == name)
}

/// The text of an attribute `name = "text"`.
pub(super) fn value(attribute: &Attribute, name: &str) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(pair) if is_called(attribute, name) => match literal_of(&pair.value) {
            Some(Lit::Str(text)) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a `cfg` restricts an item to tests.
pub(crate) fn is_test_only(attributes: &[Attribute]) -> bool {
    attributes.iter().filter(|attribute| is_called(attribute, "cfg")).any(|attribute| {
        let Meta::List(list) = &attribute.meta else { return false };
        let text = list.tokens.to_string();
        let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        words.clone().any(|word| word == "test")
            && !words.any(|word| word == "not" || word == "any")
    })
}

/// Whether a module contains a property. Then its other functions may be part of the property.
pub(super) fn has_property(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Fn(function) => function.attrs.iter().any(|a| is_called(a, "property")),
        _ => false,
    })
}
