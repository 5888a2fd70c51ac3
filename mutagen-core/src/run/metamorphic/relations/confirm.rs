//! Runs two terms on many samples, and shrinks the first on which they differ.

use super::evaluate::{Evaluator, Judged, Sample, Tally};
use super::term::Pair;
use super::{Confirmed, Exception, MinedPair, Watch};
use crate::run::cut::cut;
use crate::search::shrink::{Oracle, shrink};
use crate::value::node::Node;

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
    let mut exception = None;
    for number in 0..samples {
        if !watch.goes_on() {
            break;
        }
        let seed = seed.wrapping_add(number);
        let Some(sample) = evaluator.sample(seed, (number % SIZE) as u32) else { continue };
        let judged = evaluator.judge(pair, *sort, &sample);
        tally.add(judged);
        if judged.is_exception() && exception.is_none() {
            exception = Some((judged, sample));
        }
    }
    let exception = exception.map(|(judged, sample)| {
        let sample = shrunk(evaluator, pair, *sort, judged, sample, watch);
        shown(evaluator, pair, *sort, &sample)
    });
    Confirmed { tally, exception }
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

/// An exception as text.
fn shown(evaluator: &Evaluator<'_>, pair: &Pair, sort: u16, sample: &Sample) -> Exception {
    let mut variables = Vec::new();
    pair.smaller.variables(&mut variables);
    pair.larger.variables(&mut variables);
    variables.sort_unstable();
    let show = |sort: u16, cell| cut(&evaluator.show(sort, cell), SHOWN);
    let values = variables
        .into_iter()
        .map(|(sort, index)| (sort, index, show(sort, evaluator.variable(sample, sort, index))));
    Exception {
        values: values.collect(),
        larger: show(sort, &evaluator.evaluate(&pair.larger, sample)),
        smaller: show(sort, &evaluator.evaluate(&pair.smaller, sample)),
    }
}
