//! Tests that the commands and flags in the documents are those of the command line: each line
//! `$ cargo mutagen …` of a shell session, each `cargo mutagen …` in the text, and each flag. What
//! the sessions print is compared by the functional tests.

use clap::CommandFactory;
use clap::error::ErrorKind;
use mutagen_cli::args::Arguments;
use mutagen_core::internal::run::regressions::parse;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Flags of other commands that the documents name.
const OF_OTHERS: [&str; 15] = [
    "--all-features",
    "--count",
    "--example",
    "--help",
    "--ignored",
    "--limit",
    "--no-deps",
    "--only",
    "--open",
    "--path",
    "--quick",
    "--release",
    "--strategies",
    "--trials",
    "--version",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The documents for users, with their names.
fn documents() -> Vec<(String, String)> {
    let mut paths = vec![root().join("README.md"), root().join("case-studies/wasm/README.md")];
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    paths.extend(docs.filter(|path| path.extension().is_some_and(|end| end == "md")));
    paths.sort();
    let read = |path: PathBuf| (path.display().to_string(), fs::read_to_string(&path).unwrap());
    paths.into_iter().map(read).collect()
}

/// A document in two parts: the commands of its shell sessions, and the code in its text.
struct Code {
    sessions: Vec<String>,
    quoted: Vec<String>,
}

impl Code {
    fn of(document: &str) -> Code {
        let (mut sessions, mut text, mut block) = (Vec::new(), String::new(), None);
        for line in document.lines() {
            if let Some(kind) = line.trim_start().strip_prefix("```") {
                block = if block.is_some() { None } else { Some(kind.to_owned()) };
            } else if block.as_deref() == Some("console") {
                sessions.extend(line.trim_start().strip_prefix("$ ").map(str::to_owned));
            } else if block.is_none() {
                // What is between backquotes can go on in the next line, and not after a blank one.
                text += if line.is_empty() { "\n" } else { line.trim() };
                text.push(' ');
            }
        }
        let quoted = text.split('\n').flat_map(|part| part.split('`').skip(1).step_by(2));
        Code { sessions, quoted: quoted.map(str::to_owned).collect() }
    }

    /// The commands of `cargo mutagen`.
    fn commands(&self) -> Vec<String> {
        let all = self.sessions.iter().chain(&self.quoted);
        let own = all.filter(|code| code.starts_with("cargo mutagen "));
        own.filter_map(|line| Some(line.split([';', '|', '#', '>']).next()?.trim().to_owned()))
            .collect()
    }
}

/// The words of a command, as a shell reads them.
fn words(command: &str) -> Vec<OsString> {
    let mut words = Vec::new();
    for (at, part) in command.split('\'').enumerate() {
        match at % 2 {
            0 => words.extend(part.split_whitespace().map(OsString::from)),
            _ => words.push(part.into()),
        }
    }
    words
}

/// Why a command of a document is none, if it is none. It may lack arguments, since the text names
/// commands without them.
fn fault(command: &str) -> Option<String> {
    let shortened = command.trim_end_matches('…').trim_end();
    let error = Arguments::parse_from_process(words(shortened).into_iter()).err()?;
    let is_fine = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::MissingRequiredArgument
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    // The place of an address in a text is none.
    let is_placeholder = command.contains("'ADDRESS'");
    (!is_fine && !is_placeholder).then(|| format!("{command}: {error}"))
}

/// The flags of all subcommands.
fn flags(command: &clap::Command) -> BTreeSet<String> {
    let own = command.get_arguments().filter_map(|flag| flag.get_long());
    let own: BTreeSet<String> = own.map(|long| format!("--{long}")).collect();
    command.get_subcommands().map(flags).fold(own, |all, some| &all | &some)
}

#[test]
fn each_command_in_a_document_is_one() {
    let all: Vec<(String, String)> = documents();
    let count = all.iter().map(|(_, text)| Code::of(text).commands().len()).sum::<usize>();
    assert!(count > 20, "{count} commands");
    let faults: Vec<String> = all
        .iter()
        .flat_map(|(name, text)| {
            Code::of(text).commands().into_iter().map(move |line| (name, line))
        })
        .filter_map(|(name, line)| Some(format!("{name}: {}", fault(&line)?)))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn each_flag_in_a_document_is_one() {
    let mut known = flags(&Arguments::command());
    known.extend(OF_OTHERS.map(str::to_owned));
    let mut unknown = BTreeSet::new();
    for (name, text) in documents() {
        let quoted = Code::of(&text).quoted;
        for code in quoted.iter().filter(|code| !code.starts_with("cargo run")) {
            let words = code.split([' ', '=', '…']).map(str::to_owned);
            let flags = words.filter(|word| word.len() > 2 && word.starts_with("--"));
            unknown.extend(flags.filter(|flag| !known.contains(flag)).map(|f| (name.clone(), f)));
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}

#[test]
fn wrong_commands_are_noticed() {
    let text = "Use `cargo\nmutagen ran NAME`.\n```console\n$ cargo mutagen run x --sed 1 # so\n\
                $ ls\n```\n`cargo mutagen run --help`, `cargo mutagen corpus …`, `cargo mutagen run`\n";
    let all = Code::of(text).commands();
    assert_eq!(all.len(), 5, "{all:?}");
    let wrong: Vec<bool> = all.iter().map(|line| fault(line).is_some()).collect();
    assert_eq!(wrong, [true, true, false, false, false], "{all:?}");
    assert_eq!(words("replay p --text '(7, \"a\")'").len(), 4);
}

#[test]
fn the_entry_of_a_regression_in_the_guide_can_be_read() {
    let guide = fs::read_to_string(root().join("docs/guide.md")).unwrap();
    let entries: Vec<&str> = guide
        .split("```text\n")
        .skip(1)
        .filter_map(|block| block.split("```").next())
        .filter(|block| block.contains("\n  value: "))
        .collect();
    assert_eq!(entries.len(), 1, "{entries:?}");
    let text = format!("# mutagen regressions, version 1\n\n{}", entries[0]);
    let kept = parse(Path::new("guide"), &text).unwrap();
    assert_eq!((kept.len(), kept[0].entry.kind.as_str()), (1, "failed"));
    assert_eq!(kept[0].entry.to_string(), entries[0]);
}
