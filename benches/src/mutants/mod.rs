//! `mutants`: the cost of a mutant that is served in place and undone, compared with cloning the
//! value and editing the clone; the memory of a queued batch; and the speed of generation, compared
//! with two other tools.

mod generation;
mod serving;
mod subjects;

use crate::report::{Bound, Options, Report};
use std::error::Error;
use subjects::{Scene, Tree};

/// Measures and prints; returns whether every bound holds.
pub(crate) fn measure(options: Options) -> Result<bool, Box<dyn Error>> {
    let mut report = Report::new("mutants", options);
    let rounds = if options.quick { 11 } else { 51 };
    let any = Bound::None;
    serving::compare(&mut report, "7-node tree", &Tree::balanced(2), rounds, any)?;
    let fast = Bound::AtLeast(20.0);
    serving::compare(&mut report, "1000-node tree", &Tree::balanced(333), rounds, fast)?;
    serving::compare(&mut report, "1000 integers", &subjects::integers(), rounds, any)?;
    serving::compare(&mut report, "60 instructions", &subjects::function(), rounds, any)?;
    serving::compare(&mut report, "record of records", &Scene::new(), rounds, any)?;
    generation::compare(&mut report, rounds)?;
    report.finish()
}
