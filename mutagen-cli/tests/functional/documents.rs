//! Runs the examples of the README and of the crate's documentation as they are shown there, and
//! compares what the commands print, but for figures: those depend on machine and compiler.

use crate::command::{Ran, command, ran};
use crate::project::{Project, workspace};
use std::fs;

/// A document with an example: a source and a shell session.
struct Document {
    source: String,
    session: Vec<String>,
}

impl Document {
    /// The first example of a text.
    fn of(text: &str, fence: &str) -> Document {
        let block = |fence: &str| {
            let (_, rest) = text.split_once(&format!("```{fence}\n")).unwrap();
            rest.split_once("\n```").unwrap().0.to_owned()
        };
        let session = block("console").lines().map(str::to_owned).collect();
        Document { source: block(fence), session }
    }

    /// The words of the command, and what it prints.
    fn command(&self) -> (&str, Vec<String>) {
        let (first, printed) = self.session.split_first().unwrap();
        let words = first.strip_prefix("$ cargo mutagen ").unwrap();
        (words, printed.iter().map(|line| shape(line)).collect())
    }
}

/// A line without what depends on the machine: numbers, digests, and how a test was made.
fn shape(line: &str) -> String {
    let line = match line.rsplit_once(" (").filter(|_| line.starts_with("found: ")) {
        Some((found, _)) => found,
        None => line,
    };
    if let Some((_, run)) = line.strip_prefix("address: ").and_then(|line| line.split_once(" of "))
    {
        return format!("address: of {}", run.split(", program").next().unwrap_or_default())
            .replace(|c: char| c.is_ascii_digit(), "");
    }
    let mut shape = String::new();
    for c in line.chars() {
        match c.is_ascii_digit() {
            true if shape.ends_with('#') => {}
            true => shape.push('#'),
            false => shape.push(c),
        }
    }
    shape.replace("#.#", "#")
}

/// The lines that a command prints, first those on the standard error stream.
fn printed(ran: &Ran) -> Vec<String> {
    // What cargo says while it builds is on the same stream.
    let errors = ran.err.lines().skip_while(|line| !line.starts_with("running "));
    let lines = errors.chain(ran.out.lines());
    // A rate is printed only if the campaign took long enough, as on a slow machine.
    lines.filter(|line| !line.ends_with("per CPU second of the worker")).map(shape).collect()
}

fn run(project: &Project, words: &str) -> Ran {
    ran(command(project, words).env_remove("MUTAGEN_REGRESSIONS").env_remove("CI"))
}

/// A project without anything that an earlier run has kept.
fn project(name: &str, source: &str) -> Project {
    let project = Project::write_to(&format!("documents/{name}"), name, &[("src/lib.rs", source)]);
    let _ = fs::remove_dir_all(project.folder.join("mutagen-regressions"));
    project
}

fn read(path: &str) -> String {
    fs::read_to_string(workspace().join(path)).unwrap()
}

#[test]
fn the_example_of_the_readme_prints_what_the_readme_shows() {
    let readme = Document::of(&read("README.md"), "rust,test_harness,no_run");
    let project = project("trees", &readme.source);
    let (words, expected) = readme.command();
    let ran = run(&project, words);
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    assert_eq!(printed(&ran), expected, "{ran:#?}");

    let guide = read("docs/guide.md");
    let shown = guide.split("```text\n").find(|block| block.starts_with("/// Found by mutagen."));
    let (shown, _) = shown.unwrap().split_once("```").unwrap();
    let mut emit = command(&project, "replay remove_keeps_order --emit-test");
    let emitted = crate::command::ran(emit.args(["--text", "(Node(Leaf, 0, Leaf), 0)"]));
    assert_eq!(emitted.out, shown, "{emitted:#?}");
}

#[test]
fn the_example_of_the_crate_prints_what_its_documentation_shows() {
    let source = read("mutagen-core/src/lib.rs");
    let text = source.lines().map_while(|line| line.strip_prefix("//!"));
    let text: Vec<&str> = text.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let example = Document::of(&text.join("\n"), "test_harness,no_run");
    let project = project("shop", &format!("#[cfg(test)]\nmod tests {{\n{}\n}}\n", example.source));
    let (words, expected) = example.command();
    let ran = run(&project, words);
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    assert_eq!(printed(&ran), expected, "{ran:#?}");
}
