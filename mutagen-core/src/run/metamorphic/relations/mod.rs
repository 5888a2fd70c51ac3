//! Mines the relations of a specification: terms of its operations that are equal on all samples of
//! its inputs, and terms that nearly are. Nothing but the operations and the inputs is used.

mod confirm;
mod evaluate;
mod found;
mod mine;
mod prints;
mod rules;
mod table;
mod tally;
mod term;
mod vocabulary;
mod watch;

pub use found::{Confirmed, Exception, Mined, MinedPair};
pub use table::{
    Hashed, NotHashed, Table, TableOperation, TableOutput, TableSort, VARIABLES, Value, argument,
    of_any,
};
pub use tally::Tally;
pub use term::{Pair, Term};
pub use vocabulary::{
    NamedOperation, NamedParameter, NamedPassing, NamedReturn, NamedSort, Vocabulary, vocabulary,
};
pub use watch::Watch;

use evaluate::Evaluator;
use mine::Miner;

/// Mines the relations of terms up to a size.
pub fn mine(table: &'static Table, watch: &dyn Watch, seed: u64, size: u32) -> Mined {
    let evaluator = Evaluator::new(table, watch);
    Miner::new(&evaluator, watch, seed, size).run()
}

/// Runs the terms of a pair on this many samples, as long as there is time.
pub fn confirm(
    table: &'static Table,
    watch: &dyn Watch,
    pair: &MinedPair,
    seed: u64,
    samples: u64,
) -> Confirmed {
    confirm::confirm(&Evaluator::new(table, watch), pair, seed, samples, watch)
}
