//! Fetching that goes wrong: one clear error, exit code 2, and nothing half left.

use smt_solvers::cache::Cache;
use smt_solvers::catalogue::{Code, Entry, Pinned, Registry, Runs};
use smt_solvers::fetch::{Clients, fetch};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const FAKE: &str = env!("CARGO_BIN_EXE_smt-fake");

/// Of the text `abc`.
const HASH: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/// A folder with the fake under the names of all clients.
fn fakes() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["python3", "apt-get", "dpkg-deb"] {
        symlink(FAKE, folder.path().join(name)).unwrap();
    }
    folder
}

fn entry(from: Registry, ask: &str) -> Entry {
    Entry {
        name: "z3-0.0".to_owned(),
        code: Code::Z3,
        runs: Runs::Z3,
        from,
        ask: vec![ask.to_owned()],
        files: vec![Pinned { name: "pinned.whl".to_owned(), sha256: HASH.to_owned() }],
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_solver_is_there_as_a_whole_or_not_at_all() {
    let (fakes, folder) = (fakes(), tempfile::tempdir().unwrap());
    let client = |name: &str| fakes.path().join(name).into_os_string();
    let clients = Clients {
        python: client("python3"),
        apt_get: client("apt-get"),
        dpkg_deb: client("dpkg-deb"),
    };
    let cache = Cache::at(folder.path().join("cache"));
    for (from, ask, expected) in [
        (Registry::Pypi, "wrong", "is pinned; nothing was kept"),
        (Registry::Pypi, "other", "no pinned file for this machine: other.whl; it runs on pinned"),
        (Registry::Pypi, "nothing", "no pinned file for this machine: no file"),
        (Registry::Pypi, "platform", "no pinned file for this machine: ERROR: No matching"),
        (Registry::Pypi, "network", "check the network"),
        (Registry::Pypi, "full", "free some, or name another folder in SMT_CACHE"),
        (Registry::Pypi, "killed", "failed: signal: 6"),
        (Registry::Debian, "wrong", "is pinned; nothing was kept"),
        (Registry::Debian, "network", "`apt-get download` failed: ERROR: No matching"),
    ] {
        let error = fetch(&entry(from, ask), &cache, &clients).unwrap_err().to_string();
        assert!(error.starts_with("z3-0.0: ") && error.contains(expected), "{ask}: {error}");
        assert_eq!(names(cache.folder()), [""; 0], "{ask}");
    }
    let gone = Clients { python: "no/such/python".into(), ..clients.clone() };
    let error = fetch(&entry(Registry::Pypi, "good"), &cache, &gone).unwrap_err().to_string();
    assert!(error.contains("no/such/python") && error.ends_with("install it"), "{error}");
    for (from, file) in [(Registry::Pypi, "bin/z3"), (Registry::Debian, "usr/bin/cvc4")] {
        assert!(fetch(&entry(from, "good"), &cache, &clients).unwrap());
        assert_eq!(names(cache.folder()), ["z3-0.0"]);
        assert_eq!(fs::read_to_string(cache.place("z3-0.0").join(file)).unwrap(), "abc");
        assert!(!fetch(&entry(from, "network"), &cache, &clients).unwrap());
        fs::remove_dir_all(cache.place("z3-0.0")).unwrap();
    }
}

/// The command with this cache, and the fakes as the only programs.
fn command(cache: &Path, arguments: &[&str]) -> Output {
    let fakes = fakes();
    let mut command = Command::new(env!("CARGO_BIN_EXE_smt-solvers"));
    command.args(arguments).env("PATH", fakes.path()).env("SMT_CACHE", cache);
    command.env_remove("SMT_PYTHON").output().unwrap()
}

#[test]
fn an_error_ends_the_command_with_2_and_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache");
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for (cache, arguments, expected) in [
        (
            &cache,
            &["fetch", "z3-4.8.5", "z3-4.8.4"][..],
            "no solver `z3-4.8.4`; take from: z3-4.8.5",
        ),
        (&cache, &["fetch", "z3-4.8.5"], "z3-4.8.5: `pip download`"),
        (&cache, &["fetch", "cvc4-1.8"], "cvc4-1.8: `apt-get download`"),
        (&cache, &["ask", "z3-4.8.5", "f.smt2"], "cargo run -p smt-solvers -- fetch z3-4.8.5"),
        (&file, &["fetch", "z3-4.8.5"], "name another one in SMT_CACHE"),
    ] {
        let output = command(cache, arguments);
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.starts_with("error: ") && text.contains(expected), "{text}");
        assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{text}");
        assert!(!cache.is_dir() || names(cache).is_empty());
    }
    let output = command(&cache, &["list"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find(|line| line.starts_with("z3-5.4.1 ")).unwrap();
    assert_eq!(
        line.split_whitespace().collect::<Vec<_>>()[1..],
        ["-", "pypi", "z3-solver==5.4.1.0"]
    );
}
