//! The tables of `docs/mutants.md`, made from the code: a row is a type and the text of a value of it.
//! A test that finds another table in the file fails; `MUTAGEN_BLESS=1` writes the new one.

use mutagen_core::Mutate;
use mutagen_core::internal::search::batch::Batch;
use mutagen_core::internal::value::context::Context;
use mutagen_core::internal::value::node::Node;
use mutagen_core::text::{parse, print};
use std::path::Path;

/// How many samples of each random mutant are shown.
const SAMPLES: u64 = 4;

/// One row: the mutants of the value's own node, and how many nodes it has below.
pub fn row<T: Mutate>(ty: &str, text: &str) -> String {
    let value = parse::<T>(text).unwrap_or_else(|error| panic!("{ty}: {error}")).value;
    assert_eq!(print(&value), text, "the table shows values as they are written");
    // In a tuple, as the argument of a property is: there a pointer stands for what it points to.
    let node = |root: &dyn Node| print(root.child(0));
    let value: Box<dyn Node> = Box::new((value,));
    let (count, children) = (value.child(0).mutants(), value.child(0).children());
    let mut context = Context::new(2, 8);
    let mut batch = Batch::new(value, 0, SAMPLES);
    let (mut pure, mut random) = (Vec::new(), Vec::new());
    while let Some((position, mutant)) = batch.serve(&mut context) {
        if position == 1 {
            let texts = if mutant < count.pure { &mut pure } else { &mut random };
            texts.push(node(batch.value()));
        }
        batch.restore(&mut context);
    }
    let mut seen = std::collections::HashSet::new();
    random.retain(|text| seen.insert(text.clone()));
    format!(
        "| `{}` | `{}` | {} | {} | {} |",
        escape(ty),
        escape(text),
        list(&pure, 12),
        list(&random, 6),
        if children == 0 { "–".to_owned() } else { children.to_string() },
    )
}

/// The first of some texts; the others are only counted.
fn list(texts: &[String], most: usize) -> String {
    if texts.is_empty() {
        return "–".to_owned();
    }
    let shown: Vec<String> =
        texts.iter().take(most).map(|text| format!("`{}`", escape(&cut(text)))).collect();
    let more = texts.len() - shown.len();
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", shown.join(" "))
}

/// A text that fits a table.
fn cut(text: &str) -> String {
    if text.chars().count() <= 60 {
        return text.to_owned();
    }
    format!("{}…", text.chars().take(60).collect::<String>())
}

fn escape(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Compares the table of this name with these rows, or writes it.
pub fn check(name: &str, rows: &[String]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/mutants.md");
    let text = std::fs::read_to_string(&path).expect("docs/mutants.md is there");
    let (start, end) = (format!("<!-- table: {name} -->\n"), "<!-- end -->");
    let from = text.find(&start).expect("the table has its place in the file") + start.len();
    let to = from + text[from..].find(end).expect("the table has an end");
    let head = "| type | a value | its mutants | random ones, some samples | children |\n\
                |---|---|---|---|---|";
    let table = format!("\n{head}\n{}\n\n", rows.join("\n"));
    if std::env::var_os("MUTAGEN_BLESS").is_some() {
        let text = format!("{}{table}{}", &text[..from], &text[to..]);
        return std::fs::write(&path, text).expect("docs/mutants.md can be written");
    }
    assert!(
        text[from..to] == table,
        "the table `{name}` of docs/mutants.md is not what the code does, which is:\n{table}\n\
         look at the difference, then write it by running this test with MUTAGEN_BLESS=1"
    );
}

/// The rows of a table.
macro_rules! rows {
    ($($ty:ty => $text:literal),* $(,)?) => {
        [$($crate::table::row::<$ty>(stringify!($ty), $text)),*]
    };
}

pub(crate) use rows;
