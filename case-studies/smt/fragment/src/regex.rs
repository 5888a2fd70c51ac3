//! Regular expressions over code points, and which strings they match.

use crate::strings;
use std::fmt::{self, Write as _};
use std::rc::Rc;

/// A regular expression whose strings are all known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Regex {
    /// No string.
    None,
    /// All strings.
    All,
    /// All strings of one character.
    AllChar,
    /// This string.
    Text(Vec<u32>),
    /// One character between these two.
    Range(u32, u32),
    /// A string of the first, then one of the second.
    Concat(Rc<Regex>, Rc<Regex>),
    /// Strings of either.
    Union(Rc<Regex>, Rc<Regex>),
    /// Strings of both.
    Inter(Rc<Regex>, Rc<Regex>),
    /// Strings of the first that are none of the second.
    Diff(Rc<Regex>, Rc<Regex>),
    /// All other strings.
    Comp(Rc<Regex>),
    /// Strings of the expression one after the other, at least and at most this many; no most
    /// means any number.
    Loop(u32, Option<u32>, Rc<Regex>),
}

/// The longest string that [`Regex::matches`] takes.
pub const LONGEST: usize = 100;

impl Regex {
    /// Whether the expression has this string; nothing for one longer than [`LONGEST`].
    pub fn matches(&self, text: &[u32]) -> Option<bool> {
        if text.len() > LONGEST {
            return None;
        }
        Some(self.ends(text, 1) >> text.len() & 1 == 1)
    }

    /// Where strings of the expression end that begin at one of `starts`. Bit n of both sets
    /// stands for the place before the character n.
    fn ends(&self, text: &[u32], starts: u128) -> u128 {
        let places = |set: u128| (0..=text.len()).filter(move |n| set >> n & 1 == 1);
        let all = |from: usize| (from..=text.len()).fold(0, |set, n| set | 1 << n);
        let one = |holds: &dyn Fn(u32) -> bool| {
            places(starts)
                .filter(|&n| text.get(n).is_some_and(|&c| holds(c)))
                .fold(0, |set, n| set | 2 << n)
        };
        // Intersection and complement hold for one start, not for a set of starts.
        let each = |ends: &dyn Fn(usize) -> u128| places(starts).fold(0, |set, n| set | ends(n));
        match self {
            Regex::None => 0,
            Regex::All => each(&all),
            Regex::AllChar => one(&|_| true),
            Regex::Range(low, high) => one(&|c| (*low..=*high).contains(&c)),
            Regex::Text(word) => {
                each(&|n| if text[n..].starts_with(word) { 1 << (n + word.len()) } else { 0 })
            }
            Regex::Concat(a, b) => b.ends(text, a.ends(text, starts)),
            Regex::Union(a, b) => a.ends(text, starts) | b.ends(text, starts),
            Regex::Inter(a, b) => each(&|n| a.ends(text, 1 << n) & b.ends(text, 1 << n)),
            Regex::Diff(a, b) => each(&|n| a.ends(text, 1 << n) & !b.ends(text, 1 << n)),
            Regex::Comp(a) => each(&|n| all(n) & !a.ends(text, 1 << n)),
            Regex::Loop(least, most, a) => {
                let mut now = starts;
                for _ in 0..*least {
                    now = a.ends(text, now);
                }
                // After as many rounds as there are places, one more reaches nothing new.
                let rounds = most.map_or(text.len() as u32 + 1, |m| m.saturating_sub(*least));
                let mut set = if most.is_some_and(|m| m < *least) { 0 } else { now };
                for _ in 0..rounds.min(text.len() as u32 + 1) {
                    now = a.ends(text, now);
                    set |= if most.is_some_and(|m| m < *least) { 0 } else { now };
                }
                set
            }
        }
    }
}

impl fmt::Display for Regex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Regex::None => f.write_str("re.none"),
            Regex::All => f.write_str("re.all"),
            Regex::AllChar => f.write_str("re.allchar"),
            Regex::Text(word) => {
                f.write_str("(str.to_re ")?;
                strings::write_literal(f, word)?;
                f.write_char(')')
            }
            Regex::Range(low, high) => {
                f.write_str("(re.range ")?;
                strings::write_literal(f, &[*low])?;
                f.write_char(' ')?;
                strings::write_literal(f, &[*high])?;
                f.write_char(')')
            }
            Regex::Concat(a, b) => write!(f, "(re.++ {a} {b})"),
            Regex::Union(a, b) => write!(f, "(re.union {a} {b})"),
            Regex::Inter(a, b) => write!(f, "(re.inter {a} {b})"),
            Regex::Diff(a, b) => write!(f, "(re.diff {a} {b})"),
            Regex::Comp(a) => write!(f, "(re.comp {a})"),
            Regex::Loop(0, None, a) => write!(f, "(re.* {a})"),
            Regex::Loop(1, None, a) => write!(f, "(re.+ {a})"),
            Regex::Loop(0, Some(1), a) => write!(f, "(re.opt {a})"),
            Regex::Loop(least, Some(most), a) => write!(f, "((_ re.loop {least} {most}) {a})"),
            Regex::Loop(least, None, a) => write!(f, "(re.++ ((_ re.^ {least}) {a}) (re.* {a}))"),
        }
    }
}
