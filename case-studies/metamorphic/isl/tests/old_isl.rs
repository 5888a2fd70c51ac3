//! What `old-isl` does if islpy, or a program that it needs, cannot be had.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("cargo made the folder around it");
    folder
}

/// The command, with a Python of this script as the only program.
fn run(folder: &Path, python: &str, cache: &Path) -> Output {
    let programs = folder.join("programs");
    fs::create_dir_all(&programs).expect("the folder is ours");
    let file = programs.join("python3");
    fs::write(&file, format!("#!/bin/sh\n{python}\n")).expect("the folder is ours");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("the file is ours");
    let mut command = Command::new(env!("CARGO_BIN_EXE_old-isl"));
    command.env("PATH", programs).env("ISL_CACHE", cache).output().expect("cargo built it")
}

#[test]
fn an_error_is_one_message_and_leaves_nothing() {
    let folder = folder("errors");
    let (cache, file) = (folder.join("cache"), folder.join("file"));
    fs::write(&file, "").expect("the folder is ours");
    for (python, cache, expected) in [
        (
            "echo ERROR: no such release >&2; exit 1",
            &cache,
            "islpy 2018.1 cannot be had: ERROR: no such release; check the network",
        ),
        ("exit 0", &cache, "`tar` cannot be started ("),
        ("exit 0", &file, "name another one in ISL_CACHE"),
    ] {
        let output = run(&folder, python, cache);
        let text = String::from_utf8(output.stderr).expect("messages are text");
        assert!(text.starts_with("error: ") && text.contains(expected), "{text}");
        assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{text}");
        let left = fs::read_dir(cache).map_or(0, Iterator::count);
        assert_eq!(left, 0, "{text}");
    }
}

#[test]
fn what_is_there_is_not_built_again() {
    let folder = folder("there");
    let place = folder.join("cache/isl-2018.1");
    fs::create_dir_all(&place).expect("the folder is ours");
    let output = run(&folder, "exit 1", &folder.join("cache"));
    let text = String::from_utf8(output.stdout).expect("a path is text");
    assert_eq!((output.status.code(), text.trim_end()), (Some(0), &*place.to_string_lossy()));
}
