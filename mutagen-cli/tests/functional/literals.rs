//! Tests that the literals of the code under test are handed over in the folder of the campaign.

use crate::command::run;
use crate::project::{Project, target};
use std::fs;
use std::path::PathBuf;

const LIB: &str = r#"
// The compiler does not read the file, but the collector does.
#[cfg(any())]
mod broken;

pub fn keyword(text: &str) -> u32 {
    match text {
        "select" | "insert" => 305_419_896,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    #[mutagen_core::property]
    fn finds(text: &str) -> bool {
        super::keyword(text) < 400_000_000
    }
}
"#;

/// The folder of the last run.
fn last_run() -> PathBuf {
    let above = target().join("mutagen/campaigns/literals/lib/tests.finds");
    let runs = fs::read_dir(&above).unwrap().map(|run| run.unwrap().path());
    runs.filter(|run| run.join("literals.json").exists()).max().unwrap()
}

#[test]
fn a_source_that_cannot_be_read_is_named_once_and_the_rest_is_used() {
    let files = [("src/lib.rs", LIB), ("src/broken.rs", "fn f() {\n    let = ;\n}\n")];
    let project = Project::write_to("literals", "literals", &files);
    let ran = run(&project, "run finds --seed 1 --max-tests 100 --verbose");
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert_eq!(ran.err.matches("src/broken.rs: line 2: ").count(), 1, "{ran:#?}");
    assert!(ran.err.contains("literals of the code under test: 4 from"), "{ran:#?}");
    let text = fs::read_to_string(last_run().join("literals.json")).unwrap();
    for literal in [r#""Text":"select""#, r#""Integer":305419896"#, r#""Integer":400000000"#] {
        assert!(text.contains(literal), "{literal} in {text}");
    }
    assert!(text.contains(r#""path":"literals::keyword""#) && text.contains("[[0,1]]"), "{text}");

    let ran = run(&project, "run finds --seed 1 --max-tests 100 --search literals=off");
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(!ran.err.contains("broken.rs"), "{ran:#?}");
}
