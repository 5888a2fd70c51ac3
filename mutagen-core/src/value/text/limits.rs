//! Bounds what reading a text may cost, since a text may come from anyone. Limits of its length and
//! of the number of its tokens bound the time. Another limit bounds the bytes of the values. The
//! depth is bounded by the stack: reading recurses once per bracket, and how much stack that takes
//! depends on the types and on the build.

use super::ParseError;
use std::cell::{Cell, RefCell};

/// The most bytes of a text.
const MOST_TEXT: usize = 4 << 20;

/// The most tokens of a text.
pub(super) const MOST_TOKENS: usize = 1 << 19;

/// The most bytes that values and notes may take, without the memory that is taken while they are
/// read.
const MOST_BYTES: usize = 64 << 20;

/// The stack that reading may take on a thread of which nothing is known. The threads of Rust's
/// test harness have 2 MiB.
const USUAL_STACK: usize = 512 << 10;

thread_local! {
    /// An address near the start of this thread's stack, and the stack's length, if it is known.
    static STACK: Cell<Option<(usize, usize)>> = const { Cell::new(None) };
}

/// Notes that this thread has a stack of this many bytes. Called at its start.
pub(crate) fn know_stack(bytes: usize) {
    STACK.set(Some((here(), bytes)));
}

/// An address on the stack.
#[inline(never)]
fn here() -> usize {
    let mark = 0_u8;
    std::hint::black_box(&raw const mark) as usize
}

/// What the reading of one text has taken so far, and its limits.
pub(super) struct Room {
    base: usize,
    stack: usize,
    bytes: Cell<usize>,
    /// The first limit that was reached where no error can be returned.
    reached: RefCell<Option<ParseError>>,
    notes: RefCell<Vec<String>>,
}

impl Room {
    /// The room for a text that is read on this thread.
    pub(super) fn new() -> Room {
        // The rest of a known stack is for the code that drops or prints the value.
        let known = STACK.get().map(|(base, bytes)| (base, bytes / 2));
        let (base, stack) = known.unwrap_or_else(|| (here(), USUAL_STACK));
        let (bytes, reached, notes) = Default::default();
        Room { base, stack, bytes, reached, notes }
    }

    /// Whether the stack has room for one more level.
    pub(super) fn is_deep(&self) -> bool {
        self.base.abs_diff(here()) > self.stack
    }

    /// Takes this many bytes; returns whether they were left.
    pub(super) fn take(&self, bytes: usize) -> bool {
        self.bytes.set(self.bytes.get().saturating_add(bytes));
        self.bytes.get() <= MOST_BYTES
    }

    /// Notes an error that ends the reading.
    pub(super) fn reach(&self, error: ParseError) {
        self.reached.borrow_mut().get_or_insert(error);
    }

    /// The error that ended the reading, if there is one.
    pub(super) fn reached(&self) -> Option<ParseError> {
        self.reached.borrow_mut().take()
    }

    /// Adds a note on a missing field; returns whether there was room for it.
    pub(super) fn note(&self, note: String) -> bool {
        let room = self.take(size_of::<String>() + note.len());
        self.notes.borrow_mut().push(note);
        room
    }

    /// All notes.
    pub(super) fn notes(&self) -> Vec<String> {
        self.notes.take()
    }
}

/// What is expected instead of values that take too much memory.
pub(super) fn fewer_values() -> String {
    format!("values that take at most {} MiB", MOST_BYTES >> 20)
}

/// Checks the length of a text before its tokens are made.
///
/// # Errors
/// If it has too many bytes. The error has the place where the limit is reached.
pub(super) fn check(text: &str) -> Result<(), ParseError> {
    if text.len() <= MOST_TEXT {
        return Ok(());
    }
    let expected = format!("a text of at most {} MiB", MOST_TEXT >> 20);
    Err(beyond(text, text.floor_char_boundary(MOST_TEXT), expected))
}

/// The error of a text with too many tokens. The first that is too many starts at this byte.
#[cold]
pub(super) fn fewer_tokens(text: &str, at: usize) -> ParseError {
    let expected =
        format!("a text of at most {MOST_TOKENS} names, literals, marks and ends of brackets");
    beyond(text, at, expected)
}

fn beyond(text: &str, at: usize, expected: String) -> ParseError {
    ParseError::at(text, at, expected, "more".to_owned())
}
