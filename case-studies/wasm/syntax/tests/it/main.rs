//! The integration tests of modules. All are in one binary, which links once.

/// Every instruction against its name in the specification.
mod instructions;
/// The derived generator and mutants.
mod mutants;
/// NaNs that the encoder makes canonical.
mod nans;
/// Which features a module needs.
mod needs;
/// What the reader refuses, and how it says so.
mod read;
/// The valid module nearest to any module.
mod repair;
/// Modules that other tests start from, and questions that they ask about modules.
mod samples;
/// Each section, read back by an independent decoder.
mod sections;
/// The modules of the official test suite.
mod suite;
/// The text of mutants, most of them invalid.
mod text;
