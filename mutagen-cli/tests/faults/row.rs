//! One row of the table: runs the command on a fault property and compares its answer.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// What the command answers about a property.
#[derive(Debug, Default, Clone, Copy)]
pub struct Row {
    /// The property.
    pub name: &'static str,
    /// More flags, besides the seed and the limits of all rows.
    pub flags: &'static str,
    pub exit: i32,
    /// The kind of each failure, in the order in which they are reported.
    pub kinds: &'static [&'static str],
    /// The class of the first failure, if it is certain.
    pub class: Option<&'static str>,
    /// A part of the value in mutagen's own form.
    pub value: Option<&'static str>,
    /// Parts of what the report says about the first failure, or in its notes.
    pub says: &'static [&'static str],
    /// The least number of tests.
    pub tests: u64,
}

/// The folder with the crate, written once.
fn project() -> &'static Path {
    static PROJECT: OnceLock<PathBuf> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let folder = scratch().join("faults");
        let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mutagen-core");
        let core = core.canonicalize().unwrap();
        let manifest = format!(
            "[package]\nname = \"faults\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\nlibc = \"0.2\"\nmutagen-core = {{ path = {core:?} }}\n\n[workspace]\n"
        );
        update(&folder.join("Cargo.toml"), &manifest);
        update(&folder.join("src/lib.rs"), include_str!("properties.rs.txt"));
        // The lock file of this workspace: its versions are already on this machine.
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
        fs::copy(lock, folder.join("Cargo.lock")).unwrap();
        folder
    })
}

fn scratch() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

/// Writes a file if its content differs: cargo would compile a newer file again.
fn update(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|there| there == text) {
        return;
    }
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The command with these arguments.
pub fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-mutagen"));
    command
        .args(arguments.split_whitespace())
        .current_dir(project())
        .env("CARGO_TARGET_DIR", scratch().join("target"))
        .env("FAULTS_FOLDER", victims())
        .env_remove("RUST_BACKTRACE");
    command
}

/// A folder for files of the properties.
pub fn victims() -> PathBuf {
    let folder = scratch().join("victims");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a property with the report for programs.
pub fn report(name: &str, flags: &str) -> (Output, Value) {
    let limits = "--seed 1 --max-time 20s --message-format json --offline";
    let output = command(&format!("run {name} {limits} {flags}")).output().unwrap();
    let json = serde_json::from_slice(&output.stdout);
    let json = json.unwrap_or_else(|error| panic!("{name}: {error}: {output:?}"));
    (output, json)
}

impl Row {
    /// Runs the row. Returns what differs.
    pub fn faults(&self) -> Vec<String> {
        let (output, report) = report(self.name, self.flags);
        let mut faults = Vec::new();
        let mut expect = |holds: bool, what: String| {
            if !holds {
                faults.push(format!("{}: {what}", self.name));
            }
        };
        let code = output.status.code();
        expect(code == Some(self.exit), format!("exit code {code:?}, not {}", self.exit));
        expect(report["exit_code"] == self.exit, "another code in the report".to_owned());
        let failures = report["failures"].as_array().unwrap();
        let kinds: Vec<&str> = failures.iter().map(|f| f["kind"].as_str().unwrap()).collect();
        expect(kinds == self.kinds, format!("kinds {kinds:?}, not {:?}", self.kinds));
        let none = Value::Null;
        let first = failures.first().unwrap_or(&none);
        if let Some(class) = self.class {
            expect(first["class"] == class, format!("class {}, not {class}", first["class"]));
        }
        if let Some(value) = self.value {
            let text = first["text"].as_str().unwrap_or_default();
            expect(text.contains(value), format!("value {text:?} without {value:?}"));
        }
        let said = format!("{first:#} {:#} {:#}", report["notes"], report["error"]);
        for part in self.says {
            expect(said.contains(part), format!("`{part}` is not in {said}"));
        }
        let tests = report["statistics"]["tests"].as_u64().unwrap();
        expect(tests >= self.tests, format!("{tests} tests, not {}", self.tests));
        let folder = Path::new(report["folder"].as_str().unwrap());
        let run: Value =
            serde_json::from_slice(&fs::read(folder.join("run.json")).unwrap()).unwrap();
        expect(run["seed"] == 1, "no seed on disk".to_owned());
        expect(run["program"] == report["program"], "no program on disk".to_owned());
        let records = fs::read_to_string(folder.join("records.jsonl")).unwrap();
        let found = records.lines().filter(|line| line.contains("{\"found\":")).count();
        expect(found == failures.len(), format!("{found} findings on disk"));
        expect(records.contains("{\"ended\":"), "no end on disk".to_owned());
        faults
    }
}
