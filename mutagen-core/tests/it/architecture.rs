//! Checks the layout of the project: each file opens with a sentence that says what it is for, and
//! a module of `mutagen-core` uses only the modules before it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The crates whose files must open with a sentence.
const CRATES: [&str; 5] =
    ["mutagen-core", "mutagen-derive", "mutagen-cli", "benches", "case-studies"];

/// The modules of `mutagen-core`. Each may use only itself and the modules before it.
const MODULES: [&str; 5] = ["value", "impls", "coverage", "search", "run"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The paths of all Rust sources below a folder, relative to it, sorted.
fn sources(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(below) = open.pop() {
        for entry in fs::read_dir(folder.join(&below)).unwrap() {
            let entry = entry.unwrap();
            let path = below.join(entry.file_name());
            let text = path.to_str().unwrap().replace('\\', "/");
            if entry.file_type().unwrap().is_dir() {
                open.push(path);
            } else if text.ends_with(".rs") {
                found.push(text);
            }
        }
    }
    found.sort();
    found
}

/// The fault of a source file's head, if it has one.
fn fault_of_head(text: &str) -> Option<&'static str> {
    let head = text.lines().map_while(|line| line.strip_prefix("//!"));
    let paragraph: Vec<&str> = head.map(str::trim).take_while(|line| !line.is_empty()).collect();
    let paragraph = paragraph.join(" ");
    if paragraph.is_empty() {
        return Some("open the file with what it is for");
    }
    // A colon introduces a list of modules.
    let ends = paragraph.contains(". ") || paragraph.ends_with(['.', ':', '?']);
    (!ends).then_some("its first sentence has no end")
}

#[test]
fn each_file_opens_with_a_sentence_that_says_what_it_is_for() {
    assert!(fault_of_head("use std::fmt;\n").is_some());
    assert!(fault_of_head("//! No end\n").is_some());
    let mut faults = Vec::new();
    for name in CRATES {
        let folder = root().join(name);
        for path in sources(&folder).iter().filter(|path| path.contains("src/")) {
            if let Some(fault) = fault_of_head(&fs::read_to_string(folder.join(path)).unwrap()) {
                faults.push(format!("{name}/{path}: {fault}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The paths below `crate` in the code of a source file, without comments.
fn imports(text: &str) -> BTreeSet<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = code.collect::<Vec<&str>>().join("\n");
    let mut found = BTreeSet::new();
    for start in code.match_indices("crate::").map(|(at, word)| at + word.len()) {
        let rest = &code[start..];
        if let Some(group) = rest.strip_prefix('{') {
            let group = group.split('}').next().unwrap_or_default();
            found.extend(group.split(',').map(|item| item.trim().to_owned()));
        } else {
            let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            found.insert(rest.split(|c| !is_path(c)).next().unwrap_or_default().to_owned());
        }
    }
    found
}

/// The imports that break the rule of the modules, for sources with their paths.
fn wrong_imports(files: &BTreeMap<String, String>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (path, text) in files {
        let rank = |name: &str| MODULES.iter().position(|module| *module == name);
        let Some(own) = rank(path.split('/').next().unwrap_or_default()) else { continue };
        for import in imports(text) {
            let other = rank(import.split("::").next().unwrap_or_default());
            if other.is_some_and(|other| other > own) {
                wrong.push(format!("{path} uses crate::{import}"));
            }
        }
    }
    wrong
}

#[test]
fn a_module_uses_only_the_modules_before_it() {
    let file = |path: &str, text: &str| BTreeMap::from([(path.to_owned(), text.to_owned())]);
    assert!(wrong_imports(&file("search/queue.rs", "use crate::value::walk;")).is_empty());
    assert!(wrong_imports(&file("value/walk.rs", "/// See crate::run::plain.")).is_empty());
    for text in
        ["use crate::run::plain;", "use crate::{search::queue, Mutate};", "x(crate::run::y)"]
    {
        let found = wrong_imports(&file("value/walk.rs", text));
        assert_eq!(found.len(), 1, "{text} is wrong in `value`, and this was found: {found:?}");
    }
    let folder = root().join("mutagen-core/src");
    let read = |path: String| {
        let text = fs::read_to_string(folder.join(&path)).unwrap();
        (path, text)
    };
    let wrong = wrong_imports(&sources(&folder).into_iter().map(read).collect());
    assert!(wrong.is_empty(), "move what is used down, or the user up: {wrong:#?}");
}
