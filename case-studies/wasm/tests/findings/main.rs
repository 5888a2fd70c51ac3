//! Every file of `docs/findings/wasm` is still true: the text and the bytes are one module, the
//! reference gives what is expected, and the engine gives what was seen. Only the engines that are
//! compiled are asked; `--features all-engines` asks all of them.

/// Asks an engine in a process of its own.
mod child;
/// The parts of a file.
mod file;
/// What comes of a module, line by line.
mod lines;

use file::{CLASSES, Finding};
use std::path::{Path, PathBuf};
use wasm_engine::named;
use wasm_face::{Engine, about};
use wasm_study::Reference;
use wasm_study::difference::difference;
use wasm_syntax::{Instr, read};
use wasm_validity::Comparison;
use wasm_validity::compare::compare_bytes;
use wast::Wat;
use wast::parser::{ParseBuffer, parse};

/// The most instructions of a module.
const LENGTH: usize = 10;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/findings/wasm")
}

/// The files of findings.
fn files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).expect("the folder can be listed");
    let paths = entries.map(|entry| entry.expect("the folder can be listed").path());
    let is_finding = |path: &PathBuf| {
        path.extension().is_some_and(|ext| ext == "md") && !path.ends_with("README.md")
    };
    let mut paths: Vec<PathBuf> = paths.filter(is_finding).collect();
    paths.sort();
    paths
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[test]
fn every_finding_is_whole_and_still_true() {
    let complaints: Vec<String> = files()
        .iter()
        .filter_map(|path| {
            let error = Finding::of(path).and_then(|finding| check(path, &finding)).err()?;
            Some(format!("{}: {error}", name_of(path)))
        })
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(!files().is_empty(), "there is no finding in {}", folder().display());
}

#[test]
fn the_list_has_every_finding_with_its_kind() {
    let list = std::fs::read_to_string(folder().join("README.md")).expect("it can be read");
    let rows = list.lines().filter_map(|line| line.strip_prefix("| [")?.split_once("]("));
    for (name, _) in rows {
        assert!(folder().join(format!("{name}.md")).exists(), "README.md: no file of {name}");
    }
    for path in files() {
        let name = name_of(&path);
        let finding = Finding::of(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let row = list.lines().find(|line| line.contains(&format!("({name})")));
        let row = row.unwrap_or_else(|| panic!("README.md: no row has a link to {name}"));
        for part in [&finding.facts.release, &finding.facts.class] {
            assert!(row.contains(part), "README.md: the row of {name} lacks `{part}`");
        }
    }
}

/// Not a test: what [`child`] starts.
#[test]
#[ignore = "started by another test, for one finding"]
fn in_a_process_of_its_own() {
    child::tell();
}

/// # Errors
/// When something of the file is not true, or no longer.
fn check(path: &Path, finding: &Finding) -> Result<(), String> {
    let facts = &finding.facts;
    let about = about::named(&facts.engine).map_err(|error| error.to_string())?;
    if facts.release != about.release {
        return Err(format!(
            "it is about {}, and the study has {}; check whether this release shows it",
            facts.release, about.release
        ));
    }
    if !CLASSES.contains(&&*facts.class) {
        return Err(format!("there is no class `{}`; take one of {CLASSES:?}", facts.class));
    }
    let command = format!("WASM_STUDY_ENGINE={} cargo mutagen run {} ", about.name, facts.property);
    if !facts.command.starts_with(&command) || !facts.command.contains(" --seed ") {
        return Err(format!("the command has to begin with `{command}` and to have a seed"));
    }
    check_module(finding)?;
    if facts.expected == facts.seen {
        return Err("what was seen is what is expected".to_owned());
    }
    let calls = finding.calls()?;
    let looks = finding.looks();
    let expected = lines::of(&Reference(about.claims), &finding.bytes, &calls, looks);
    compared("the reference does not give what is expected", &facts.expected, &expected.lines)?;
    let Ok(engine) = named(about.name) else { return Ok(()) };
    if finding.ends_process() {
        let seen = child::ask(path, finding.hangs())?;
        return compared(&no_longer(engine), finding.seen(), &seen);
    }
    let seen = lines::of(engine, &finding.bytes, &calls, looks);
    compared(&no_longer(engine), finding.seen(), &seen.lines)?;
    let kind = match compare_bytes(engine, &finding.bytes) {
        Comparison::Differ(disagreement) => disagreement.kind(),
        _ => difference(&seen.run, &expected.run, &lines::borrowed(&calls)).kind,
    };
    if finding.facts.seen_with_checks.is_some() && cfg!(debug_assertions) {
        return Ok(());
    }
    compared("it is of another kind", std::slice::from_ref(&facts.kind), &[kind])
}

fn no_longer(engine: &dyn Engine) -> String {
    let release = engine.about().release;
    format!("{release} no longer shows it: the engine does not give what was seen")
}

/// # Errors
/// When two lists of lines are not equal.
fn compared(what: &str, written: &[String], found: &[String]) -> Result<(), String> {
    if written == found {
        return Ok(());
    }
    Err(format!("{what}:\n  written: {written:#?}\n  found: {found:#?}"))
}

/// # Errors
/// When text and bytes are not the same module, or it is too long.
fn check_module(finding: &Finding) -> Result<(), String> {
    let encoded = encoded(&finding.wat)?;
    if finding.facts.encoding.is_none() && encoded != finding.bytes {
        let bytes: Vec<String> = encoded.iter().map(|byte| format!("{byte:02x}")).collect();
        return Err(format!("the text and the bytes differ; the text is\n{}", bytes.join(" ")));
    }
    let text = read(&encoded).map_err(|error| format!("the text: {error}"))?;
    if read(&finding.bytes).is_ok_and(|module| module != text) {
        return Err("the bytes are not the module of the text".to_owned());
    }
    let length: usize = text.funcs.iter().map(|func| length(&func.body)).sum();
    if length > LENGTH {
        return Err(format!("the module has {length} instructions; at most {LENGTH} are allowed"));
    }
    Ok(())
}

/// The number of instructions. `end` and `else` are none, as in the structured form.
fn length(body: &[Instr]) -> usize {
    let inner = |instruction: &Instr| match instruction {
        Instr::Block(_, body) | Instr::Loop(_, body) => 1 + length(body),
        Instr::If(_, then, otherwise) => 1 + length(then) + length(otherwise),
        _ => 1,
    };
    body.iter().map(inner).sum()
}

/// # Errors
/// When it is no text of a module.
fn encoded(text: &str) -> Result<Vec<u8>, String> {
    let named = |error: wast::Error| format!("the text: {error}");
    let buffer = ParseBuffer::new(text).map_err(named)?;
    parse::<Wat<'_>>(&buffer).and_then(|mut wat| wat.encode()).map_err(named)
}
