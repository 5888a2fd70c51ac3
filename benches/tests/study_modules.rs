//! The order of the modules of the study: each uses only those before it, and no two files use each
//! other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules, in order.
const ORDER: [&str; 6] = ["error", "rows", "plan", "run", "analyse", "render"];

/// Uses that skip a module: analysis and rendering run nothing.
const FORBIDDEN: [(&str, &str); 3] = [("analyse", "run"), ("render", "run"), ("render", "plan")];

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The path of a file's module below `study`, as names.
fn module_of(file: &Path) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/study");
    let relative = file.strip_prefix(root).unwrap().with_extension("");
    let names = relative.iter().map(|name| name.to_str().unwrap().to_owned());
    names.filter(|name| name != "mod").collect()
}

/// The modules of the study that a file imports outside of its unit tests.
fn imports(file: &Path, module: &[String], all: &BTreeSet<Vec<String>>) -> BTreeSet<Vec<String>> {
    let text = fs::read_to_string(file).unwrap();
    let text = text.split("#[cfg(test)]").next().unwrap();
    let is_mod = file.ends_with("mod.rs");
    let parent = if is_mod { module } else { &module[..module.len() - 1] };
    let mut imports = BTreeSet::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
        let absolute = line.split("crate::study::").skip(1).map(|path| (Vec::new(), path));
        let relative = line.split("super::").skip(1).map(|path| {
            let above = if is_mod { &module[..module.len() - 1] } else { parent };
            (above.to_vec(), path)
        });
        for (mut path, rest) in absolute.chain(relative) {
            let end = rest
                .find(|letter: char| letter != ':' && letter != '_' && !letter.is_alphanumeric());
            path.extend(rest[..end.unwrap_or(rest.len())].split("::").map(str::to_owned));
            // The longest beginning that is a module of its own.
            while !path.is_empty() && !all.contains(&path) {
                path.pop();
            }
            if !path.is_empty() && path != module {
                imports.insert(path);
            }
        }
    }
    imports
}

/// The imports of each module.
fn graph() -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let mut files = Vec::new();
    rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/study"), &mut files);
    let all: BTreeSet<Vec<String>> = files.iter().map(|file| module_of(file)).collect();
    let edges = files.iter().map(|file| {
        let module = module_of(file);
        let imports =
            if module.is_empty() { BTreeSet::new() } else { imports(file, &module, &all) };
        (module, imports)
    });
    edges.collect()
}

#[test]
fn each_module_of_the_study_uses_only_those_before_it() {
    let graph = graph();
    assert!(graph.len() > 30, "only {} modules were found", graph.len());
    let place = |name: &str| ORDER.iter().position(|module| *module == name);
    for (module, imports) in graph.iter().filter(|(module, _)| !module.is_empty()) {
        // The command line uses all of them.
        let Some(own) = place(&module[0]) else {
            assert_eq!(module[0], "command");
            continue;
        };
        for import in imports {
            let theirs = place(&import[0]);
            let is_forbidden = FORBIDDEN.contains(&(&module[0], &import[0]));
            assert!(
                theirs.is_some_and(|theirs| theirs <= own) && !is_forbidden,
                "{module:?} uses {import:?}"
            );
        }
    }
}

#[test]
fn no_files_of_the_study_use_each_other_in_a_cycle() {
    let mut graph = graph();
    // Taking away what uses nothing that is left ends with the cycles.
    loop {
        let done: Vec<_> = graph
            .iter()
            .filter(|(_, uses)| uses.is_empty())
            .map(|(module, _)| module.clone())
            .collect();
        if done.is_empty() {
            break;
        }
        graph.retain(|module, _| !done.contains(module));
        graph.values_mut().for_each(|uses| uses.retain(|module| !done.contains(module)));
    }
    assert!(graph.is_empty(), "{graph:?}");
}
