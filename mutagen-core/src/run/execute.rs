//! Runs a property on one value: clears the counters right before, catches a panic, and turns the
//! result into an outcome. Only code of the property is counted between the opening of the window
//! and the reading of the counters, because this file is compiled without counters.

use crate::coverage::{Coverage, Observation, Observer, Window};
use crate::run::argument::NotCloneable;
use crate::run::failure_key::{self, Origin, REPEATED};
use crate::run::outcome::Outcome;
use crate::run::panics::{install_hook, quietly, said};
use crate::run::property::Property;
use crate::run::random_run::RandomRun;
use crate::run::reset::ResetPanicked;
use crate::run::silenced::Silenced;
use crate::search::interface::Test;
use crate::value::node::Node;
use crate::value::text;

/// Runs tests of one property and observes their coverage.
pub struct Executor<'p> {
    property: &'p Property,
    pub(crate) observer: Observer,
    /// The kinds of failures that are silenced.
    pub(crate) silenced: Silenced,
}

impl<'p> Executor<'p> {
    /// Makes an executor for a property, and installs the panic hook that keeps panics of tests
    /// quiet.
    pub fn new(property: &'p Property) -> Executor<'p> {
        install_hook();
        let silenced = Silenced::of(property.silenced().iter().copied());
        Executor { property, observer: Observer::acquire(), silenced }
    }

    /// The counters of the process.
    pub fn coverage(&mut self) -> &mut Coverage {
        self.observer.coverage()
    }

    /// The observation of the last test that was [run for a search](Executor::test).
    pub fn observation(&self) -> &Observation {
        self.observer.observation()
    }

    /// Runs the property once. A panic is a failure; its text has the message and the place of the
    /// panic. A failure of a silenced kind is a discarded test.
    ///
    /// # Panics
    /// When an argument cannot be copied, or the property's `reset` panics. The property is not run
    /// then.
    pub fn run(&mut self, value: &dyn Node) -> Outcome {
        self.run_within(value, || ())
    }

    /// Like [`Executor::run`], but `guard` is called before the run, after the property's `reset`,
    /// and its result is dropped after the run.
    ///
    /// # Panics
    /// As [`Executor::run`].
    pub(crate) fn run_within<G>(&mut self, value: &dyn Node, guard: impl FnOnce() -> G) -> Outcome {
        failure_key::forget();
        self.property.start_anew();
        let _guard = guard();
        let outcome = run(self.property, self.observer.coverage(), value);
        self.silenced.judge(outcome)
    }

    /// Runs a test of a search and makes the observation that the search requested. A test that
    /// shows something new is run again, and fails if either run fails. A failure of a silenced
    /// kind is a discarded test.
    ///
    /// # Panics
    /// As [`Executor::run`].
    pub fn test(&mut self, test: &Test<'_>) -> Outcome {
        self.test_within(test, || ())
    }

    /// Like [`Executor::test`], but `guard` is called before each run, after the property's
    /// `reset`, and its result is dropped after the run.
    ///
    /// # Panics
    /// As [`Executor::run`].
    pub(crate) fn test_within<G>(&mut self, test: &Test<'_>, guard: impl Fn() -> G) -> Outcome {
        failure_key::forget();
        let property = self.property;
        let run = |coverage: &mut Coverage| {
            property.start_anew();
            let _guard = guard();
            run(property, coverage, test.value)
        };
        self.observer.prepare(&test.wants);
        let outcome = self.silenced.judge(run(self.observer.coverage()));
        let of_first_run = self.silenced.take_last();
        let silenced = &mut self.silenced;
        let mut failed_again = None;
        let verdict = outcome.verdict();
        let verdict = self.observer.observe(&test.wants, test.interest, verdict, &mut |coverage| {
            let repeated = silenced.judge(run(coverage));
            let verdict = repeated.verdict();
            if let Outcome::Failed(message) = repeated {
                failed_again = Some(Outcome::Failed(format!("{REPEATED}{message}")));
            }
            verdict
        });
        // A test of a silenced kind says nothing about the precondition.
        if of_first_run.is_none() {
            self.observer.sample(verdict);
        }
        self.silenced.set_last(of_first_run.filter(|_| failed_again.is_none()));
        failed_again.unwrap_or(outcome)
    }

    /// Runs generated tests until a stretch ends or a test fails, and returns the failure. Panics
    /// are caught once for all tests, and edges are not observed.
    pub(crate) fn random_run(&mut self, random_run: &mut RandomRun) -> Option<String> {
        std::mem::swap(&mut random_run.silenced, &mut self.silenced);
        let run = |window: &mut Window<'_>| {
            self.property.random_run(random_run, window);
            random_run.take_failure().map_or(Outcome::Passed, Outcome::Failed)
        };
        let outcome = caught(run, None);
        std::mem::swap(&mut random_run.silenced, &mut self.silenced);
        match outcome {
            Outcome::Failed(why) => Some(why),
            Outcome::Passed | Outcome::Discarded => None,
        }
    }
}

fn run(property: &Property, coverage: &mut Coverage, value: &dyn Node) -> Outcome {
    let outcome = caught(|window| property.call(value, window), Some(&mut *coverage));
    coverage.end();
    outcome
}

/// The outcome of `run`. A panic in it is a failure.
fn caught(
    run: impl FnOnce(&mut Window<'_>) -> Outcome,
    coverage: Option<&mut Coverage>,
) -> Outcome {
    let mut window = Window::new(coverage);
    match quietly(|| run(&mut window)) {
        Ok(outcome) => outcome,
        Err(payload) => {
            if payload.is::<ResetPanicked>() {
                std::panic::resume_unwind(payload);
            }
            if let Some(NotCloneable(ty)) = payload.downcast_ref() {
                panic!("a `{ty}` was made that cannot be copied, see its `Mutate::copy`");
            }
            let panic = said(payload);
            if !panic.place.is_empty() {
                failure_key::made(&panic.message, Origin::Panic(panic.place));
            }
            Outcome::Failed(panic.message)
        }
    }
}

/// The arguments as `{:#?}` prints them, at most `most` bytes, and whether there is more. If their
/// `Debug` panics, mutagen prints the value.
pub(crate) fn printed(property: &Property, value: &dyn Node, most: usize) -> (String, bool) {
    install_hook();
    quietly(|| property.print(value, most)).unwrap_or_else(|payload| {
        let said = said(payload).message;
        (format!("{}\n(its own `Debug` {said})", text::print(value)), false)
    })
}
