//! The properties of execution on a release with a bug.

use mutagen_core::{Outcome, property};
use pair::{Bug, Without};
use wasm_face::Engine;
use wasm_study::{Calls, Execution, Function, Material, Round, fixed, properties};
use wasm_syntax::{Func, FuncType, Module};

/// A whole module is instantiated and its functions are called. The release gives the same as the
/// reference, or the release without the bug differs from it, too.
#[property]
#[ignore = "a campaign"]
fn prop_execution(module: &Module, calls: &Calls) -> Outcome {
    fixed::told_apart(&Bug, &Without, |engine| properties::execution(engine, module, calls))
}

/// The same for a module of one function, made valid.
#[property]
#[ignore = "a campaign"]
fn prop_function(ty: &FuncType, fun: &Function, args: &[Material]) -> Outcome {
    fixed::told_apart(&Bug, &Without, |engine| properties::function(engine, ty, fun, args))
}

/// A short module tells the releases apart. If it does not, no campaign can.
#[test]
fn the_witness_is_told_apart() {
    let bytes = wat::parse_str(include_str!("witness.wat")).expect("it is a module");
    let module = wasm_syntax::read(&bytes).expect("the type of modules can say it");
    let Func { locals, body, .. } = module.funcs[0].clone();
    let calls = Round::calls(module.types[0].params.len());
    let whole = |engine: &dyn Engine| properties::execution(engine, &module, &calls);
    let alone = |engine: &dyn Engine| {
        let function = Function { locals: locals.clone(), body: body.clone() };
        properties::function(engine, &module.types[0], &function, &[])
    };
    for run in [&whole as &dyn Fn(&dyn Engine) -> Execution, &alone] {
        let (bug, without) = (run(&Bug), run(&Without));
        assert!(matches!(bug, Execution::Differ(_)), "{bug:?}");
        assert!(matches!(without, Execution::Agree(_)), "{without:?}");
    }
}
