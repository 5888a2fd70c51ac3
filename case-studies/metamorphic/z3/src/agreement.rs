//! Whether terms are equal, as MF++ asks a solver: that they differ must not be satisfiable, and a
//! model in which one has a certain value must be one in which the other has it. What Z3 does not
//! know within its resources is no disagreement.

use z3::ast::{Ast, Bool};
use z3::{Params, SatResult, Solver};

/// How much Z3 may do for an answer, as it counts.
const RESOURCES: u32 = 200_000;

/// Whether two terms are equal. `value` is the value of which a model is asked.
pub fn agree<T: Ast + Clone>(one: &T, other: &T, value: &T) -> bool {
    if found(&[one.ne(other.clone())]).0 == SatResult::Sat {
        return false;
    }
    let one_has_it = one.eq(value.clone());
    let other_has_it = other.eq(value.clone());
    match found(&[one_has_it]) {
        (SatResult::Sat, solver) => solver.get_model().is_none_or(|model| {
            let holds = model.eval(&other_has_it, true);
            // What a model leaves open, such as a division by zero, is no disagreement.
            holds.and_then(|holds| holds.as_bool()) != Some(false)
        }),
        (SatResult::Unsat, _) => found(&[other_has_it]).0 != SatResult::Sat,
        (SatResult::Unknown, _) => true,
    }
}

/// Whether all of these can be true, and the solver that knows.
fn found(all: &[Bool]) -> (SatResult, Solver) {
    let solver = Solver::new();
    let mut parameters = Params::new();
    parameters.set_u32("rlimit", RESOURCES);
    solver.set_params(&parameters);
    // Without a level, Z3 chooses a tactic for the logic, which takes it 100 times as long.
    solver.push();
    all.iter().for_each(|one| solver.assert(one));
    (solver.check(), solver)
}
