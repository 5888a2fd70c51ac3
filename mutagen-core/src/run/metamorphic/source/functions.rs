//! The functions inside the source of a test: implementations on the expansions of their call
//! sites, and of the module what these and the statements name.

use crate::run::metamorphic::specification::Specification;
use std::collections::BTreeSet;

/// The functions of a source.
pub(super) struct Functions {
    specification: &'static Specification,
    /// Implementations with the calls that their expansion has: names and texts.
    own: Vec<(String, String)>,
    /// The implementation of an operation whose function asserts that they agree.
    pub(super) checked: Option<(u16, u16)>,
    /// The paths of types that values name.
    pub(super) imports: BTreeSet<String>,
}

impl Functions {
    pub(super) fn new(specification: &'static Specification) -> Functions {
        Functions { specification, own: Vec::new(), checked: None, imports: BTreeSet::new() }
    }

    /// The name of the function of an operation.
    pub(super) fn base(&self, operation: u16) -> String {
        self.specification.operation(operation).base.name.to_owned()
    }

    /// Adds a function and returns its name, which is new if there is another function with it.
    pub(super) fn add(&mut self, name: &str, text: impl Fn(&str) -> String) -> String {
        let mut names = (1..).map(|number| match number {
            1 => name.to_owned(),
            number => format!("{name}_{number}"),
        });
        let known = |name: &String| self.own.iter().find(|(known, _)| known == name);
        let is_free = |name: &String| known(name).is_none_or(|(_, own)| *own == text(name));
        // There are endlessly many names.
        let name = names.find(is_free).unwrap_or_default();
        if known(&name).is_none() {
            let text = text(&name);
            self.own.push((name.clone(), text));
        }
        name
    }

    /// The items of the module that a text needs, and the functions that were added.
    pub(super) fn finish(self, statements: &str) -> (Vec<String>, Vec<String>) {
        let parent = self.specification.place.path.rsplit_once("::").map_or("crate", |(it, _)| it);
        let mut imports: Vec<String> =
            self.imports.iter().map(|import| format!("use {import};")).collect();
        let (mut others, mut known) = (Vec::new(), BTreeSet::new());
        for item in self.specification.items {
            match item.starts_with("use ") {
                // What a test of its own does not use is still there for its methods.
                true => imports.push(format!(
                    "#[allow(unused_imports)]\n{}",
                    item.replace("use super::", &format!("use {parent}::"))
                )),
                false => others.push((name_of(item), *item)),
            }
        }
        let operations = self.specification.operations.iter().filter(|it| !it.is_law);
        let bases = operations.map(|operation| operation.base);
        let inputs = self.specification.inputs.iter().map(|input| input.function);
        others.extend(bases.chain(inputs).map(|text| (text.name, text.text)));
        let own: Vec<String> = self.own.into_iter().map(|(_, text)| text).collect();
        let mut open: Vec<String> = own.iter().cloned().chain([statements.to_owned()]).collect();
        let mut needed: Vec<usize> = Vec::new();
        while let Some(text) = open.pop() {
            let words = words_of(&text);
            for (at, (name, item)) in others.iter().enumerate() {
                if words.contains(name) && known.insert(at) {
                    needed.push(at);
                    open.push((*item).to_owned());
                }
            }
        }
        needed.sort_unstable();
        let items = needed.into_iter().map(|at| others[at].1.to_owned());
        (imports.into_iter().chain(items).collect(), own)
    }
}

/// The names in a text that are no methods and no fields.
fn words_of(text: &str) -> BTreeSet<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut words, mut end) = (BTreeSet::new(), 0);
    while let Some(start) = text[end..].find(is_word).map(|at| end + at) {
        let rest = &text[start..];
        end = start + rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let before = &text[..start];
        // After the dots of a range comes a name.
        if !before.ends_with('.') || before.ends_with("..") {
            words.insert(&text[start..end]);
        }
    }
    words
}

/// The name that an item defines, or the type that it implements something for.
fn name_of(item: &str) -> &str {
    let head = item.lines().find(|line| !line.trim_start().starts_with(['#', '/']));
    let head = head.unwrap_or_default();
    let after = head.split_once(" for ").map(|(_, after)| after);
    let mut words =
        head.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    if head.starts_with("impl") {
        let of = after.or_else(|| head.split_once(' ').map(|(_, of)| of)).unwrap_or_default();
        let mut words = of.split(|c: char| !c.is_alphanumeric() && c != '_');
        return words.find(|word| !word.is_empty()).unwrap_or_default();
    }
    const KINDS: [&str; 9] =
        ["fn", "struct", "enum", "const", "static", "type", "trait", "union", "macro_rules"];
    words.find(|word| KINDS.contains(word));
    words.find(|word| *word != "mut" && *word != "fn").unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_and_fields_are_no_names() {
        let words = words_of("a.abs() + not(b).field");
        assert_eq!(words.into_iter().collect::<Vec<&str>>(), ["a", "b", "not"]);
        // After a range a name may follow.
        assert!(words_of("for i in 0..limit").contains("limit"));
    }

    #[test]
    fn the_name_of_an_item_is_found() {
        for (item, name) in [
            ("fn neg(a: u8) -> u8 {", "neg"),
            ("#[derive(Debug)]\npub struct Halved(pub u8);", "Halved"),
            ("impl std::fmt::Debug for Halved {", "Halved"),
            ("impl Halved {", "Halved"),
            ("pub(crate) const fn limit() {}", "limit"),
            ("static mut A: u8 = 0;", "A"),
            ("type Set = BTreeSet<u8>;", "Set"),
            ("macro_rules! set {", "set"),
        ] {
            assert_eq!(name_of(item), name, "{item}");
        }
    }
}
