//! Writes every table and picture of a folder of results from its rows and its setup alone, so that
//! the same rows give the same files, byte for byte.

use crate::study::Error;
use crate::study::analyse::data::Data;
use crate::study::render::best_peer;
use crate::study::render::bugs;
use crate::study::render::csv;
use crate::study::render::distinct;
use crate::study::render::plots;
use crate::study::render::resisting;
use crate::study::render::tables;
use crate::study::rows::row::Rows;
use crate::study::rows::setup::Setup;
use std::fs;
use std::path::Path;

/// Computes all files of a report: name and content.
pub fn files(folder: &Path) -> Result<Vec<(&'static str, String)>, Error> {
    let missing = || format!("{}: there is no `setup.json` here", folder.display());
    let setup = Setup::read(folder)?.ok_or_else(missing)?;
    let rows = Rows::read(folder)?;
    let data = Data { setup: &setup, rows: &rows };
    let mut files = vec![
        ("README.md", tables::markdown(&data)),
        ("tasks.csv", csv::tasks(&data)),
        ("comparison.csv", csv::comparisons(&data)),
        ("buckets.svg", plots::buckets(&data)?),
        ("solved.svg", plots::solved(&data)?),
    ];
    files.extend(best_peer::files(&data));
    files.extend(bugs::files(&data)?);
    files.extend(distinct::files(&data)?);
    files.extend(resisting::files(&data)?);
    Ok(files)
}

/// Writes the report of the rows in one folder into another, or the same.
pub fn write(from: &Path, out: &Path) -> Result<(), Error> {
    fs::create_dir_all(out)?;
    for (name, content) in files(from)? {
        fs::write(out.join(name), content)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::rows::lines::Writer;
    use crate::study::rows::row::FILE;
    use crate::study::rows::row::tests::row;
    use crate::study::rows::setup;
    use crate::study::rows::setup::tests::strategy;
    use std::path::PathBuf;

    /// Folders with rows of a study, below this one. Those of SMT solvers have rows of their own.
    fn results(folder: &Path, found: &mut Vec<PathBuf>) {
        let setup = folder.join(setup::FILE);
        if folder.join(FILE).exists() && setup.exists() {
            let setup: serde_json::Value =
                serde_json::from_str(&fs::read_to_string(setup).unwrap()).unwrap();
            if setup.get("study").is_some() {
                found.push(folder.to_owned());
            }
        }
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.flatten().filter(|entry| entry.path().is_dir()) {
            results(&entry.path(), found);
        }
    }

    #[test]
    fn committed_tables_and_pictures_are_those_of_the_committed_rows() {
        let mut folders = Vec::new();
        results(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/results"), &mut folders);
        if folders.is_empty() {
            println!("no rows are committed yet: nothing to compare");
        }
        for folder in folders {
            for (name, content) in files(&folder).unwrap() {
                let path = folder.join(name);
                let committed = fs::read_to_string(&path).unwrap_or_default();
                let hint = "recompute it with the study's command and `--from`";
                assert!(committed == content, "{}: {hint} its folder", path.display());
            }
        }
    }

    /// The rows of the first table that starts with `head`, as trimmed cells without emphasis.
    fn table_rows(text: &str, head: &str) -> Vec<Vec<String>> {
        let lines = text.lines().skip_while(|line| !line.starts_with(head));
        let table = lines.take_while(|line| line.starts_with('|'));
        let cells = |line: &str| {
            let cells = line.trim_matches('|').split('|');
            cells.map(|cell| cell.trim().replace("**", "")).collect()
        };
        table.enumerate().filter(|(at, _)| *at != 1).map(|(_, line)| cells(line)).collect()
    }

    #[test]
    fn the_comparison_in_the_readme_has_the_measured_numbers() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let readme = fs::read_to_string(root.join("README.md")).unwrap();
        let tools = fs::read_to_string(root.join("docs/results/etna/tools.md")).unwrap();
        let (shown, measured) =
            (table_rows(&readme, "| program |"), table_rows(&tools, "| workload |"));
        let rows = [
            ("binary search trees", "BST"),
            ("red-black trees", "RBT"),
            ("simply typed lambda calculus", "STLC"),
            ("F<: (System F with subtyping)", "FSUB"),
        ];
        let columns = [
            ("tasks", "tasks"),
            ("mutagen", "mutagen"),
            ("proptest", "proptest"),
            ("quickcheck", "quickcheck"),
            ("bolero (random)", "bolero"),
            ("libFuzzer", "libfuzzer"),
            ("bolero on libFuzzer", "bolero-libfuzzer"),
        ];
        let cell = |table: &[Vec<String>], row: &str, column: &str| -> String {
            let row = table.iter().find(|cells| cells[0] == row).unwrap();
            row[table[0].iter().position(|name| name == column).unwrap()].clone()
        };
        assert_eq!((shown.len(), shown[0].len()), (rows.len() + 1, columns.len() + 1));
        for (program, workload) in rows {
            for (title, tool) in columns {
                let (shown, measured) =
                    (cell(&shown, program, title), cell(&measured, workload, tool));
                assert_eq!(shown, measured, "{program}, {title}");
            }
        }
    }

    #[test]
    fn the_same_rows_in_another_order_give_the_same_files() {
        let rows: Vec<_> = (0..4)
            .flat_map(|trial| {
                [("a", Some(0.02)), ("b", (trial > 1).then_some(7.0))]
                    .map(|(strategy, found)| row(strategy, "W/m/P", trial, found))
            })
            .collect();
        let setup = setup::tests::setup(
            vec![strategy("a", 4, false), strategy("b", 4, true)],
            &["W/m/P", "V/m/P"],
        );
        let report = |rows: &mut dyn Iterator<Item = &crate::study::rows::row::Row>| {
            let folder = tempfile::tempdir().unwrap();
            setup.write(folder.path()).unwrap();
            let mut writer = Writer::open(&folder.path().join(FILE)).unwrap();
            rows.for_each(|row| writer.append(row).unwrap());
            files(folder.path()).unwrap()
        };
        let forwards = report(&mut rows.iter());
        assert_eq!(forwards, report(&mut rows.iter().rev()));
        assert!(forwards.iter().all(|(_, content)| !content.is_empty()));
    }
}
