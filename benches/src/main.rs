//! Measurements of mutagen. This crate is built plainly; what it measures with instrumentation it
//! builds and drives through `cargo mutagen` or its library, as processes. Each measurement is a
//! subcommand and a file of its own; those that run tasks × strategies × trials share the harness in
//! [`benches::study`].
#![deny(unsafe_code)]

#[allow(unsafe_code, reason = "a global allocator is an unsafe trait")]
mod allocations;
mod etna;
mod feedback;
mod ifc;
mod machine;
mod memory;
mod mutants;
mod overhead;
mod plain;
mod programs;
mod red_black;
mod report;
mod rounds;
mod wasm;

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
    /// What coverage feedback is worth on the WebAssembly study: tests, passed tests, distinct valid
    /// modules and edges, with feedback and without
    Feedback(feedback::Options),
    /// What serving a mutant in place costs against cloning, in time and memory, and how fast values
    /// are generated
    Mutants(report::Options),
    /// Tests per CPU second under plain `cargo test`, against bolero's random engine and quickcheck
    Plain(report::Options),
    /// What coverage, the loop around a property and supervision cost
    Overhead(overhead::Arguments),
    /// Whether a long campaign needs more and more memory
    Memory(memory::Arguments),
    /// Bug-finding power: ETNA's workloads, mutants and properties, under mutagen, its ablations and
    /// other strategies
    Etna(study::command::Options),
    /// The information-flow stack machine, bug by bug beside the paper's figures
    IfcStack(study::command::Options),
    /// The information-flow register machine, bug by bug beside the paper's figures
    IfcRegister(study::command::Options),
    /// The WebAssembly validator: time to the defect that it has, and distinct valid modules per CPU
    /// second
    Wasm(study::command::Options),
}

fn main() -> ExitCode {
    // What is measured is built by cargo with this executable as compiler wrapper.
    if let Some(code) = mutagen_cli::instrument::wrapper::run_if_wrapper() {
        return code;
    }
    let result = match Arguments::parse().measurement {
        Measurement::Feedback(options) => feedback::measure(&options),
        Measurement::Mutants(options) => mutants::measure(options),
        Measurement::Plain(options) => plain::measure(options),
        Measurement::Overhead(arguments) => overhead::measure(&arguments),
        Measurement::Memory(arguments) => memory::measure(&arguments),
        Measurement::Etna(options) => {
            etna::measure(&options).map_err(|error| -> Box<dyn std::error::Error> { error })
        }
        Measurement::IfcStack(options) => {
            ifc::stack(&options).map_err(|error| -> Box<dyn std::error::Error> { error })
        }
        Measurement::IfcRegister(options) => {
            ifc::register(&options).map_err(|error| -> Box<dyn std::error::Error> { error })
        }
        Measurement::Wasm(options) => {
            wasm::measure(&options).map_err(|error| -> Box<dyn std::error::Error> { error })
        }
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
