//! What the properties of this package check, as functions of an engine.

use crate::argument::{Argument, Calls, Invocation, Material, Round};
use crate::execute::{End, Execution, execute};
use crate::stub::{Function, NAME, stub};
use mutagen_core::Outcome;
use wasm_face::{Call, Engine, Value};
use wasm_syntax::{Func, FuncType, Module, ValType};

/// The function of the stub, called with these arguments, gives the same on both sides. Arguments
/// of a wrong number or type have to be refused.
pub fn interpreter(
    engine: &dyn Engine,
    ty: &FuncType,
    function: &Function,
    args: &[Argument],
) -> Outcome {
    let args: Vec<Value> = args.iter().map(|argument| Value::from(*argument)).collect();
    called(engine, ty, function, &args)
}

/// [`interpreter`] for a function of the type (i32, f32) -> i32.
pub fn interpreter_i32(engine: &dyn Engine, x: i32, y: f32, function: &Function) -> Outcome {
    let ty = FuncType { params: vec![ValType::I32, ValType::F32], results: vec![ValType::I32] };
    called(engine, &ty, function, &[Value::I32(x), Value::F32(y.to_bits())])
}

fn called(engine: &dyn Engine, ty: &FuncType, function: &Function, args: &[Value]) -> Outcome {
    let call = Call { name: NAME, args };
    execute(engine, &stub(ty, function), &[call], false).into()
}

/// The module is instantiated and its functions are called in turn. Each outcome is the same on
/// both sides, and so are the memory and the globals after the last call.
pub fn execution(engine: &dyn Engine, module: &Module, calls: &Calls) -> Execution {
    let (exporting, names) = module.exporting_all();
    let types: Vec<Option<&FuncType>> = module.function_types().collect();
    let made: Vec<(String, Vec<Value>)> = calls
        .0
        .iter()
        .filter_map(|call| {
            let index = usize::from(call.function).checked_rem(types.len())?;
            Some((names.function(index), call.args_for(&types[index]?.params)))
        })
        .collect();
    let calls: Vec<Call<'_>> = made.iter().map(|(name, args)| Call { name, args }).collect();
    execute(engine, &exporting, &calls, true)
}

/// [`execution`] of a module with nothing but this function, made valid by [`Module::repaired`]. It
/// is called with these arguments, and then once in each [`Round`]. After its own results, the
/// function returns its parameters and local variables: otherwise most of what it sets is not seen.
pub fn function(
    engine: &dyn Engine,
    ty: &FuncType,
    function: &Function,
    args: &[Material],
) -> Execution {
    let Function { locals, body } = function.clone();
    let FuncType { params, results } = ty;
    let results = [&results[..], params, &locals].concat();
    let types = vec![FuncType { params: params.clone(), results }];
    let module = Module { types, funcs: vec![Func { ty: 0, locals, body }], ..Module::EMPTY };
    let mut calls = Round::calls(ty.params.len());
    calls.0.insert(0, Invocation { function: 0, args: args.to_vec() });
    execution(engine, &module.repaired(), &calls)
}

/// A test of which nothing returns counts as discarded although it was compared. It says little:
/// `unreachable` is valid wherever it stands, and all that follows it is dead. If such tests
/// passed, most tests that pass would be like that, and the search would edit them instead of those
/// that compute.
impl From<Execution> for Outcome {
    fn from(execution: Execution) -> Outcome {
        match execution {
            Execution::Agree(End::Returned) => Outcome::Passed,
            Execution::Agree(End::Trapped | End::Refused)
            | Execution::Rejected
            | Execution::Exhausted => Outcome::Discarded,
            Execution::Validity(disagreement) => {
                Outcome::failed_as(&disagreement.kind(), disagreement.to_string())
            }
            Execution::Differ(report) => {
                Outcome::failed_as(&report.difference.kind, report.to_string())
            }
        }
    }
}
