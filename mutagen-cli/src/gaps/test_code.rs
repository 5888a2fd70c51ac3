//! The lines of test code inside a crate: items that a `cfg` restricts to tests, and examples in
//! comments.

use super::cover::kept;
use crate::literals::attributes::is_test_only;
use mutagen_core::internal::run::protocol::Lines;
use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Item, ItemMod};

/// The lines without those of test code. Files are relative to the folder.
pub(super) fn left_out(lines: &Lines, folder: &Path) -> Lines {
    let mut of_tests: BTreeMap<&str, Vec<RangeInclusive<u32>>> = BTreeMap::new();
    let mut files = Vec::new();
    for file in lines.keys() {
        let text = fs::read_to_string(folder.join(file)).unwrap_or_default();
        let mut visitor = Visitor::default();
        // An example of the documentation has the lines of its comment.
        let comments = (1..).zip(text.lines()).filter(|(_, line)| is_comment(line));
        visitor.ranges.extend(comments.map(|(line, _)| line..=line));
        if let Ok(parsed) = syn::parse_file(&text) {
            visitor.visit_file(&parsed);
            if is_test_only(&parsed.attrs) {
                visitor.ranges.push(0..=u32::MAX);
            }
        }
        files.extend(visitor.modules.iter().map(|name| beside(file, name)));
        of_tests.insert(file, visitor.ranges);
    }
    kept(lines, |file, line| {
        let is_inside = of_tests
            .get(file)
            .is_some_and(|ranges| ranges.iter().any(|range| range.contains(&line)));
        let is_of_module = files.iter().any(|start| {
            file.strip_prefix(start.as_str())
                .is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
        });
        !is_inside && !is_of_module
    })
}

/// Whether there is nothing but a comment in a line.
fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// The file of a module without the ending, where the module is declared in this file.
fn beside(file: &str, module: &str) -> String {
    let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
    match name.trim_end_matches(".rs") {
        "lib" | "mod" | "main" => format!("{folder}/{module}"),
        name => format!("{folder}/{name}/{module}"),
    }
}

/// Finds test code.
#[derive(Default)]
struct Visitor {
    ranges: Vec<RangeInclusive<u32>>,
    /// Modules of test code that have files of their own.
    modules: Vec<String>,
}

impl<'a> Visit<'a> for Visitor {
    fn visit_item(&mut self, item: &'a Item) {
        let attributes = match item {
            Item::Fn(it) => &it.attrs,
            Item::Impl(it) => &it.attrs,
            Item::Mod(it) => &it.attrs,
            Item::Macro(it) => &it.attrs,
            Item::Struct(it) => &it.attrs,
            Item::Enum(it) => &it.attrs,
            Item::Trait(it) => &it.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_test_only(attributes) {
            return visit::visit_item(self, item);
        }
        if let Item::Mod(ItemMod { content: None, ident, .. }) = item {
            self.modules.push(ident.to_string());
        }
        let span = item.span();
        self.ranges.push(span.start().line as u32..=span.end().line as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_code_is_left_out_inside_a_file_and_in_files_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let write = |file: &str, text: &str| {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let lib = "mod set;\n#[cfg(test)]\nmod tests {\n    fn f() {}\n}\nfn g() {}\n";
        write("src/lib.rs", lib);
        write("src/set.rs", "fn f() {}\n#[cfg(test)]\nmod tests;\n  // f();\n");
        write("src/set/tests.rs", "fn f() {}\n");
        write("src/tests.rs", "fn f() {}\n");
        let all = ["src/lib.rs", "src/set.rs", "src/set/tests.rs", "src/tests.rs"];
        let lines: Lines = all.map(|file| (file.to_owned(), (1..=6).collect())).into();
        let left = left_out(&lines, folder.path());
        let of = |file: &str| left.get(file).map(|lines| lines.iter().copied().collect::<Vec<_>>());
        assert_eq!(of("src/lib.rs").unwrap(), [1, 6]);
        assert_eq!(of("src/set.rs").unwrap(), [1, 5, 6]);
        assert_eq!((of("src/set/tests.rs"), of("src/tests.rs").is_some()), (None, true));
    }
}
