//! Engines that are programs of their own: wabt, and V8 in node. What is not installed is one line.

use crate::calls::Owned;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::Command;
use tempfile::NamedTempFile;
use wasm_face::Value;

/// What wabt says. It can only call all exports, with zeros, so it does if the module `ends`.
///
/// # Errors
/// When the module cannot be written for it.
pub fn wabt(bytes: &[u8], ends: bool) -> Result<String, String> {
    let file = written(bytes)?;
    let mut text = told("wasm-validate", &[], file.path());
    if ends {
        text += &told("wasm-interp", &["--run-all-exports"], file.path());
    }
    Ok(text)
}

/// What V8 says of the module and of these calls.
///
/// # Errors
/// When the module cannot be written for it.
pub fn v8(bytes: &[u8], calls: &[Owned]) -> Result<String, String> {
    let file = written(bytes)?;
    let calls: Vec<String> = calls.iter().map(call).collect();
    let script = format!("const calls = [{}];\n{SCRIPT}", calls.join(", "));
    Ok(told("node", &["-e", &script, "--"], file.path()))
}

const SCRIPT: &str = "
const bytes = require('fs').readFileSync(process.argv[1]);
const show = (value) => typeof value === 'bigint' ? `${value}n`
    : Object.is(value, -0) ? '-0' : Array.isArray(value) ? value.map(show).join(', ')
    : value === undefined ? '' : typeof value === 'function' ? 'function' : String(value);
let instance;
try {
    const module = new WebAssembly.Module(bytes);
    console.log('valid');
    instance = new WebAssembly.Instance(module, {});
} catch (error) { console.log(`${error}`); }
if (instance) for (const [name, args] of calls) {
    try { console.log(`${name}: returned ${show(instance.exports[name](...args))}`.trim()); }
    catch (error) { console.log(`${name}: ${error}`); }
}";

/// A call in JavaScript.
fn call((name, args): &Owned) -> String {
    let args: Vec<String> = args.iter().map(|arg| argument(*arg)).collect();
    format!("['{}', [{}]]", name.escape_unicode(), args.join(", "))
}

fn argument(value: Value) -> String {
    match value {
        Value::I32(value) => value.to_string(),
        Value::I64(value) => format!("{value}n"),
        Value::F32(bits) => format!("new Float32Array(new Uint32Array([{bits}]).buffer)[0]"),
        Value::F64(bits) => {
            format!("new Float64Array(new BigUint64Array([{bits}n]).buffer)[0]")
        }
        Value::Func(_) | Value::Extern(_) => "null".to_owned(),
    }
}

fn written(bytes: &[u8]) -> Result<NamedTempFile, String> {
    let write = || {
        let mut file = NamedTempFile::with_suffix(".wasm")?;
        file.write_all(bytes)?;
        Ok(file)
    };
    write().map_err(|error: std::io::Error| format!("cannot write a temporary file: {error}"))
}

/// What a program prints for this file, without the file's name.
fn told(program: &str, flags: &[&str], file: &Path) -> String {
    let output = match Command::new(program).args(flags).arg(file).output() {
        Ok(output) => output,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return format!("{program}: not installed\n");
        }
        Err(error) => return format!("{program}: cannot be started: {error}\n"),
    };
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed).replace(&*file.to_string_lossy(), "module");
    let lines: String = printed.lines().map(|line| format!("  {line}\n")).collect();
    let how = if output.status.success() { "accepts" } else { "fails" };
    format!("{program}: {how}\n{lines}")
}
