//! The map of the files in `ARCHITECTURE.md` is what the files say of themselves: for each source file
//! of the framework the first sentence of its head, for each case study that of its crate. Another map
//! fails; `MUTAGEN_BLESS=1` writes the new one.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates whose files are listed, each under a heading of its name.
const CRATES: [&str; 4] = ["mutagen-core", "mutagen-derive", "mutagen-cli", "benches"];

/// The folder of crates that have a map of their own.
const STUDIES: &str = "case-studies";

/// The length of a line.
const WIDTH: usize = 118;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files below a folder of which the relative path is `wanted`, sorted by it.
fn files(folder: &Path, wanted: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(below) = open.pop() {
        for entry in fs::read_dir(folder.join(&below)).unwrap() {
            let entry = entry.unwrap();
            let path = below.join(entry.file_name());
            let text = path.to_str().unwrap().replace('\\', "/");
            if entry.file_type().unwrap().is_dir() {
                open.push(path);
            } else if wanted(&text) {
                found.push(text);
            }
        }
    }
    found.sort();
    found
}

/// The first sentence of the head of a source file, links written as code.
fn first_sentence(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let head = text.lines().map_while(|line| line.strip_prefix("//!"));
    let paragraph: Vec<&str> = head.map(str::trim).take_while(|line| !line.is_empty()).collect();
    let paragraph = paragraph.join(" ");
    assert!(!paragraph.is_empty(), "{}: open the file with what it is for", path.display());
    let end = paragraph.find(". ").map_or(paragraph.len(), |at| at + 1);
    let mut sentence = paragraph[..end].replace("[`", "`");
    while let Some((text, link)) = sentence.split_once("`](") {
        let rest = link.split_once(')').map_or("", |(_, rest)| rest);
        sentence = format!("{text}`{rest}");
    }
    let sentence = sentence.replace("`]", "`");
    let sentence = sentence.replace("`macro@", "`").replace("`mod@", "`").replace("crate::", "");
    // A list of modules follows what ends with a colon.
    let sentence = sentence.strip_suffix(':').map_or(sentence.clone(), |said| format!("{said}."));
    assert!(sentence.ends_with(['.', '?']), "{}: its first sentence has no end", path.display());
    sentence
}

/// An entry of the map, in lines of at most [`WIDTH`] characters.
fn entry(path: &str, sentence: &str) -> String {
    let mut lines = Vec::new();
    let mut line = "-".to_owned();
    for word in format!("`{path}`: {sentence}").split(' ') {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, " ".to_owned()));
        }
        line += &format!(" {word}");
    }
    lines.push(line);
    lines.join("\n")
}

/// The source files of a crate, also of crates in its folder.
fn map_of_crate(name: &str) -> Vec<String> {
    let folder = root().join(name);
    let source =
        |path: &str| (path.starts_with("src/") || path.contains("/src/")) && path.ends_with(".rs");
    let files = files(&folder, &source);
    let shown = |path: &str| match path.strip_prefix("src/") {
        Some(path) => path.to_owned(),
        None => path.replacen("/src/", "/", 1),
    };
    files.iter().map(|path| entry(&shown(path), &first_sentence(&folder.join(path)))).collect()
}

/// The case studies, each by what its crate says.
fn map_of_studies() -> Vec<String> {
    let folder = root().join(STUDIES);
    let manifests = files(&folder, &|path| path.ends_with("/Cargo.toml"));
    let crates = manifests.iter().filter_map(|path| path.strip_suffix("/Cargo.toml"));
    let mut map = Vec::new();
    for name in crates {
        let heads = ["src/lib.rs", "src/main.rs"].map(|head| folder.join(name).join(head));
        if let Some(head) = heads.iter().find(|head| head.exists()) {
            map.push(entry(&format!("{name}/"), &first_sentence(head)));
        }
    }
    map.push("\nEach has its own map in its `lib.rs`.".to_owned());
    map
}

#[test]
fn the_map_of_the_files_says_what_they_say_of_themselves() {
    let path = root().join("ARCHITECTURE.md");
    let text = fs::read_to_string(&path).unwrap();
    let mut map = "## Files\n".to_owned();
    for name in CRATES {
        map += &format!("\n### {name}\n{}\n", map_of_crate(name).join("\n"));
        if name == "mutagen-cli" {
            map += &format!("\n### {STUDIES}\n{}\n", map_of_studies().join("\n"));
        }
    }
    let start = text.find("## Files\n").expect("the map has its place in the file");
    let old = &text[start..];
    if std::env::var_os("MUTAGEN_BLESS").is_some() {
        return fs::write(&path, format!("{}{map}", &text[..start])).unwrap();
    }
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<String>>();
    let (old, new) = (lines(old), lines(&map));
    let missing: Vec<&String> = new.iter().filter(|line| !old.contains(line)).collect();
    let wrong: Vec<&String> = old.iter().filter(|line| !new.contains(line)).collect();
    assert!(
        old == new,
        "ARCHITECTURE.md is not what the files say; these lines are missing: {missing:#?}\nand \
         these are too many: {wrong:#?}\nrun this test with MUTAGEN_BLESS=1 to write them"
    );
}
