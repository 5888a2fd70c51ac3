//! Symbols: names with or without bars. `|x|` and `x` are one symbol.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A symbol as it was spelled. Symbols are compared by their names.
///
/// ```
/// use smt_lang::Symbol;
/// assert_eq!(Symbol::spelled("|x|"), Symbol::new("x"));
/// assert_eq!(Symbol::new("a b").to_string(), "|a b|");
/// ```
#[derive(Clone)]
pub struct Symbol(Arc<str>);

impl Symbol {
    /// The symbol with this name; it gets bars if it needs them.
    pub fn new(name: &str) -> Symbol {
        if needs_bars(name) { Symbol(format!("|{name}|").into()) } else { Symbol(name.into()) }
    }

    /// The symbol as a text spells it, with its bars if it has some.
    pub fn spelled(text: &str) -> Symbol {
        Symbol(text.into())
    }

    /// The name without bars.
    pub fn name(&self) -> &str {
        let bars = self.0.strip_prefix('|').and_then(|s| s.strip_suffix('|'));
        bars.unwrap_or(&self.0)
    }

    /// The symbol as spelled, with its bars.
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// Whether `name` is no simple symbol: white space, reserved words, a digit in front.
fn needs_bars(name: &str) -> bool {
    const RESERVED: &[&str] =
        &["_", "!", "as", "let", "exists", "forall", "match", "par", "lambda", "BINARY", "DECIMAL"];
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    !name.chars().all(simple)
        || name.starts_with(|c: char| c.is_ascii_digit())
        || name.is_empty()
        || RESERVED.contains(&name)
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Symbol) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Symbol {}

impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Symbol) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Symbol {
    fn cmp(&self, other: &Symbol) -> Ordering {
        self.name().cmp(other.name())
    }
}

impl std::borrow::Borrow<str> for Symbol {
    fn borrow(&self) -> &str {
        self.name()
    }
}

impl From<&str> for Symbol {
    fn from(name: &str) -> Symbol {
        Symbol::new(name)
    }
}
