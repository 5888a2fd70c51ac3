//! Measurements of mutagen. This crate is not instrumented. It builds instrumented programs through
//! the library of `cargo mutagen` and runs them as processes. Each measurement is a subcommand and
//! a file of its own. Those that run tasks × strategies × trials share the harness in
//! [`benches::study`].
#![deny(unsafe_code)]

#[allow(unsafe_code, reason = "a global allocator is an unsafe trait")]
mod allocations;
mod constants;
mod derive_time;
mod etna;
mod feedback;
mod ifc;
mod lines;
mod machine;
mod memory;
mod metamorphic;
mod mutants;
mod overhead;
mod plain;
mod pool;
mod programs;
mod red_black;
mod released;
mod report;
mod reported;
mod resuming;
mod rising;
mod rounds;
mod shrinking;
mod shrunk;
mod slowest;
mod smt;
mod trophies;
mod wasm;
mod wasm_released;
mod workers;

use benches::study;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(about = "Measurements of mutagen")]
struct Arguments {
    #[command(subcommand)]
    measurement: Measurement,
}

#[derive(Subcommand)]
enum Measurement {
    /// The WebAssembly study with and without coverage feedback: tests, passed tests, distinct
    /// valid modules and edges
    Feedback(feedback::Options),
    /// The cost of serving a mutant in place, compared with cloning, in time and memory; and the
    /// speed of generation
    Mutants(report::Options),
    /// Tests per CPU second under plain `cargo test`, compared with bolero's random engine and
    /// quickcheck
    Plain(report::Options),
    /// The cost of coverage, of the loop around a property, and of supervision
    Overhead(overhead::Arguments),
    /// Whether the memory of a long campaign keeps growing
    Memory(memory::Arguments),
    /// The compile time of `#[derive(Mutate)]` for an enum of 200 variants
    Derive(derive_time::Arguments),
    /// The size of each crate: files, folders, lines, lines of code, public items
    Lines(lines::Arguments),
    /// The shrinking challenge: the smallest counterexamples of thirteen properties
    Shrinking(shrinking::Arguments),
    /// Shrinking on the tasks of the studies, compared with the smallest counterexamples
    ShrinkingStudies(shrunk::Arguments),
    /// The CPU time to the bug of a campaign that is stopped and started again ten times
    Resuming(resuming::Arguments),
    /// Bug-finding power: ETNA's workloads, mutants and properties, under mutagen, its ablations
    /// and other strategies
    Etna(study::command::Options),
    /// Twenty small programs behind constants, keywords and checksums, under mutagen and other
    /// tools
    Constants(study::command::Options),
    /// Real bugs of released crates, under mutagen and other tools
    Trophies(study::command::Options),
    /// The information-flow stack machine, bug by bug, with the paper's figures
    IfcStack(study::command::Options),
    /// The information-flow register machine, bug by bug, with the paper's figures
    IfcRegister(study::command::Options),
    /// The bugs planted in a WebAssembly engine, bug by bug, with the paper's figures
    Wasm(study::command::Options),
    /// Tests, passed tests and distinct valid modules per CPU second of each property of the
    /// WebAssembly study
    WasmRates(study::command::Options),
    /// Bugs of released WebAssembly engines that later releases fixed
    WasmFixed(study::command::Options),
    /// Unknown defects in released WebAssembly engines: all properties on all engines
    WasmHunt(wasm::hunt::Arguments),
    /// The released WebAssembly validator: time to its defect, and distinct valid modules per CPU
    /// second
    WasmReleased(study::command::Options),
    /// Bugs of released libraries that later releases fixed, found by specifications of what their
    /// operations must equal; and the speed of a specification
    Metamorphic(metamorphic::Arguments),
    /// Formulas that show a published bug on a released SMT solver, judged again
    SmtKnown(smt::KnownArguments),
    /// Distinct known bugs that HistFuzz and its variants find in old releases of SMT solvers
    SmtHistfuzz(smt::HistfuzzArguments),
    /// ValFuzz on formulas that show a published bug on a released SMT solver: Table V of the
    /// thesis
    SmtValfuzz(smt::ValfuzzArguments),
    /// OxiZ, an SMT solver in the process of the test: defects, edges and the time to the first
    /// with feedback and without, and what printing, judging and asking cost
    SmtOxiz(smt::OxizArguments),
    /// Reduction of formulas that break a solver, compared with ddSMT
    SmtReduce(smt::ReduceArguments),
    /// Whether a candidate of ddSMT still shows the bug: asked by ddSMT, for `smt-reduce`
    #[command(hide = true)]
    SmtSameBug(smt::QuestionArguments),
    /// What several workers gain: tests a second, the time to slow bugs, and the gain of up to 64
    Workers(workers::Arguments),
}

fn main() -> ExitCode {
    // Cargo calls this executable as compiler wrapper when it builds the measured programs.
    if let Some(code) = mutagen_cli::instrument::wrapper::run_if_wrapper() {
        return code;
    }
    if let Some(code) = derive_time::run_if_wrapper() {
        return code;
    }
    let result =
        match Arguments::parse().measurement {
            Measurement::Feedback(options) => feedback::measure(&options),
            Measurement::Mutants(options) => mutants::measure(options),
            Measurement::Plain(options) => plain::measure(options),
            Measurement::Overhead(arguments) => overhead::measure(&arguments),
            Measurement::Memory(arguments) => memory::measure(&arguments),
            Measurement::Derive(arguments) => derive_time::measure(&arguments),
            Measurement::Lines(arguments) => lines::measure(&arguments),
            Measurement::Shrinking(arguments) => shrinking::measure(&arguments),
            Measurement::ShrinkingStudies(arguments) => {
                shrunk::measure(&arguments).map_err(|error| -> Box<dyn std::error::Error> { error })
            }
            Measurement::Resuming(arguments) => resuming::measure(&arguments)
                .map_err(|error| -> Box<dyn std::error::Error> { error }),
            Measurement::Etna(options) => {
                etna::measure(&options).map_err(|error| -> Box<dyn std::error::Error> { error })
            }
            Measurement::Constants(options) => constants::measure(&options)
                .map_err(|error| -> Box<dyn std::error::Error> { error }),
            Measurement::Trophies(options) => {
                trophies::measure(&options).map_err(|error| -> Box<dyn std::error::Error> { error })
            }
            Measurement::IfcStack(options) => {
                ifc::stack(&options).map_err(|error| -> Box<dyn std::error::Error> { error })
            }
            Measurement::IfcRegister(options) => {
                ifc::register(&options).map_err(|error| -> Box<dyn std::error::Error> { error })
            }
            Measurement::Workers(arguments) => workers::measure(&arguments)
                .map_err(|error| -> Box<dyn std::error::Error> { error }),
            Measurement::Wasm(options) => {
                wasm::measure(&options).map_err(|error| -> Box<dyn std::error::Error> { error })
            }
            Measurement::WasmRates(options) => {
                wasm::rates(&options).map_err(|error| -> Box<dyn std::error::Error> { error })
            }
            Measurement::WasmFixed(options) => {
                wasm::fixed(&options).map_err(|error| -> Box<dyn std::error::Error> { error })
            }
            Measurement::WasmHunt(arguments) => wasm::hunt::measure(&arguments)
                .map_err(|error| -> Box<dyn std::error::Error> { error }),
            Measurement::Metamorphic(arguments) => metamorphic::measure(&arguments)
                .map_err(|error| -> Box<dyn std::error::Error> { error }),
            Measurement::SmtHistfuzz(arguments) => {
                smt::histfuzz(&arguments).map_err(|error| -> Box<dyn std::error::Error> { error })
            }
            Measurement::SmtKnown(arguments) => {
                smt::known(&arguments).map_err(|error| -> Box<dyn std::error::Error> { error })
            }
            Measurement::SmtOxiz(arguments) => {
                smt::oxiz(&arguments).map_err(|error| -> Box<dyn std::error::Error> { error })
            }
            Measurement::SmtReduce(arguments) => {
                smt::reduce(&arguments).map_err(|error| -> Box<dyn std::error::Error> { error })
            }
            Measurement::SmtSameBug(arguments) => {
                smt::same_bug(&arguments).map_err(|error| -> Box<dyn std::error::Error> { error })
            }
            Measurement::SmtValfuzz(arguments) => {
                smt::valfuzz(&arguments).map_err(|error| -> Box<dyn std::error::Error> { error })
            }
            Measurement::WasmReleased(options) => wasm_released::measure(&options)
                .map_err(|error| -> Box<dyn std::error::Error> { error }),
        };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
