//! wasper 0.1.3: interprets the instructions as they are, one by one. It has no validator.

use std::collections::BTreeMap;
use wasm_face::about::{About, ENGINES};
use wasm_face::engine::{run_caught, verdict};
use wasm_face::outcome::Reference as Known;
use wasm_face::{Call, Engine, Outcome, Run, State, Verdict};
use wasper::binary::{ExportDesc, FuncType, Module, ValType};
use wasper::exec::runtime::{ExecState, Instance, Runtime, RuntimeError};
use wasper::exec::store::Store;
use wasper::exec::value::{Ref, Value};

/// The adapter.
///
/// The engine has no limits, so the adapter executes step by step and counts steps and frames. It
/// does not check arguments, so the adapter does. What validation must refuse may do anything, so
/// `validate` only says whether the parser accepts a module.
pub struct Wasper;

/// The most calls that may be open.
const DEPTH: usize = 1024;

impl Engine for Wasper {
    fn about(&self) -> &'static About {
        &ENGINES[10]
    }

    fn validate(&self, bytes: &[u8]) -> Verdict {
        verdict(|| wasper::loader::parse(bytes).is_ok())
    }

    fn explain(&self, bytes: &[u8]) -> Option<String> {
        wasper::loader::parse(bytes).err().map(|error| format!("{error:?}"))
    }

    fn run(&self, bytes: &[u8], calls: &[Call<'_>], fuel: u64, looks: bool) -> Run {
        run_caught(|run| {
            if let Ok(module) = wasper::loader::parse(bytes) {
                interpret(module, calls, fuel, looks, run);
            }
        })
    }
}

fn interpret(module: Module, calls: &[Call<'_>], fuel: u64, looks: bool, run: &mut Run) {
    let limits = ENGINES[10].limits;
    if module.mems.iter().any(|memory| memory.0.min() > limits.pages)
        || module.tables.iter().any(|table| table.limits.min() > limits.entries)
    {
        run.instance = Outcome::Exhausted;
        return;
    }
    // The engine would panic.
    if !module.imports.is_empty() {
        run.instance = Outcome::Trapped;
        return;
    }
    let starts = module.start.is_some();
    let mut machine = Machine { store: Store::new(), runtime: Runtime::new("env"), fuel };
    if machine.runtime.add_module(&mut machine.store, module).is_err() {
        run.instance = Outcome::Trapped;
        return;
    }
    run.instance = if starts { machine.start() } else { Outcome::Returned(Vec::new()) };
    if !matches!(run.instance, Outcome::Returned(_)) {
        return;
    }
    for call in calls {
        let outcome = machine.call(call);
        let is_last = outcome == Outcome::Exhausted;
        run.calls.push(outcome);
        if is_last {
            return;
        }
    }
    if looks {
        run.state = Some(machine.state());
    }
}

/// The engine with one instance, and what it may still execute.
struct Machine {
    store: Store,
    runtime: Runtime,
    fuel: u64,
}

impl Machine {
    fn start(&mut self) -> Outcome {
        let attached = self.runtime.attach_start(&mut self.store);
        self.completed(attached, &[])
    }

    fn call(&mut self, call: &Call<'_>) -> Outcome {
        let instance = self.instance();
        let index = instance.exports.iter().find_map(|export| match export.desc {
            ExportDesc::Func(index) if export.name == call.name => Some(index),
            _ => None,
        });
        let Some(index) = index else { return Outcome::Invalid };
        let function = &self.store.funcs[instance.funcaddrs[index as usize]];
        let FuncType(params, results) = function.functype().clone();
        if params.0.len() != call.args.len() {
            return Outcome::Invalid;
        }
        let pairs = params.0.iter().zip(call.args);
        let args: Option<Vec<Value>> = pairs.map(|(ty, arg)| given(ty, *arg)).collect();
        let Some(args) = args else { return Outcome::Invalid };
        let attached = self.runtime.attach_invoke(&mut self.store, call.name, args);
        self.completed(attached, &results.0)
    }

    /// Executes what is attached up to its end. It has results of these types.
    fn completed(
        &mut self,
        attached: Result<ExecState, RuntimeError>,
        types: &[ValType],
    ) -> Outcome {
        let Ok(mut state) = attached else { return Outcome::Trapped };
        loop {
            match state {
                ExecState::Return => break,
                ExecState::Continue(pc) => self.runtime.set_pc(pc),
                // There are no imports.
                ExecState::EnvFunc { .. } => return Outcome::Trapped,
            }
            if self.fuel == 0 || self.runtime.stack.frames_len() > DEPTH {
                return Outcome::Exhausted;
            }
            self.fuel -= 1;
            state = match self.runtime.step(&mut self.store) {
                Ok(state) => state,
                // None of its traps is about a limit.
                Err(_) => return Outcome::Trapped,
            };
        }
        let values = self.runtime.stack.get_returns();
        let types = types.iter().map(Some).chain(std::iter::repeat(None));
        Outcome::Returned(values.iter().zip(types).map(|(value, ty)| taken(value, ty)).collect())
    }

    fn instance(&self) -> &Instance {
        &self.runtime.instances[self.runtime.root]
    }

    fn state(&self) -> State {
        let instance = self.instance();
        let mut state = State::default();
        let mut globals = BTreeMap::new();
        for export in &instance.exports {
            match export.desc {
                ExportDesc::Mem(_) => {
                    let address = instance.memaddr.expect("a memory is exported");
                    state = State::of_memory(&self.store.mems[address].data);
                }
                ExportDesc::Global(index) => {
                    let global = &self.store.globals[instance.globaladdrs[index as usize]];
                    globals.insert(
                        export.name.clone(),
                        taken(&global.value, Some(&global.globaltype.valtype)),
                    );
                }
                ExportDesc::Func(_) | ExportDesc::Table(_) => {}
            }
        }
        State { globals, ..state }
    }
}

/// The value as one of this type. Only null references can be given.
fn given(ty: &ValType, value: wasm_face::Value) -> Option<Value> {
    use wasm_face::Value as Given;
    Some(match (ty, value) {
        (ValType::I32, Given::I32(value)) => Value::I32(value),
        (ValType::I64, Given::I64(value)) => Value::I64(value),
        (ValType::F32, Given::F32(bits)) => Value::F32(f32::from_bits(bits)),
        (ValType::F64, Given::F64(bits)) => Value::F64(f64::from_bits(bits)),
        (ValType::FuncRef, Given::Func(Known::Null))
        | (ValType::ExternRef, Given::Extern(Known::Null)) => Value::Ref(Ref::Null),
        _ => return None,
    })
}

/// The value, as one of this type if the engine gives as many as the type says.
fn taken(value: &Value, ty: Option<&ValType>) -> wasm_face::Value {
    use wasm_face::Value as Taken;
    match value {
        Value::I32(value) => Taken::I32(*value),
        Value::I64(value) => Taken::I64(*value),
        Value::F32(value) => Taken::F32(value.to_bits()),
        Value::F64(value) => Taken::F64(value.to_bits()),
        // A null of the engine has no type.
        Value::Ref(Ref::Null) if ty == Some(&ValType::ExternRef) => Taken::Extern(Known::Null),
        Value::Ref(Ref::Null) => Taken::Func(Known::Null),
        Value::Ref(Ref::Func(_)) => Taken::Func(Known::Some),
        Value::Ref(Ref::Extern(_)) => Taken::Extern(Known::Some),
    }
}
