//! Shrinks a failed test in the process that ran it. A candidate counts if it fails in the same
//! way, told by the key of its failure.

use crate::run::execute::Executor;
use crate::run::failure_key::key_of;
use crate::run::outcome::Outcome;
use crate::search::shrink::{Oracle, shrink};
use crate::value::node::Node;
use crate::value::walk;
use std::fmt::{self, Display};
use std::time::{Duration, Instant};

/// A test that was shrunk.
pub(crate) struct Shrunk {
    /// The smallest value.
    pub(crate) value: Box<dyn Node>,
    /// Why it fails.
    pub(crate) message: String,
    /// What it took.
    pub(crate) figures: Figures,
}

/// What shrinking took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Figures {
    /// The number of nodes before and after.
    nodes: [u64; 2],
    runs: u64,
    time: Duration,
    is_done: bool,
}

impl Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Figures { nodes: [before, after], runs, time, is_done } = self;
        let (tests, seconds) = (if *runs == 1 { "test" } else { "tests" }, time.as_secs_f64());
        write!(f, "shrunk in {runs} {tests} and {seconds:.2} s, ")?;
        match before == after {
            true => write!(f, "still {after} nodes")?,
            false => write!(f, "from {before} to {after} nodes")?,
        }
        if !is_done {
            f.write_str("; not finished, `cargo mutagen run` shrinks for longer")?;
        }
        Ok(())
    }
}

/// Shrinks a value that failed, for at most this time. `None` if the value does not fail again, or
/// nothing smaller fails in the same way.
///
/// # Panics
/// As [`Executor::run`].
pub(crate) fn shrunk(
    executor: &mut Executor<'_>,
    value: Box<dyn Node>,
    time: Duration,
) -> Option<Shrunk> {
    let start = Instant::now();
    let Outcome::Failed(message) = executor.run(&*value) else { return None };
    let key = key_of(&message);
    let before = walk::size(&*value);
    let end = start.checked_add(time);
    let mut oracle = SameFailure { executor, key, end, last: String::new(), message };
    let shrunk = shrink(value, &mut oracle);
    let nodes = [before, walk::size(&*shrunk.value)];
    let figures =
        Figures { nodes, runs: shrunk.runs, time: start.elapsed(), is_done: shrunk.is_done };
    let message = oracle.message;
    (shrunk.steps > 0).then_some(Shrunk { value: shrunk.value, message, figures })
}

/// Asks whether a candidate fails in the same way.
struct SameFailure<'e, 'p> {
    executor: &'e mut Executor<'p>,
    key: String,
    end: Option<Instant>,
    /// The message of the last candidate that failed.
    last: String,
    /// The message of the smallest one.
    message: String,
}

impl Oracle for SameFailure<'_, '_> {
    fn fails(&mut self, candidate: &dyn Node) -> bool {
        let Outcome::Failed(message) = self.executor.run(candidate) else { return false };
        let is_same = key_of(&message) == self.key;
        self.last = message;
        is_same
    }

    fn goes_on(&mut self) -> bool {
        self.end.is_none_or(|end| Instant::now() < end)
    }

    fn improve(&mut self, _: &dyn Node) {
        self.message = std::mem::take(&mut self.last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::Window;
    use crate::run::property::Property;

    fn property(call: fn(&(Vec<i32>,), &mut Window<'_>) -> Outcome) -> Property {
        Property::new::<(Vec<i32>,)>("shrinks", &["all"], call, |(all,)| vec![all])
    }

    #[test]
    fn a_candidate_that_fails_in_another_way_is_not_taken() {
        let property = property(|(all,), _| match all.iter().sum::<i32>() {
            100.. => Outcome::failed(format!("{all:?} is too much")),
            1..50 => Outcome::failed("another way"),
            _ => Outcome::Passed,
        });
        let value = Box::new((vec![70, 3, 80],));
        let shrunk = shrunk(&mut Executor::new(&property), value, Duration::MAX).unwrap();
        assert_eq!(shrunk.value.downcast_ref(), Some(&(vec![100],)));
        assert_eq!(shrunk.message, "[100] is too much");
        assert_eq!(shrunk.figures.nodes, [5, 3]);
        let shown = shrunk.figures.to_string();
        assert!(shown.ends_with(" s, from 5 to 3 nodes"), "{shown}");
    }

    #[test]
    fn without_time_or_a_smaller_failure_nothing_is_shrunk() {
        let fails: fn(&(Vec<i32>,), &mut Window<'_>) -> Outcome =
            |(all,), _| Outcome::check(all.len() < 2, "long");
        let all = || Box::new((vec![0, 0],));
        let property = property(fails);
        let mut executor = Executor::new(&property);
        assert!(shrunk(&mut executor, all(), Duration::MAX).is_none());
        assert!(shrunk(&mut executor, Box::new((vec![7; 9],)), Duration::ZERO).is_none());
        assert!(shrunk(&mut executor, Box::new((vec![7],)), Duration::MAX).is_none());
    }
}
