//! Finds attributes of this macro where they mean nothing.

use syn::visit::Visit;
use syn::{Attribute, ItemMod};

/// The attributes that say what a function is.
pub(crate) const ROLES: [&str; 8] =
    ["operation", "implements", "law", "input", "admit", "equal", "invariant", "setup"];

/// Finds attributes of this macro where they mean nothing.
#[derive(Default)]
pub(crate) struct Misplaced(Option<syn::Error>);

impl Misplaced {
    pub(crate) fn check(look: impl FnOnce(&mut Misplaced)) -> syn::Result<()> {
        let mut misplaced = Misplaced::default();
        look(&mut misplaced);
        misplaced.0.map_or(Ok(()), Err)
    }
}

impl<'a> Visit<'a> for Misplaced {
    fn visit_attribute(&mut self, attribute: &'a Attribute) {
        let text = match ROLES.iter().find(|role| attribute.path().is_ident(role)) {
            Some(role) => format!(
                "`#[{role}]` belongs on a function that stands in the module itself, not deeper \
                 and not on anything else"
            ),
            None if attribute.path().is_ident("any") => {
                "`#[any]` belongs on a parameter of a function with `#[implements(…)]`".to_owned()
            }
            None => return,
        };
        self.0.get_or_insert_with(|| syn::Error::new_spanned(attribute, text));
    }

    // The attributes of a module within are for another macro, if it is a specification too.
    fn visit_item_mod(&mut self, module: &'a ItemMod) {
        let is_own =
            |a: &Attribute| a.path().segments.last().is_some_and(|s| s.ident == "metamorphic");
        if !module.attrs.iter().any(is_own) {
            syn::visit::visit_item_mod(self, module);
        }
    }
}
