//! The changed copy of a released crate. It is made in memory and written whole or not at all.

use crate::apply::{apply, without_inner_attributes, without_tests};
use crate::entries::{Entry, Plan, Release};
use crate::error::PlantError;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of a crate that has its source.
const SOURCE: &str = "src";

/// The file that our crate includes.
const ROOT: &str = "src/lib.rs";

/// The files of a copy: their paths relative to the crate, with `/`, and their texts.
pub type Files = BTreeMap<String, String>;

/// The files of the released crate in this folder, with the changes of the plan.
///
/// # Errors
/// When a file cannot be read, an entry names a file that is not there, or an anchor is not where
/// it should be.
pub fn changed(plan: &Plan, release: &Release<'_>, folder: &Path) -> Result<Files, PlantError> {
    let mut files = Files::new();
    read(folder, SOURCE, &mut files)?;
    let (path, package) = (release.plan.to_owned(), release.package.to_owned());
    let version = release.version.to_owned();
    let entries: Vec<&Entry> =
        plan.entries().filter(|entry| entry.package == release.package).collect();
    if let Some(entry) = entries.iter().find(|entry| !files.contains_key(&entry.file)) {
        let (id, file) = (entry.id.clone(), entry.file.clone());
        return Err(PlantError::NoFile { path, id, package, version, file });
    }
    for (file, text) in &mut files {
        let here: Vec<&Entry> =
            entries.iter().copied().filter(|entry| entry.file == *file).collect();
        match apply(text, &here) {
            Ok(changed) => *text = without_tests(&changed),
            Err(error) => {
                let (file, error) = (file.clone(), Box::new(error));
                return Err(PlantError::Anchor { path, package, version, file, error });
            }
        }
    }
    if let Some(root) = files.get_mut(ROOT) {
        *root = without_inner_attributes(root);
    }
    Ok(files)
}

/// Reads the files in a folder of the crate and in the folders below it.
fn read(crate_folder: &Path, folder: &str, files: &mut Files) -> Result<(), PlantError> {
    let path = crate_folder.join(folder);
    let unreadable = |path: &Path, error| PlantError::Unreadable { path: path.to_owned(), error };
    for item in fs::read_dir(&path).map_err(|error| unreadable(&path, error))? {
        let item = item.map_err(|error| unreadable(&path, error))?;
        let path = item.path();
        let name = format!("{folder}/{}", item.file_name().to_string_lossy());
        if path.is_dir() {
            read(crate_folder, &name, files)?;
        } else {
            let text = fs::read_to_string(&path).map_err(|error| unreadable(&path, error))?;
            files.insert(name, text);
        }
    }
    Ok(())
}

/// Writes a copy into a folder, in place of the copy that is there. It is written beside that one
/// first, so that whatever fails, the folder has a whole copy or none.
///
/// # Errors
/// When the folder cannot be written to.
pub fn write(files: &Files, out: &Path) -> Result<(), PlantError> {
    let unwritable = |path: &Path, error| PlantError::Unwritable { path: path.to_owned(), error };
    let beside = tempfile::tempdir_in(out).map_err(|error| unwritable(out, error))?;
    for (name, text) in files {
        let path = beside.path().join(name);
        let folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
        fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, error))?;
        fs::write(&path, text).map_err(|error| unwritable(&path, error))?;
    }
    let source = out.join(SOURCE);
    if source.exists() {
        fs::remove_dir_all(&source).map_err(|error| unwritable(&source, error))?;
    }
    fs::rename(beside.path().join(SOURCE), &source).map_err(|error| unwritable(&source, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(file: &str, find: &str) -> Plan {
        let text = format!(
            "[crates]\na = '1.0.0'\n[[repair]]\nid = 'greeting'\ncrate = 'a'\nfile = '{file}'\n\
             find = '{find}'\nreplace = '($old)'\n"
        );
        Plan::parse(&text, Path::new("bugs.toml")).expect("it is well formed")
    }

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it has a folder")).expect("it is writable");
            fs::write(path, text).expect("it is writable");
        }
        folder
    }

    const CRATE: [(&str, &str); 2] =
        [("src/lib.rs", "#![no_std]\nhello\n"), ("src/deep/er.rs", "#![kept]\nhello hello\n")];

    fn made(file: &str, find: &str) -> Result<Files, PlantError> {
        let plan = plan(file, find);
        let release = plan.release("a").expect("it has a version");
        changed(&plan, &release, folder(&CRATE).path())
    }

    #[test]
    fn the_files_are_changed_where_an_entry_says_so() {
        let files = made("src/lib.rs", "hello").expect("the anchor is there once");
        let expected = [("src/deep/er.rs", "#![kept]\nhello hello\n"), ("src/lib.rs", "(hello)\n")];
        let found: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn an_error_names_the_entry_the_file_and_the_remedy() {
        for (file, find, expected) in [
            (
                "src/deep/er.rs",
                "hello",
                "bugs.toml, entry `greeting`: in src/deep/er.rs of a 1.0.0, the anchor `hello` is \
                 found 2 times; lengthen it until it is found once, or add `after`",
            ),
            (
                "src/lib.rs",
                "bye",
                "bugs.toml, entry `greeting`: in src/lib.rs of a 1.0.0, the anchor `bye` is not \
                 found; correct it after the source of this version",
            ),
            (
                "src/main.rs",
                "hello",
                "bugs.toml, entry `greeting`: a 1.0.0 has no file src/main.rs; correct `file`",
            ),
        ] {
            let error = made(file, find).expect_err("the entry is wrong");
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn a_copy_replaces_the_one_before_and_leaves_nothing_beside_it() {
        let out = folder(&[("src/old.rs", "")]);
        let files = made("src/lib.rs", "hello").expect("the anchor is there once");
        write(&files, out.path()).expect("the folder is writable");
        let names = |folder: &Path| {
            let items = fs::read_dir(folder).expect("the folder exists");
            let mut names: Vec<_> =
                items.map(|item| item.expect("it is readable").file_name()).collect();
            names.sort();
            names
        };
        assert_eq!(names(out.path()), ["src"]);
        assert_eq!(names(&out.path().join("src")), ["deep", "lib.rs"]);
        let text = fs::read_to_string(out.path().join("src/lib.rs"));
        assert_eq!(text.expect("it was written"), "(hello)\n");
    }

    #[test]
    fn a_copy_that_cannot_be_written_leaves_the_one_before() {
        let out = folder(&[("src/old.rs", "old")]);
        // A file cannot be a folder, too.
        let files = Files::from([
            ("src/a".to_owned(), String::new()),
            ("src/a/b.rs".to_owned(), String::new()),
        ]);
        let error = write(&files, out.path()).expect_err("it cannot be written");
        assert!(matches!(error, PlantError::Unwritable { .. }), "{error}");
        let items = fs::read_dir(out.path()).expect("the folder exists").count();
        let old = fs::read_to_string(out.path().join("src/old.rs")).expect("it was left");
        assert_eq!((items, old.as_str()), (1, "old"));
    }
}
