//! The public items of a crate: those that a path from its root names.

use std::error::Error;
use std::path::{Path, PathBuf};
use syn::{Attribute, Item, UseTree, Visibility};

/// Numbers of public items.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Items {
    /// Items that the documentation shows.
    pub(super) public: usize,
    /// Items with `#[doc(hidden)]`, or in such a module.
    pub(super) hidden: usize,
}

/// A module: its items, and the folder of its modules.
struct Module {
    items: Vec<Item>,
    folder: PathBuf,
}

/// Counts the public items of the crate with this root.
pub(super) fn items(root: &Path) -> Result<Items, Box<dyn Error>> {
    let folder = root.parent().ok_or("a root has no folder")?.to_owned();
    let mut counted = Items::default();
    let module = Module { items: syn::parse_file(&std::fs::read_to_string(root)?)?.items, folder };
    count(&module, false, &mut counted)?;
    Ok(counted)
}

fn count(module: &Module, hidden: bool, counted: &mut Items) -> Result<(), Box<dyn Error>> {
    for item in &module.items {
        let (attributes, public) = match item {
            Item::Macro(item) => (&item.attrs, has(&item.attrs, "macro_export")),
            Item::Const(item) => (&item.attrs, is_public(&item.vis)),
            Item::Enum(item) => (&item.attrs, is_public(&item.vis)),
            Item::Fn(item) => (&item.attrs, is_public(&item.vis)),
            Item::Mod(item) => (&item.attrs, is_public(&item.vis)),
            Item::Static(item) => (&item.attrs, is_public(&item.vis)),
            Item::Struct(item) => (&item.attrs, is_public(&item.vis)),
            Item::Trait(item) => (&item.attrs, is_public(&item.vis)),
            Item::Type(item) => (&item.attrs, is_public(&item.vis)),
            Item::Union(item) => (&item.attrs, is_public(&item.vis)),
            Item::Use(item) => (&item.attrs, is_public(&item.vis)),
            _ => continue,
        };
        if !public {
            continue;
        }
        let hidden = hidden || is_hidden(attributes);
        let mut add = |more: usize| match hidden {
            true => counted.hidden += more,
            false => counted.public += more,
        };
        match item {
            Item::Use(item) => {
                let mut globs = Vec::new();
                add(names(&item.tree, &mut Vec::new(), &mut globs));
                for glob in globs {
                    if let Some(module) = resolve(module, &glob)? {
                        count(&module, hidden, counted)?;
                    }
                }
            }
            Item::Mod(item) => {
                add(1);
                if let Some(inner) = child(module, item)? {
                    count(&inner, hidden, counted)?;
                }
            }
            _ => add(1),
        }
    }
    Ok(())
}

/// The number of names that a `use` gives, and the paths of its globs.
fn names(tree: &UseTree, path: &mut Vec<String>, globs: &mut Vec<Vec<String>>) -> usize {
    match tree {
        UseTree::Path(inner) => {
            path.push(inner.ident.to_string());
            let count = names(&inner.tree, path, globs);
            path.pop();
            count
        }
        UseTree::Group(group) => group.items.iter().map(|tree| names(tree, path, globs)).sum(),
        UseTree::Glob(_) => {
            globs.push(path.clone());
            0
        }
        UseTree::Name(_) | UseTree::Rename(_) => 1,
    }
}

/// The module of a path below another; none if it is of another crate or not below.
fn resolve(module: &Module, path: &[String]) -> Result<Option<Module>, Box<dyn Error>> {
    let path = path.strip_prefix(&["self".to_owned()][..]).unwrap_or(path);
    let [first, rest @ ..] = path else { return Ok(None) };
    let named = module.items.iter().find_map(|item| match item {
        Item::Mod(item) if item.ident == first => Some(item),
        _ => None,
    });
    let Some(inner) = named.map(|item| child(module, item)).transpose()?.flatten() else {
        return Ok(None);
    };
    if rest.is_empty() { Ok(Some(inner)) } else { resolve(&inner, rest) }
}

/// A module of a module, in the same file or in a file of its own.
fn child(module: &Module, item: &syn::ItemMod) -> Result<Option<Module>, Box<dyn Error>> {
    let name = item.ident.to_string();
    let folder = module.folder.join(&name);
    if let Some((_, items)) = &item.content {
        return Ok(Some(Module { items: items.clone(), folder }));
    }
    for file in [folder.with_extension("rs"), folder.join("mod.rs")] {
        if file.is_file() {
            let items = syn::parse_file(&std::fs::read_to_string(file)?)?.items;
            return Ok(Some(Module { items, folder }));
        }
    }
    Ok(None)
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn has(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident(name))
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("doc")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|argument| argument == "hidden")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_path_from_the_root_names_is_public() {
        let folder = tempfile::tempdir().unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write(
            "lib.rs",
            "mod own; pub use own::{A, B as C}; pub use own::*; #[doc(hidden)] pub mod apart; \
             pub(crate) fn f() {} pub use other::*; #[macro_export] macro_rules! m { () => {} }",
        );
        write("own.rs", "pub struct A; pub struct B; struct D;");
        write("apart.rs", "pub fn g() {} fn h() {}");
        let items = items(&folder.path().join("lib.rs")).unwrap();
        // `A` and `C`, the glob's `A` and `B`, and the macro.
        assert_eq!(items, Items { public: 5, hidden: 2 });
    }
}
