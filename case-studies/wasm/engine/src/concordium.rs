//! concordium-wasm: the engine of a blockchain, for integers only. It validates modules itself,
//! puts instructions into them that count, and compiles them to a register machine.
//!
//! Three things are its own:
//!
//! - A module runs as it does on the chain, with the costs of today's protocol. They are a unit or
//!   more for every instruction that takes part in a loop or a call, so they bound the steps.
//! - Every call has an instance of its own. So the second call of a module whose calls can leave
//!   something behind, in a memory or a global, ends as exhausted.
//! - It shows the memory after a call that returned, and never the globals. Otherwise the state is
//!   not known.

use concordium_wasm::CostConfigurationV1;
use concordium_wasm::artifact::{Artifact, ArtifactNamedImport, CompiledFunction};
use concordium_wasm::machine::{
    CopyMeteringEnabled, ExecutionOutcome, Host, NoInterrupt, RunResult, RuntimeStack, Value as Val,
};
use concordium_wasm::parse::parse_skeleton;
use concordium_wasm::types::{ExportDescription, FunctionType, Module, Name};
use concordium_wasm::validate::{ValidateImportExport, ValidationConfig, validate_module};
use wasm_face::about::{About, ENGINES};
use wasm_face::engine::{caught, run_caught};
use wasm_face::{Call, Engine, Outcome, Run, State, Value, Verdict};

/// The most calls that may be open at a time, as on the chain.
const DEPTH: u32 = 1024;

/// What an instruction costs at most, apart from long lists of parameters.
const COST: u64 = 16;

/// How errors begin that tell of a restriction which the specification does not have.
const RESTRICTIONS: [&str; 16] = [
    "Unsupported import type",
    "Only ASCII names are allowed.",
    "Names are limited to",
    "Names of functions are limited to",
    "Start functions are not supported.",
    "Initial table size exceeds allowed limits.",
    "Initial memory allocation of",
    "The number of globals must not exceed",
    "The number of locals",
    "Too many locals",
    "Stack height would exceed allowed limits.",
    "Module exceeds maximum number of exports.",
    "Number of initial elements is more than the table size.",
    "Function body",
    "Size of a switch",
    "GlobalGet not allowed",
];

/// How errors begin that tell of a segment out of bounds: it is valid, and traps.
const OUT_OF_BOUNDS: [&str; 6] = [
    "The end of the table exceeds",
    "Initialization expression for the table exceeds",
    "Number of initial elements is more than the initial memory size.",
    "The end of the memory exceeds",
    "Initialization expression for the data segment exceeds",
    "out of range integral type conversion",
];

/// The adapter.
pub struct Concordium;

impl Engine for Concordium {
    fn about(&self) -> &'static About {
        &ENGINES[8]
    }

    fn validate(&self, bytes: &[u8]) -> Verdict {
        match caught(|| validated(bytes)) {
            Ok(Ok(_)) => Verdict::Valid,
            Ok(Err(error)) => match refusal(&error) {
                Outcome::Invalid => Verdict::Invalid,
                _ => Verdict::Limited,
            },
            Err(message) => Verdict::Panicked(message),
        }
    }

    fn explain(&self, bytes: &[u8]) -> Option<String> {
        validated(bytes).err()
    }

    fn run(&self, bytes: &[u8], calls: &[Call<'_>], fuel: u64, looks: bool) -> Run {
        run_caught(|run| interpret(bytes, calls, fuel, looks, run))
    }
}

/// The module, or why it is refused.
fn validated(bytes: &[u8]) -> Result<Module, String> {
    parse_skeleton(bytes)
        .and_then(|skeleton| validate_module(ValidationConfig::V1, &AnyModule, &skeleton))
        .map_err(|error| error.to_string())
}

fn refusal(error: &str) -> Outcome {
    let begins = |with: &[&str]| with.iter().any(|text| error.starts_with(text));
    if begins(&RESTRICTIONS) {
        Outcome::Exhausted
    } else if begins(&OUT_OF_BOUNDS) {
        Outcome::Trapped
    } else {
        Outcome::Invalid
    }
}

fn interpret(bytes: &[u8], calls: &[Call<'_>], fuel: u64, looks: bool, run: &mut Run) {
    let mut module = match validated(bytes) {
        Ok(module) => module,
        Err(error) => {
            run.instance = refusal(&error);
            return;
        }
    };
    if !module.import.imports.is_empty() {
        run.instance = Outcome::Trapped;
        return;
    }
    let exports = |wanted: fn(&ExportDescription) -> bool| {
        module.export.exports.iter().any(|export| wanted(&export.description))
    };
    let shows_memory = exports(|what| matches!(what, ExportDescription::Memory));
    let hides = exports(|what| matches!(what, ExportDescription::Global { .. }));
    let leaves = module.memory.memory_type.is_some()
        || module.global.globals.iter().any(|global| global.mutable);
    module.inject_metering(CostConfigurationV1).expect("the module is valid");
    let artifact = module.compile::<ArtifactNamedImport>().expect("the module is valid");
    let mut host = Meter { energy: fuel.saturating_mul(COST), depth: 0, is_over: false };
    let mut memory = None;
    let mut is_first = true;
    let is_whole = run.make_calls(calls, |call| {
        if leaves && !std::mem::replace(&mut is_first, false) {
            return Outcome::Exhausted;
        }
        called(&artifact, &mut host, call, &mut memory)
    });
    if is_whole && looks && !hides && (memory.is_some() || !shows_memory) {
        let mut state = State::default();
        if let Some(memory) = memory.filter(|_| shows_memory) {
            state.set_memory(&memory);
        }
        run.state = Some(state);
    }
}

fn called(
    artifact: &Artifact<ArtifactNamedImport, CompiledFunction>,
    host: &mut Meter,
    call: &Call<'_>,
    memory: &mut Option<Vec<u8>>,
) -> Outcome {
    let Some(args) = call.args.iter().map(|arg| given(*arg)).collect::<Option<Vec<Val>>>() else {
        return Outcome::Invalid;
    };
    host.depth = 0;
    match artifact.run(host, call.name, &args, CopyMeteringEnabled::False) {
        Ok(ExecutionOutcome::Success { result, memory: left }) => {
            *memory = Some(left);
            Outcome::Returned(result.into_iter().map(taken).collect())
        }
        Ok(ExecutionOutcome::Interrupted { reason, .. }) => match reason {},
        Err(_) if host.is_over => Outcome::Exhausted,
        Err(error) if is_refused(&error.to_string()) => Outcome::Invalid,
        Err(_) => Outcome::Trapped,
    }
}

fn is_refused(error: &str) -> bool {
    let starts = [
        "Trying to invoke a method that does not exist",
        "The number of arguments does not match",
        "Argument of incorrect type",
    ];
    starts.iter().any(|start| error.starts_with(start))
}

/// The engine has no floats and no references.
fn given(value: Value) -> Option<Val> {
    match value {
        Value::I32(value) => Some(Val::I32(value)),
        Value::I64(value) => Some(Val::I64(value)),
        _ => None,
    }
}

fn taken(value: Val) -> Value {
    match value {
        Val::I32(value) => Value::I32(value),
        Val::I64(value) => Value::I64(value),
    }
}

/// Any function may be imported, as far as validity goes, and exported.
struct AnyModule;

impl ValidateImportExport for AnyModule {
    fn validate_import_function(&self, _: bool, _: &Name, _: &Name, _: &FunctionType) -> bool {
        true
    }

    fn validate_export_function(&self, _: &Name, _: &FunctionType) -> bool {
        true
    }
}

/// The host: it counts.
struct Meter {
    energy: u64,
    depth: u32,
    is_over: bool,
}

impl Meter {
    fn end_unless(&mut self, goes_on: bool) -> RunResult<()> {
        if goes_on {
            return Ok(());
        }
        self.is_over = true;
        // Any error of the engine's type will do.
        Err(std::fmt::Error.into())
    }
}

impl<I> Host<I> for Meter {
    type Interrupt = NoInterrupt;

    fn tick_initial_memory(&mut self, _: u32) -> RunResult<()> {
        Ok(())
    }

    /// The only import is the one that the engine adds: it is called with the pages before a
    /// memory grows, and returns them.
    fn call(
        &mut self,
        _: &I,
        _: &mut [u8],
        _: &mut RuntimeStack,
    ) -> RunResult<Option<NoInterrupt>> {
        Ok(None)
    }

    fn tick_energy(&mut self, energy: u64) -> RunResult<()> {
        let left = self.energy.checked_sub(energy);
        self.energy = left.unwrap_or(0);
        self.end_unless(left.is_some())
    }

    fn track_call(&mut self) -> RunResult<()> {
        self.depth += 1;
        self.end_unless(self.depth <= DEPTH)
    }

    fn track_return(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}
