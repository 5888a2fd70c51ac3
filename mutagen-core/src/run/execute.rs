//! Runs a property on one value: clears the counters right before, catches a panic, and turns what
//! came back into an outcome. Everything between the opening of the window and the reading of the
//! counters is the property itself; this file is compiled without counters.

use crate::coverage::{Coverage, CoverageRequest, Observation, Observer, Verdict, Window};
use crate::run::argument::NotCloneable;
use crate::run::outcome::Outcome;
use crate::run::panics::{install_hook, quietly, said};
use crate::run::property::Property;
use crate::run::random_run::RandomRun;
use crate::search::interface::Test;
use crate::value::node::Node;
use crate::value::text;

/// Runs tests of one property, and observes what their runs show.
pub struct Executor<'p> {
    property: &'p Property,
    observer: Observer,
}

impl<'p> Executor<'p> {
    /// An executor for a property. Installs the panic hook that keeps panics of tests quiet.
    pub fn new(property: &'p Property) -> Executor<'p> {
        install_hook();
        Executor { property, observer: Observer::acquire() }
    }

    /// The counters of the process.
    pub fn coverage(&mut self) -> &mut Coverage {
        self.observer.coverage()
    }

    /// What the last test showed that was [run for a search](Executor::test).
    pub fn observation(&self) -> &Observation {
        self.observer.observation()
    }

    /// Runs the property once. A panic is a failure whose text has the message and the place.
    ///
    /// # Panics
    /// When an argument could not be copied: then the property was not run.
    pub fn run(&mut self, value: &dyn Node) -> Outcome {
        run(self.property, self.observer.coverage(), value)
    }

    /// Runs a test of a search and observes what the search wants to know. A test whose run showed
    /// something new is run once more; it fails if either run does.
    ///
    /// # Panics
    /// As [`Executor::run`].
    pub fn test(&mut self, test: &Test<'_>) -> Outcome {
        self.test_within(test, |run| run())
    }

    /// The same, and `around` is called to make each run.
    ///
    /// # Panics
    /// As [`Executor::run`].
    pub(crate) fn test_within(
        &mut self,
        test: &Test<'_>,
        around: impl Fn(&mut dyn FnMut() -> Outcome) -> Outcome,
    ) -> Outcome {
        let property = self.property;
        let run = |coverage: &mut Coverage| around(&mut || run(property, coverage, test.value));
        let outcome = run(self.observer.coverage());
        let mut failed_again = None;
        self.observer.observe(&test.wants, outcome.verdict(), &mut |coverage| {
            let repeated = run(coverage);
            let verdict = repeated.verdict();
            if let Outcome::Failed(message) = repeated {
                failed_again = Some(Outcome::Failed(format!(
                    "only when the same test was repeated: {message}"
                )));
            }
            verdict
        });
        failed_again.unwrap_or(outcome)
    }

    /// Observes the last run, of a test that an earlier process repeated.
    pub(crate) fn observe_once(&mut self, wants: &CoverageRequest<'_>, verdict: Verdict) {
        self.observer.observe_once(wants, verdict);
    }

    /// Observes nothing: for a test that is not run.
    pub(crate) fn observe_nothing(&mut self) {
        self.observer.observe_nothing();
    }

    /// Runs generated tests until a stretch ends or a test fails, and gives how that failed. Panics
    /// are caught once for all tests, and no edges are looked at.
    pub(crate) fn random_run(&mut self, random_run: &mut RandomRun) -> Option<String> {
        let outcome = caught(
            |window| {
                self.property.random_run(random_run, window);
                Outcome::Passed
            },
            None,
        );
        match outcome {
            Outcome::Failed(why) => Some(why),
            Outcome::Passed | Outcome::Discarded => random_run.take_failure(),
        }
    }
}

fn run(property: &Property, coverage: &mut Coverage, value: &dyn Node) -> Outcome {
    let outcome = caught(|window| property.call(value, window), Some(&mut *coverage));
    coverage.end();
    outcome
}

/// What `run` gives; a panic in it is a failure.
fn caught(
    run: impl FnOnce(&mut Window<'_>) -> Outcome,
    coverage: Option<&mut Coverage>,
) -> Outcome {
    let mut window = Window::new(coverage);
    match quietly(|| run(&mut window)) {
        Ok(outcome) => outcome,
        Err(payload) => {
            if let Some(NotCloneable(ty)) = payload.downcast_ref() {
                panic!("a `{ty}` was made that cannot be copied, see its `Mutate::copy`");
            }
            Outcome::Failed(said(payload).unwrap_or_else(|| "the property panicked".to_owned()))
        }
    }
}

/// The arguments as [`Property::print`] gives them; where their own `Debug` panics, as mutagen
/// writes values.
pub(crate) fn printed(property: &Property, value: &dyn Node) -> String {
    install_hook();
    quietly(|| property.print(value)).unwrap_or_else(|payload| {
        let said = said(payload).unwrap_or_else(|| "panicked".to_owned());
        format!("{}\n(its own `Debug` {said})", text::print(value))
    })
}
