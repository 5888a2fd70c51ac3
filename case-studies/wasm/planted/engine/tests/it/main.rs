//! The planted engine beside the references and beside wain as released.

mod bugs;
mod limits;
mod mutants;
mod reference;
mod released;
mod repairs;
mod suite;

use wasm_face::{Call, Engine, Features, Run, Value, Verdict};
use wasm_planted::Planted;

/// What wain claims to support: WebAssembly 1.0 and the sign extension operators.
const CLAIMS: Features = Features::WASM1.union(Features::SIGN_EXTENSION);

fn validate(bytes: &[u8]) -> Verdict {
    Planted.validate(bytes)
}

/// Without the state at the end.
fn run(bytes: &[u8], calls: &[Call<'_>], fuel: u64) -> Run {
    Planted.run(bytes, calls, fuel, false)
}

/// With the state at the end.
fn run_to_state(bytes: &[u8], calls: &[Call<'_>], fuel: u64) -> Run {
    Planted.run(bytes, calls, fuel, true)
}

/// The binary form of a module in the text format.
#[track_caller]
fn bytes_of(text: &str) -> Vec<u8> {
    wat::parse_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The paper's stub: one page of memory, and one exported function with this body.
#[track_caller]
fn stub(body: &str) -> Vec<u8> {
    bytes_of(&format!(
        "(module (memory 1) (func (export \"f\") (param i32 f32) (result i32) {body}))"
    ))
}

/// The arguments with which the function of the stub is called.
const ARGS: [Value; 2] = [Value::I32(1), Value::F32(0)];

/// The fuel of the planted engine, which only what never ends uses up.
const PLENTY: u64 = 10_000_000;
