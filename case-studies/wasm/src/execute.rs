//! Runs a module and calls of its functions on the engine and the reference, and compares.

use crate::difference::{Difference, difference};
use crate::reference::{FUEL, Reference};
use std::cell::RefCell;
use std::fmt;
use std::sync::LazyLock;
use wasm_face::{Call, Engine, Features, Outcome, Run, Validator, Verdict};
use wasm_syntax::{Module, Nans, encode_with, wat};
use wasm_validity::compare::count_needs;
use wasm_validity::tally::{Count, count};
use wasm_validity::{Comparison, compare, reference};

/// The environment variable that says what becomes of NaNs. If it is `raw`, a difference that is
/// not there with canonical NaNs is a failure, too, although the specification allows it.
pub const NANS: &str = "WASM_STUDY_NANS";

static RAW: LazyLock<bool> = LazyLock::new(|| std::env::var_os(NANS).is_some_and(|v| v == "raw"));

/// What came of a module and its calls on both sides.
#[derive(Debug)]
pub enum Execution {
    /// Both sides reject the module, or the engine lacks what it needs.
    Rejected,
    /// A limit was reached, so nothing is known.
    Exhausted,
    /// Both sides agree.
    Agree(End),
    /// The sides do not agree whether the module is valid.
    Validity(Box<wasm_validity::Disagreement>),
    /// The module gave something else than the reference says.
    Differ(Box<Report>),
}

/// How a run ended in which both sides agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// A call returned, or there was nothing to call.
    Returned,
    /// No call returned, and something trapped.
    Trapped,
    /// All calls were refused.
    Refused,
}

/// A difference, with what is needed to see it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The engine's crate and version.
    pub release: &'static str,
    /// The first difference.
    pub difference: Difference,
    /// Whether it takes code that makes NaNs canonical after each float operation.
    pub canonical: bool,
    /// The module in WebAssembly's text format.
    pub wat: String,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { at, engine, reference, .. } = &self.difference;
        writeln!(f, "the engine and the reference do not agree on {at}")?;
        writeln!(f, "engine, {}: {engine}", self.release)?;
        writeln!(f, "reference, wasmi 1.0.9: {reference}")?;
        if self.canonical {
            writeln!(f, "with NaNs made canonical after each float operation of this module:")?;
        }
        write!(f, "{}", self.wat)
    }
}

thread_local! {
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Runs the module and these calls on both sides, and compares each outcome and, if `looks`, the
/// state after the last call.
///
/// The engine's validator sees every module, also one that the reference rejects or does not
/// finish; otherwise discarded tests would hit no edges. The engine runs what the reference has
/// finished. A difference that canonical NaNs take away is allowed by the specification.
pub fn execute(engine: &dyn Engine, module: &Module, calls: &[Call<'_>], looks: bool) -> Execution {
    let claims = engine.about().claims;
    count_needs(engine, module);
    BYTES.with_borrow_mut(|bytes| {
        encode_with(module, Nans::AsTheyCome, bytes);
        let reference = if is_large(module) {
            // Nothing of it is told but whether it is valid.
            let valid = reference::accepts(bytes, claims);
            let instance = if valid { Outcome::Exhausted } else { Outcome::Invalid };
            Run { instance, ..Run::default() }
        } else {
            Reference(claims).run(bytes, calls, FUEL, looks)
        };
        match ended(&reference) {
            None if reference.instance == Outcome::Invalid => {
                let asks = engine.about().validator != Validator::None;
                if asks && engine.validate(bytes) != Verdict::Invalid {
                    return disagreement(engine, module);
                }
                count(Count::Invalid);
                Execution::Rejected
            }
            None => {
                count(Count::Exhausted);
                if engine.validate(bytes) == Verdict::Valid {
                    Execution::Exhausted
                } else {
                    disagreement(engine, module)
                }
            }
            Some(end) => {
                let run = engine.run(bytes, calls, FUEL, looks);
                if run.agrees(&reference) {
                    agreed(&run, end)
                } else {
                    differ(engine, module, calls, &run, &reference, bytes)
                }
            }
        }
    })
}

/// The most pages of 64 KiB that the memory of a module that is run may start with. To allocate
/// and compare more takes longer than all else, and shows nothing more: with [`FUEL`], a memory
/// grows by two pages.
const PAGES: u32 = 8;

/// The most entries that a table of a module that is run may start with.
const ENTRIES: u32 = 4096;

/// Whether the module is too large to be run in a test.
fn is_large(module: &Module) -> bool {
    module.memories.iter().any(|memory| memory.min > PAGES)
        || module.tables.iter().any(|table| table.size.min > ENTRIES)
}

/// Both sides agree. Nothing is said if the engine has reached a limit.
fn agreed(run: &Run, end: End) -> Execution {
    if run.instance == Outcome::Exhausted || run.calls.last() == Some(&Outcome::Exhausted) {
        count(Count::Exhausted);
        return Execution::Exhausted;
    }
    count(match end {
        End::Returned => Count::Returned,
        End::Trapped => Count::Trapped,
        End::Refused => Count::Refused,
    });
    Execution::Agree(end)
}

/// How a run of the reference ended; `None` if the module is invalid or a limit was reached.
fn ended(run: &Run) -> Option<End> {
    let outcomes = || std::iter::once(&run.instance).chain(&run.calls);
    if run.instance == Outcome::Invalid || outcomes().any(|one| *one == Outcome::Exhausted) {
        return None;
    }
    let returned = |outcome: &Outcome| matches!(outcome, Outcome::Returned(_));
    Some(if returned(&run.instance) && (run.calls.is_empty() || run.calls.iter().any(returned)) {
        End::Returned
    } else if outcomes().any(|one| *one == Outcome::Trapped) {
        End::Trapped
    } else {
        End::Refused
    })
}

#[cold]
fn disagreement(engine: &dyn Engine, module: &Module) -> Execution {
    match compare(engine, module) {
        Comparison::Differ(disagreement) => Execution::Validity(disagreement),
        // An engine that gives two verdicts on one module: the next run shows it.
        _ => Execution::Rejected,
    }
}

#[cold]
fn differ(
    engine: &dyn Engine,
    module: &Module,
    calls: &[Call<'_>],
    run: &Run,
    reference: &Run,
    bytes: &mut Vec<u8>,
) -> Execution {
    if run.instance == Outcome::Invalid {
        return disagreement(engine, module);
    }
    let report = |run: &Run, reference: &Run, canonical: bool| {
        Execution::Differ(Box::new(Report {
            release: engine.about().release,
            difference: difference(run, reference, calls),
            canonical,
            wat: wat::wat(module),
        }))
    };
    // Without floats there are no NaNs, and the code for them would need what the engine lacks.
    if *RAW || !module.needs().contains(Features::FLOATS) {
        return report(run, reference, false);
    }
    let looks = reference.state.is_some();
    encode_with(module, Nans::Canonical, bytes);
    let canonical = Reference(engine.about().claims).run(bytes, calls, FUEL, looks);
    let Some(end) = ended(&canonical) else {
        count(Count::Exhausted);
        return Execution::Exhausted;
    };
    let again = engine.run(bytes, calls, FUEL, looks);
    if again.agrees(&canonical) {
        count(Count::Canonical);
        return agreed(&again, end);
    }
    // What is there either way is shown as it came.
    let kinds = [(run, reference), (&again, &canonical)]
        .map(|(run, reference)| difference(run, reference, calls).kind);
    if kinds[0] == kinds[1] {
        report(run, reference, false)
    } else {
        report(&again, &canonical, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_face::about::{About, Limits};
    use wasm_face::{Value, engine::verdict};
    use wasm_syntax::{FuncType, Instr, ValType};

    static ABOUT: About = About {
        name: "wrong",
        release: "wrong 0.0.0",
        claims: Features::empty(),
        validator: Validator::Wasmparser,
        limits: Limits { counts: true, pages: 1, entries: 1 },
    };

    /// An engine for integers only whose calls all return 7.
    struct Wrong;

    impl Engine for Wrong {
        fn about(&self) -> &'static About {
            &ABOUT
        }

        fn validate(&self, bytes: &[u8]) -> Verdict {
            verdict(|| reference::accepts(bytes, ABOUT.claims))
        }

        fn explain(&self, bytes: &[u8]) -> Option<String> {
            reference::explain(bytes, ABOUT.claims)
        }

        fn run(&self, bytes: &[u8], calls: &[Call<'_>], fuel: u64, looks: bool) -> Run {
            let mut run = Reference(ABOUT.claims).run(bytes, calls, fuel, looks);
            run.calls.fill(Outcome::Returned(vec![Value::I32(7)]));
            run
        }
    }

    #[test]
    fn an_engine_without_floats_can_differ() {
        let ty = FuncType { params: vec![], results: vec![ValType::I32] };
        let function = crate::Function { locals: vec![], body: vec![Instr::I32Const(1)] };
        let call = Call { name: crate::stub::NAME, args: &[] };
        match execute(&Wrong, &crate::stub(&ty, &function), &[call], true) {
            Execution::Differ(report) => assert_eq!(report.difference.kind, "wrong value: i32"),
            other => panic!("{other:?}"),
        }
    }
}
