//! Runs two terms on many samples, and shrinks the shortest on which they differ.

use super::evaluate::{Evaluator, Sample};
use super::found::{Confirmed, Exception, MinedPair};
use super::tally::{Judged, Tally};
use super::term::Pair;
use super::watch::Watch;
use crate::run::cut::cut;
use crate::search::shrink::{Oracle, shrink};
use crate::value::node::Node;
use std::collections::BTreeSet;

/// The most bytes of a value as text.
const SHOWN: usize = 400;

/// The most candidates of an exception that are run.
const CANDIDATES: u64 = 4_000;

/// The largest size of a sample.
const SIZE: u64 = 24;

/// Runs the terms of a pair on this many samples, as long as there is time.
pub(super) fn confirm(
    evaluator: &Evaluator<'_>,
    mined: &MinedPair,
    seed: u64,
    samples: u64,
    watch: &dyn Watch,
) -> Confirmed {
    let MinedPair { pair, sort, .. } = mined;
    let mut tally = Tally::default();
    let mut of_exceptions = BTreeSet::new();
    let mut shortest: Option<((usize, Vec<String>), Judged, Sample)> = None;
    let variables = variables(pair);
    for number in 0..samples {
        if !watch.goes_on() {
            break;
        }
        let seed = seed.wrapping_add(number);
        let Some(sample) = evaluator.sample(seed, (number % SIZE) as u32) else { continue };
        let judged = evaluator.judge(pair, *sort, &sample);
        tally.add(judged);
        if judged.is_exception() {
            let values = values(evaluator, &variables, &sample);
            let length = (values.iter().map(String::len).sum(), values.clone());
            if shortest.as_ref().is_none_or(|(least, ..)| length < *least) {
                shortest = Some((length, judged, sample));
            }
            of_exceptions.insert(values);
        }
    }
    let exceptions = of_exceptions.len() as u64;
    let exception = shortest.map(|(_, judged, sample)| {
        let sample = shrunk(evaluator, pair, *sort, judged, sample, watch);
        shown(evaluator, pair, *sort, &sample)
    });
    Confirmed { tally, exceptions, exception }
}

/// The smallest sample on which two terms differ.
fn shrunk(
    evaluator: &Evaluator<'_>,
    pair: &Pair,
    sort: u16,
    judged: Judged,
    sample: Sample,
    watch: &dyn Watch,
) -> Sample {
    let Some(first) = sample.node.copy_node() else { return sample };
    let mut oracle = Differs { evaluator, pair, sort, judged, watch, left: CANDIDATES };
    let smallest = shrink(first, &mut oracle).value;
    evaluator.sample_of(smallest).unwrap_or(sample)
}

struct Differs<'d> {
    evaluator: &'d Evaluator<'d>,
    pair: &'d Pair,
    sort: u16,
    judged: Judged,
    watch: &'d dyn Watch,
    left: u64,
}

impl Oracle for Differs<'_> {
    fn fails(&mut self, candidate: &dyn Node) -> bool {
        self.left = self.left.saturating_sub(1);
        let Some(copy) = candidate.copy_node() else { return false };
        let sample = self.evaluator.sample_of(copy);
        sample.is_some_and(|it| self.evaluator.judge(self.pair, self.sort, &it) == self.judged)
    }

    fn goes_on(&mut self) -> bool {
        self.left > 0 && self.watch.goes_on()
    }
}

/// The variables of both terms.
fn variables(pair: &Pair) -> Vec<(u16, u8)> {
    let mut variables = Vec::new();
    pair.smaller.variables(&mut variables);
    pair.larger.variables(&mut variables);
    variables.sort_unstable();
    variables
}

/// What variables stand for, as text.
fn values(evaluator: &Evaluator<'_>, variables: &[(u16, u8)], sample: &Sample) -> Vec<String> {
    let value = |(sort, index): &(u16, u8)| {
        cut(&evaluator.show(*sort, evaluator.variable(sample, *sort, *index)), SHOWN)
    };
    variables.iter().map(value).collect()
}

/// An exception as text.
fn shown(evaluator: &Evaluator<'_>, pair: &Pair, sort: u16, sample: &Sample) -> Exception {
    let variables = variables(pair);
    let values = values(evaluator, &variables, sample).into_iter();
    let value = |term| cut(&evaluator.show(sort, &evaluator.evaluate(term, sample)), SHOWN);
    Exception {
        values: variables.iter().zip(values).map(|((sort, at), it)| (*sort, *at, it)).collect(),
        larger: value(&pair.larger),
        smaller: value(&pair.smaller),
    }
}
