//! Tells failures apart: by the kind that the property names, or else by the place of a panic or of
//! a failed check, and by the message without its values. Two tests that fail in the same check
//! have messages that differ only in values.

use std::cell::{Cell, RefCell};
use std::hash::{DefaultHasher, Hasher};
use std::panic::Location;

/// The most bytes of a message that count.
const LONGEST: usize = 200;

/// How many failures of a test are remembered. A property can make failed outcomes and return
/// another one.
const KEPT: usize = 8;

/// How a failure was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A panic, with its place in the code under test.
    Panic(String),
    /// A check whose message is source text, without values.
    Check(&'static Location<'static>),
    /// A call that makes a failure with any message.
    Call(&'static Location<'static>),
    /// A call that names the [kind](kind) of the failure.
    Kind(String),
}

/// A kind as it is compared and shown: one line, of which 200 bytes count.
pub(crate) fn kind(text: &str) -> &str {
    first_line(text)
}

thread_local! {
    /// The last failures: what their messages begin with, and how they were made.
    static MADE: RefCell<Vec<(u64, Origin)>> = const { RefCell::new(Vec::new()) };
    /// Whether `MADE` holds a failure. Reading this flag is faster than reading `MADE`.
    static IS_MADE: Cell<bool> = const { Cell::new(false) };
}

/// Remembers how the failure with this message was made.
#[cold]
pub(crate) fn made(message: &str, origin: Origin) {
    IS_MADE.set(true);
    MADE.with_borrow_mut(|made| {
        made.retain(|(_, known)| *known != origin);
        if made.len() == KEPT {
            made.remove(0);
        }
        made.push((digest(message), origin));
    });
}

/// Forgets the failures of the test before. Call it before each test.
#[inline]
pub(crate) fn forget() {
    if IS_MADE.get() {
        IS_MADE.set(false);
        MADE.with_borrow_mut(Vec::clear);
    }
}

/// What tells a failure with this message from others: how it was made, and the message without
/// its values. Call it before the next test.
pub(crate) fn key_of(message: &str) -> String {
    let (told, when) = match message.strip_prefix(REPEATED) {
        Some(rest) => (rest, WHEN_REPEATED),
        None => (message, ""),
    };
    match origin_of(told) {
        Some(Origin::Kind(kind)) => format!("{KIND}{kind}"),
        Some(Origin::Panic(place)) => format!("panic at {place}"),
        Some(Origin::Check(at)) => format!("{when}at {at}: {}", first_line(told)),
        Some(Origin::Call(at)) => format!("{when}at {at}: {}", without_values(told)),
        None => format!("{FAILED}{}", without_values(message)),
    }
}

/// The kind of the failure with this message, if the property has named one. Call it before the
/// next test.
pub(crate) fn kind_of(message: &str) -> Option<String> {
    match origin_of(message) {
        Some(Origin::Kind(kind)) => Some(kind),
        _ => None,
    }
}

/// How the last failure with this message was made.
fn origin_of(message: &str) -> Option<Origin> {
    let wanted = digest(message);
    MADE.with_borrow(|made| {
        let made = made.iter().rev().find(|(digest, _)| *digest == wanted);
        made.map(|(_, origin)| origin.clone())
    })
}

/// The kind in the key of a failure, if the property has named one.
pub(crate) fn kind_of_key(key: &str) -> Option<&str> {
    key.strip_prefix(KIND)
}

/// The start of the key of a failure of a kind.
const KIND: &str = "kind ";

/// The start of the message of a test that failed when it was run again, and not before.
pub(crate) const REPEATED: &str = "only when the same test was repeated: ";

/// The key of the same failure when it happens in the first run of a test.
pub(crate) fn without_repetition(key: &str) -> String {
    if let Some(key) = key.strip_prefix(WHEN_REPEATED) {
        return key.to_owned();
    }
    let failed = key.strip_prefix(FAILED).and_then(|key| key.strip_prefix(REPEATED));
    failed.map_or_else(|| key.to_owned(), |message| format!("{FAILED}{message}"))
}

/// The start of the key of a check that failed when it was run again.
const WHEN_REPEATED: &str = "when repeated, ";

/// The start of the key of a failure of which nothing but the message is known.
const FAILED: &str = "failed: ";

/// A number for a message. The rest of a long message does not count: a message can have 100 MB.
fn digest(message: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(&message.as_bytes()[..message.len().min(4 << 10)]);
    hasher.write_usize(message.len());
    hasher.finish()
}

fn first_line(message: &str) -> &str {
    let line = message.lines().next().unwrap_or_default();
    &line[..line.floor_char_boundary(LONGEST)]
}

/// The first line of a message without its numbers, its quoted parts, and what is in brackets, in
/// braces, or in the parentheses of a constructor: a smaller value has fewer parts.
fn without_values(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let mut key = String::new();
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        let is_constructor = key.ends_with(|c: char| c.is_alphanumeric());
        if matches!(c, '[' | '{') || c == '(' && is_constructor {
            key.push(c);
            if let Some(end) = end_of_group(rest.clone()) {
                key.push('…');
                // The closing bracket is next.
                (0..end).for_each(|_| _ = rest.next());
            }
            continue;
        }
        if key.len() >= LONGEST {
            break;
        }
        match c {
            '"' => {
                key.push_str("\"…\"");
                while let Some(c) = rest.next().filter(|c| *c != '"') {
                    // The escaped character may be a quote.
                    if c == '\\' {
                        rest.next();
                    }
                }
            }
            c if c.is_ascii_digit() => {
                key.push('#');
                while rest.next_if(|c| c.is_ascii_alphanumeric() || "._".contains(*c)).is_some() {}
            }
            c => key.push(c),
        }
    }
    key
}

/// How many characters there are before the bracket that closes an open one.
fn end_of_group(rest: impl Iterator<Item = char>) -> Option<usize> {
    let (mut depth, mut is_quoted, mut is_escaped) = (0, false, false);
    for (at, c) in rest.enumerate() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' if depth == 0 => return Some(at),
            ']' | '}' | ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{IntoOutcome, Outcome, check};

    #[test]
    fn values_are_left_out_and_words_are_kept() {
        let key = without_values;
        assert_eq!(key("17 is not 0x1f_u8"), "# is not #");
        assert_eq!(key("17 is not 3\nline 2"), key("4 is not 18446"));
        assert_eq!(key(r#"Err("a \" b)") of 3"#), "Err(…) of #");
        assert_eq!(key(r#"got "a \" b" (not 3)"#), r#"got "…" (not #)"#);
        assert_eq!(key("[1, [2]] is T { x: (1, 2) }"), "[…] is T {…}");
        assert_eq!(key("[0, 9) has 3"), "[…) has #");
        assert_eq!(key("[0 and 9 are 3"), "[# and # are #");
        assert_ne!(key("Some(3) is left"), key("Some(3) is right"));
        assert_ne!(key("check failed: x < 7"), key("check failed: y < 7"));
        assert!(key(&"word ".repeat(1000)).len() < LONGEST + 8);
        assert_eq!(key("\""), "\"…\"");
    }

    fn key(outcome: &Outcome) -> String {
        let Outcome::Failed(message) = outcome else { panic!("must fail") };
        key_of(message)
    }

    #[test]
    fn checks_that_differ_in_a_number_or_only_in_their_place_are_told_apart() {
        let fails = |x: i32| if x % 7 == 6 { check!(x % 7 == 0) } else { check!(x % 2 == 0) };
        assert_eq!(key(&fails(1)), key(&fails(3)));
        assert_ne!(key(&fails(1)), key(&fails(6)));
        assert!(key(&fails(6)).ends_with(": check failed: x % 7 == 0"), "{}", key(&fails(6)));
        assert!(key(&fails(6)).starts_with("at "), "{}", key(&fails(6)));
        let x = 1;
        assert_ne!(key(&check!(x == 2)), key(&check!(x == 2)));
    }

    #[test]
    fn calls_that_fail_are_told_apart_by_their_places_and_not_by_their_values() {
        let fails = |x: u32| match x % 2 {
            0 => Outcome::failed(format!("{x} is bad")),
            _ => Outcome::failed(format!("{x} is bad")),
        };
        assert_eq!(key(&fails(2)), key(&fails(400)));
        assert_ne!(key(&fails(2)), key(&fails(3)));
    }

    #[test]
    fn failures_of_one_kind_are_one_wherever_they_are_made_and_whatever_they_say() {
        let trap = |x: u32| match x {
            0 => Outcome::failed_as("trap", "division by zero"),
            _ => Outcome::failed_as("trap", format!("{x} is out of bounds")),
        };
        assert_eq!(key(&trap(0)), "kind trap");
        assert_eq!(key(&trap(7)), "kind trap");
        assert_eq!(kind_of("7 is out of bounds").as_deref(), Some("trap"));
        assert_eq!(kind_of_key(&key(&trap(7))), Some("trap"));
        assert_eq!(kind_of_key(&key(&Outcome::failed("kind of wrong"))), None);
        let value = Outcome::failed_as("value", "7 is out of bounds");
        assert_eq!(key(&value), "kind value", "the last one with this message");
        assert_ne!(key(&trap(1)), key(&Outcome::failed("1 is out of bounds")));
        assert_eq!(kind_of("1 is out of bounds"), None);
        let long = Outcome::failed_as(&"é".repeat(LONGEST), "");
        assert_eq!(key(&long).len(), KIND.len() + LONGEST);
        assert_eq!(key(&Outcome::failed_as("one\ntwo", "")), "kind one");
        forget();
        assert_eq!(kind_of("division by zero"), None, "of an earlier test");
    }

    #[test]
    fn a_failure_that_was_not_returned_or_is_of_an_earlier_test_tells_nothing() {
        let returned = || false.into_outcome();
        let alone = key(&returned());
        assert_eq!(alone, "failed: the property returned `false`");
        let _ = (check!(1 == 2), Outcome::failed("not returned"));
        assert_eq!(key(&returned()), alone);
        let stale = Outcome::failed("stale");
        assert!(key(&stale).starts_with("at "));
        forget();
        assert_eq!(key(&stale), "failed: stale");
    }

    #[test]
    fn of_many_failures_in_a_test_the_last_ones_are_remembered() {
        forget();
        made("first", Origin::Panic("a".into()));
        for number in 1..KEPT {
            made(&number.to_string(), Origin::Panic(number.to_string()));
        }
        assert_eq!(key_of("first"), "panic at a");
        made("1", Origin::Panic("1".into()));
        assert_eq!(key_of("first"), "panic at a", "a known one takes no room");
        made("last", Origin::Panic("b".into()));
        assert_eq!(
            (key_of("first").as_str(), key_of("last").as_str()),
            ("failed: first", "panic at b")
        );
        assert_eq!(key_of(&format!("{REPEATED}last")), "panic at b");
    }

    #[test]
    fn a_check_that_fails_only_when_it_is_repeated_is_another_failure() {
        let outcome = check!(1 == 2);
        let repeated = key_of(&format!("{REPEATED}check failed: 1 == 2"));
        assert_eq!(repeated, format!("when repeated, {}", key(&outcome)));
        assert_eq!(without_repetition(&repeated), key(&outcome));
        assert_eq!(without_repetition(&key_of(&format!("{REPEATED}x is 7"))), "failed: x is #");
        assert_eq!(without_repetition("failed: x is #"), "failed: x is #");
        let of_a_kind = key(&Outcome::failed_as("trap", "7"));
        assert_eq!(key_of(&format!("{REPEATED}7")), of_a_kind, "a kind is one failure");
        assert_eq!(without_repetition(&of_a_kind), of_a_kind);
    }
}
