//! The properties about execution. Each is run by its name: `cargo mutagen run prop_execution`.

use mutagen_core::{Outcome, property};
use wasm_face::Engine;
use wasm_study::{Argument, Calls, Function, Material, properties};
use wasm_syntax::{FuncType, Module};

/// The function of the paper's stub gives the same on both sides, and arguments of a wrong number
/// or type are refused.
#[property]
#[ignore = "a campaign: cargo mutagen run prop_interpreter -p wasm-study"]
fn prop_interpreter(ty: &FuncType, fun: &Function, args: &[Argument]) -> Outcome {
    properties::interpreter(engine(), ty, fun, args)
}

/// The same for a function of the type (i32, f32) -> i32 and arguments of these types.
#[property]
#[ignore = "a campaign: cargo mutagen run prop_interpreter_i32 -p wasm-study"]
fn prop_interpreter_i32(x: &i32, y: &f32, fun: &Function) -> Outcome {
    properties::interpreter_i32(engine(), *x, *y, fun)
}

/// A whole module is instantiated and its functions are called; the outcomes, the memory and the
/// globals are the same on both sides.
#[property]
#[ignore = "a campaign: cargo mutagen run prop_execution -p wasm-study"]
fn prop_execution(module: &Module, calls: &Calls) -> Outcome {
    properties::execution(engine(), module, calls).into()
}

/// A function of any type, made valid, gives the same on both sides, and leaves the same memory and
/// globals.
#[property]
#[ignore = "a campaign: cargo mutagen run prop_function -p wasm-study"]
fn prop_function(ty: &FuncType, fun: &Function, args: &[Material]) -> Outcome {
    properties::function(engine(), ty, fun, args).into()
}

fn engine() -> &'static dyn Engine {
    wasm_engine::chosen().unwrap_or_else(|error| panic!("{error}"))
}
