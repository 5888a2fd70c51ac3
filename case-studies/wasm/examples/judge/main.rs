//! What all engines make of a module: `cargo run -p wasm-study --example judge -- FILE`.
//!
//! FILE is a module in the binary or the text format. The reference comes first, then every engine
//! that was compiled (`--features all-engines`), or the one that `WASM_STUDY_ENGINE` names, and
//! then wabt and V8, where installed. Each says whether the module is valid, and what comes of its
//! exported functions, called in turn with zeros. `FILE NAME ARG…` calls one function instead.

/// What is called, and with which arguments.
mod calls;
/// The file.
mod file;
/// Engines that are other programs.
mod programs;
/// What comes of a module in one engine.
mod sheet;

use std::io::Write;
use std::process::ExitCode;
use wasm_face::{About, Engine, Features, Outcome, about};
use wasm_study::Reference;

/// The fuel. Only what never ends needs more, in the modules that are judged.
const FUEL: u64 = 1_000_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match judge(&arguments, &mut std::io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Prints what all engines make of the module that the arguments name.
///
/// # Errors
/// When the arguments are wrong, or the file is no module, or nothing can be printed.
fn judge(arguments: &[String], out: &mut impl Write) -> Result<(), String> {
    let [path, call @ ..] = arguments else {
        return Err("no file; give a module: `judge FILE [NAME ARG…]`".to_owned());
    };
    let bytes = file::bytes(path.as_ref())?;
    let module = wasm_syntax::read(&bytes);
    let calls = match (&module, call) {
        (Ok(module), []) => calls::of_exports(module),
        (Ok(module), [name, arguments @ ..]) => vec![calls::given(module, name, arguments)?],
        (Err(_), _) => Vec::new(),
    };
    let needs = module.as_ref().map_or(Features::all(), |module| module.needs());
    let mut text = String::new();
    if let Err(error) = &module {
        text += &format!("{error}\nSo nothing is called.\n");
    }
    let reference = sheet::of(&Reference(needs), &bytes, &calls);
    text += &reference.text(None);
    let ends = reference.run.instance != Outcome::Exhausted
        && !reference.run.calls.contains(&Outcome::Exhausted);
    for engine in engines()? {
        let about = engine.about();
        text += &lacks(about, needs);
        if ends || about.limits.counts {
            print(out, &std::mem::take(&mut text))?;
            // To refuse what it does not claim is no difference.
            let compared = about.claims.contains(needs).then_some(&reference);
            text = sheet::of(engine, &bytes, &calls).text(compared);
        } else {
            text += &format!("{}: not asked, since the reference did not end\n", about.release);
        }
    }
    print(out, &text)?;
    print(out, &programs::wabt(&bytes, ends)?)?;
    print(out, &programs::v8(&bytes, if ends { &calls } else { &[] })?)
}

fn engines() -> Result<Vec<&'static dyn Engine>, String> {
    if std::env::var_os(about::VARIABLE).is_some_and(|name| !name.is_empty()) {
        return Ok(vec![wasm_engine::chosen()?]);
    }
    Ok(wasm_engine::all().collect())
}

fn lacks(about: &About, needs: Features) -> String {
    let lacking = needs - about.claims;
    if lacking.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = lacking.iter_names().map(|(name, _)| name).collect();
    format!("{} does not claim to have {}:\n", about.release, names.join(", "))
}

/// At once, since an engine may end the process.
fn print(out: &mut impl Write, text: &str) -> Result<(), String> {
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    printed.map_err(|error| format!("cannot print: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(name: &str, content: &[u8], call: &[&str]) -> Result<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        let mut arguments = vec![path.to_str().unwrap().to_owned()];
        arguments.extend(call.iter().map(|argument| (*argument).to_owned()));
        let mut out = Vec::new();
        judge(&arguments, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    const TEXT: &str = r#"(module
        (memory (export "m") 1)
        (global (export "g") (mut i32) (i32.const 7))
        (func (export "div") (param i32 i32) (result i32)
            (i32.store8 (i32.const 0) (i32.const 5))
            (i32.div_u (local.get 0) (local.get 1))))"#;

    #[test]
    fn all_outcomes_of_a_text_are_printed() {
        let text = judged("div.wat", TEXT.as_bytes(), &[]).unwrap();
        for part in ["reference", "wain-exec 0.3.1", "div(i32 0, i32 0): trapped", "g = i32 7"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(text.contains("memory: 1 page, 05"), "{text}");
        assert!(!text.contains("differs"), "{text}");
        let text = judged("div.wat", TEXT.as_bytes(), &["div", "7", "0x2"]).unwrap();
        assert!(text.contains("div(i32 7, i32 2): returned i32 3"), "{text}");
    }

    #[test]
    fn an_invalid_module_is_invalid_for_a_reason() {
        let text = judged("drop.wat", b"(module (func drop))", &[]).unwrap();
        assert!(text.contains("invalid: type mismatch"), "{text}");
    }

    #[test]
    fn what_is_no_module_is_refused_with_its_offset() {
        let error = judged("a.wasm", b"\x7fELF", &[]).unwrap_err();
        assert!(error.contains("offset 0: expected `\\0asm`"), "{error}");
        let error = judged("a.wasm", b"\0asm\x01\0\0\0\x01\x04\x01\x60", &[]).unwrap_err();
        assert!(error.contains("offset 12: section 1 is cut short; expected 2 more"), "{error}");
        let error = judged("a.wat", b"(module\n (func", &[]).unwrap_err();
        assert!(error.contains("offset 14 (line 2): expected `)`"), "{error}");
        let error = judged("div.wat", TEXT.as_bytes(), &["div", "7", "x"]).unwrap_err();
        assert!(error.contains("`x` is no i32"), "{error}");
        let error = judged("div.wat", TEXT.as_bytes(), &["mul"]).unwrap_err();
        assert!(error.contains("no exported function `mul`; there is `div`"), "{error}");
        assert!(judge(&[], &mut Vec::new()).unwrap_err().starts_with("no file"));
    }
}
