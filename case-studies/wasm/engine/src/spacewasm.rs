//! spacewasm: decodes, validates and instantiates in one pass, with a validator of its own.
//!
//! A segment out of bounds is an error of the decoder, although such a module is valid, and an
//! import that is not there is one, too. So is what is beyond its documented limits. None of these
//! verdicts is taken for one on validity: they are [`Verdict::Limited`]. A module with pages of
//! another size, which the engine knows of and the specification does not, gets the same verdict.

use crate::sizes::Sizes;
use spacewasm::{
    AllocError, CodeBuilder, CompilerOptions, Engine as Machine, ExportDesc, InnerVec, Interpreter,
    InterpreterResult, InterpreterRunner, InvokeError, MemoryError, Module, ModuleRef, ParseError,
    Rc, Ref, TrapReason, ValType, ValidationError, Value as Val, Vec as SpaceVec,
    WasmMemoryAllocator, WasmRef, WasmStream,
};
use std::alloc::{Layout, alloc, dealloc, realloc};
use std::ptr::{NonNull, null_mut};
use wasm_face::about::{About, ENGINES};
use wasm_face::engine::{caught, run_caught};
use wasm_face::{Call, Engine, Outcome, Run, State, Value, Verdict};

/// The most blocks in each other.
const DEPTH: usize = 256;
/// The most operands in a function.
const OPERANDS: usize = 1024;
/// The words of 32 bits of the stack.
const STACK: usize = 1 << 14;
/// The pages of 512 bytes for translated code.
const CODE: usize = 1 << 14;
/// The most bytes that one allocation may have: those of the largest memory.
const LARGEST: usize = 1024 << 16;

/// The adapter.
pub struct SpaceWasm;

impl Engine for SpaceWasm {
    fn about(&self) -> &'static About {
        &ENGINES[7]
    }

    fn validate(&self, bytes: &[u8]) -> Verdict {
        match caught(|| load(bytes).map(|_| ())) {
            Ok(Ok(())) => Verdict::Valid,
            Ok(Err(refusal)) if refusal.outcome() == Outcome::Invalid => Verdict::Invalid,
            Ok(Err(_)) => Verdict::Limited,
            Err(message) => Verdict::Panicked(message),
        }
    }

    fn explain(&self, bytes: &[u8]) -> Option<String> {
        Some(match load(bytes).err()? {
            Refusal::Limit => "beyond the limits of the study".to_owned(),
            Refusal::Error(error) => format!("{:?} at {}", error.err, error.offset),
        })
    }

    fn run(&self, bytes: &[u8], calls: &[Call<'_>], fuel: u64, looks: bool) -> Run {
        run_caught(|run| interpret(bytes, calls, fuel, looks, run))
    }
}

/// Why there is no instance.
enum Refusal {
    /// It asks for more than [`Limits`](wasm_face::Limits) or for pages of another size.
    Limit,
    Error(ParseError),
}

impl Refusal {
    /// What has come of a valid module, or that it is invalid.
    fn outcome(&self) -> Outcome {
        let Refusal::Error(error) = self else { return Outcome::Exhausted };
        match &error.err.err {
            ValidationError::InvalidElementOutOfBounds
            | ValidationError::InvalidElementOffset
            | ValidationError::InvalidNegativeMemOffset
            | ValidationError::MemoryError(MemoryError::OutOfBounds)
            | ValidationError::FunctionImportNotFound
            | ValidationError::GlobalImportNotFound
            | ValidationError::MemoryImportNotFound
            | ValidationError::TableImportNotFound => Outcome::Trapped,
            ValidationError::VecTooLong
            | ValidationError::IdxTooLarge
            | ValidationError::ControlFlowTooDeep
            | ValidationError::StackTooLarge
            | ValidationError::LabelStackJumpTooDeep
            | ValidationError::LabelJumpTooLarge
            | ValidationError::PageFault
            | ValidationError::FunctionParametersTooLarge
            | ValidationError::TooManyLocals
            | ValidationError::GuestMemoryAllocationFailure
            | ValidationError::AllocError(_)
            | ValidationError::MemoryError(_) => Outcome::Exhausted,
            _ => Outcome::Invalid,
        }
    }
}

/// An instance whose start function has not run.
struct Loaded {
    machine: Machine,
    code: CodeBuilder,
    module: ModuleRef,
    fuel: u64,
}

fn load(bytes: &[u8]) -> Result<Loaded, Refusal> {
    let sizes = Sizes::of(bytes);
    if !sizes.are_within(&SpaceWasm.about().limits) || sizes.sets_page_size {
        return Err(Refusal::Limit);
    }
    let mut machine = Machine::new(STACK, 1, SpaceVec::zero()).map_err(|_| Refusal::Limit)?;
    let options = CompilerOptions {
        allow_memory_grow: true,
        max_backpatch_iterations: None,
        max_code_pages: CODE,
    };
    let mut code = CodeBuilder::new(options).map_err(|_| Refusal::Limit)?;
    let pages = Rc::new(Pages).map_err(|_| Refusal::Limit)?.into_wasm_memory_allocator();
    let mut stream = Bytes { bytes: bytes.to_vec(), is_read: false };
    let module =
        Module::new::<DEPTH, OPERANDS>("", &mut stream, &mut machine.store, &mut code, pages);
    let module = machine.push_module(module.map_err(Refusal::Error)?);
    Ok(Loaded { machine, code, module: module.map_err(|_| Refusal::Limit)?, fuel: 0 })
}

fn interpret(bytes: &[u8], calls: &[Call<'_>], fuel: u64, looks: bool, run: &mut Run) {
    let mut loaded = match load(bytes) {
        Ok(loaded) => Loaded { fuel, ..loaded },
        Err(refusal) => {
            run.instance = refusal.outcome();
            return;
        }
    };
    if let Some(start) = loaded.machine.module_start(loaded.module) {
        let outcome = loaded.invoke(start, &[], None);
        if !matches!(outcome, Outcome::Returned(_)) {
            run.instance = outcome;
            return;
        }
    }
    if run.make_calls(calls, |call| loaded.call(call)) && looks {
        run.state = Some(loaded.state());
    }
}

impl Loaded {
    fn module(&self) -> &Module {
        &self.machine.store.modules()[usize::from(self.module.0)]
    }

    fn call(&mut self, call: &Call<'_>) -> Outcome {
        let Some(args) = call.args.iter().map(|arg| given(*arg)).collect::<Option<Vec<Val>>>()
        else {
            return Outcome::Invalid;
        };
        let module = self.module();
        let exported = module.exports.iter().find_map(|export| match export.desc {
            ExportDesc::Func(index) if export.name == call.name => Some(index),
            _ => None,
        });
        let Some(Ref::Module(index)) = exported.and_then(|index| module.get_func_ref(index)) else {
            return Outcome::Invalid;
        };
        let returns = module.functions[usize::from(index)].return_ty;
        self.invoke(WasmRef { module: self.module, index }, &args, returns)
    }

    fn invoke(&mut self, function: WasmRef, args: &[Val], returns: Option<ValType>) -> Outcome {
        match self.machine.invoke(function, args) {
            Ok(()) => {}
            Err(InvokeError::StackOverflow) => return Outcome::Exhausted,
            Err(InvokeError::ParamLenMismatch | InvokeError::ParamTypeMismatch) => {
                return Outcome::Invalid;
            }
            Err(InvokeError::Busy) => panic!("the call before has not ended"),
        }
        // Step by step, to know what is left for the next call.
        while self.fuel > 0 {
            self.fuel -= 1;
            match Interpreter.run(self.code.pages(), &mut self.machine, 1) {
                InterpreterResult::OutOfFuel => {}
                InterpreterResult::Finished => {
                    let result = returns.map(|ty| {
                        let result = self.machine.result.expect("the function has a result");
                        taken(result.to_value(ty))
                    });
                    return Outcome::Returned(result.into_iter().collect());
                }
                InterpreterResult::Trap(TrapReason::StackOverflow) => return Outcome::Exhausted,
                InterpreterResult::Trap(_) => return Outcome::Trapped,
                InterpreterResult::Pause => panic!("there is no host"),
            }
        }
        Outcome::Exhausted
    }

    fn state(&self) -> State {
        let module = self.module();
        let mut state = State::default();
        if module.exports.iter().any(|export| matches!(export.desc, ExportDesc::Mem(_))) {
            state.set_memory(self.machine.store.get_memory(self.module).get_slice());
        }
        for export in module.exports.iter() {
            if let ExportDesc::Global(index) = export.desc
                && let Some(Ref::Module(index)) = module.get_global_ref(index)
            {
                let value = module.globals[usize::from(index)].value();
                state.globals.insert(export.name.to_string(), taken(value));
            }
        }
        state
    }
}

/// The engine has no references.
fn given(value: Value) -> Option<Val> {
    Some(match value {
        Value::I32(value) => Val::I32(value),
        Value::I64(value) => Val::I64(value),
        Value::F32(bits) => Val::F32(f32::from_bits(bits)),
        Value::F64(bits) => Val::F64(f64::from_bits(bits)),
        Value::Func(_) | Value::Extern(_) => return None,
    })
}

fn taken(value: Val) -> Value {
    match value {
        Val::I32(value) => Value::I32(value),
        Val::I64(value) => Value::I64(value),
        Val::F32(value) => Value::F32(value.to_bits()),
        Val::F64(value) => Value::F64(value.to_bits()),
    }
}

/// The module as one chunk.
struct Bytes {
    bytes: Vec<u8>,
    is_read: bool,
}

impl WasmStream for Bytes {
    fn read(&mut self) -> Result<Option<InnerVec<u8>>, u8> {
        if std::mem::replace(&mut self.is_read, true) || self.bytes.is_empty() {
            return Ok(None);
        }
        let length = self.bytes.len();
        // SAFETY: the bytes stay where they are for as long as the stream, which outlives the
        // decoder, and the engine neither frees nor changes them.
        Ok(Some(unsafe { InnerVec::from_raw_parts(self.bytes.as_mut_ptr(), length, length) }))
    }

    fn return_(&mut self, _: InnerVec<u8>) {}
}

/// Where memories come from: the heap, up to [`LARGEST`].
struct Pages;

impl WasmMemoryAllocator for Pages {
    fn allocate(&self, layout: Layout) -> Result<NonNull<u8>, AllocError> {
        if layout.size() == 0 || layout.size() > LARGEST {
            return Err(AllocError::OutOfMemory);
        }
        // SAFETY: the size is not zero.
        NonNull::new(unsafe { alloc(layout) }).ok_or(AllocError::AllocationFailed)
    }

    fn reallocate(
        &self,
        old: NonNull<u8>,
        of: Layout,
        layout: Layout,
    ) -> Result<NonNull<u8>, AllocError> {
        if layout.size() == 0 || layout.size() > LARGEST {
            return Err(AllocError::OutOfMemory);
        }
        // SAFETY: the engine passes what `allocate` gave with its layout; the alignment is the
        // same and the size is not zero.
        NonNull::new(unsafe { realloc(old.as_ptr(), of, layout.size()) })
            .ok_or(AllocError::AllocationFailed)
    }

    fn deallocate(&self, old: NonNull<u8>, layout: Layout) {
        // SAFETY: the engine passes what `allocate` gave, once, with its layout.
        unsafe { dealloc(old.as_ptr(), layout) }
    }
}

/// Where the engine takes everything else from: the heap.
///
/// # Safety
/// `error` can be written.
#[unsafe(no_mangle)]
unsafe extern "C" fn __spacewasm_alloc(size: usize, align: usize, error: *mut u32) -> *mut u8 {
    let layout = Layout::from_size_align(size, align).ok();
    match layout.filter(|layout| (1..=LARGEST).contains(&layout.size())) {
        // SAFETY: the size is not zero.
        Some(layout) => unsafe { alloc(layout) },
        None => {
            // SAFETY: as the caller promises.
            unsafe { *error = AllocError::OutOfMemory.into() };
            null_mut()
        }
    }
}

/// Takes back what [`__spacewasm_alloc`] has given.
///
/// # Safety
/// It has been given for this size and alignment, and is not used any more.
#[unsafe(no_mangle)]
unsafe extern "C" fn __spacewasm_dealloc(old: *mut u8, size: usize, align: usize) {
    if let Ok(layout) = Layout::from_size_align(size, align) {
        // SAFETY: as the caller promises.
        unsafe { dealloc(old, layout) }
    }
}
