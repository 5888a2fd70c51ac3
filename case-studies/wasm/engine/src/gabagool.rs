//! gabagool 0.1.1: compiles modules to a register code of its own. It has no validator.

use gabagool::ir::CompilerMode;
use gabagool::parser::Parser;
use gabagool::{
    Error, ExecutionState, ExternalValue, FunctionInstance, FunctionType, HeapType, Instance,
    Module, ParsedModule, RawValue, Ref, RefType, Store, Trap, ValueType,
};
use std::collections::BTreeMap;
use wasm_face::about::{About, ENGINES};
use wasm_face::engine::{run_caught, verdict};
use wasm_face::outcome::Reference as Known;
use wasm_face::{Call, Engine, Outcome, Run, State, Value, Verdict};

/// The adapter.
///
/// The values of the engine have no types and it does not check those of arguments, as it says; so
/// the adapter does. What validation must refuse may do anything, so `validate` only says whether
/// the parser and the compiler accept a module.
pub struct Gabagool;

impl Engine for Gabagool {
    fn about(&self) -> &'static About {
        &ENGINES[9]
    }

    fn validate(&self, bytes: &[u8]) -> Verdict {
        verdict(|| parsed(bytes).is_ok_and(|module| compiled(module).is_ok()))
    }

    fn explain(&self, bytes: &[u8]) -> Option<String> {
        parsed(bytes).and_then(compiled).err().map(|error| error.to_string())
    }

    fn run(&self, bytes: &[u8], calls: &[Call<'_>], fuel: u64, looks: bool) -> Run {
        run_caught(|run| {
            if let Ok(module) = parsed(bytes) {
                interpret(module, calls, fuel, looks, run);
            }
        })
    }
}

fn parsed(bytes: &[u8]) -> gabagool::Result<ParsedModule> {
    Parser::new(bytes).parse()?.try_as_module()
}

fn compiled(module: ParsedModule) -> gabagool::Result<Module> {
    // What `Module::new` does.
    Module::from_parsed(module, CompilerMode::Optimize)
}

fn interpret(module: ParsedModule, calls: &[Call<'_>], fuel: u64, looks: bool, run: &mut Run) {
    let limits = ENGINES[9].limits;
    let is_large = module.mems.iter().any(|memory| memory.limit.min > u64::from(limits.pages))
        || module.tables.iter().any(|table| table.table_type.limit.min > u64::from(limits.entries));
    let Ok(module) = compiled(module) else { return };
    if is_large {
        run.instance = Outcome::Exhausted;
        return;
    }
    let mut store = Store::new();
    store.set_fuel(fuel);
    let instance = match store.instantiate(&module, Vec::new()) {
        // The start function just stops without fuel.
        Ok(_) if store.fuel() == Some(0) => {
            run.instance = Outcome::Exhausted;
            return;
        }
        Ok(instance) => instance,
        Err(error) => {
            run.instance = outcome_of(&error);
            return;
        }
    };
    run.instance = Outcome::Returned(Vec::new());
    for call in calls {
        let outcome = called(&mut store, instance, call);
        let is_last = outcome == Outcome::Exhausted;
        run.calls.push(outcome);
        if is_last {
            return;
        }
    }
    if looks {
        run.state = Some(state_of(&store, instance));
    }
}

fn called(store: &mut Store, instance: Instance, call: &Call<'_>) -> Outcome {
    let Ok(address) = store.get_func(instance, call.name) else { return Outcome::Invalid };
    let (FunctionInstance::Local { function_type, .. }
    | FunctionInstance::Host { function_type, .. }) = &store.functions[address];
    let FunctionType(params, results) = function_type.clone();
    if params.0.len() != call.args.len() {
        return Outcome::Invalid;
    }
    let pairs = params.0.iter().zip(call.args);
    let args: Option<Vec<RawValue>> = pairs.map(|(ty, arg)| given(ty, *arg)).collect();
    let Some(args) = args else { return Outcome::Invalid };
    match store.invoke(instance, call.name, args) {
        Ok(ExecutionState::Completed(values)) => {
            assert_eq!(values.len(), results.0.len(), "as many values as the type says");
            let values = results.0.iter().zip(values);
            Outcome::Returned(values.map(|(ty, value)| taken(ty, value)).collect())
        }
        Ok(ExecutionState::FuelExhausted) => Outcome::Exhausted,
        Ok(ExecutionState::Suspended { .. }) => Outcome::Trapped,
        Err(error) => outcome_of(&error),
    }
}

fn outcome_of(error: &Error) -> Outcome {
    match error {
        Error::Trap(Trap::CallStackExhausted) => Outcome::Exhausted,
        _ => Outcome::Trapped,
    }
}

fn state_of(store: &Store, instance: Instance) -> State {
    let mut state = State::default();
    let mut globals = BTreeMap::new();
    for export in store.exports(instance) {
        match export.value {
            ExternalValue::Memory { addr } => {
                state = State::of_memory(store.memories[addr].data.as_slice());
            }
            ExternalValue::Global { addr } => {
                let global = &store.globals[addr];
                let value = taken(&global.global_type.value_type, global.value);
                globals.insert(export.name.clone(), value);
            }
            _ => {}
        }
    }
    State { globals, ..state }
}

/// The value as one of this type. Only null references can be given.
fn given(ty: &ValueType, value: Value) -> Option<RawValue> {
    Some(match (ty, value) {
        (ValueType::I32, Value::I32(value)) => RawValue::from(value),
        (ValueType::I64, Value::I64(value)) => RawValue::from(value),
        (ValueType::F32, Value::F32(bits)) => RawValue::from(f32::from_bits(bits)),
        (ValueType::F64, Value::F64(bits)) => RawValue::from(f64::from_bits(bits)),
        (ValueType::Ref(ty), Value::Func(Known::Null)) if is_function(ty) => {
            RawValue::from_ref(Ref::Null)
        }
        (ValueType::Ref(ty), Value::Extern(Known::Null)) if !is_function(ty) => {
            RawValue::from_ref(Ref::Null)
        }
        _ => return None,
    })
}

fn is_function(ty: &RefType) -> bool {
    matches!(ty, RefType::FuncRef | RefType::Ref { heap_type: HeapType::Func, .. })
}

fn taken(ty: &ValueType, value: RawValue) -> Value {
    match ty {
        ValueType::I32 => Value::I32(value.as_i32()),
        ValueType::I64 => Value::I64(value.as_i64()),
        ValueType::F32 => Value::F32(value.as_f32().to_bits()),
        ValueType::F64 => Value::F64(value.as_f64().to_bits()),
        ValueType::Ref(ty) => {
            let known = if value.as_ref() == Ref::Null { Known::Null } else { Known::Some };
            if is_function(ty) { Value::Func(known) } else { Value::Extern(known) }
        }
        ValueType::V128 => panic!("no feature of the study has vectors"),
    }
}
