//! Writes every table and picture of a folder of results. Nothing but its rows and its setup goes in,
//! so that whoever has those gets the same files, byte for byte.

use super::Error;
use super::bugs;
use super::data::Data;
use super::distinct;
use super::plots;
use super::resisting;
use super::row::Rows;
use super::setup::Setup;
use super::tables;
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
        ("tasks.csv", tables::tasks_csv(&data)),
        ("comparison.csv", tables::comparison_csv(&data)),
        ("buckets.svg", plots::buckets(&data)?),
        ("solved.svg", plots::solved(&data)?),
    ];
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
    use super::super::row::Writer;
    use super::super::row::tests::row;
    use super::super::setup;
    use super::super::setup::tests::strategy;
    use super::*;
    use std::path::PathBuf;

    /// Folders with rows, below this one.
    fn results(folder: &Path, found: &mut Vec<PathBuf>) {
        if folder.join(super::super::row::FILE).exists() && folder.join(setup::FILE).exists() {
            found.push(folder.to_owned());
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
        let report = |rows: &mut dyn Iterator<Item = &super::super::row::Row>| {
            let folder = tempfile::tempdir().unwrap();
            setup.write(folder.path()).unwrap();
            let mut writer = Writer::open(folder.path()).unwrap();
            rows.for_each(|row| writer.append(row).unwrap());
            files(folder.path()).unwrap()
        };
        let forwards = report(&mut rows.iter());
        assert_eq!(forwards, report(&mut rows.iter().rev()));
        assert!(forwards.iter().all(|(_, content)| !content.is_empty()));
    }
}
