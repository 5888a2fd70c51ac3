//! What comes of a module and its calls, line by line, as files of findings show it.

use std::str::FromStr;
use wasm_face::outcome::Reference as Known;
use wasm_face::{Call, Engine, Outcome, Run, Value, Verdict};
use wasm_study::difference::{Shown, called, text_of};

/// A call, with its name and arguments.
pub type Owned = (String, Vec<Value>);

/// Enough fuel for all that ends.
const FUEL: u64 = 1_000_000;

/// What came of a module and its calls.
#[derive(Debug)]
pub struct Lines {
    /// The verdict on the module and, if there are calls, what became of the instance if it did
    /// not start, of each call, and of the state if it was asked for.
    pub lines: Vec<String>,
    /// The same as a value.
    pub run: Run,
}

/// The calls, as engines take them.
pub fn borrowed(calls: &[Owned]) -> Vec<Call<'_>> {
    calls.iter().map(|(name, args)| Call { name, args }).collect()
}

/// Asks an engine for its verdict on the module, in one line.
pub fn verdict(engine: &dyn Engine, bytes: &[u8]) -> String {
    let is_reference = engine.about().name == "reference";
    match engine.validate(bytes) {
        Verdict::Valid => "module: valid".to_owned(),
        Verdict::Limited => "module: beyond a limit".to_owned(),
        // It is not the reference's words that matter.
        Verdict::Invalid if is_reference => "module: invalid".to_owned(),
        Verdict::Invalid => {
            let reason = engine.explain(bytes).unwrap_or_default();
            format!("module: invalid: {}", reason.lines().next().unwrap_or_default().trim_end())
        }
        Verdict::Panicked(message) => format!("module: panicked: {message}"),
    }
}

/// Asks an engine.
pub fn of(engine: &dyn Engine, bytes: &[u8], calls: &[Owned], looks: bool) -> Lines {
    let mut lines = vec![verdict(engine, bytes)];
    let run = engine.run(bytes, &borrowed(calls), FUEL, looks);
    if lines[0] != "module: valid" {
        return Lines { lines, run };
    }
    if run.instance != Outcome::Returned(Vec::new()) {
        lines.push(format!("instance: {}", Shown(&run.instance)));
    }
    for (call, outcome) in borrowed(calls).iter().zip(&run.calls) {
        lines.push(format!("{}: {}", called(call), Shown(outcome)));
    }
    if let Some(state) = &run.state {
        let bytes: String = state.memory.iter().map(|byte| format!(" {byte:02x}")).collect();
        lines.push(format!("memory: {} pages{bytes}", state.pages));
        let global =
            |(name, value): (&String, &Value)| format!("global {name}: {}", text_of(value));
        lines.extend(state.globals.iter().map(global));
    }
    Lines { lines, run }
}

/// An argument such as `i32 -1`, `f32 0x7fc00000` or `funcref null`. A float is its bits.
pub fn argument(text: &str) -> Option<Value> {
    let (ty, value) = text.split_once(' ')?;
    match ty {
        "i32" => parsed(value).map(Value::I32),
        "i64" => parsed(value).map(Value::I64),
        "f32" => bits(value)?.try_into().ok().map(Value::F32),
        "f64" => bits(value).map(Value::F64),
        "funcref" if value == "null" => Some(Value::Func(Known::Null)),
        "externref" if value == "null" => Some(Value::Extern(Known::Null)),
        _ => None,
    }
}

fn parsed<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn bits(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}
