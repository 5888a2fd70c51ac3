//! Studies of SMT solvers: released ones, fetched by `smt-solvers`, and the formulas that break
//! them.

mod folder;
mod formulas;
mod histfuzz;
mod idle;
mod known;
mod valfuzz;

pub(crate) use histfuzz::{Arguments as HistfuzzArguments, measure as histfuzz};
pub(crate) use known::{Arguments as KnownArguments, measure as known};
pub(crate) use valfuzz::{Arguments as ValfuzzArguments, measure as valfuzz};
