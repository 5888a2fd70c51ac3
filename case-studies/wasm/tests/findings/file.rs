//! The parts of a file that describes a finding.

use crate::lines::{Owned, argument};
use serde::Deserialize;
use std::path::Path;
use wasm_face::Value;

/// What can go wrong in an engine.
pub const CLASSES: [&str; 5] = ["wrong value", "wrong trap", "missed trap", "crash", "validity"];

/// The last line of what an engine does that hangs.
pub const HANGS: &str = "process: hangs";

/// How the paragraphs begin that every file has.
const PARAGRAPHS: [&str; 4] = ["Specification:", "Third opinion:", "Cause:", "Reported:"];

/// A file.
#[derive(Debug)]
pub struct Finding {
    /// The block `toml`.
    pub facts: Facts,
    /// The block `wat`: the text of the module.
    pub wat: String,
    /// The block `hex`: the bytes of the module.
    pub bytes: Vec<u8>,
}

/// The block `toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// The name of the engine, as in the environment variable.
    pub engine: String,
    /// The release, as the study names it.
    pub release: String,
    /// What goes wrong: one of [`CLASSES`].
    pub class: String,
    /// The kind of the failure of this module and its calls, as the study prints it.
    pub kind: String,
    /// The property that found it.
    pub property: String,
    /// The command that finds it.
    pub command: String,
    /// The calls, such as `f(i32 -1)`.
    #[serde(default)]
    pub calls: Vec<String>,
    /// What the specification says, line by line.
    pub expected: Vec<String>,
    /// What the engine does, line by line.
    pub seen: Vec<String>,
    /// The same where the engine is compiled with overflow checks, as for tests, if it differs.
    pub seen_with_checks: Option<Vec<String>>,
    /// What is special about the bytes, if they are not those that the text stands for.
    pub encoding: Option<String>,
}

impl Finding {
    /// The finding of this file.
    ///
    /// # Errors
    /// When the file lacks a part, which the error names.
    pub fn of(path: &Path) -> Result<Finding, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        if !text.starts_with("# ") {
            return Err("the first line has to be a heading".to_owned());
        }
        for paragraph in PARAGRAPHS {
            let begins = |line: &str| line.trim_start_matches("- ").starts_with(paragraph);
            if !text.lines().any(begins) {
                return Err(format!("no paragraph begins with `{paragraph}`"));
            }
        }
        let facts = toml::from_str(&block(&text, "toml")?);
        let facts = facts.map_err(|error| format!("the block `toml`: {error}"))?;
        let bytes = block(&text, "hex")?;
        let bytes = bytes.split_whitespace().map(|byte| {
            u8::from_str_radix(byte, 16)
                .map_err(|_| format!("the block `hex`: `{byte}` is no byte"))
        });
        Ok(Finding { facts, wat: block(&text, "wat")?, bytes: bytes.collect::<Result<_, _>>()? })
    }

    /// The calls.
    ///
    /// # Errors
    /// When one has another form.
    pub fn calls(&self) -> Result<Vec<Owned>, String> {
        self.facts.calls.iter().map(|text| call(text)).collect()
    }

    /// Whether the memory and the globals after the calls are part of what was seen.
    pub fn looks(&self) -> bool {
        let is_state = |line: &String| line.starts_with("memory:") || line.starts_with("global ");
        self.facts.expected.iter().any(is_state)
    }

    /// What the engine does in this build, line by line.
    pub fn seen(&self) -> &[String] {
        // The profiles of the workspace have both or none.
        let checked = self.facts.seen_with_checks.as_ref().filter(|_| cfg!(debug_assertions));
        checked.unwrap_or(&self.facts.seen)
    }

    /// Whether the engine ends its process or hangs.
    pub fn ends_process(&self) -> bool {
        self.seen().last().is_some_and(|line| line.starts_with("process:"))
    }

    /// Whether the engine hangs.
    pub fn hangs(&self) -> bool {
        self.seen().last().is_some_and(|line| line == HANGS)
    }
}

/// The fenced block of this language.
fn block(text: &str, language: &str) -> Result<String, String> {
    let start = format!("\n```{language}\n");
    let missing = || format!("there is no block of `{language}`");
    let (_, rest) = text.split_once(&start).ok_or_else(missing)?;
    let (block, _) = rest.split_once("\n```").ok_or_else(missing)?;
    Ok(block.to_owned())
}

/// A call such as `f(i32 -1, f32 0x7fc00000)`.
fn call(text: &str) -> Result<Owned, String> {
    let form = || format!("`{text}` is no call such as `f(i32 -1, f32 0x7fc00000)`");
    let (name, rest) = text.split_once('(').ok_or_else(form)?;
    let args = rest.strip_suffix(')').ok_or_else(form)?;
    let args = args.split(", ").filter(|arg| !arg.is_empty());
    let args: Option<Vec<Value>> = args.map(argument).collect();
    Ok((name.to_owned(), args.ok_or_else(form)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = "# wain 1: all\n\n```toml\nengine = \"wain\"\nrelease = \"1\"\n\
        class = \"crash\"\nkind = \"k\"\nproperty = \"p\"\ncommand = \"c\"\nexpected = []\n\
        seen = []\n```\n\n```wat\n(module)\n```\n\n```hex\n00 61\n```\n\n\
        Specification: 2.0\n\n- Third opinion: none\n\nCause: x\n\nReported: no\n";

    fn read(text: &str) -> Result<Finding, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        std::fs::write(&path, text).unwrap();
        Finding::of(&path)
    }

    #[test]
    fn what_is_missing_is_named() {
        let finding = read(WHOLE).unwrap();
        assert_eq!((&*finding.wat, &*finding.bytes), ("(module)", &[0, 0x61][..]));
        for (part, error) in [
            ("Third opinion:", "no paragraph begins with `Third opinion:`"),
            ("```wat", "there is no block of `wat`"),
            ("```hex", "there is no block of `hex`"),
            ("kind = \"k\"\n", "missing field `kind`"),
            ("# ", "the first line has to be a heading"),
        ] {
            let found = read(&WHOLE.replacen(part, "", 1)).unwrap_err();
            assert!(found.contains(error), "{found}");
        }
        let found = read(&WHOLE.replace("00 61", "00 6g")).unwrap_err();
        assert_eq!(found, "the block `hex`: `6g` is no byte");
    }

    #[test]
    fn calls_are_read_with_their_arguments() {
        let (name, args) = call("f(i32 -1, f64 0x1, externref null)").unwrap();
        let null = Value::Extern(wasm_face::outcome::Reference::Null);
        assert_eq!((&*name, args), ("f", vec![Value::I32(-1), Value::F64(1), null]));
        assert_eq!(call("g()").unwrap(), ("g".to_owned(), vec![]));
        assert!(call("g(i32)").unwrap_err().starts_with("`g(i32)` is no call"));
    }
}
