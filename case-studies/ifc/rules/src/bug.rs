//! Which planted bug is in force in this process: chosen at run time, so that one build has them all.

use crate::mutants::Mutant;
use crate::table::{Opcode, Table};
use derive_more::{Display, Error};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The environment variable with the number of the bug. It is read once, when the table is first
/// needed, unless a bug was chosen before; if it is not set or empty, the table is the correct one.
pub const VARIABLE: &str = "IFC_BUG";

/// [`Switch::chosen`] was not called yet.
const OPEN: usize = usize::MAX;

/// A number that no bug has.
#[derive(Debug, Clone, PartialEq, Eq, Display, Error)]
#[display("there is no bug `{wanted}`: choose one from 1 to {last}, or none for the correct rules")]
pub struct UnknownBug {
    /// What was asked for.
    pub wanted: String,
    /// The greatest number of a bug.
    pub last: usize,
}

/// A correct table, its mutants, and which of them is in force.
#[derive(Debug)]
pub struct Switch<O> {
    mutants: Vec<Mutant<O>>,
    /// The correct table, then those with a bug, by number.
    tables: Vec<Table<O>>,
    at: AtomicUsize,
}

impl<O: Opcode> Switch<O> {
    /// A switch between a table and its mutants, numbered from 1.
    pub fn new(correct: Table<O>, mutants: Vec<Mutant<O>>) -> Switch<O> {
        let planted: Vec<Table<O>> = mutants.iter().map(|mutant| mutant.plant(&correct)).collect();
        let tables = [correct].into_iter().chain(planted).collect();
        Switch { mutants, tables, at: AtomicUsize::new(OPEN) }
    }

    /// The planted bugs: the one at place `n` has the number `n + 1`.
    pub fn mutants(&self) -> &[Mutant<O>] {
        &self.mutants
    }

    /// The table with a bug, or the correct one.
    ///
    /// # Errors
    /// When no bug has this number.
    pub fn table(&self, bug: Option<usize>) -> Result<&Table<O>, UnknownBug> {
        self.place(bug).map(|at| &self.tables[at])
    }

    /// Puts a bug in force in this process, or the correct table.
    ///
    /// # Errors
    /// When no bug has this number.
    pub fn choose(&self, bug: Option<usize>) -> Result<(), UnknownBug> {
        self.at.store(self.place(bug)?, Ordering::Relaxed);
        Ok(())
    }

    /// The table in force.
    ///
    /// # Panics
    /// When [`VARIABLE`] is what decides and is no number of a bug.
    pub fn chosen(&self) -> &Table<O> {
        let at = self.at.load(Ordering::Relaxed);
        if at != OPEN {
            return &self.tables[at];
        }
        self.choose_from(std::env::var(VARIABLE).unwrap_or_default().trim());
        &self.tables[self.at.load(Ordering::Relaxed)]
    }

    fn choose_from(&self, text: &str) {
        let unknown = || UnknownBug { wanted: text.to_owned(), last: self.mutants.len() };
        let bug = match text {
            "" => Ok(None),
            _ => text.parse().map(Some).map_err(|_| unknown()),
        };
        if let Err(error) = bug.and_then(|bug| self.choose(bug)) {
            panic!("{VARIABLE} is wrong: {error}");
        }
    }

    fn place(&self, bug: Option<usize>) -> Result<usize, UnknownBug> {
        let last = self.mutants.len();
        match bug {
            None => Ok(0),
            Some(number) if (1..=last).contains(&number) => Ok(number),
            Some(number) => Err(UnknownBug { wanted: number.to_string(), last }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants::{Scheme, mutants};
    use crate::rule::{Rule, Variable};

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Only;

    impl Opcode for Only {
        const ALL: &'static [Only] = &[Only];
        fn index(self) -> usize {
            0
        }
    }

    fn switch() -> Switch<Only> {
        let correct = Table::new(|_| Rule::new(&[Variable::L1, Variable::Pc]));
        let all = mutants(&correct, Scheme::Drop);
        Switch::new(correct, all)
    }

    #[test]
    fn a_chosen_bug_is_in_force_until_another_is_chosen() {
        let switch = switch();
        for bug in [Some(2), None, Some(1)] {
            switch.choose(bug).unwrap();
            assert_eq!(switch.chosen(), switch.table(bug).unwrap());
        }
        let (one, two) = (switch.table(Some(1)).unwrap(), switch.table(Some(2)).unwrap());
        assert!(one != two && switch.table(None).unwrap() != one);
    }

    #[test]
    fn a_number_that_no_bug_has_is_refused_and_changes_nothing() {
        let switch = switch();
        switch.choose(Some(2)).unwrap();
        for wrong in [0, 3] {
            let error = switch.choose(Some(wrong)).unwrap_err();
            assert!(error.to_string().contains("choose one from 1 to 2"), "{error}");
        }
        assert_eq!(switch.chosen(), switch.table(Some(2)).unwrap());
    }

    #[test]
    #[should_panic(expected = "IFC_BUG is wrong: there is no bug `two`")]
    fn a_variable_that_is_no_number_is_refused() {
        switch().choose_from("two");
    }

    #[test]
    fn without_a_variable_the_table_is_correct() {
        let switch = switch();
        switch.choose_from("");
        assert_eq!(switch.chosen(), switch.table(None).unwrap());
    }
}
