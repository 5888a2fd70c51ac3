//! What the properties take, and what they check.

use mutagen_core::text::{Form, ParseError, Parser, print};
use mutagen_core::{Generator, Mutate, Outcome};
use rand::Rng;
use wasm_face::{Engine, Features, features};
use wasm_smith::{Config, Module};
use wasm_study::{Calls, Execution, Invocation, Material, properties};

/// The most random bytes that a generated module is made of. Their number is uniform.
pub const MOST: usize = 2048;

/// The most bytes of a memory. With gigabytes, as wasm-smith has it, most of the time would be
/// spent on memories that no instruction uses.
const MEMORY: u64 = 1 << 20;

/// The functions of modules are valid.
pub const VALID: bool = false;

/// The functions of some modules are any bytes: `allow_invalid_funcs`.
pub const INVALID: bool = true;

/// The bytes of a module of wasm-smith. The size of the test has no influence.
#[derive(Debug, Clone, PartialEq)]
pub struct Smart<const HAS_INVALID: bool>(pub Vec<u8>);

impl<const HAS_INVALID: bool> Mutate for Smart<HAS_INVALID> {
    fn smallest() -> Self {
        Smart(b"\0asm\x01\0\0\0".to_vec())
    }
    fn generate(generator: &mut Generator) -> Self {
        let random = generator.random();
        let mut bytes = vec![0; random.next_u32() as usize % (MOST + 1)];
        random.fill_bytes(&mut bytes);
        module(&mut Unstructured::new(&bytes), HAS_INVALID).map_or_else(Self::smallest, Smart)
    }
    fn copy(this: &Self) -> Option<Self> {
        Some(this.clone())
    }
    fn form(this: &Self) -> Form {
        Form::Atom(print(&this.0))
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        Vec::parse(parser).map(Smart)
    }
}

type Unstructured<'b> = arbitrary::Unstructured<'b>;

/// The settings: what the engine under test claims. Nothing is imported, so that every valid module
/// can be instantiated, and memories are small. All else is as wasm-smith has it.
fn config(claims: Features, has_invalid: bool) -> Config {
    Config {
        allow_floats: claims.contains(Features::FLOATS),
        allow_invalid_funcs: has_invalid,
        bulk_memory_enabled: claims.contains(Features::BULK_MEMORY),
        compact_imports_enabled: false,
        exceptions_enabled: false,
        extended_const_enabled: claims.contains(Features::EXTENDED_CONST),
        gc_enabled: false,
        max_imports: 0,
        max_memory32_bytes: MEMORY,
        memory64_enabled: false,
        multi_value_enabled: claims.contains(Features::MULTI_VALUE),
        reference_types_enabled: claims.contains(Features::REFERENCE_TYPES),
        relaxed_simd_enabled: false,
        saturating_float_to_int_enabled: claims.contains(Features::SATURATING_TRUNCATION),
        sign_extension_ops_enabled: claims.contains(Features::SIGN_EXTENSION),
        simd_enabled: false,
        tail_call_enabled: false,
        threads_enabled: false,
        wide_arithmetic_enabled: false,
        ..Config::default()
    }
}

/// The module that wasm-smith makes of these bytes; `None` if it makes none.
pub fn module(source: &mut Unstructured<'_>, has_invalid: bool) -> Option<Vec<u8>> {
    Some(Module::new(config(features::enabled(), has_invalid), source).ok()?.to_bytes())
}

/// Up to eight calls, made of what is left of the bytes.
pub fn calls(source: &mut Unstructured<'_>) -> Calls {
    let mut invocations = Vec::new();
    while invocations.len() < 8 && !source.is_empty() {
        let function = source.arbitrary().unwrap_or_default();
        let count = source.int_in_range(0..=4).unwrap_or_default();
        let bits = (0..count).map(|_| Material::Bits(source.arbitrary().unwrap_or_default()));
        invocations.push(Invocation { function, args: bits.collect() });
    }
    Calls(invocations)
}

/// The functions of the module give the same on both sides. A module that our type cannot say
/// counts as rejected.
pub fn execution(engine: &dyn Engine, bytes: &[u8], calls: &Calls) -> Execution {
    match wasm_syntax::read(bytes) {
        Ok(module) => properties::execution(engine, &module, calls),
        Err(_) => Execution::Rejected,
    }
}

/// The outcome, in which a failure that is there without the planted bug, too, is discarded.
pub fn is_of_the_bug(property: impl Fn() -> Outcome) -> Outcome {
    match property() {
        Outcome::Failed(message) => match wasm_switch::with(None, property) {
            Outcome::Failed(_) => Outcome::Discarded,
            _ => Outcome::Failed(message),
        },
        outcome => outcome,
    }
}
