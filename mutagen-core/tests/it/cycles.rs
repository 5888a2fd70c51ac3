//! Checks that no two files of `mutagen-core` use each other, directly or indirectly. The test
//! reads from the sources what a file names by `crate::`, `super::` or a child module, and follows
//! re-exports to the file that defines the item.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The files or folders that the signatures of `Mutate` and `Node` tie together. A trait that
/// generates values, prints them and undoes their mutants must name the types for these tasks.
const TIED_BY_THE_TRAIT: [&str; 9] = [
    "value/context.rs",
    "value/derived/",
    "value/generate.rs",
    "value/mutate.rs",
    "value/node.rs",
    "value/node_pool.rs",
    "value/text/",
    "value/types/",
    "value/undo.rs",
];

/// Sources by path, such as `search/queue.rs`.
type Files = BTreeMap<String, String>;

/// A path in the sources, such as `["search", "queue", "Queue"]`.
type Names = Vec<String>;

/// The files and their imports.
struct Crate {
    /// The file of each module, by the path of the module.
    modules: BTreeMap<Names, String>,
    /// The names in each module's scope, and whether each is a re-export.
    scopes: BTreeMap<Names, BTreeMap<String, (Names, bool)>>,
    /// The paths that each file names, and whether the file only re-exports the item.
    named: BTreeMap<String, Vec<(Names, bool)>>,
}

/// The path of the module in a file.
fn module_of(file: &str) -> Names {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
    if path == "lib" { Vec::new() } else { path.split('/').map(str::to_owned).collect() }
}

/// The code of a file, without comments, string literals and unit tests.
fn code_of(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    // The declaration of a child module is not a use.
    let lines = lines.filter(|line| !(line.contains("mod ") && line.ends_with(';')));
    let code = lines.flat_map(|line| [line, "\n"]).collect::<String>();
    let code = code.split('"').step_by(2).collect::<Vec<&str>>().join("\"\"");
    // The paths in a macro belong to the macro's callers, and a visibility is not a use.
    code.replace("$crate::", "").replace("pub(in crate::", "pub(")
}

/// The paths of a tree such as `a::{b, c::D as E}`, each with its name in scope.
fn paths_of(tree: &str) -> Vec<(Names, String)> {
    let tree = tree.trim();
    if let Some((before, inside)) = tree.split_once('{') {
        let (mut items, mut level) = (vec![String::new()], 0);
        for c in inside.rsplit_once('}').map_or(inside, |(inside, _)| inside).chars() {
            level += i32::from(c == '{') - i32::from(c == '}');
            match items.last_mut() {
                Some(item) if c != ',' || level > 0 => item.push(c),
                _ => items.push(String::new()),
            }
        }
        let items = items.iter().filter(|item| !item.trim().is_empty());
        return items
            .flat_map(|item| paths_of(&format!("{}{}", before.trim(), item.trim())))
            .collect();
    }
    let (path, name) = tree.split_once(" as ").unwrap_or((tree, ""));
    let mut path: Names = path.split("::").map(|part| part.trim().to_owned()).collect();
    if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
        path.pop();
    }
    let name = if name.is_empty() {
        path.last().cloned().unwrap_or_default()
    } else {
        name.trim().to_owned()
    };
    vec![(path, name)]
}

impl Crate {
    fn of(files: &Files) -> Crate {
        // The root re-exports what users need, and its macros do not belong to its own code.
        let left_out = |file: &str| file.ends_with("tests.rs") || file == "lib.rs";
        let files = files.iter().filter(|(file, _)| !left_out(file));
        let modules = files.clone().map(|(file, _)| (module_of(file), file.clone())).collect();
        let mut all = Crate { modules, scopes: BTreeMap::new(), named: BTreeMap::new() };
        for (file, text) in files {
            all.read(file, &code_of(text));
        }
        all
    }

    /// Reads what a file imports, and which paths it names.
    fn read(&mut self, file: &str, code: &str) {
        let module = module_of(file);
        let mut scope = BTreeMap::new();
        let mut named = Vec::new();
        let mut rest = String::new();
        for statement in code.split_inclusive(';') {
            let start = statement.rfind("use ").filter(|&at| {
                let before = statement[..at].trim_end();
                let line = before.rsplit('\n').next().unwrap_or_default().trim();
                line.is_empty() || line.starts_with("pub") || before.ends_with(['}', ']'])
            });
            let Some(start) = start.filter(|_| statement.ends_with(';')) else {
                rest.push_str(statement);
                continue;
            };
            let is_public = statement[..start]
                .trim_end()
                .rsplit('\n')
                .next()
                .unwrap_or_default()
                .contains("pub");
            rest.push_str(&statement[..start]);
            for (path, name) in paths_of(&statement[start + 4..statement.len() - 1]) {
                if let Some(path) = self.absolute(&module, &path) {
                    named.push((path.clone(), is_public));
                    scope.insert(name, (path, is_public));
                }
            }
        }
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        for word in rest.split(|c| !is_name(c)).filter(|word| word.contains("::")) {
            let path: Names =
                word.split("::").filter(|p| !p.is_empty()).map(str::to_owned).collect();
            if let Some(path) = self.absolute(&module, &path) {
                named.push((path, false));
            }
        }
        // A module that re-exports an item and names it in its own code also uses the item.
        let words: BTreeSet<&str> = rest.split(|c| !(is_name(c) && c != ':')).collect();
        for (name, (path, is_public)) in &scope {
            if *is_public && words.contains(name.as_str()) {
                named.push((path.clone(), false));
            }
        }
        self.scopes.insert(module, scope);
        self.named.insert(file.to_owned(), named);
    }

    /// The path from the root of the crate, for a path as it is written in a module; `None` for
    /// other crates.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Names> {
        let (mut base, mut rest) = (module.to_vec(), path);
        match rest.first()?.as_str() {
            "crate" => (base, rest) = (Vec::new(), &rest[1..]),
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|name| name == "super") {
                    base.pop();
                    rest = &rest[1..];
                }
            }
            child => {
                let own: Names = module.iter().cloned().chain([child.to_owned()]).collect();
                self.modules.get(&own)?;
            }
        }
        base.extend_from_slice(rest);
        Some(base)
    }

    /// The file that defines the item of a path, as far as the path leads into modules.
    fn file(&self, path: &[String]) -> Option<&str> {
        let depth =
            (0..=path.len()).rev().find(|&depth| self.modules.contains_key(&path[..depth]))?;
        let module = &path[..depth];
        if let Some(item) = path.get(depth)
            && let Some((target, _)) = self.scopes.get(module).and_then(|scope| scope.get(item))
            && *target != path
        {
            return self.file(target);
        }
        self.modules.get(module).map(String::as_str)
    }

    /// The files that each file uses, without the files whose items it only re-exports.
    fn graph(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let used = |(file, named): (&'_ String, &'_ Vec<(Names, bool)>)| {
            let used = named.iter().filter(|(_, is_public)| !is_public);
            let used = used.filter_map(|(path, _)| self.file(path));
            used.filter(|other| other != file).collect::<BTreeSet<&str>>()
        };
        self.named.iter().map(|entry| (entry.0.as_str(), used(entry))).collect()
    }
}

/// The groups of files in which each file leads to every other, with the items that tie them.
fn cycles(files: &Files) -> Vec<Vec<String>> {
    let all = Crate::of(files);
    let graph = all.graph();
    let reached = |from: &str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(file) = open.pop() {
            for &next in graph.get(file.as_str()).into_iter().flatten() {
                if seen.insert(next.to_owned()) {
                    open.push(next.to_owned());
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&str, BTreeSet<String>> =
        graph.keys().map(|&file| (file, reached(file))).collect();
    let mut groups = BTreeSet::new();
    for (&file, targets) in &reached {
        let back = targets.iter().filter(|target| reached[target.as_str()].contains(file));
        let group: BTreeSet<String> = back.cloned().collect();
        if !group.is_empty() {
            groups.insert(group);
        }
    }
    let ties = |group: BTreeSet<String>| {
        let uses = group.iter().flat_map(|file| {
            let inside = graph[file.as_str()].iter().filter(|other| group.contains(**other));
            inside.map(move |other| format!("{file} uses {other}"))
        });
        uses.collect()
    };
    groups.into_iter().map(ties).collect()
}

fn read(folder: &Path, below: &Path, files: &mut Files) {
    for entry in fs::read_dir(folder.join(below)).unwrap() {
        let entry = entry.unwrap();
        let path = below.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            read(folder, &path, files);
        } else {
            let text = fs::read_to_string(folder.join(&path)).unwrap();
            files.insert(path.to_str().unwrap().replace('\\', "/"), text);
        }
    }
}

fn made_up(files: &[(&str, &str)]) -> Files {
    files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn a_cycle_is_found_through_imports_and_re_exports_and_in_code() {
    let queue = ("search/queue.rs", "use crate::search::batch::{self, Batch};\n");
    let fine = made_up(&[
        ("search/mod.rs", "mod batch;\npub use batch::Batch;\n"),
        queue,
        ("search/batch.rs", "// crate::search::queue\nuse super::address::Address;\n"),
        ("search/address.rs", "#[cfg(test)]\nmod tests { use super::super::queue::Queue; }\n"),
    ]);
    assert_eq!(cycles(&fine), Vec::<Vec<String>>::new());
    let wrong = |file: &str, text: &str| {
        let mut files = fine.clone();
        files.insert(file.to_owned(), text.to_owned());
        cycles(&files)
    };
    let both = [vec![
        "search/batch.rs uses search/queue.rs".to_owned(),
        "search/queue.rs uses search/batch.rs".to_owned(),
    ]];
    for text in [
        "use super::queue::Queue;\n",
        "use crate::{search::{queue::Queue}, value};\n",
        "fn next() { crate::search::queue::next() }\n",
    ] {
        assert_eq!(wrong("search/batch.rs", text), both, "{text}");
    }
    // A re-exported item belongs to the file that defines it.
    let text = "use crate::search::Batch;\n";
    assert_eq!(wrong("search/address.rs", text).len(), 1);
    // A module uses its child, and the child uses the module.
    let found = wrong("search/mod.rs", "mod batch;\nfn f() { batch::g() }\n");
    assert!(found.is_empty(), "{found:?}");
    let mut files = made_up(&[("search/mod.rs", "mod batch;\nuse batch::Batch;\nstruct Own;\n")]);
    files.insert("search/batch.rs".to_owned(), "use super::Own;\n".to_owned());
    assert_eq!(cycles(&files).len(), 1);
}

#[test]
fn no_files_use_each_other_but_those_that_the_trait_ties() {
    let mut files = Files::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    read(&folder, &PathBuf::new(), &mut files);
    let is_tied = |file: &str| TIED_BY_THE_TRAIT.iter().any(|tied| file.starts_with(tied));
    let mut cycles = cycles(&files);
    cycles.retain(|uses| !uses.iter().all(|uses| uses.split(" uses ").all(is_tied)));
    assert!(cycles.is_empty(), "break one of the uses of each: {cycles:#?}");
}
