//! How two runs of one module differ, in one kind of failure and one text.

use std::fmt::{self, Display, Write};
use wasm_face::{Call, Outcome, Run, State, Value};
use wasm_validity::kind;

/// A difference between the runs of the engine and the reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The kind of the failure, by which it can be silenced.
    pub kind: String,
    /// What was compared.
    pub at: String,
    /// What the engine gave.
    pub engine: String,
    /// What the reference gave.
    pub reference: String,
}

/// The first difference between two runs that do not agree.
pub fn difference(engine: &Run, reference: &Run, calls: &[Call<'_>]) -> Difference {
    let differ = |kind: String, at: String, engine: &dyn Display, reference: &dyn Display| {
        let (engine, reference) = (engine.to_string(), reference.to_string());
        Difference { kind, at, engine, reference }
    };
    let of_outcomes = |at: String, engine: &Outcome, reference: &Outcome| {
        differ(kind_of(engine, reference), at, &Shown(engine), &Shown(reference))
    };
    if !engine.instance.agrees(&reference.instance) {
        let at = "the instantiation".to_owned();
        let mut difference = of_outcomes(at, &engine.instance, &reference.instance);
        difference.kind.push_str(", instantiation");
        return difference;
    }
    for (at, (ours, theirs)) in engine.calls.iter().zip(&reference.calls).enumerate() {
        if !ours.agrees(theirs) {
            let call = calls.get(at).map(|call| called(call)).unwrap_or_default();
            return of_outcomes(format!("call {at}: {call}"), ours, theirs);
        }
    }
    if engine.calls.len() != reference.calls.len() {
        let at = "the number of calls that have an outcome".to_owned();
        let kind = "wrong number of outcomes".to_owned();
        return differ(kind, at, &engine.calls.len(), &reference.calls.len());
    }
    let empty = State::default();
    let ours = engine.state.as_ref().unwrap_or(&empty);
    let theirs = reference.state.as_ref().unwrap_or(&empty);
    if ours.pages != theirs.pages {
        let at = "the number of pages of the memory".to_owned();
        return differ("wrong memory size".to_owned(), at, &ours.pages, &theirs.pages);
    }
    if ours.memory != theirs.memory {
        let byte = |state: &State, at: usize| state.memory.get(at).copied().unwrap_or(0);
        let length = ours.memory.len().max(theirs.memory.len());
        let at = (0..length).find(|at| byte(ours, *at) != byte(theirs, *at)).unwrap_or(0);
        let text = format!("the memory at address {at}");
        return differ("wrong memory".to_owned(), text, &byte(ours, at), &byte(theirs, at));
    }
    let names = ours.globals.keys().chain(theirs.globals.keys());
    let shown = |value: Option<&Value>| value.map_or("not there".to_owned(), text_of);
    for name in names {
        let pair = (ours.globals.get(name), theirs.globals.get(name));
        if !matches!(pair, (Some(ours), Some(theirs)) if ours.agrees(*theirs)) {
            let at = format!("the global exported as `{name}`");
            let kind = match pair {
                (Some(ours), Some(theirs)) => format!("wrong global: {}", apart(*ours, *theirs)),
                _ => "missing global".to_owned(),
            };
            return differ(kind, at, &shown(pair.0), &shown(pair.1));
        }
    }
    differ("unknown difference".to_owned(), "the runs".to_owned(), &"-", &"-")
}

/// The kind of a difference between two outcomes. It says nothing of the module, so that it stays
/// the same while the module is shrunk.
fn kind_of(engine: &Outcome, reference: &Outcome) -> String {
    match (engine, reference) {
        (Outcome::Panicked(message), _) => kind::of("engine panicked", message),
        (_, Outcome::Panicked(message)) => kind::of("reference panicked", message),
        (Outcome::Returned(ours), Outcome::Returned(theirs)) => {
            let mut pairs = ours.iter().zip(theirs);
            match pairs.find(|(ours, theirs)| !ours.agrees(**theirs)) {
                Some((ours, theirs)) => format!("wrong value: {}", apart(*ours, *theirs)),
                None => "wrong number of values".to_owned(),
            }
        }
        (Outcome::Returned(_), Outcome::Trapped) => "missed trap".to_owned(),
        (Outcome::Trapped, Outcome::Returned(_)) => "wrong trap".to_owned(),
        (Outcome::Invalid, _) => "refuses call".to_owned(),
        (_, Outcome::Invalid) => "accepts wrong call".to_owned(),
        _ => "wrong outcome".to_owned(),
    }
}

/// How two values of one result differ: their type and, of floats, what is special about them.
fn apart(ours: Value, theirs: Value) -> String {
    let of_floats = |ty: &str, ours: f64, theirs: f64| {
        let class = |value: f64| if value.is_nan() { "NaN" } else { "number" };
        if ours == 0.0 && theirs == 0.0 {
            format!("{ty}, sign of zero")
        } else if ours.is_nan() || theirs.is_nan() {
            format!("{ty}, {} for {}", class(ours), class(theirs))
        } else {
            ty.to_owned()
        }
    };
    match (ours, theirs) {
        (Value::I32(_), Value::I32(_)) => "i32".to_owned(),
        (Value::I64(_), Value::I64(_)) => "i64".to_owned(),
        (Value::F32(ours), Value::F32(theirs)) => {
            of_floats("f32", f32::from_bits(ours).into(), f32::from_bits(theirs).into())
        }
        (Value::F64(ours), Value::F64(theirs)) => {
            of_floats("f64", f64::from_bits(ours), f64::from_bits(theirs))
        }
        (Value::Func(_), Value::Func(_)) => "funcref".to_owned(),
        (Value::Extern(_), Value::Extern(_)) => "externref".to_owned(),
        _ => "type".to_owned(),
    }
}

/// An outcome as a report shows it.
pub struct Shown<'o>(pub &'o Outcome);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Outcome::Invalid => write!(f, "refused"),
            Outcome::Returned(values) => write!(f, "returned {}", listed(values)),
            Outcome::Trapped => write!(f, "trapped"),
            Outcome::Panicked(message) => write!(f, "panicked: {message}"),
            Outcome::Exhausted => write!(f, "reached a limit"),
        }
    }
}

/// A call as a report shows it.
pub fn called(call: &Call<'_>) -> String {
    format!("{}{}", call.name, listed(call.args))
}

fn listed(values: &[Value]) -> String {
    let mut text = "(".to_owned();
    for (at, value) in values.iter().enumerate() {
        // Writing into a text does not fail.
        let _ = write!(text, "{}{}", if at > 0 { ", " } else { "" }, text_of(value));
    }
    text + ")"
}

/// A value with its type. Floats have their bits, which tell NaNs apart.
pub fn text_of(value: &Value) -> String {
    match value {
        Value::I32(value) => format!("i32 {value}"),
        Value::I64(value) => format!("i64 {value}"),
        Value::F32(bits) => format!("f32 {:?} ({bits:#010x})", f32::from_bits(*bits)),
        Value::F64(bits) => format!("f64 {:?} ({bits:#018x})", f64::from_bits(*bits)),
        Value::Func(reference) => format!("funcref {reference:?}"),
        Value::Extern(reference) => format!("externref {reference:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(call: Outcome, memory: &[u8], global: Value) -> Run {
        let mut state = State::default();
        state.set_memory(memory);
        state.globals.insert("g".to_owned(), global);
        Run { instance: Outcome::Returned(vec![]), calls: vec![call], state: Some(state) }
    }

    #[test]
    fn the_first_difference_is_told_with_its_kind() {
        let returned = |value| Outcome::Returned(vec![value]);
        let nan = Value::F32(0x7fc0_0000);
        let good = run(returned(Value::F32(0)), &[1], Value::I32(0));
        let call = Call { name: "f", args: &[Value::I32(-1)] };
        let instance = Run { instance: Outcome::Trapped, ..Run::default() };
        for (bad, kind, at) in [
            (instance, "wrong trap, instantiation", "the instantiation"),
            (run(Outcome::Trapped, &[1], Value::I32(0)), "wrong trap", "call 0: f(i32 -1)"),
            (
                run(returned(nan), &[], Value::I32(0)),
                "wrong value: f32, NaN for number",
                "call 0: f(i32 -1)",
            ),
            (
                run(returned(Value::F32(1 << 31)), &[], Value::I32(0)),
                "wrong value: f32, sign of zero",
                "call 0: f(i32 -1)",
            ),
            (
                run(returned(Value::F32(0)), &[1, 7], Value::I32(0)),
                "wrong memory",
                "the memory at address 1",
            ),
            (
                run(returned(Value::F32(0)), &[1], Value::I32(9)),
                "wrong global: i32",
                "the global exported as `g`",
            ),
            (
                run(Outcome::Panicked("at 7".to_owned()), &[1], Value::I32(0)),
                "engine panicked: at #",
                "call 0: f(i32 -1)",
            ),
        ] {
            assert!(!bad.agrees(&good));
            let found = difference(&bad, &good, &[call]);
            assert_eq!((&found.kind[..], &found.at[..]), (kind, at), "{found:?}");
        }
    }
}
