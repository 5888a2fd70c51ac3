//! The switch of planted bugs in this process. A bug is selected at run time, so one build contains
//! all bugs.

use crate::mutants::Mutant;
use crate::table::{Opcode, Table};
use derive_more::{Display, Error};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The environment variable that [`Switch::select_from_env`] reads.
pub const VARIABLE: &str = "IFC_BUG";

/// The error for a number that no bug has.
#[derive(Debug, Clone, PartialEq, Eq, Display, Error)]
#[display("there is no bug `{wanted}`: take one from 1 to {last}, or none for the correct rules")]
pub struct UnknownBug {
    /// The requested number.
    pub wanted: String,
    /// The greatest valid number.
    pub last: usize,
}

/// A correct table, its mutants, and the selected one.
#[derive(Debug)]
pub struct Switch<O> {
    mutants: Vec<Mutant<O>>,
    /// The correct table, followed by the tables with a bug, by number.
    tables: Vec<Table<O>>,
    selected: AtomicUsize,
}

impl<O: Opcode> Switch<O> {
    /// A switch between a table and its mutants, which are numbered from 1. The correct table is
    /// selected at first.
    pub fn new(correct: Table<O>, mutants: Vec<Mutant<O>>) -> Switch<O> {
        let planted: Vec<Table<O>> = mutants.iter().map(|mutant| mutant.plant(&correct)).collect();
        let tables = [correct].into_iter().chain(planted).collect();
        Switch { mutants, tables, selected: AtomicUsize::new(0) }
    }

    /// The planted bugs. The bug at index `n` has the number `n + 1`.
    pub fn mutants(&self) -> &[Mutant<O>] {
        &self.mutants
    }

    /// The table with a bug, or the correct table.
    ///
    /// # Errors
    /// When no bug has this number.
    pub fn table(&self, bug: Option<usize>) -> Result<&Table<O>, UnknownBug> {
        self.place(bug).map(|at| &self.tables[at])
    }

    /// Selects a bug for this process, or the correct table.
    ///
    /// # Errors
    /// When no bug has this number.
    pub fn select(&self, bug: Option<usize>) -> Result<(), UnknownBug> {
        self.selected.store(self.place(bug)?, Ordering::Relaxed);
        Ok(())
    }

    /// Selects the bug whose number is in the environment variable [`VARIABLE`]. If the variable is
    /// unset or empty, the correct table is selected.
    ///
    /// # Panics
    /// When the variable holds anything else; the message lists the bugs.
    pub fn select_from_env(&self) {
        let text = std::env::var_os(VARIABLE).unwrap_or_default();
        if let Err(error) = self.select_from(&text.to_string_lossy()) {
            panic!("{VARIABLE}: {error}");
        }
    }

    fn select_from(&self, text: &str) -> Result<(), UnknownBug> {
        if text.is_empty() {
            return self.select(None);
        }
        match text.parse() {
            Ok(number) => self.select(Some(number)),
            Err(_) => Err(UnknownBug { wanted: text.to_owned(), last: self.mutants.len() }),
        }
    }

    /// The selected table.
    pub fn selected(&self) -> &Table<O> {
        // The table is selected before the tests, and no other memory is ordered against it.
        &self.tables[self.selected.load(Ordering::Relaxed)]
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
    fn a_selected_bug_is_in_force_until_another_is_selected() {
        let switch = switch();
        assert_eq!(switch.selected(), switch.table(None).unwrap());
        for bug in [Some(2), None, Some(1)] {
            switch.select(bug).unwrap();
            assert_eq!(switch.selected(), switch.table(bug).unwrap());
        }
        let (one, two) = (switch.table(Some(1)).unwrap(), switch.table(Some(2)).unwrap());
        assert!(one != two && switch.table(None).unwrap() != one);
    }

    #[test]
    fn a_number_that_no_bug_has_is_refused_and_changes_nothing() {
        let switch = switch();
        switch.select(Some(2)).unwrap();
        for wrong in ["0", "3", "two", "-1"] {
            let error = switch.select_from(wrong).unwrap_err();
            assert_eq!(error.wanted, wrong);
            assert!(error.to_string().contains("take one from 1 to 2"), "{error}");
        }
        assert_eq!(switch.selected(), switch.table(Some(2)).unwrap());
    }

    #[test]
    fn a_text_selects_a_bug_and_an_empty_one_the_correct_table() {
        let switch = switch();
        switch.select_from("2").unwrap();
        assert_eq!(switch.selected(), switch.table(Some(2)).unwrap());
        switch.select_from("").unwrap();
        assert_eq!(switch.selected(), switch.table(None).unwrap());
    }
}
