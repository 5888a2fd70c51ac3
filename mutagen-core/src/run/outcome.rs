//! The outcome of a property on one test: passed, discarded or failed. Properties may also return
//! simpler types, and each return type can discard with [`assume!`](crate::assume).

use crate::coverage::Verdict;
use crate::run::failure_key::{self, Origin};
use std::cell::Cell;
use std::fmt::Debug;
use std::panic::Location;

/// The result of a property on one test.
///
/// ```
/// use mutagen_core::Outcome;
///
/// fn is_its_own_inverse(x: i32) -> Outcome {
///     match x.checked_neg().and_then(i32::checked_neg) {
///         None => Outcome::Discarded,
///         Some(y) if y == x => Outcome::Passed,
///         Some(y) => Outcome::failed(format!("{x} became {y}")),
///     }
/// }
/// assert_eq!(is_its_own_inverse(i32::MIN), Outcome::Discarded);
/// assert_eq!(is_its_own_inverse(3), Outcome::Passed);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The precondition held, and so did the property.
    Passed,
    /// The precondition did not hold, so the test says nothing about the property.
    Discarded,
    /// The property did not hold. The text says why.
    Failed(String),
}

impl Outcome {
    /// Passed if `holds`, otherwise failed with this text. Two calls at different places are
    /// different ways to fail.
    #[track_caller]
    pub fn check(holds: bool, text: &'static str) -> Outcome {
        let at = Location::caller();
        if holds { Outcome::Passed } else { made(text.to_owned(), Origin::Check(at)) }
    }

    /// Failed, with a text that says why. Two calls at different places are different ways to fail;
    /// numbers and quoted parts of the text do not count.
    #[track_caller]
    pub fn failed(text: impl Into<String>) -> Outcome {
        let at = Location::caller();
        made(text.into(), Origin::Call(at))
    }

    /// Failed in a way that the property names, with a text that says why. All failures of one kind
    /// are one way to fail, wherever they are made and whatever they say; failures of two kinds are
    /// two. A kind is a short text, of which the first line counts, and of that 200 bytes.
    ///
    /// ```
    /// use mutagen_core::Outcome;
    ///
    /// fn engines_agree(ours: Result<u32, String>, theirs: Result<u32, String>) -> Outcome {
    ///     match (ours, theirs) {
    ///         (Ok(x), Ok(y)) if x != y => Outcome::failed_as("value", format!("{x} is not {y}")),
    ///         (Err(trap), Ok(_)) => Outcome::failed_as("trap", trap),
    ///         (Ok(_), Err(trap)) => Outcome::failed_as("no trap", trap),
    ///         _ => Outcome::Passed,
    ///     }
    /// }
    /// assert_eq!(engines_agree(Ok(1), Ok(1)), Outcome::Passed);
    /// assert!(matches!(engines_agree(Ok(1), Ok(2)), Outcome::Failed(_)));
    /// ```
    ///
    /// A kind that is known can be silenced, by `#[property(silence = ["trap"])]` or by `cargo
    /// mutagen run --silence trap`, so that a frequent defect does not hide all others. A test that
    /// fails in a silenced kind is no counterexample. The search treats it as a discarded test, and
    /// the summary counts it apart.
    ///
    /// Call it on the thread that runs the property, as a property does that starts no threads. The
    /// kind of a failure that was made on another thread is not known.
    pub fn failed_as(kind: &str, text: impl Into<String>) -> Outcome {
        made(text.into(), Origin::Kind(failure_key::kind(kind).to_owned()))
    }

    /// The outcome without its text.
    pub(crate) fn verdict(&self) -> Verdict {
        match self {
            Outcome::Passed => Verdict::Passed,
            Outcome::Discarded => Verdict::Discarded,
            Outcome::Failed(_) => Verdict::Failed,
        }
    }
}

/// Failed in this way.
#[cold]
fn made(text: String, origin: Origin) -> Outcome {
    failure_key::made(&text, origin);
    Outcome::Failed(text)
}

/// The outcome of a returned value. All of these fail in one way.
fn returned(holds: bool, text: &str) -> Outcome {
    if holds { Outcome::Passed } else { Outcome::Failed(text.to_owned()) }
}

/// What a property may return: `bool`, `()`, `Option<bool>`, `Result<_, E>`, [`Outcome`], or a type
/// of yours.
///
/// ```
/// use mutagen_core::{IntoOutcome, Outcome};
///
/// enum Answer {
///     Same,
///     Different(u8, u8),
/// }
///
/// impl IntoOutcome for Answer {
///     fn into_outcome(self) -> Outcome {
///         match self {
///             Answer::Same => Outcome::Passed,
///             Answer::Different(a, b) => Outcome::failed(format!("{a} is not {b}")),
///         }
///     }
/// }
/// assert_eq!(Answer::Different(1, 2).into_outcome(), Outcome::failed("1 is not 2"));
/// assert_eq!(Answer::Same.into_outcome(), true.into_outcome());
/// ```
pub trait IntoOutcome {
    /// The outcome that the returned value stands for.
    fn into_outcome(self) -> Outcome;
}

/// The return types of properties that can discard a test with [`assume!`](crate::assume).
///
/// ```
/// use mutagen_core::{Discard, IntoOutcome, Outcome, assume};
///
/// fn checked<R: Discard>(list: &[u8], property: fn(&[u8]) -> R) -> R {
///     assume!(!list.is_empty());
///     property(list)
/// }
/// assert_eq!(checked(&[], |list| list[0] < 9).into_outcome(), Outcome::Discarded);
/// assert_eq!(checked(&[7], |list| list[0] < 9).into_outcome(), Outcome::Passed);
/// ```
pub trait Discard: IntoOutcome {
    /// A value that stands for a discarded test.
    fn discarded() -> Self;
}

thread_local! {
    /// Set by a discard in a property whose return type cannot express it.
    static DISCARDED: Cell<bool> = const { Cell::new(false) };
}

/// Clears [`DISCARDED`] if no [`IntoOutcome`] has read it since the discard.
#[inline]
pub(crate) fn forget_discard() {
    DISCARDED.set(false);
}

impl IntoOutcome for Outcome {
    fn into_outcome(self) -> Outcome {
        self
    }
}

impl Discard for Outcome {
    fn discarded() -> Self {
        Outcome::Discarded
    }
}

impl IntoOutcome for bool {
    fn into_outcome(self) -> Outcome {
        if DISCARDED.take() {
            Outcome::Discarded
        } else {
            returned(self, "the property returned `false`")
        }
    }
}

impl Discard for bool {
    fn discarded() -> Self {
        DISCARDED.set(true);
        true
    }
}

impl IntoOutcome for () {
    fn into_outcome(self) -> Outcome {
        if DISCARDED.take() { Outcome::Discarded } else { Outcome::Passed }
    }
}

impl Discard for () {
    fn discarded() -> Self {
        DISCARDED.set(true);
    }
}

impl IntoOutcome for Option<bool> {
    fn into_outcome(self) -> Outcome {
        match self {
            None => Outcome::Discarded,
            Some(holds) => returned(holds, "the property returned `Some(false)`"),
        }
    }
}

impl Discard for Option<bool> {
    fn discarded() -> Self {
        None
    }
}

impl<T: IntoOutcome, E: Debug> IntoOutcome for Result<T, E> {
    fn into_outcome(self) -> Outcome {
        match self {
            Ok(value) => value.into_outcome(),
            Err(error) => Outcome::Failed(format!("the property returned `Err({error:?})`")),
        }
    }
}

impl<T: Discard, E: Debug> Discard for Result<T, E> {
    fn discarded() -> Self {
        Ok(T::discarded())
    }
}

/// Fails unless the property held or discarded the test: for a counterexample that is kept as an
/// ordinary `#[test]`. `cargo mutagen replay --emit-test` writes such tests.
///
/// ```
/// use mutagen_core::{Outcome, assert_holds, check};
///
/// fn is_its_own_inverse(x: i32) -> Outcome {
///     check!(x.wrapping_neg().wrapping_neg() == x)
/// }
/// assert_holds(is_its_own_inverse(i32::MIN));
/// ```
///
/// # Panics
/// With the text of the failure if the property failed.
#[track_caller]
pub fn assert_holds(returned: impl IntoOutcome) {
    if let Outcome::Failed(text) = returned.into_outcome() {
        panic!("{text}");
    }
}

/// Discards the test with an early return unless the precondition holds.
///
/// ```
/// use mutagen_core::{assume, check, Outcome};
///
/// fn division_undoes_multiplication(a: i32, b: i32) -> Outcome {
///     assume!(b != 0);
///     check!(a.wrapping_mul(b).wrapping_div(b) == a)
/// }
/// assert_eq!(division_undoes_multiplication(1, 0), Outcome::Discarded);
/// assert_eq!(division_undoes_multiplication(6, 3), Outcome::Passed);
/// ```
#[macro_export]
macro_rules! assume {
    ($condition:expr $(,)?) => {
        if !$condition {
            return $crate::Discard::discarded();
        }
    };
}

/// The outcome of a condition: passed if it holds, otherwise failed, with the source
/// text of the condition.
///
/// ```
/// use mutagen_core::{Outcome, check};
///
/// let sum = 2 + 2;
/// assert_eq!(check!(sum == 4), Outcome::Passed);
/// assert_eq!(check!(sum == 5), Outcome::failed("check failed: sum == 5"));
/// ```
#[macro_export]
macro_rules! check {
    ($condition:expr $(,)?) => {
        $crate::Outcome::check(
            $condition,
            ::core::concat!("check failed: ", ::core::stringify!($condition)),
        )
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assumes<R: Discard>(holds: bool, otherwise: R) -> R {
        assume!(holds);
        otherwise
    }

    fn unit(holds: bool) -> Outcome {
        fn property(holds: bool) {
            assume!(holds);
        }
        let returned: fn(bool) = property;
        returned(holds);
        IntoOutcome::into_outcome(())
    }

    #[test]
    fn every_return_type_can_discard_and_does_so_once() {
        for holds in [false, true, false] {
            let expected = if holds { Outcome::Passed } else { Outcome::Discarded };
            assert_eq!(unit(holds), expected);
            assert_eq!(assumes(holds, true).into_outcome(), expected);
            assert_eq!(assumes(holds, Some(true)).into_outcome(), expected);
            assert_eq!(assumes(holds, Ok::<(), String>(())).into_outcome(), expected);
            assert_eq!(assumes(holds, Ok::<bool, String>(true)).into_outcome(), expected);
            assert_eq!(assumes(holds, Outcome::Passed).into_outcome(), expected);
        }
    }

    #[test]
    fn an_outcome_other_than_a_failure_holds() {
        assert_holds(Outcome::Passed);
        assert_holds(Outcome::Discarded);
        assert_holds(Ok::<Option<bool>, String>(None).map(|_| ()));
        let failed = std::panic::catch_unwind(|| assert_holds(Outcome::failed("too late")));
        let text = failed.expect_err("must fail").downcast::<String>();
        assert_eq!(text.ok().as_deref().map(String::as_str), Some("too late"));
    }

    #[test]
    fn a_failure_says_why() {
        let Outcome::Failed(text) = check!(1 + 1 == 3) else { panic!("must fail") };
        assert_eq!(text, "check failed: 1 + 1 == 3");
        let Outcome::Failed(text) = Err::<(), _>("broken").into_outcome() else {
            panic!("must fail")
        };
        assert!(text.contains("broken"), "{text}");
    }
}
