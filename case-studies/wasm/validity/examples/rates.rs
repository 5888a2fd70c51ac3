//! Measures the cost of one test: encoding, the engine and the reference, each alone and all
//! together, on the mutants of a valid module of some size and on generated modules. Run it with
//! `cargo run --release --example rates -p wasm-validity`.

use mutagen_core::internal::search::batch::Batch;
use mutagen_core::internal::value::context::Context;
use mutagen_core::internal::value::seed;
use mutagen_core::{Generator, Mutate};
use std::hint::black_box;
use std::time::Instant;
use wasm_engine::wain::Wain;
use wasm_face::Engine;
use wasm_syntax::*;
use wasm_validity::{Comparison, compare, reference};

fn main() {
    println!(
        "inputs       number  valid  bytes |  encode  engine  reference  whole, µs |  tests/s"
    );
    report("small", mutants(&function(3)));
    report("medium", mutants(&function(12)));
    report("large", mutants(&function(60)));
    report("generated", generated());
}

/// A valid module with a memory, a table, a global, and a function of about `length` instructions.
fn function(length: i32) -> Module {
    let ty = FuncType { params: vec![ValType::I32], results: vec![ValType::I32] };
    let mut body = vec![Instr::LocalGet(0)];
    for step in 0..length / 4 {
        let inner = vec![Instr::GlobalGet(0), Instr::BrIf(0), Instr::Nop];
        body.push(Instr::Block(BlockType::Empty, inner));
        body.push(Instr::Load(LoadOp::I32, MemArg { align: 2, offset: step as u32 }));
        body.push(Instr::I32Const(step));
        body.push(Instr::IntBin(Width::W32, IntBinOp::Add));
    }
    let constant = GlobalType { value: ValType::I32, mutable: false };
    Module {
        memories: vec![Limits { min: 1, max: None }],
        tables: vec![TableType { element: RefType::Func, size: Limits { min: 1, max: Some(4) } }],
        globals: vec![Global { ty: constant, init: ConstExpr::I32(4) }],
        exports: vec![Export { name: "f".to_owned(), desc: ExportDesc::Func(0) }],
        elems: vec![Elem {
            mode: ElemMode::Active { table: 0, offset: ConstExpr::I32(0) },
            items: ElemItems::Funcs(vec![0]),
        }],
        ..Module::of_function(ty, body)
    }
}

fn mutants(module: &Module) -> Vec<Module> {
    let mut context = Context::new(1, 10);
    let mut batch = Batch::new(Box::new(module.clone()), 0, 2);
    let mut all = Vec::new();
    while batch.serve(&mut context).is_some() {
        all.extend(batch.value().downcast_ref::<Module>().cloned());
        batch.restore(&mut context);
    }
    all
}

fn generated() -> Vec<Module> {
    let mut all = Vec::new();
    for size in 0..=10 {
        let mut generator = Generator::new(seed::random(u64::from(size)), size);
        all.extend((0..200).map(|_| Module::generate(&mut generator)));
    }
    all
}

fn report(inputs: &str, modules: Vec<Module>) {
    let mut buffer = Vec::new();
    let encoded: Vec<Vec<u8>> = modules
        .iter()
        .map(|module| {
            encode(module, &mut buffer);
            buffer.clone()
        })
        .collect();
    let number = modules.len() as f64;
    let valid =
        modules.iter().filter(|m| matches!(compare(&Wain, m), Comparison::BothAccept)).count();
    let bytes = encoded.iter().map(Vec::len).sum::<usize>() as f64 / number;
    let encoding = micros(&modules, |module| encode(module, black_box(&mut buffer)));
    let engine = micros(&encoded, |bytes| {
        black_box(Wain.validate(bytes));
    });
    let reference = micros(&encoded, |bytes| {
        black_box(reference::accepts(bytes, Wain.about().claims));
    });
    let whole = micros(&modules, |module| drop(black_box(compare(&Wain, module))));
    println!(
        "{inputs:10} {number:8} {:5.1}% {bytes:6.1} | {encoding:7.2} {engine:7.2} {reference:10.2} \
         {whole:10.2} | {:8.0}",
        100.0 * valid as f64 / number,
        1e6 / whole,
    );
}

/// The mean time per input in the fastest of several rounds.
fn micros<T>(inputs: &[T], mut run: impl FnMut(&T)) -> f64 {
    let round = |run: &mut dyn FnMut(&T)| {
        let start = Instant::now();
        inputs.iter().for_each(run);
        start.elapsed().as_secs_f64() * 1e6 / inputs.len() as f64
    };
    (0..9).map(|_| round(&mut run)).fold(f64::INFINITY, f64::min)
}
