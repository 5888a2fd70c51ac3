//! The trait of an engine under test, and of a reference.

use crate::about::About;
use crate::outcome::{Call, Run, Verdict};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A WebAssembly engine. Nothing in it is generic, so that all code of an engine that is generic is
/// compiled in the crate of its adapter, which is instrumented together with the engine.
///
/// A panic of the engine is caught and is an outcome. An engine that ends the process or hangs is
/// the business of the supervisor.
pub trait Engine: Sync {
    /// Name, version, claims and limits.
    fn about(&self) -> &'static About;

    /// Whether the engine accepts a module in the binary format. Error texts are not built.
    fn validate(&self, bytes: &[u8]) -> Verdict;

    /// The engine's error text for a module; `None` if the engine accepts the module.
    ///
    /// # Panics
    /// When the engine panics.
    fn explain(&self, bytes: &[u8]) -> Option<String>;

    /// Validates and instantiates a module, without any imports, and calls its exported functions
    /// in turn. With an import, instantiating is a trap, as every failed instantiation is.
    ///
    /// `fuel` is about the number of instructions that may be executed, in the start function and
    /// in all calls together. An engine that does not count ([`Limits::counts`]) ignores it, so ask
    /// a reference first whether the module ends.
    ///
    /// The state after the last call is in the result if `looks`.
    ///
    /// [`Limits::counts`]: crate::Limits::counts
    fn run(&self, bytes: &[u8], calls: &[Call<'_>], fuel: u64, looks: bool) -> Run;
}

/// The result of this part of an engine, or the message of its panic.
///
/// # Errors
/// When it panics.
pub fn caught<T>(engine: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(engine)).map_err(|payload| message(&*payload))
}

/// The verdict of an engine that answers whether a module is valid.
pub fn verdict(accepts: impl FnOnce() -> bool) -> Verdict {
    match caught(accepts) {
        Ok(true) => Verdict::Valid,
        Ok(false) => Verdict::Invalid,
        Err(message) => Verdict::Panicked(message),
    }
}

/// The run of an engine that writes what has come of the instance and of each call as soon as it
/// knows. If it panics, the panic is the outcome of what it was doing.
pub fn run_caught(engine: impl FnOnce(&mut Run)) -> Run {
    let mut run = Run::default();
    if let Err(message) = caught(|| engine(&mut run)) {
        run.panicked(message);
    }
    run
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("(no message)")
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Outcome;

    #[test]
    fn a_panic_is_told_with_its_message() {
        assert_eq!(verdict(|| panic!("assertion failed")), panicked("assertion failed"));
        assert_eq!(verdict(|| panic!("at {}", 7)), panicked("at 7"));
        assert_eq!(verdict(|| std::panic::panic_any(7)), panicked("(no message)"));
        assert_eq!(verdict(|| true), Verdict::Valid);
        assert_eq!(verdict(|| false), Verdict::Invalid);
    }

    fn panicked(message: &str) -> Verdict {
        Verdict::Panicked(message.to_owned())
    }

    #[test]
    fn a_panic_is_the_outcome_of_what_was_going_on() {
        let bug = Outcome::Panicked("bug".to_owned());
        let run = run_caught(|_| panic!("bug"));
        assert_eq!((run.instance, run.calls), (bug.clone(), vec![]));
        let run = run_caught(|run| {
            run.instance = Outcome::Returned(vec![]);
            run.calls.push(Outcome::Trapped);
            panic!("bug");
        });
        assert_eq!(
            (run.instance, run.calls),
            (Outcome::Returned(vec![]), vec![Outcome::Trapped, bug])
        );
    }
}
