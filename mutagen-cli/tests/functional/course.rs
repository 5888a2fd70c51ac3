//! The same seed gives the same tests in every build of the same code: in the original build, with
//! an additional function, and from another folder. The literals of an additional function change
//! what is drawn, so the campaigns with such a function do without literals.
//!
//! The case studies need several builds each, so their tests run only on request:
//! `cargo test -p mutagen-cli --test functional -- --ignored case_studies`.

use crate::command::{ran, report};
use crate::project::{Project, scratch, target, update};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// A public function that no property calls, in a module without dependencies, for the crate under
/// test. It stays a function of its own, because its edges must be in the executable.
const ADDED: &str = r#"//! One more function.

/// Whether repeated halving and tripling lead to 1 in a few steps.
#[inline(never)]
pub fn is_never_called(mut number: u64, steps: u32) -> bool {
    for _ in 0..steps {
        match number {
            0 | 1 => return true,
            even if even % 2 == 0 => number /= 2,
            odd => number = odd.wrapping_mul(3).wrapping_add(1),
        }
    }
    number.is_power_of_two() && number > 7
}
"#;

/// A test that refers to the function of this crate: a linker leaves out what nothing refers to.
/// The compiler must not know the argument, or it would compute the result and drop the call.
fn refers(krate: &str) -> String {
    format!(
        "\n#[cfg(test)]\nmod refers {{\n    #[test]\n    fn to_the_added_function() {{\n        \
         let number = std::hint::black_box(9);\n        \
         assert!(!{krate}::added::is_never_called(number, 0));\n    }}\n}}\n"
    )
}

/// The digest of a campaign's tests, and the number of edges in the executable.
fn course(folder: &Path, target: &Path, environment: &[(&str, &str)], run: &str) -> (String, u64) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-mutagen"));
    command.args(["mutagen", "run"]).args(run.split(' '));
    command.args(["--keep-going", "--message-format", "json", "--offline", "--target-dir"]);
    command.arg(target).current_dir(folder).stdin(Stdio::null());
    for variable in ["CARGO_TARGET_DIR", "CARGO_TERM_COLOR", "NO_COLOR", "RUSTFLAGS"] {
        command.env_remove(variable);
    }
    command.envs(environment.iter().copied());
    let report = report(&ran(&mut command));
    println!("{}: {run}: {} edges, {}", folder.display(), report["edges_in_all"], report["course"]);
    (report["course"].as_str().unwrap().to_owned(), report["edges_in_all"].as_u64().unwrap())
}

#[test]
#[ignore = "two builds, a minute: cargo test -p mutagen-cli --test functional -- --ignored course"]
fn a_seed_gives_the_same_tests_in_every_build() {
    let run = "keeps_the_order --seed 5 --max-tests 20000";
    let module = "pub mod added;\n";
    let more = format!("{module}{TREE}{}", refers("crate"));
    let project = |folder: &str, files: &[(&str, &str)], run: &str| {
        let folder = Project::write_to(folder, "tree", files).folder;
        // Cargo would take what it built for another of the folders, if that is newer.
        let sources = fs::File::options().write(true).open(folder.join("src/lib.rs")).unwrap();
        sources.set_modified(std::time::SystemTime::now()).unwrap();
        course(&folder, &target(), &[], run)
    };
    let without = format!("{run} --search literals=off");
    let (as_it_is, edges) = project("tree", &[("src/lib.rs", TREE)], &without);
    let files = [("src/lib.rs", &*more), ("src/added.rs", ADDED)];
    let (with_more, more_edges) = project("tree-with-more", &files, &without);
    assert!(more_edges > edges + 4, "the added function has edges");
    assert_eq!(with_more, as_it_is, "with one more function");
    let (as_it_is, _) = project("tree", &[("src/lib.rs", TREE)], run);
    let (elsewhere, _) = project("a/longer/way/to/the/tree", &[("src/lib.rs", TREE)], run);
    assert_eq!(elsewhere, as_it_is, "from another folder");
    let run = run.replace("--seed 5", "--seed 6");
    let (other, _) = course(&scratch().join("tree"), &target(), &[], &run);
    assert_ne!(other, as_it_is, "another seed gives other tests");
}

/// The program reads texts, which are compared in std and drawn from what was compared. With a
/// large environment, the stack is elsewhere in memory.
#[test]
fn a_seed_gives_the_same_tests_in_every_process() {
    let folder = Project::write_to("query", "query", &[("src/lib.rs", QUERY)]).folder;
    let run = "queries_mean_the_same_when_written_back --seed 3 --max-tests 300000";
    let (first, _) = course(&folder, &target(), &[], run);
    let large = "large ".repeat(5000);
    let (moved, _) = course(&folder, &target(), &[("FUNCTIONAL_LARGE", &large)], run);
    assert_eq!(moved, first, "with a large environment");
}

#[test]
#[ignore = "builds three case studies three times"]
fn the_case_studies_take_the_same_course_in_every_build() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let folder = tempfile::tempdir_in(scratch()).unwrap();
    let elsewhere = folder.path().join("elsewhere/in/a/longer/way");
    let with_more = folder.path().join("more");
    copy(repository, &elsewhere);
    copy(repository, &with_more);
    let crates = [
        ("wasm/engine", "wasm", "wasm_engine"),
        ("etna/rbt", "etna/rbt", "etna_rbt"),
        ("ifc/register", "ifc/register", "ifc_register"),
    ];
    for (krate, tests, name) in crates {
        let sources = with_more.join("case-studies").join(krate).join("src");
        let lib = sources.join("lib.rs");
        let text = fs::read_to_string(&lib).unwrap();
        update(&lib, &(text + "\n/// One more module.\npub mod added;\n"));
        update(&sources.join("added.rs"), ADDED);
        let tests = with_more.join("case-studies").join(tests).join("tests/properties.rs");
        let text = fs::read_to_string(&tests).unwrap();
        update(&tests, &(text + &refers(name)));
    }
    let tests = std::env::var("COURSE_TESTS").unwrap_or_else(|_| "200000".to_owned());
    let runs: [(&str, &[(&str, &str)]); 3] = [
        ("prop_validator --package wasm-validity", &[]),
        ("delete_valid --package etna-rbt", &[]),
        ("prop_ssni --package ifc-register", &[("IFC_BUG", "9")]),
    ];
    let mut differing = Vec::new();
    for (run, environment) in runs {
        let run = format!("{run} --seed 5 --max-tests {tests} --search literals=off");
        // Each build has a target folder of its own. Cargo names artefacts by the path within the
        // workspace, and would take those of one folder for another.
        let [as_it_is, moved, more] = [(repository, "1"), (&*elsewhere, "2"), (&*with_more, "3")]
            .map(|(source, target)| course(source, &folder.path().join(target), environment, &run));
        assert!(more.1 > as_it_is.1 + 4, "the added function has edges");
        if moved.0 != as_it_is.0 || more.0 != as_it_is.0 {
            differing.push(run);
        }
    }
    assert!(differing.is_empty(), "{differing:#?}");
}

/// Copies a folder without its build artefacts.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name();
        if name == "target" || name == ".git" {
            continue;
        }
        let (from, to) = (entry.path(), to.join(&name));
        match entry.file_type().unwrap().is_dir() {
            true => copy(&from, &to),
            false => drop(fs::copy(&from, &to).unwrap()),
        }
    }
}

const TREE: &str = r#"
pub mod tree {
    #[derive(Debug, Clone, Default, mutagen_core::Mutate)]
    pub enum Tree {
        #[default]
        Leaf,
        Node(Box<Tree>, i32, Box<Tree>),
    }

    impl Tree {
        pub fn insert(self, key: i32) -> Tree {
            match self {
                Tree::Leaf => Tree::Node(Box::default(), key, Box::default()),
                Tree::Node(left, own, right) if key < own => {
                    Tree::Node(Box::new(left.insert(key)), own, right)
                }
                Tree::Node(left, own, right) if key > own => {
                    Tree::Node(left, own, Box::new(right.insert(key)))
                }
                same => same,
            }
        }

        pub fn is_sorted(&self, low: i64, high: i64) -> bool {
            match self {
                Tree::Leaf => true,
                Tree::Node(left, key, right) => {
                    let key = i64::from(*key);
                    let is_between = low < key && key < high;
                    is_between && left.is_sorted(low, key) && right.is_sorted(key, high)
                }
            }
        }

        pub fn contains<T: PartialEq<i32>>(&self, key: &T) -> bool {
            match self {
                Tree::Leaf => false,
                Tree::Node(left, own, right) => {
                    key == own || left.contains(key) || right.contains(key)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::tree::Tree;
    use mutagen_core::{Outcome, assume, check, property};

    #[property]
    fn keeps_the_order(tree: &Tree, keys: &Vec<i32>) -> Outcome {
        assume!(tree.is_sorted(i64::MIN, i64::MAX));
        let inserted = keys.iter().fold(tree.clone(), |tree, &key| tree.insert(key));
        assume!(keys.iter().all(|key| inserted.contains(key)));
        check!(inserted.is_sorted(i64::MIN, i64::MAX))
    }
}
"#;

const QUERY: &str = r#"
use std::collections::BTreeMap;

/// A query such as `select name, size from files where size between 10 and 20 order by name`.
#[derive(Debug, PartialEq)]
pub struct Query<'t> {
    pub columns: Vec<&'t str>,
    pub table: &'t str,
    pub range: Option<(&'t str, u32, u32)>,
    pub order: Option<&'t str>,
}

pub fn read(text: &str) -> Option<Query<'_>> {
    let mut words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|w| !w.is_empty());
    if words.next()? != "select" {
        return None;
    }
    let mut columns: Vec<&str> = words.by_ref().take_while(|&word| word != "from").collect();
    columns.sort();
    let table = words.next()?;
    let (mut range, mut order) = (None, None);
    while let Some(word) = words.next() {
        match word {
            "where" => range = Some(read_range(&mut words)?),
            "order" if words.next()? == "by" => order = Some(words.next()?),
            _ => return None,
        }
    }
    let known: BTreeMap<&str, usize> = columns.iter().enumerate().map(|(at, &c)| (c, at)).collect();
    let is_known = |name: &str| known.contains_key(name) || columns.binary_search(&"all").is_ok();
    let names = order.into_iter().chain(range.map(|(name, ..)| name));
    names.into_iter().all(is_known).then_some(Query { columns, table, range, order })
}

fn read_range<'t>(words: &mut impl Iterator<Item = &'t str>) -> Option<(&'t str, u32, u32)> {
    let name = words.next()?;
    if !"between".eq_ignore_ascii_case(words.next()?) {
        return None;
    }
    let low = words.next()?.parse().ok()?;
    let high = words.next().filter(|&word| word == "and").and_then(|_| words.next())?;
    Some((name, low, high.parse().ok().filter(|&high| low < high)?))
}

impl Query<'_> {
    pub fn write(&self) -> String {
        let mut text = format!("select {} from {}", self.columns.join(", "), self.table);
        if let Some((name, low, high)) = self.range {
            text += &format!(" where {name} between {low} and {high}");
        }
        if let Some(name) = self.order {
            text += &format!(" order by {name}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use mutagen_core::{Outcome, assume, check, property};

    #[property]
    fn queries_mean_the_same_when_written_back(text: &String) -> Outcome {
        let query = super::read(text);
        assume!(query.is_some());
        let written = query.as_ref().unwrap().write();
        check!(super::read(&written) == query)
    }
}
"#;
