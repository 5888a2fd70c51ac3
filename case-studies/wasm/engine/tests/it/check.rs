//! Runs an engine on the suite and compares what comes of it with the list of its deviations.

use std::collections::BTreeMap;
use wasm_face::{Call, Engine, Features, Outcome, Validator, Value, Verdict};
use wasm_suite::{Action, Case, Fate, Step, cases};
use wasm_syntax::{Module, read};

/// Places of the suite, each with a word on who is wrong there. A module has the line at which it
/// starts, an assertion its own.
pub type Places = &'static [(&'static str, &'static str)];

/// The fuel, which only what never ends uses up.
const PLENTY: u64 = 10_000_000;

/// Runs the engine on the suite, as far as it claims: verdicts on modules, and outcomes of actions
/// on the instances of those that import nothing. What imports something must not be instantiated.
///
/// It leaves out the modules and the steps that are `not_run`: where the engine would end the
/// process, for example.
///
/// # Panics
/// When a deviation is not listed, or something listed does not deviate, or is not in the suite.
pub fn check(engine: &dyn Engine, deviations: Places, not_run: Places) {
    check_as(engine, true, deviations, not_run);
}

/// [`check`] for an engine that may end the second call of an instance as exhausted, and the run
/// with it.
///
/// # Panics
/// As [`check`].
#[cfg(feature = "concordium")]
pub fn check_first_calls(engine: &dyn Engine, deviations: Places, not_run: Places) {
    check_as(engine, false, deviations, not_run);
}

fn check_as(engine: &dyn Engine, goes_on: bool, deviations: Places, not_run: Places) {
    let (found, left_out) = (BTreeMap::new(), Vec::new());
    let mut suite = Suite { engine, goes_on, not_run, found, left_out };
    let cases = cases(engine.about().claims);
    cases.iter().for_each(|case| suite.judge(case));
    let listed = |place: &str| deviations.iter().any(|(listed, _)| *listed == place);
    let unlisted = suite.found.iter().filter(|(place, _)| !listed(place));
    let mut complaints: Vec<String> =
        unlisted.map(|(place, what)| format!("not listed: {place}: {what}")).collect();
    for (place, _) in deviations {
        if !suite.found.contains_key(*place) {
            complaints.push(format!("listed, but does not deviate: {place}"));
        }
    }
    for (place, _) in not_run {
        if !suite.left_out.iter().any(|left_out| left_out == place) {
            complaints.push(format!("not to be run, but not met: {place}"));
        }
    }
    let name = engine.about().name;
    assert!(complaints.is_empty(), "{name}:\n{}", complaints.join("\n"));
}

struct Suite<'a> {
    engine: &'a dyn Engine,
    /// Whether calls after the first have to be made.
    goes_on: bool,
    not_run: Places,
    /// The deviations: what was expected and what was found.
    found: BTreeMap<String, String>,
    /// What was not run.
    left_out: Vec<String>,
}

impl Suite<'_> {
    fn judge(&mut self, case: &Case) {
        if self.is_left_out(&case.place) {
            return;
        }
        if case.fate == Fate::Invalid {
            // An engine without a validator only sees valid modules.
            if self.engine.about().validator != Validator::None {
                self.verdict(case, false);
            }
            return;
        }
        let claims: Features = self.engine.about().claims;
        match read(&case.bytes) {
            Ok(module) if claims.contains(module.needs()) => {
                if self.verdict(case, true) {
                    self.run(case, &module);
                }
            }
            // It needs what the engine does not claim, or what no feature of the study has.
            Ok(_) | Err(_) => {}
        }
    }

    fn is_left_out(&mut self, place: &str) -> bool {
        let is_left_out = self.not_run.iter().any(|(listed, _)| *listed == place);
        if is_left_out {
            self.left_out.push(place.to_owned());
        }
        is_left_out
    }

    /// Whether the verdict is right, or there is none for a limit of the engine.
    fn verdict(&mut self, case: &Case, is_valid: bool) -> bool {
        let expected = if is_valid { Verdict::Valid } else { Verdict::Invalid };
        let found = self.engine.validate(&case.bytes);
        if matches!(found, Verdict::Panicked(_)) {
            self.deviates(&case.place, format!("{expected:?} expected, {found:?} found"));
            return false;
        }
        let reason = self.engine.explain(&case.bytes);
        assert_eq!(reason.is_none(), found == Verdict::Valid, "{}: {reason:?}", case.place);
        if found == Verdict::Limited {
            return true;
        }
        if found != expected {
            let text = format!("{expected:?} expected, {found:?} found, {reason:?}");
            self.deviates(&case.place, text);
        }
        found == expected
    }

    fn run(&mut self, case: &Case, module: &Module) {
        let kept = case.steps.iter().filter(|step| !self.is_left_out(&step.place));
        let steps: Vec<&Step> = kept.collect();
        let imports = !module.imports.is_empty();
        let calls = if imports { Vec::new() } else { calls(&steps) };
        let run = self.engine.run(&case.bytes, &calls, PLENTY, false);
        let expected = match case.fate {
            _ if imports => Outcome::Trapped,
            Fate::Trapped => Outcome::Trapped,
            _ => Outcome::Returned(Vec::new()),
        };
        let is_limited = self.engine.validate(&case.bytes) == Verdict::Limited;
        if run.instance == Outcome::Exhausted && (is_limited || self.is_beyond_limits(module)) {
            return;
        }
        if run.instance != expected {
            let text = format!("{expected:?} expected, {:?} found", run.instance);
            self.deviates(&case.place, text);
            return;
        }
        if imports {
            return;
        }
        let mut outcomes = run.calls.iter();
        for (index, step) in steps.iter().enumerate() {
            let found = match &step.action {
                Action::Get(name) => match self.global(case, &steps[..index], name) {
                    Some(outcome) => outcome,
                    None => continue,
                },
                Action::Call(name, args) if step.is_exhaustion() => {
                    self.alone(case, Call { name, args })
                }
                Action::Call(..) => match outcomes.next() {
                    Some(outcome) => outcome.clone(),
                    // It ended before; that has been said.
                    None => return,
                },
            };
            if found == Outcome::Exhausted && step.expected.is_failed_growth() {
                // A limit may be met before the failure, and the run is over.
                return;
            }
            if found == Outcome::Exhausted && index > 0 && !self.goes_on {
                return;
            }
            if !step.expected.fits(&found) {
                let text = format!("{:?} expected, {found:?} found", step.expected);
                self.deviates(&step.place, text);
            }
        }
        assert_eq!(outcomes.next(), None, "{}: more outcomes than calls", case.place);
    }

    fn is_beyond_limits(&self, module: &Module) -> bool {
        let limits = self.engine.about().limits;
        module.memories.iter().any(|memory| memory.min > limits.pages)
            || module.tables.iter().any(|table| table.size.min > limits.entries)
    }

    /// The value of a global after these steps, as if it had been returned; `None` if the engine
    /// cannot tell.
    fn global(&self, case: &Case, steps: &[&Step], name: &str) -> Option<Outcome> {
        let run = self.engine.run(&case.bytes, &calls(steps), PLENTY, true);
        let state = run.state?;
        let value: Option<&Value> = state.globals.get(name);
        Some(value.map_or(Outcome::Invalid, |value| Outcome::Returned(vec![*value])))
    }

    /// What comes of a call that ends at the end of the stack. It has an instance of its own, since
    /// the state after it is not defined.
    fn alone(&self, case: &Case, call: Call<'_>) -> Outcome {
        let mut run = self.engine.run(&case.bytes, &[call], PLENTY, false);
        run.calls.pop().unwrap_or(run.instance)
    }

    fn deviates(&mut self, place: &str, text: String) {
        self.found.insert(place.to_owned(), text);
    }
}

/// The calls that leave a state.
fn calls<'a>(steps: &[&'a Step]) -> Vec<Call<'a>> {
    let call = |step: &&'a Step| match &step.action {
        Action::Call(name, args) if !step.is_exhaustion() => Some(Call { name, args }),
        _ => None,
    };
    steps.iter().filter_map(call).collect()
}
