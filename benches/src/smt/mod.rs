//! Studies of SMT solvers: released ones, fetched by `smt-solvers`, and the formulas that break
//! them.

mod folder;
mod formulas;
mod histfuzz;
mod idle;
mod known;
mod oxiz;
mod reduce;
mod valfuzz;

pub(crate) use histfuzz::{Arguments as HistfuzzArguments, measure as histfuzz};
pub(crate) use known::{Arguments as KnownArguments, measure as known};
pub(crate) use oxiz::{Arguments as OxizArguments, measure as oxiz};
pub(crate) use reduce::{
    Arguments as ReduceArguments, QuestionArguments, ask as same_bug, measure as reduce,
};
pub(crate) use valfuzz::{Arguments as ValfuzzArguments, measure as valfuzz};
