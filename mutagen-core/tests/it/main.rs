//! The integration tests: the public interface of the crate, and the engine as a whole. All are in
//! one binary, which links once. To add a test, put it into the file of its subject, or add a file
//! and its line below.
//!
//! `points.rs` is a separate binary, because it owns the coverage counters of its process.

/// The files and modules of the project: their heads, and which module may use which.
mod architecture;
/// The options of `#[mutate(…)]`.
mod attributes;
/// The campaign as a whole: order, resets, edits, drift, replay.
mod campaign;
/// The compile errors of the macros, word for word.
mod compile_errors;
/// The types of other crates, behind features.
mod crates;
/// Files that use each other.
mod cycles;
/// Properties that end the process of the tests.
mod deaths;
/// Values that are deeper than any stack.
mod deep;
/// What the derive makes of a type.
mod derive;
/// The tests that mutagen emits for counterexamples.
mod emitted;
/// The programs in `examples/` print what their heads say.
mod examples;
/// Figure 1 of the paper.
mod figure_1;
/// Texts that someone made to do harm.
mod hostile;
/// One test says nothing about the next.
mod isolation;
/// Numbers that comparisons saw.
mod operands;
/// What `#[property]` makes of a function.
mod property;
/// The listing of the public API.
mod public_api;
/// The mutants against a slow reference.
mod reference;
/// Types of every shape.
mod shapes;
/// Variants that are skipped by a condition.
mod skipped;
/// The types of the standard library.
mod std_impls;
/// Values as text.
mod text;
/// Twins.
mod twin;

/// Mutated versions of a file, as for the unit tests.
#[path = "../../src/mutated.rs"]
mod mutated;

/// The laws that each implementation of `Mutate` obeys.
mod laws;
/// Types that several files test with.
mod subjects;
/// The table of mutants in `docs/mutants.md`.
mod table;
