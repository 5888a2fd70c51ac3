//! What the search learns of a test beside the branches of the library, as its options say. It is
//! decided once in a process.

use crate::coverage::{TwoRuns, points};
use crate::run::metamorphic::specification::Place;
use crate::search::options::Options;
use std::cell::RefCell;
use std::sync::OnceLock;

/// What the search learns.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Guidance {
    /// Pairs of an implementation and its caller are edges.
    pub(super) pairs: bool,
    /// Edges that exactly one of the two runs hits have a bucket of their own.
    pub(super) one_run: bool,
}

static GUIDANCE: OnceLock<Guidance> = OnceLock::new();

thread_local! {
    /// It keeps its memory from test to test.
    static RUNS: RefCell<TwoRuns> = RefCell::default();
}

/// Sets what the search learns in this process. Only the first call counts.
pub(crate) fn guide(options: &Options) {
    let guidance = Guidance { pairs: options.pairs, one_run: options.one_run };
    if guidance.pairs {
        points::register();
    }
    let _ = GUIDANCE.set(guidance);
}

/// What the search learns in this process.
pub(super) fn guidance() -> Guidance {
    GUIDANCE.get().copied().unwrap_or_default()
}

/// Hits the point of an implementation and what calls it.
#[cold]
pub(super) fn pair(caller: Place, called: (u16, u16)) {
    let number = |(operation, implementation): (u16, u16)| {
        usize::from(operation) * 64 + usize::from(implementation) + 1
    };
    let caller = match caller {
        Place::Operation(operation, Some(implementation)) => number((operation, implementation)),
        Place::Operation(operation, None) => number((operation, 63)),
        Place::Outside | Place::Input(_) => 0,
    };
    // The factor is prime, so that few pairs share a point.
    points::hit(caller.wrapping_mul(2_654_435_761).wrapping_add(number(called)));
}

/// The run with all bases is over.
#[cold]
pub(super) fn mark() {
    RUNS.with_borrow_mut(TwoRuns::mark);
}

/// Both runs are over.
#[cold]
pub(super) fn join() {
    RUNS.with_borrow_mut(TwoRuns::join);
}
