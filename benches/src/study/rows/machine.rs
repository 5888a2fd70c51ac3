//! The machine and the commit that rows are measured with.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::fs;
use std::path::Path;
use std::process::Command;

/// A machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor, as the system names it.
    pub processor: String,
    /// Processors that the system offers.
    pub cores: usize,
    /// Parallel trials.
    pub jobs: usize,
    /// The system.
    pub system: String,
    /// The compiler.
    pub compiler: String,
}

impl Machine {
    /// This machine.
    pub fn this(jobs: usize) -> Machine {
        let described = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = described.lines().find_map(|line| line.strip_prefix("model name"));
        let processor = model.map(|name| name.trim_start_matches([' ', '\t', ':']).to_owned());
        Machine {
            processor: processor.unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            jobs,
            system: first_line("uname", &["-sr"]),
            compiler: first_line("rustc", &["--version"]),
        }
    }
}

impl Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Machine { processor, cores, system, compiler, .. } = self;
        write!(f, "{processor}, {cores} cores, {system}, {compiler}")
    }
}

/// The commit that is checked out, with a mark if files differ from it; results of runs do not
/// count, since a run into their folder changes them itself.
pub fn commit() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let commit = first_line("git", &["rev-parse", "--short=12", "HEAD"]);
    if is_changed(folder) { format!("{commit} with changes") } else { commit }
}

/// Whether a file of the repository of this folder differs from the commit, results of runs aside.
fn is_changed(folder: &Path) -> bool {
    let status = ["status", "--porcelain", "--untracked-files=no", "--"];
    let paths = [":(top)", ":(top,exclude)docs/results"];
    !first_line_in(folder, "git", &[&status[..], &paths[..]].concat()).is_empty()
}

/// The first line that a command prints; nothing if it cannot be run.
fn first_line(program: &str, arguments: &[&str]) -> String {
    first_line_in(Path::new(env!("CARGO_MANIFEST_DIR")), program, arguments)
}

fn first_line_in(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.unwrap_or_default().lines().next().unwrap_or_default().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_differ_from_the_commit_count_unless_they_are_results() {
        let folder = tempfile::tempdir().unwrap();
        let git = |arguments: &[&str]| {
            let mut command = Command::new("git");
            command.args(["-c", "user.name=n", "-c", "user.email=e"]).args(arguments);
            assert!(command.current_dir(folder.path()).output().unwrap().status.success());
        };
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        fs::create_dir_all(folder.path().join("docs/results")).unwrap();
        fs::create_dir(folder.path().join("benches")).unwrap();
        write("docs/results/rows.jsonl", "1");
        write("source.rs", "1");
        git(&["init", "-q"]);
        git(&["add", "."]);
        git(&["commit", "-q", "-m", "first"]);
        let is_changed = || is_changed(&folder.path().join("benches"));
        assert!(!is_changed());
        write("docs/results/rows.jsonl", "2");
        assert!(!is_changed());
        write("source.rs", "2");
        assert!(is_changed());
    }
}
