//! Runs a property so that it fails only by its own bug. The tested releases have others, and a
//! search must not end with them: where another bug shows, the test passes.

use crate::Trophy;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    /// The message and the place of the last panic of a property.
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

impl Trophy {
    /// Runs a property; a panic that is another bug ends it without failure.
    ///
    /// # Panics
    /// When the property panics as the table says of the bug, with the message and the place of
    /// that panic.
    pub fn only(&self, property: impl FnOnce()) {
        keep_panics();
        INSIDE.set(true);
        let outcome = catch_unwind(AssertUnwindSafe(property));
        INSIDE.set(false);
        if outcome.is_err() {
            let said = SAID.take();
            assert!(!self.bug().is_shown_by(&said), "{said}");
        }
    }
}

/// Installs a hook that keeps the panics of properties. Others go to the hook of the tool.
fn keep_panics() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if INSIDE.get() {
                SAID.replace(panic.to_string());
            } else {
                before(panic);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const TROPHY: Trophy = Trophy::text("boa-780", |text| assert!(text.is_empty(), "{text}"));

    #[test]
    fn a_property_fails_by_its_own_bug_only() {
        TROPHY.only(|| TROPHY.run(b""));
        TROPHY.only(|| TROPHY.run(b"index out of bounds"));
        let failure = catch_unwind(|| TROPHY.only(|| TROPHY.run(b"divisor of zero")));
        let failure = failure.expect_err("it is the bug");
        let message = failure.downcast_ref::<String>().map_or("", String::as_str);
        assert!(message.contains("only.rs") && message.contains("divisor of zero"), "{message}");
    }
}
