//! What a formula costs without the solver, and what z3 costs in this process and in its own.

use crate::rounds::timed;
use benches::study::Error;
use mutagen_core::internal::value::seed;
use mutagen_core::{Generator, Mutate};
use serde::{Deserialize, Serialize};
use smt_fragment::{Assignment, Draw, Formula, Script, exhaust};
use smt_solvers::cache::Cache;
use smt_solvers::driver::{Executable, Library, cost};
use std::hint::black_box;

/// Assertions of a formula that is timed, and the most of its operators, variables and literals:
/// the properties discard larger ones.
const SHAPE: (usize, usize) = (3, 40);

/// Formulas that are timed.
const FORMULAS: usize = 500;

/// The z3 that is asked in both ways. One process can load one release.
const Z3: &str = "z3-5.4.1";

/// Trivial formulas that it is asked about in each way.
const ASKED: u32 = 50;

/// Times of a formula, in milliseconds of CPU time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Speed {
    /// Printing it.
    pub(super) printed: f64,
    /// Judging it: an assignment, and all of them where there are few.
    pub(super) judged: f64,
    /// z3 as a process and as a library, if it is there.
    pub(super) z3: Option<(f64, f64)>,
}

impl Speed {
    /// Measures.
    ///
    /// # Errors
    /// When z3 is there and cannot be run.
    pub(super) fn measure() -> Result<Speed, Error> {
        let formulas = formulas();
        let mean = |nanoseconds: f64| nanoseconds / 1e6 / formulas.len() as f64;
        let ((), printed) = timed(|| {
            formulas.iter().for_each(|(script, _)| {
                black_box(script.to_string());
            });
        });
        let ((), judged) = timed(|| {
            for (script, assignment) in &formulas {
                black_box((script.holds(assignment), exhaust::satisfiable(script)));
            }
        });
        Ok(Speed { printed: mean(printed), judged: mean(judged), z3: z3()? })
    }
}

/// Formulas of three assertions, each with an assignment, the same each time.
fn formulas() -> Vec<(Script, Assignment)> {
    let mut generator = Generator::new(seed::random(1), 12);
    let mut formulas = Vec::new();
    while formulas.len() < FORMULAS {
        let script = Script::of(&Formula::generate(&mut generator));
        if script.assertions.len() == SHAPE.0 && script.size() <= SHAPE.1 {
            formulas.push((script, Draw::generate(&mut generator).assignment()));
        }
    }
    formulas
}

fn z3() -> Result<Option<(f64, f64)>, Error> {
    let cache = Cache::of_user()?;
    if !cache.has(Z3) {
        return Ok(None);
    }
    let solver = cache.solver(Z3)?;
    let process = cost(&mut Executable::new(&solver)?, ASKED)?;
    let library = cost(&mut Library::load(&solver)?, ASKED)?;
    let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    Ok(Some((milliseconds(process), milliseconds(library))))
}
