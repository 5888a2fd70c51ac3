//! Counts how often a hand-written generator finds each planted bug, and prints a table.
//!
//! Every function is generic and is compiled as code of the program that counts. This crate is
//! instrumented together with a machine, and so gets no counters from here.

use crate::{Mutant, Opcode, Switch, Table};
use mutagen_core::Outcome;
use std::str::FromStr;

/// The results of a number of tests.
#[derive(Debug)]
pub struct Rates<'b, O> {
    mutants: &'b [Mutant<O>],
    tests: u64,
    discarded: u64,
    violations: u64,
    /// The tests that failed with each mutant.
    killed: Vec<u64>,
}

impl<'b, O: Opcode> Rates<'b, O> {
    /// Runs the property on tests, each with the correct table and with the table of each bug.
    pub fn count<T>(
        bugs: &'b Switch<O>,
        tests: u64,
        mut generate: impl FnMut() -> T,
        property: impl Fn(&Table<O>, &T) -> Outcome,
    ) -> Rates<'b, O> {
        let mutants = bugs.mutants();
        let table = |number| bugs.table(number).unwrap_or_else(|error| panic!("{error}"));
        let correct = table(None);
        let planted: Vec<&Table<O>> = (1..=mutants.len()).map(|bug| table(Some(bug))).collect();
        let (mut discarded, mut violations) = (0, 0);
        let mut killed = vec![0; mutants.len()];
        for _ in 0..tests {
            let test = generate();
            match property(correct, &test) {
                Outcome::Passed => {}
                Outcome::Discarded => discarded += 1,
                Outcome::Failed(_) => violations += 1,
            }
            for (killed, table) in killed.iter_mut().zip(&planted) {
                *killed += u64::from(matches!(property(table, &test), Outcome::Failed(_)));
            }
        }
        Rates { mutants, tests, discarded, violations, killed }
    }

    /// Prints a summary and a table with one row per bug. `columns` has the headings of additional
    /// columns, each followed by `|`. `cells` takes the index of a bug and its mean number of tests
    /// to a failure, and returns the cells of those columns.
    pub fn print(&self, columns: &str, cells: impl Fn(usize, Option<f64>) -> String) {
        let &Rates { tests, discarded, violations, .. } = self;
        let percent = 100.0 * discarded as f64 / tests as f64;
        println!(
            "{tests} tests, {percent:.1} % discarded, \
             {violations} violations of the correct table\n"
        );
        println!("| # | mutant | killed | tests to a failure |{columns}");
        println!("|---|---|---|---|{}", "---|".repeat(columns.matches('|').count()));
        for (at, (mutant, &killed)) in self.mutants.iter().zip(&self.killed).enumerate() {
            let mean = (killed > 0).then(|| tests as f64 / killed as f64);
            let shown = mean.map_or_else(|| "–".to_owned(), |mean| format!("{mean:.1}"));
            println!("| {} | {mutant} | {killed} | {shown} |{}", at + 1, cells(at, mean));
        }
    }
}

/// The value of an option on the command line.
///
/// # Panics
/// When the value cannot be parsed as a `T`; the message asks for a whole number.
pub fn option<T: FromStr>(name: &str) -> Option<T> {
    let text = std::env::args().skip_while(|argument| argument != name).nth(1)?;
    match text.parse() {
        Ok(value) => Some(value),
        Err(_) => panic!("{name} takes a whole number, not `{text}`"),
    }
}
