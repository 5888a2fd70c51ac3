//! Enumerates terms by size, and groups those that are equal on all samples. Only the first term of
//! a group is a part of larger ones. What is equal on nearly all samples is looked for as well.

use super::evaluate::{Cell, Evaluator, Sample};
use super::found::{Mined, MinedPair};
use super::prints::{OUTSIDE, PANICKED, Prints, REFUSED};
use super::rules::Rules;
use super::table::{Table, VARIABLES};
use super::tally::Tally;
use super::term::{Pair, Term};
use super::watch::Watch;
use crate::run::metamorphic::left_out::is_operation_left_out;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// On how many samples each term is evaluated at first, and a term that is part of no other at all.
const FIRST: usize = 16;

/// On how many samples a term is evaluated that looks like another one, or is part of others.
const BASE: usize = 64;

/// On how many samples more an equation must hold.
const MORE: usize = 400;

/// Of how many samples one must be alike for two terms to be compared that are nearly equal.
const BAND: usize = 4;

/// How many terms with alike samples are compared with a new one.
const BUCKET: usize = 24;

/// The most samples among the first on which terms may differ that are nearly equal.
const DIFFERENT: usize = 3;

/// The most pairs that are nearly equal and are looked at on all samples.
const NEAR: usize = 4_000;

/// The share of samples on which terms may differ that are nearly equal.
const SHARE: f64 = 0.25;

/// On how many samples terms must agree at least.
const MEANING: u64 = 8;

/// The most terms that are evaluated.
const TERMS: u64 = 2_000_000;

/// The first term of a group.
struct Class {
    term: Term,
    sort: u16,
    size: u32,
    /// The values on the samples, if the term is a part of others that are looked at often.
    cells: Vec<Cell>,
    /// The numbers of the values, on the first or on all samples.
    prints: Vec<u64>,
}

/// The work so far.
pub(super) struct Miner<'w> {
    evaluator: &'w Evaluator<'w>,
    watch: &'w dyn Watch,
    seed: u64,
    most: u32,
    samples: Vec<Sample>,
    /// Further samples, those first that have refuted an equation.
    more: Vec<Sample>,
    order: Vec<usize>,
    prints: Prints,
    classes: Vec<Class>,
    by_size: FxHashMap<(u16, u32), Vec<usize>>,
    by_prints: FxHashMap<(u16, u64), Vec<usize>>,
    by_band: FxHashMap<(u16, usize, u64), Vec<usize>>,
    near: Vec<(usize, usize)>,
    rules: Rules,
    found: Vec<MinedPair>,
    terms: u64,
    is_complete: bool,
}

/// Whether numbers of values are of values.
fn is_known(print: u64) -> bool {
    print != REFUSED
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

impl<'w> Miner<'w> {
    pub(super) fn new(
        evaluator: &'w Evaluator<'w>,
        watch: &'w dyn Watch,
        seed: u64,
        most: u32,
    ) -> Miner<'w> {
        Miner {
            evaluator,
            watch,
            seed,
            most,
            samples: Vec::new(),
            more: Vec::new(),
            order: Vec::new(),
            prints: Prints::default(),
            classes: Vec::new(),
            by_size: FxHashMap::default(),
            by_prints: FxHashMap::default(),
            by_band: FxHashMap::default(),
            near: Vec::new(),
            rules: Rules::default(),
            found: Vec::new(),
            terms: 0,
            is_complete: true,
        }
    }

    fn table(&self) -> &'static Table {
        self.evaluator.table
    }

    /// Does all of it.
    pub(super) fn run(mut self) -> Mined {
        self.make_samples();
        if self.samples.is_empty() {
            self.is_complete = false;
        } else {
            self.leaves();
            for size in 1..=self.most {
                self.calls(size);
            }
            self.judge_near();
        }
        Mined {
            pairs: self.found,
            terms: self.terms,
            classes: self.classes.len() as u64,
            is_complete: self.is_complete,
        }
    }

    /// Makes the samples. The first ones are neither the smallest, on which much is equal by
    /// chance, nor the largest, on which operations take long.
    fn make_samples(&mut self) {
        let wanted = 2 * (BASE + MORE);
        let mut all: Vec<(usize, Sample)> = Vec::new();
        for number in 0..8 * wanted as u64 {
            if all.len() >= wanted || !self.watch.goes_on() {
                break;
            }
            let size = (number % 12) as u32;
            let seed = self.seed.wrapping_add(number);
            let Some(sample) = self.evaluator.sample(seed, size) else { continue };
            all.push((self.length(&sample), sample));
        }
        all.sort_by_key(|(length, _)| *length);
        let smallest = all.len() / 8;
        let base = BASE.min(all.len());
        let mut at = 0;
        let mut base_samples = Vec::new();
        let mut more = Vec::new();
        for (number, (_, sample)) in all.into_iter().enumerate() {
            let is_base = number >= smallest && number % 4 == 0 && at < base;
            if is_base {
                at += 1;
                base_samples.push(sample);
            } else {
                more.push(sample);
            }
        }
        // The largest quarter is left to what confirms an equation.
        more.truncate(more.len() * 3 / 4);
        let step = (more.len() / MORE).max(1);
        let kept = more.into_iter().enumerate().filter(|(at, _)| at % step == 0);
        self.more = kept.map(|(_, sample)| sample).collect();
        self.order = (0..self.more.len()).collect();
        self.samples = base_samples;
    }

    /// How long the values of a sample are as text.
    fn length(&self, sample: &Sample) -> usize {
        let sorts = self.table().sorts.iter().enumerate();
        let variables = sorts
            .filter(|(_, sort)| sort.has_variables)
            .flat_map(|(number, _)| (0..VARIABLES as u8).map(move |index| (number as u16, index)));
        let lengths = variables.map(|(sort, index)| {
            self.evaluator.show(sort, self.evaluator.variable(sample, sort, index)).len()
        });
        lengths.sum()
    }

    /// Variables and constants.
    fn leaves(&mut self) {
        for (number, sort) in self.table().sorts.iter().enumerate() {
            let number = number as u16;
            for index in 0..self.evaluator.constants(number) as u8 {
                self.look_at(Term::Constant { sort: number, index }, number, &[]);
            }
            if sort.has_variables {
                for index in 0..VARIABLES as u8 {
                    self.look_at(Term::Variable { sort: number, index }, number, &[]);
                }
            }
        }
    }

    /// Terms of this size that are calls.
    fn calls(&mut self, size: u32) {
        for (place, operation) in self.table().operations.iter().enumerate() {
            let is_left_out = self.watch.leaves_out(place as u16)
                || is_operation_left_out(self.table().specification, operation.number);
            if is_left_out {
                continue;
            }
            let parameters = operation.parameters;
            let mut sizes = Vec::new();
            compositions(size - 1, parameters.len(), &mut Vec::new(), &mut sizes);
            for sizes in sizes {
                let groups: Vec<Vec<usize>> = parameters
                    .iter()
                    .zip(&sizes)
                    .map(|(sort, size)| {
                        self.by_size.get(&(*sort, *size)).cloned().unwrap_or_default()
                    })
                    .collect();
                self.products(place as u16, size, &groups);
                if !self.is_complete {
                    return;
                }
            }
        }
    }

    /// The calls of an operation with arguments of these groups.
    fn products(&mut self, operation: u16, size: u32, groups: &[Vec<usize>]) {
        if groups.iter().any(Vec::is_empty) {
            return;
        }
        let mut at = vec![0; groups.len()];
        loop {
            let chosen: Vec<usize> = at.iter().zip(groups).map(|(at, group)| group[*at]).collect();
            let outputs = self.table().operations[usize::from(operation)].outputs;
            for (number, output) in outputs.iter().enumerate() {
                let arguments = chosen.iter().map(|class| self.classes[*class].term.clone());
                let term =
                    Term::Call { operation, output: number as u16, arguments: arguments.collect() };
                // What has other names for its variables is equal to the same.
                if size < self.most || term.has_first_variables() {
                    self.look_at(term, output.sort, &chosen);
                }
            }
            if self.terms >= TERMS || !self.watch.goes_on() {
                self.is_complete = false;
                return;
            }
            let mut place = groups.len();
            loop {
                if place == 0 {
                    return;
                }
                place -= 1;
                at[place] += 1;
                if at[place] < groups[place].len() {
                    break;
                }
                at[place] = 0;
            }
        }
    }

    /// Evaluates a term, and finds the group that it belongs to.
    fn look_at(&mut self, term: Term, sort: u16, arguments: &[usize]) {
        if self.rules.reduce(&term) {
            return;
        }
        self.terms += 1;
        let size = term.size();
        // Large terms are parts of no others, or of few.
        let is_part = size < self.most;
        let keeps = size + 1 < self.most;
        let count = if is_part { self.samples.len() } else { FIRST.min(self.samples.len()) };
        let (evaluator, classes, samples) = (self.evaluator, &self.classes, &self.samples);
        let argument = |class: &usize, sample: usize| {
            let Class { cells, term, .. } = &classes[*class];
            let kept = cells.get(sample).cloned();
            kept.unwrap_or_else(|| evaluator.evaluate(term, &samples[sample]))
        };
        let value = |sample: usize| match &term {
            Term::Call { operation, output, .. } => {
                let own: Vec<Cell> = arguments.iter().map(|it| argument(it, sample)).collect();
                evaluator.call(*operation, *output, &own.iter().collect::<Vec<_>>())
            }
            leaf => evaluator.evaluate(leaf, &samples[sample]),
        };
        let cells: Vec<Cell> = (0..count).map(value).collect();
        let prints: Vec<u64> = cells
            .iter()
            .enumerate()
            .map(|(sample, cell)| self.prints.of(evaluator, sort, sample as u32, cell))
            .collect();
        let is_value = |print: &&u64| ![OUTSIDE, REFUSED, PANICKED].contains(*print);
        // Nothing can be said of a term that hardly has a value.
        if prints.iter().filter(is_value).count() < FIRST / 4 && !arguments.is_empty() {
            return;
        }
        let key = (sort, hash(&&prints[..FIRST.min(prints.len())]));
        let alike = self.by_prints.get(&key).cloned().unwrap_or_default();
        for class in alike {
            let smaller = self.classes[class].term.clone();
            let pair = Pair { larger: term.clone(), smaller };
            if !self.is_alike(&prints, class, &pair, sort) {
                continue;
            }
            let tally = self.tally(&pair, sort, true);
            let is_strict = tally.larger_outside + tally.smaller_outside == 0;
            if tally.different == 0 && is_strict && tally.equal >= MEANING {
                self.rules.add(&pair);
                self.found.push(MinedPair { pair, sort, tally });
                return;
            }
            self.near.push((self.classes.len(), class));
        }
        let class = self.classes.len();
        self.by_prints.entry(key).or_default().push(class);
        self.find_near(class, sort, &prints);
        let cells = if keeps { cells } else { Vec::new() };
        self.by_size.entry((sort, size)).or_default().push(class);
        self.classes.push(Class { term, sort, size, cells, prints });
    }

    /// Whether terms with the same numbers on the first samples agree on the others.
    fn is_alike(&self, prints: &[u64], class: usize, pair: &Pair, sort: u16) -> bool {
        let theirs = &self.classes[class].prints;
        let common = prints.len().min(theirs.len());
        if prints[..common] != theirs[..common] {
            return false;
        }
        self.samples[common..].iter().all(|sample| {
            let judged = self.evaluator.judge(pair, sort, sample);
            judged.is_agreement()
        })
    }

    /// What comes of two terms on the further samples; only until they differ, if `ends`.
    fn tally(&mut self, pair: &Pair, sort: u16, ends: bool) -> Tally {
        let mut tally = Tally::default();
        for place in 0..self.order.len() {
            let sample = &self.more[self.order[place]];
            let judged = self.evaluator.judge(pair, sort, sample);
            tally.add(judged);
            if ends && judged.is_exception() {
                self.order[..=place].rotate_right(1);
                break;
            }
        }
        tally
    }

    /// Looks for terms that have the same values on nearly all of the first samples.
    fn find_near(&mut self, class: usize, sort: u16, prints: &[u64]) {
        if self.samples.len() < FIRST {
            return;
        }
        let prints = &prints[..FIRST];
        let mut looked_at = FxHashSet::default();
        for (band, own) in prints.chunks(BAND).enumerate() {
            if own.iter().any(|print| [OUTSIDE, REFUSED, PANICKED].contains(print)) {
                continue;
            }
            let bucket = self.by_band.entry((sort, band, hash(&own))).or_default();
            for other in bucket.iter() {
                if !looked_at.insert(*other) {
                    continue;
                }
                let theirs = &self.classes[*other].prints[..FIRST];
                if is_near(prints, theirs) {
                    self.near.push((class, *other));
                }
            }
            if bucket.len() < BUCKET {
                bucket.push(class);
            }
        }
    }

    /// Looks at the pairs that are nearly equal on all samples.
    fn judge_near(&mut self) {
        let mut near = std::mem::take(&mut self.near);
        let size = |pair: &(usize, usize)| self.classes[pair.0].size + self.classes[pair.1].size;
        near.sort_by_key(|pair| (size(pair), *pair));
        near.dedup();
        near.truncate(NEAR);
        for (larger, smaller) in near {
            if !self.watch.goes_on() {
                self.is_complete = false;
                return;
            }
            let sort = self.classes[larger].sort;
            let [larger, smaller] = [larger, smaller].map(|class| self.classes[class].term.clone());
            let pair = Pair { larger, smaller };
            let tally = self.tally(&pair, sort, false);
            if tally.equal >= MEANING && tally.share() <= SHARE {
                self.found.push(MinedPair { pair, sort, tally });
            }
        }
    }
}

/// Whether the numbers of values are nearly all the same, and not always of the same value.
fn is_near(one: &[u64], other: &[u64]) -> bool {
    let (mut agree, mut differ) = (Vec::new(), 0);
    for (one, other) in
        one.iter().zip(other).filter(|(one, other)| is_known(**one) && is_known(**other))
    {
        match one == other {
            true => agree.push(*one),
            false if *one == OUTSIDE || *other == OUTSIDE => {}
            false => differ += 1,
        }
    }
    agree.sort_unstable();
    agree.dedup();
    // Where they never differ, one of them has no value where the other has one.
    differ <= DIFFERENT && agree.len() >= 2 || differ == 0 && !agree.is_empty()
}

/// The ways to write a number as a sum of numbers above 0.
fn compositions(sum: u32, parts: usize, begun: &mut Vec<u32>, all: &mut Vec<Vec<u32>>) {
    if parts == 0 {
        if sum == 0 {
            all.push(begun.clone());
        }
        return;
    }
    let most = sum.saturating_sub(parts as u32 - 1);
    for first in 1..=most {
        begun.push(first);
        compositions(sum - first, parts - 1, begun, all);
        begun.pop();
    }
}
