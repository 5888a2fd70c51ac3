//! What the calls of a test share: how many there may be, whether they are expanded, which of them
//! runs, and how the test ended. It is lent to nested calls, so its parts are cells.

use crate::run::metamorphic::finding::{self, Argument};
use crate::run::metamorphic::guidance::{self, Guidance};
use crate::run::metamorphic::left_out;
use crate::run::metamorphic::specification::{Found, Place, Specification};
use crate::run::outcome::Outcome;
use crate::run::panics;
use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::panic::Location;

/// How many calls of a test are expanded. All further calls are bases, which is sound.
const FUEL: u32 = 3_000;

/// How many calls a test may have. A loop whose counter is computed by operations may never end.
const LIMIT: u32 = 20 * FUEL;

/// What the calls of a test share.
pub struct Context {
    specification: &'static Specification,
    calls: Cell<u32>,
    expands: Cell<bool>,
    is_started: Cell<bool>,
    /// How many calls were no bases.
    implemented: Cell<u32>,
    now: Cell<Place>,
    end: RefCell<Option<Outcome>>,
    found: RefCell<Option<Found>>,
    is_traced: bool,
    /// Whether the bases alone run, twice.
    examines: bool,
    /// Whether this process leaves out implementations.
    leaves_out: bool,
    /// Whether calls are compared with their bases where they happen.
    compares: bool,
    guidance: Guidance,
    trace: RefCell<Vec<Vec<Argument>>>,
}

impl Context {
    /// For one test.
    pub(super) fn new(specification: &'static Specification) -> Context {
        Context {
            specification,
            calls: Cell::new(0),
            expands: Cell::new(false),
            is_started: Cell::new(false),
            implemented: Cell::new(0),
            now: Cell::new(Place::Outside),
            end: RefCell::new(None),
            found: RefCell::new(None),
            is_traced: false,
            examines: false,
            leaves_out: left_out::leaves_out(),
            compares: !left_out::compares_results_only(),
            guidance: guidance::guidance(),
            trace: RefCell::new(Vec::new()),
        }
    }

    /// Keeps the arguments of the calls that run.
    pub(super) fn traced(self) -> Context {
        Context { is_traced: true, ..self }
    }

    /// Runs the bases twice and compares their results.
    pub(super) fn examining(self) -> Context {
        Context { examines: true, ..self }
    }

    /// Starts a run of the test, with all bases or as expanded.
    pub fn start(&self, expands: bool) {
        // The only run of a law is compared with none.
        if self.is_started.replace(true) && self.guidance.one_run {
            guidance::mark();
        }
        self.calls.set(0);
        self.expands.set(expands && !self.examines);
        self.now.set(Place::Outside);
    }

    /// Whether a call is expanded now. If not, it is its base.
    #[inline]
    pub fn expands(&self) -> bool {
        self.expands.get() && self.calls.get() <= FUEL
    }

    /// Whether an implementation is left out, and so is its base. A test that was kept may have it.
    #[inline]
    pub fn leaves_out(&self, operation: u16, implementation: u16) -> bool {
        let specification = self.specification;
        self.leaves_out
            && left_out::is_implementation_left_out(specification, operation, implementation)
    }

    /// Whether the call of an implementation is compared with the base.
    #[inline]
    pub fn compares(&self) -> bool {
        self.compares
    }

    /// The specification of the test.
    pub(super) fn specification(&self) -> &'static Specification {
        self.specification
    }

    /// How many calls the run of the expanded term has had so far.
    pub(super) fn expanded_calls(&self) -> u64 {
        if self.expands.get() { u64::from(self.calls.get()) } else { 0 }
    }

    /// How many calls so far were no bases.
    pub(super) fn implemented(&self) -> u32 {
        self.implemented.get()
    }

    /// What runs.
    pub(super) fn place(&self) -> Place {
        self.now.get()
    }

    /// Begins a call by the base. Returns what called it, for [`Context::leave`].
    #[inline]
    pub fn enter(&self, operation: u16) -> Place {
        let calls = self.calls.get() + 1;
        self.calls.set(calls);
        if calls > LIMIT {
            self.discard();
        }
        self.now.replace(Place::Operation(operation, None))
    }

    /// Goes on with an implementation of the operation that was entered last, from this place.
    #[inline]
    pub fn implement(&self, operation: u16, implementation: u16, from: Place) {
        self.implemented.set(self.implemented.get() + 1);
        if self.guidance.pairs {
            guidance::pair(from, (operation, implementation));
        }
        self.now.set(Place::Operation(operation, Some(implementation)));
    }

    /// Ends a call.
    #[inline]
    pub fn leave(&self, before: Place) {
        self.now.set(before);
        if self.is_traced {
            self.trace.borrow_mut().pop();
        }
    }

    /// Begins to make the input with this number.
    #[inline]
    pub fn input(&self, input: u16) -> Place {
        if self.is_traced {
            self.trace.borrow_mut().push(Vec::new());
        }
        self.now.replace(Place::Input(input))
    }

    /// Whether calls tell their arguments.
    #[inline]
    pub fn is_traced(&self) -> bool {
        self.is_traced
    }

    /// Keeps the arguments of the call that begins.
    #[cold]
    pub fn trace(&self, arguments: &[(&'static str, &dyn Debug)]) {
        self.trace.borrow_mut().push(finding::arguments(arguments));
    }

    /// The arguments of the calls that run, innermost last.
    pub(super) fn take_trace(&self) -> Vec<Vec<Argument>> {
        self.trace.take()
    }

    /// How the test ended, if it was ended from within.
    pub(super) fn take_end(&self) -> Option<Outcome> {
        self.end.take()
    }

    /// What the test found, if a test can be written for it.
    pub(super) fn take_found(&self) -> Option<Found> {
        self.found.take()
    }

    fn find(&self, found: Found) {
        *self.found.borrow_mut() = Some(found);
    }

    /// Leaves all bodies at once.
    #[cold]
    fn end(&self, outcome: Outcome) -> ! {
        *self.end.borrow_mut() = Some(outcome);
        panics::leave()
    }

    /// Discards the test: a value is not admitted, or the arguments of a term do not meet the
    /// precondition of its operation.
    #[cold]
    pub fn discard(&self) -> ! {
        self.end(Outcome::Discarded)
    }

    /// Fails, because an implementation and the base disagree. Results are those of the function,
    /// without a name, and those of its mutable arguments.
    #[cold]
    pub fn disagree(
        &self,
        operation: u16,
        implementation: u16,
        arguments: &[(&'static str, &dyn Debug)],
        expected: &[(&'static str, &dyn Debug)],
        actual: &[(&'static str, &dyn Debug)],
    ) -> ! {
        let specification = self.specification;
        let arguments = finding::arguments(arguments);
        let results = [finding::arguments(expected), finding::arguments(actual)];
        let place = (operation, implementation);
        self.find(Found::Differs(operation, implementation));
        self.end(finding::disagreed(specification, place, &arguments, &results))
    }

    /// Fails, because a value does not meet an invariant.
    #[cold]
    pub fn broken(&self, invariant: &str, value: &dyn Debug) -> ! {
        self.find(Found::Broken(self.now.get(), invariant.to_owned()));
        self.end(finding::broken(self.specification, self.now.get(), invariant, value))
    }

    /// Fails, because an implementation calls an operation outside of its precondition.
    #[cold]
    pub fn outside(
        &self,
        operation: u16,
        arguments: &[(&'static str, &dyn Debug)],
        at: &Location<'_>,
    ) -> ! {
        let arguments = finding::arguments(arguments);
        let caller = self.now.get();
        self.end(finding::outside(self.specification, operation, caller, &arguments, at))
    }

    /// Fails, because an operation gives another result the second time, or an equality says that a
    /// value differs from itself.
    #[cold]
    pub fn unsound(
        &self,
        operation: u16,
        is_reflexive: bool,
        arguments: &[(&'static str, &dyn Debug)],
        results: [&[(&'static str, &dyn Debug)]; 2],
    ) -> ! {
        let arguments = finding::arguments(arguments);
        let results = results.map(finding::arguments);
        let specification = self.specification;
        let outcome =
            finding::unsound(specification, operation, is_reflexive, &arguments, &results);
        self.end(outcome)
    }

    /// The outcome of a term, from its value with all bases and its value as expanded.
    pub fn results<T>(
        &self,
        sort: &'static str,
        bases: Option<T>,
        expanded: Option<T>,
        same: impl Fn(&T, &T) -> bool,
    ) -> Outcome
    where
        T: Debug,
    {
        if self.guidance.one_run {
            guidance::join();
        }
        let agree = match (&bases, &expanded) {
            (Some(one), Some(other)) => same(one, other),
            (None, None) => true,
            _ => false,
        };
        if let Some(value) = bases.as_ref().filter(|value| self.examines && !same(value, value)) {
            return finding::no_equality(sort, value);
        }
        match agree {
            true => Outcome::Passed,
            false if self.examines => finding::unrepeatable(sort, &bases, &expanded),
            false => {
                self.find(Found::Results);
                finding::results(sort, &bases, &expanded)
            }
        }
    }
}
