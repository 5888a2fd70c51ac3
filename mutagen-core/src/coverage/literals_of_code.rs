//! Finds the literals of the functions that a run reached for the first time.

use super::filter::is_library;
use super::{Coverage, Novelty};
use crate::value::literals::Literals;
use rustc_hash::FxHashSet;

/// The literals of the code under test, and which functions were looked up.
pub(super) struct LiteralsOfCode {
    literals: &'static Literals,
    functions: FxHashSet<String>,
    found: FxHashSet<usize>,
}

impl LiteralsOfCode {
    pub(super) fn new(literals: &'static Literals) -> LiteralsOfCode {
        LiteralsOfCode { literals, functions: FxHashSet::default(), found: FxHashSet::default() }
    }

    /// Adds the literals of the functions of the new edges to `novelty`, also those of functions
    /// that were inlined there.
    pub(super) fn find(&mut self, coverage: &Coverage, novelty: &mut Novelty) {
        for &edge in &novelty.edges {
            let Some(location) = coverage.locate(edge) else { continue };
            for frame in location.frames.iter().filter(|frame| !is_library(frame)) {
                if !self.functions.insert(frame.function.clone()) {
                    continue;
                }
                for &index in self.literals.of_function(&frame.function) {
                    if self.found.insert(index) {
                        novelty.literals.push(index as u32);
                    }
                }
            }
        }
    }
}
