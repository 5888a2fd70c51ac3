//! The official test-suite of WebAssembly 1.0: with all bugs off, the planted engine agrees with
//! wain as released and with the references, except for what a repair changes.

use crate::{CLAIMS, PLENTY, reference, released};
use crate::{run, run_to_state, validate};
use wasm_face::{Call, Outcome, Run, Value, Verdict};
use wasm_suite::{Action, Step};
use wasm_switch::with;

/// The modules on which wain as released panics: it takes the offset of a segment for a signed
/// number. That is repaired.
const REPAIRED: [&str; 2] = ["data.wast:250", "elem.wast:211"];

/// A module of the suite and the calls that the suite makes of it.
pub struct Case {
    /// The file and the line of the module.
    pub place: String,
    /// The binary form.
    pub bytes: Vec<u8>,
    /// The names and arguments of the calls.
    pub calls: Vec<(String, Vec<Value>)>,
}

impl Case {
    /// The calls, as the engines take them.
    pub fn calls(&self) -> Vec<Call<'_>> {
        self.calls.iter().map(|(name, args)| Call { name, args }).collect()
    }
}

/// The modules of the suite that can be encoded, with their calls. Calls that have to exhaust the
/// stack are left out, since wain as released would end the process. So are modules with too many
/// locals, since wain's parser would write as many bytes, up to 4 GiB.
pub fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = wasm_suite::cases(CLAIMS).into_iter().map(case_of).collect();
    cases.retain(|case| !reference::has_too_many_locals(&case.bytes));
    cases
}

fn case_of(case: wasm_suite::Case) -> Case {
    let call = |step: Step| match step.action {
        _ if step.is_exhaustion() => None,
        Action::Call(name, args) => Some((name, args)),
        Action::Get(_) => None,
    };
    let calls = case.steps.into_iter().filter_map(call).collect();
    Case { place: case.place, bytes: case.bytes, calls }
}

/// Where two runs differ first: the outcomes of an instance or of a call.
pub fn difference<'a>(left: &'a Run, right: &'a Run) -> Option<(&'a Outcome, &'a Outcome)> {
    let instances = std::iter::once((&left.instance, &right.instance));
    let mut outcomes = instances.chain(left.calls.iter().zip(&right.calls));
    outcomes.find(|(left, right)| !left.agrees(right))
}

#[test]
fn the_suite_has_the_modules_and_calls_of_version_one() {
    let cases = cases();
    let calls: usize = cases.iter().map(|case| case.calls.len()).sum();
    assert!(cases.len() > 2000 && calls > 15_000, "{} modules, {calls} calls", cases.len());
}

#[test]
fn verdicts_are_those_of_the_release() {
    for case in cases() {
        let is_valid = with(None, || validate(&case.bytes)) == Verdict::Valid;
        let before = released::explain(&case.bytes);
        assert_eq!(is_valid, before.is_none(), "{}: {before:?}", case.place);
    }
}

#[test]
fn outcomes_are_those_of_the_release_and_of_the_reference() {
    let mut repaired = Vec::new();
    for case in cases() {
        let (place, calls) = (&case.place, case.calls());
        let found = with(None, || run_to_state(&case.bytes, &calls, PLENTY));
        if found.instance == Outcome::Exhausted {
            // The others may need all memory.
            continue;
        }
        assert!(!found.calls.contains(&Outcome::Exhausted), "{place} reaches a limit");
        let expected = reference::run(&case.bytes, &calls, PLENTY);
        assert_eq!(difference(&found, &expected), None, "{place}, the reference");
        let before = released::run(&case.bytes, &calls);
        if matches!(before.instance, Outcome::Panicked(_)) {
            repaired.push(case.place);
            continue;
        }
        assert_eq!(difference(&found, &before), None, "{place}, wain as released");
        assert_eq!(found.state, before.state, "{place}");
    }
    assert_eq!(repaired, REPAIRED);
}

#[test]
fn endless_recursion_is_exhausted_instead() {
    let mut count = 0;
    for case in wasm_suite::cases(CLAIMS) {
        for step in case.steps.iter().filter(|step| step.is_exhaustion()) {
            let Action::Call(name, args) = &step.action else { continue };
            let found = with(None, || run(&case.bytes, &[Call { name, args }], PLENTY));
            assert_eq!(found.calls, [Outcome::Exhausted], "{}", step.place);
            count += 1;
        }
    }
    assert!(count > 3, "{count} calls");
}
