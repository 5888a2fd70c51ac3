//! Regular expressions whose strings are known: values of RegLan. Whether a string, or which part
//! of it, matches.

use crate::sort::Sort;
use crate::term::Term;
use crate::value::Value;
use std::cell::Cell;
use std::sync::Arc;

/// A regular expression whose strings are known.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Regex {
    /// No string.
    None,
    /// Any string.
    All,
    /// Any one character from here to there.
    Range(u32, u32),
    /// This string.
    Text(Vec<u32>),
    /// One after the other.
    Concat(Vec<Arc<Regex>>),
    /// Any of them.
    Union(Vec<Arc<Regex>>),
    /// All of them.
    Inter(Vec<Arc<Regex>>),
    /// Not this.
    Not(Arc<Regex>),
    /// As often as the least, at most as often as the most.
    Repeat(Arc<Regex>, u32, Option<u32>),
}

/// The work after which a match is given up.
const MAX_STEPS: usize = 2_000_000;

/// The ends of matches from one place on: whether each place is one.
type Ends = Vec<bool>;

/// Deeper expressions are not computed.
const MAX_DEPTH: usize = 200;

impl Regex {
    /// The value of an operator of regular expressions; `None` if it is none, the expression is
    /// too deep, or an argument has no value.
    pub(crate) fn apply(name: &str, term: &Term, arguments: &[Value]) -> Option<Regex> {
        let text = |n: usize| match arguments.get(n)? {
            Value::String(characters) => Some(characters),
            _ => None,
        };
        let parts = || {
            let part = |value: &Value| match value {
                Value::Regex(regex) if regex.depth() < MAX_DEPTH => Some(regex.clone()),
                _ => None,
            };
            arguments.iter().map(part).collect::<Option<Vec<_>>>()
        };
        let only = || parts()?.pop();
        Some(match name {
            "re.none" => Regex::None,
            "re.all" => Regex::All,
            "re.allchar" => Regex::Range(0, crate::strings::MAX_CHAR),
            "str.to_re" => Regex::Text(text(0)?.clone()),
            "re.range" => match (&text(0)?[..], &text(1)?[..]) {
                ([low], [high]) => Regex::Range(*low, *high),
                _ => Regex::None,
            },
            "re.++" => Regex::Concat(parts()?),
            "re.union" => Regex::Union(parts()?),
            "re.inter" => Regex::Inter(parts()?),
            "re.diff" => {
                let mut parts = parts()?;
                let rest = parts.split_off(1).into_iter().map(|part| Arc::new(Regex::Not(part)));
                parts.extend(rest);
                Regex::Inter(parts)
            }
            "re.comp" => Regex::Not(only()?),
            "re.*" => Regex::Repeat(only()?, 0, None),
            "re.+" => Regex::Repeat(only()?, 1, None),
            "re.opt" => Regex::Repeat(only()?, 0, Some(1)),
            "re.^" | "re.loop" if arguments.len() == 1 => {
                let low = term.ident()?.index(0)?;
                let high = if name == "re.^" { Some(low) } else { term.ident()?.index(1) };
                Regex::Repeat(only()?, low, high)
            }
            "re.loop" => {
                let bound = |value: &Value| match value {
                    Value::Int(n) => u32::try_from(n).ok(),
                    _ => None,
                };
                let [Value::Regex(part), low, rest @ ..] = arguments else { return None };
                let high = match rest {
                    [] => None,
                    [high] => Some(bound(high)?),
                    _ => return None,
                };
                let part = Some(part).filter(|part| part.depth() < MAX_DEPTH)?;
                Regex::Repeat(part.clone(), bound(low)?, high)
            }
            _ => return None,
        })
    }

    /// How deep it is.
    pub fn depth(&self) -> usize {
        1 + match self {
            Regex::Concat(parts) | Regex::Union(parts) | Regex::Inter(parts) => {
                parts.iter().map(|part| part.depth()).max().unwrap_or(0)
            }
            Regex::Not(part) | Regex::Repeat(part, ..) => part.depth(),
            _ => 0,
        }
    }

    /// The term that stands for it.
    pub fn to_term(&self) -> Term {
        let several = |name: &str, parts: &[Arc<Regex>]| match parts {
            [one] => one.to_term(),
            _ => Term::app(name, parts.iter().map(|part| part.to_term()).collect()),
        };
        match self {
            Regex::None => Term::app("re.none", Vec::new()),
            Regex::All => Term::app("re.all", Vec::new()),
            Regex::Range(low, high) => {
                Term::app("re.range", vec![Term::string(&[*low]), Term::string(&[*high])])
            }
            Regex::Text(text) => Term::app("str.to_re", vec![Term::string(text)]),
            Regex::Concat(parts) => several("re.++", parts),
            Regex::Union(parts) => several("re.union", parts),
            Regex::Inter(parts) => several("re.inter", parts),
            Regex::Not(part) => Term::app("re.comp", vec![part.to_term()]),
            Regex::Repeat(part, 0, None) => Term::app("re.*", vec![part.to_term()]),
            Regex::Repeat(part, low, None) => {
                let least = Term::theory("re.^", &[*low], vec![part.to_term()]);
                let more = Term::app("re.*", vec![part.to_term()]);
                let term = Term::app("re.++", vec![least, more]);
                debug_assert_eq!(*term.sort(), Sort::RegLan);
                term
            }
            Regex::Repeat(part, low, Some(high)) => {
                Term::theory("re.loop", &[*low, *high], vec![part.to_term()])
            }
        }
    }

    /// Whether the whole string matches; unknown if that is too much work.
    pub fn matches(&self, s: &[u32]) -> Option<bool> {
        let steps = Cell::new(0);
        self.ends(s, 0, &steps, 0).map(|ends| ends[s.len()])
    }

    /// The leftmost match from a place on, and of those the shortest.
    pub(crate) fn first(
        &self,
        s: &[u32],
        from: usize,
        empty: bool,
    ) -> Option<Option<(usize, usize)>> {
        let steps = Cell::new(0);
        for start in from..=s.len() {
            let ends = self.ends(s, start, &steps, 0)?;
            let least = start + usize::from(!empty);
            if let Some(end) = (least..=s.len()).find(|end| ends[*end]) {
                return Some(Some((start, end)));
            }
        }
        Some(None)
    }

    fn ends(&self, s: &[u32], from: usize, steps: &Cell<usize>, depth: usize) -> Option<Ends> {
        steps.set(steps.get() + s.len() + 1);
        if steps.get() > MAX_STEPS || depth > 200 {
            return None;
        }
        let mut ends = vec![false; s.len() + 1];
        match self {
            Regex::None => {}
            Regex::All => ends[from..].fill(true),
            Regex::Range(low, high) => {
                if s.get(from).is_some_and(|c| low <= c && c <= high) {
                    ends[from + 1] = true;
                }
            }
            Regex::Text(text) => {
                if s[from..].starts_with(text) {
                    ends[from + text.len()] = true;
                }
            }
            Regex::Concat(parts) => {
                ends[from] = true;
                for part in parts {
                    ends = part.after(s, &ends, steps, depth)?;
                }
            }
            Regex::Union(parts) => {
                for part in parts {
                    let more = part.ends(s, from, steps, depth + 1)?;
                    ends.iter_mut().zip(more).for_each(|(a, b)| *a |= b);
                }
            }
            Regex::Inter(parts) => {
                ends[from..].fill(true);
                for part in parts {
                    let more = part.ends(s, from, steps, depth + 1)?;
                    ends.iter_mut().zip(more).for_each(|(a, b)| *a &= b);
                }
            }
            Regex::Not(part) => {
                let of = part.ends(s, from, steps, depth + 1)?;
                (from..=s.len()).for_each(|at| ends[at] = !of[at]);
            }
            Regex::Repeat(part, low, high) => {
                return part.repeat(s, from, (*low, *high), steps, depth);
            }
        }
        Some(ends)
    }

    /// The ends of matches that begin where others end.
    fn after(&self, s: &[u32], starts: &Ends, steps: &Cell<usize>, depth: usize) -> Option<Ends> {
        let mut ends = vec![false; s.len() + 1];
        for start in (0..=s.len()).filter(|at| starts[*at]) {
            let more = self.ends(s, start, steps, depth + 1)?;
            ends.iter_mut().zip(more).for_each(|(a, b)| *a |= b);
        }
        Some(ends)
    }

    fn repeat(
        &self,
        s: &[u32],
        from: usize,
        (low, high): (u32, Option<u32>),
        steps: &Cell<usize>,
        depth: usize,
    ) -> Option<Ends> {
        let mut now = vec![false; s.len() + 1];
        now[from] = true;
        for _ in 0..low {
            let next = self.after(s, &now, steps, depth)?;
            // From here on each round gives the same.
            let settled = next == now;
            now = next;
            if settled {
                break;
            }
        }
        let mut all = vec![false; s.len() + 1];
        if high.is_some_and(|high| high < low) {
            return Some(all);
        }
        all.clone_from(&now);
        let mut rounds = high.map_or(u32::MAX, |high| high - low);
        while rounds > 0 && now.contains(&true) {
            rounds -= 1;
            let mut next = self.after(s, &now, steps, depth)?;
            // Places that were reached before bring nothing new.
            next.iter_mut().zip(&all).for_each(|(new, old)| *new &= !old);
            all.iter_mut().zip(&next).for_each(|(a, b)| *a |= b);
            now = next;
        }
        Some(all)
    }
}
