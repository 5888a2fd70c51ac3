//! What came of a module in one engine, as text.

use crate::FUEL;
use crate::calls::{Owned, borrowed};
use wasm_face::outcome::Reference;
use wasm_face::{Engine, Outcome, Run, State, Value, Verdict};

/// What came of a module in one engine.
pub struct Sheet {
    name: String,
    verdict: Verdict,
    reason: Option<String>,
    calls: Vec<Owned>,
    /// What came of the calls, and the state after them.
    pub run: Run,
}

/// Asks an engine.
pub fn of(engine: &dyn Engine, bytes: &[u8], calls: &[Owned]) -> Sheet {
    let verdict = engine.validate(bytes);
    let reason = if verdict == Verdict::Invalid { engine.explain(bytes) } else { None };
    let about = engine.about();
    Sheet {
        name: format!("{} ({})", about.name, about.release),
        verdict,
        reason,
        calls: calls.to_vec(),
        run: engine.run(bytes, &borrowed(calls), FUEL, true),
    }
}

impl Sheet {
    /// A line for each outcome. What differs from the reference is marked.
    pub fn text(&self, reference: Option<&Sheet>) -> String {
        let verdict = match (&self.verdict, &self.reason) {
            (Verdict::Invalid, Some(reason)) => format!("invalid: {}", reason.replace('\n', " ")),
            (verdict, _) => format!("{verdict:?}").to_lowercase(),
        };
        let differs = reference.is_some_and(|other| other.verdict != self.verdict);
        let mut lines = vec![format!("{}: {verdict}{}", self.name, mark(differs))];
        if self.run.instance == Outcome::Invalid {
            return lines.concat() + "\n";
        }
        let other = reference.map(|reference| &reference.run);
        let instance = other.is_some_and(|run| !run.instance.agrees(&self.run.instance));
        lines.push(format!("  instance: {}{}", told(&self.run.instance), mark(instance)));
        for (index, ((name, args), outcome)) in self.calls.iter().zip(&self.run.calls).enumerate() {
            let args: Vec<String> = args.iter().map(|arg| value(*arg)).collect();
            let differs = other
                .and_then(|run| run.calls.get(index))
                .is_some_and(|found| !found.agrees(outcome));
            let outcome = told(outcome);
            lines.push(format!("  {name}({}): {outcome}{}", args.join(", "), mark(differs)));
        }
        if let Some(state) = &self.run.state {
            let other = other.and_then(|run| run.state.as_ref());
            let differs = other.is_some_and(|other| !other.agrees(state));
            lines.push(format!("  {}{}", state_of(state), mark(differs)));
        }
        lines.join("\n") + "\n"
    }
}

fn mark(differs: bool) -> &'static str {
    if differs { "  <- differs from the reference" } else { "" }
}

fn told(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned(values) => {
            let values: Vec<String> = values.iter().map(|result| value(*result)).collect();
            format!("returned {}", values.join(", ")).trim_end().to_owned()
        }
        Outcome::Panicked(message) => format!("panicked: {}", message.replace('\n', " ")),
        other => format!("{other:?}").to_lowercase(),
    }
}

/// The value with its type; of a NaN also the bits.
pub fn value(value: Value) -> String {
    let float = |ty, bits: u64, number: f64| {
        if number.is_nan() { format!("{ty} NaN 0x{bits:x}") } else { format!("{ty} {number:?}") }
    };
    match value {
        Value::I32(value) => format!("i32 {value}"),
        Value::I64(value) => format!("i64 {value}"),
        Value::F32(bits) => float("f32", bits.into(), f32::from_bits(bits).into()),
        Value::F64(bits) => float("f64", bits, f64::from_bits(bits)),
        Value::Func(Reference::Null) => "funcref null".to_owned(),
        Value::Func(Reference::Some) => "funcref".to_owned(),
        Value::Extern(Reference::Null) => "externref null".to_owned(),
        Value::Extern(Reference::Some) => "externref".to_owned(),
    }
}

/// The bytes of a memory that are shown.
const SHOWN: usize = 32;

fn state_of(state: &State) -> String {
    let pages = if state.pages == 1 { "page" } else { "pages" };
    let bytes = state.memory.iter().take(SHOWN).map(|byte| format!("{byte:02x}"));
    let mut bytes = bytes.collect::<Vec<String>>().join(" ");
    if state.memory.len() > SHOWN {
        bytes += &format!(" … ({} bytes)", state.memory.len());
    }
    let comma = if bytes.is_empty() { "" } else { ", " };
    let mut text = format!("memory: {} {pages}{comma}{bytes}", state.pages);
    for (name, global) in &state.globals {
        text += &format!("; {name} = {}", value(*global));
    }
    text
}
