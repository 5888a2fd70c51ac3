//! The bugs planted in wain, and the switch that turns one of them on. One build of the engine has
//! all of them. The planted code asks [`on`] where the bug changes it; `bugs.toml` says what it
//! changes.
//!
//! The environment variable [`VARIABLE`] names the bug of a process. A test uses [`with`], which
//! turns a bug on, or all bugs off, for one thread and the time of one call.
#![forbid(unsafe_code)]

use derive_more::{Display, Error};
use std::cell::Cell;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// The environment variable that names the bug which is on. Unset or empty, none is.
pub const VARIABLE: &str = "WASM_STUDY_BUG";

/// A planted bug. Its text is its id: the number in the paper, with a `b` for a second reading of
/// the paper's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bug(u8);

/// The id of a bug, the property that finds it, and what is wrong while it is on.
type Row = (&'static str, &'static str, &'static str);

const ACCEPTS: &str = "prop_validator_accepts";
const CALL: &str = "prop_interpreter";
const CALL_I32: &str = "prop_interpreter_i32";

/// All bugs: the fifteen of the paper's Table II with second readings, then three of its Table I.
const ROWS: [Row; 25] = [
    ("1", ACCEPTS, "the else branch may leave any operands"),
    ("2", ACCEPTS, "operands may be left over at the end of a block"),
    ("3", ACCEPTS, "a function's body may have another type than the function"),
    ("4", ACCEPTS, "there may be several memories"),
    ("5", ACCEPTS, "an export may name a function that is not there"),
    ("6", ACCEPTS, "i64.eqz needs no operand"),
    ("6b", ACCEPTS, "i64.eqz yields an i64"),
    ("7", ACCEPTS, "binary operations on i32 need one operand"),
    ("7b", ACCEPTS, "binary operations on i32 take an i64 as their second operand"),
    ("8", ACCEPTS, "memory.size needs no memory"),
    ("8b", ACCEPTS, "loads and stores need no memory"),
    ("9", ACCEPTS, "i64.const yields an i32"),
    ("10", ACCEPTS, "i32.load may have any alignment, and needs no memory"),
    ("10b", ACCEPTS, "i32.load may have any alignment"),
    ("11", CALL_I32, "i32.sub adds"),
    ("12", CALL_I32, "i32.lt_u holds for equal operands"),
    ("12b", CALL_I32, "i32.lt_u compares signed integers"),
    ("13", CALL_I32, "i32.shr_u exchanges its operands"),
    ("13b", CALL_I32, "i32.shr_u copies the sign"),
    ("14", CALL_I32, "the bytes of locals start as 1"),
    ("15", CALL_I32, "i32.load8_s extends the sign of its address"),
    ("15b", CALL_I32, "i32.load8_s takes 256 from bytes below 128"),
    ("T1", ACCEPTS, "i64.load32_u may have an alignment of 8 bytes"),
    ("T3", CALL, "missing arguments are zero, and extra ones are dropped"),
    ("T4", CALL_I32, "the address of a store wraps around at 32 bits"),
];

impl Bug {
    /// All bugs, in the order of the paper's tables.
    pub fn all() -> impl Iterator<Item = Bug> {
        (0..ROWS.len() as u8).map(Bug)
    }

    /// The bug with this id. In a constant, an unknown id does not compile.
    ///
    /// # Panics
    /// When there is no such bug.
    pub const fn of(id: &str) -> Bug {
        let mut at = 0;
        while at < ROWS.len() {
            if is_equal(ROWS[at].0.as_bytes(), id.as_bytes()) {
                return Bug(at as u8);
            }
            at += 1;
        }
        panic!("there is no bug with this id; the table in wasm-switch lists those there are")
    }

    /// The id.
    pub const fn id(self) -> &'static str {
        ROWS[self.0 as usize].0
    }

    /// The name of the property that finds it.
    pub const fn property(self) -> &'static str {
        ROWS[self.0 as usize].1
    }

    /// What is wrong while it is on.
    pub const fn about(self) -> &'static str {
        ROWS[self.0 as usize].2
    }
}

/// Equality of bytes, for constants.
const fn is_equal(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut at = 0;
    while at < left.len() {
        if left[at] != right[at] {
            return false;
        }
        at += 1;
    }
    true
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A text that is not the id of a bug.
#[derive(Debug, Display, Error, Clone, PartialEq, Eq)]
#[display("there is no bug `{id}`; take one of {ids}")]
pub struct UnknownBug {
    /// The text.
    pub id: String,
    /// The ids that there are, separated by commas.
    pub ids: String,
}

impl FromStr for Bug {
    type Err = UnknownBug;

    fn from_str(id: &str) -> Result<Bug, UnknownBug> {
        Bug::all().find(|bug| bug.id() == id).ok_or_else(|| UnknownBug {
            id: id.to_owned(),
            ids: Bug::all().map(Bug::id).collect::<Vec<&str>>().join(", "),
        })
    }
}

/// No bug is on.
const NONE: u8 = u8::MAX;

/// This thread has not looked at the environment yet.
const UNREAD: u8 = u8::MAX - 1;

/// The bug of the process: the environment is read once.
static OF_PROCESS: OnceLock<u8> = OnceLock::new();

thread_local! {
    static ON: Cell<u8> = const { Cell::new(UNREAD) };
}

/// Whether this bug is on in this thread.
///
/// It is never inlined: else its branches would become coverage points of the planted engine.
///
/// # Panics
/// As [`selected`].
#[inline(never)]
pub fn on(bug: Bug) -> bool {
    number() == bug.0
}

/// The bug that is on in this thread.
///
/// # Panics
/// When the environment variable [`VARIABLE`] names no bug; the message lists those there are. An
/// experiment with a bug that is not there would be worthless.
pub fn selected() -> Option<Bug> {
    let number = number();
    (number != NONE).then_some(Bug(number))
}

/// Runs a function with this bug on, or with all bugs off, in this thread.
pub fn with<T>(bug: Option<Bug>, run: impl FnOnce() -> T) -> T {
    /// Sets the switch back, also when the function panics.
    struct Before(u8);
    impl Drop for Before {
        fn drop(&mut self) {
            ON.set(self.0);
        }
    }
    let _before = Before(ON.replace(bug.map_or(NONE, |bug| bug.0)));
    run()
}

fn number() -> u8 {
    let number = ON.get();
    if number == UNREAD { read() } else { number }
}

#[cold]
fn read() -> u8 {
    let number = *OF_PROCESS.get_or_init(|| {
        let text = std::env::var_os(VARIABLE).unwrap_or_default();
        match named(&text.to_string_lossy()) {
            Ok(bug) => bug.map_or(NONE, |bug| bug.0),
            Err(error) => panic!("{VARIABLE}: {error}"),
        }
    });
    ON.set(number);
    number
}

/// The bug that the text of the variable names; none if it is empty.
fn named(text: &str) -> Result<Option<Bug>, UnknownBug> {
    if text.is_empty() { Ok(None) } else { text.parse().map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bug_has_an_id_of_its_own_by_which_it_is_found() {
        for bug in Bug::all() {
            assert_eq!(bug.to_string().parse(), Ok(bug));
            assert_eq!(Bug::of(bug.id()), bug);
        }
        assert_eq!(Bug::all().count(), 25);
    }

    #[test]
    fn an_unknown_bug_is_refused_with_the_list_of_those_there_are() {
        let error = named("16").expect_err("there are fifteen");
        let text = error.to_string();
        assert!(text.starts_with("there is no bug `16`; take one of 1, 2, 3,"), "{text}");
        assert!(text.ends_with("15, 15b, T1, T3, T4"), "{text}");
        assert_eq!(named(""), Ok(None));
        assert_eq!(named("6b"), Ok(Some(Bug::of("6b"))));
    }

    #[test]
    fn a_bug_is_on_only_during_the_call_in_its_thread_and_alone() {
        let bug = Bug::of("12b");
        with(None, || {
            with(Some(bug), || {
                assert_eq!(selected(), Some(bug));
                assert_eq!(Bug::all().filter(|bug| on(*bug)).collect::<Vec<_>>(), [bug]);
                let elsewhere = std::thread::spawn(|| with(None, || on(Bug::of("12b"))));
                assert!(!elsewhere.join().expect("the thread does not panic"));
            });
            assert_eq!(selected(), None);
        });
    }

    #[test]
    fn the_switch_is_set_back_after_a_panic() {
        with(None, || {
            let panicked = std::panic::catch_unwind(|| with(Some(Bug::of("1")), || panic!("bug")));
            assert!(panicked.is_err());
            assert!(!on(Bug::of("1")));
        });
    }
}
