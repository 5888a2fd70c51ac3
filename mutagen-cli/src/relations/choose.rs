//! Chooses from the equations that were found those from which the others follow, and from the
//! terms that are nearly equal those that nothing else explains.

use super::prune::Rules;
use super::short::{Short, forms};
use mutagen_core::internal::run::metamorphic::relations::{
    MinedPair, Pair, Tally, Term, Vocabulary,
};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How much larger a suspect counts if all samples were exceptions.
const EXCEPTIONS: f64 = 60.0;

/// How much larger one counts whose terms have other variables, or have them more often: what one
/// of them has in addition hardly matters to its value.
const UNBALANCED: f64 = 4.0;

/// How much larger one counts whose exceptions are always the same, such as zero and one.
const SPECIAL: f64 = 10.0;

/// The most suspects that are confirmed, for each that may be printed.
const CANDIDATES: usize = 3;

/// How much larger an equation counts that is no implementation of an operation with arguments.
const OTHER: u32 = 1;

/// How much larger one counts that holds under a condition.
const CONDITION: u32 = 3;

/// How much larger one counts that repeats a term within another.
const AROUND: u32 = 6;

/// How much larger the equations of an operation count after each that was taken.
const TURN: u32 = 2;

/// How much larger one counts that gives a variable or a constant.
const LEAF: u32 = 5;

/// How much larger one without variables counts.
const GROUND: u32 = 20;

/// What is printed of the equations.
#[derive(Default)]
pub struct Chosen {
    /// Equations with short forms.
    pub short: Vec<Short>,
    /// The places of the others, the smallest first.
    pub equations: Vec<usize>,
    /// All of them as rules.
    pub rules: Rules,
}

impl Chosen {
    /// The places of all equations.
    pub fn places(&self) -> Vec<usize> {
        let short = self.short.iter().flat_map(|short| &short.places);
        short.chain(&self.equations).copied().collect()
    }
}

/// Whether two terms differ on no sample.
pub fn is_equation(tally: &Tally) -> bool {
    tally.different == 0
}

/// Chooses equations that do not follow from those before, for so many lines. Operations take
/// turns, so that each gets its smallest ones.
pub fn equations(names: &Vocabulary, pairs: &[MinedPair], lines: usize) -> Chosen {
    let all = || pairs.iter().enumerate().filter(|(_, it)| is_equation(&it.tally));
    let strict = all().filter(|(_, mined)| !is_conditional(&mined.tally));
    let mut short = forms(names, &strict.collect::<Vec<_>>());
    short.truncate(lines);
    let mut rules = Rules::default();
    let of_forms = short.iter().flat_map(|short| &short.places);
    of_forms.for_each(|place| rules.add(&pairs[*place].pair));
    let mut of_operations: BTreeMap<(u32, Option<u16>), Vec<usize>> = BTreeMap::new();
    for (place, mined) in all() {
        of_operations.entry(subject(names, mined)).or_default().push(place);
    }
    // The last one of each is the next.
    for places in of_operations.values_mut() {
        places.sort_by_key(|place| {
            let mined = &pairs[*place];
            Reverse((size(mined), &mined.pair.larger, &mined.pair.smaller))
        });
    }
    let mut taken: BTreeMap<(u32, Option<u16>), u32> = BTreeMap::new();
    let mut equations = Vec::new();
    while short.len() + equations.len() < lines {
        let cost = |(key, places): (&(u32, Option<u16>), &Vec<usize>)| {
            let next = &pairs[*places.last()?];
            let turns = taken.get(key).copied().unwrap_or(0);
            Some((key.0 + size(next) + TURN * turns, *key))
        };
        let Some((_, key)) = of_operations.iter().filter_map(cost).min() else { break };
        let Some(place) = of_operations.get_mut(&key).and_then(Vec::pop) else { break };
        if !rules.imply(&pairs[place].pair) {
            rules.add(&pairs[place].pair);
            equations.push(place);
            *taken.entry(key).or_default() += 1;
        }
    }
    Chosen { short, equations, rules }
}

/// The size of an equation. One that needs a condition counts as larger, and so does one whose
/// larger term only does something more to the smaller one, such as the size of a size. What is
/// said of all values says more than what is said of constants.
fn size(mined: &MinedPair) -> u32 {
    let Pair { larger, smaller } = &mined.pair;
    let is_call = matches!(smaller, Term::Call { .. });
    let is_around = is_call && has_part(larger, smaller);
    let is_conditional = is_conditional(&mined.tally);
    let variables = variables(&mined.pair).len() as u32;
    let more = CONDITION * u32::from(is_conditional)
        + AROUND * u32::from(is_around)
        + constants(larger)
        + constants(smaller);
    mined.pair.size() + more - variables.saturating_sub(1)
}

/// The variables of both terms.
fn variables(pair: &Pair) -> Vec<(u16, u8)> {
    let mut all = Vec::new();
    pair.larger.variables(&mut all);
    pair.smaller.variables(&mut all);
    all
}

/// How many constants, and operations without arguments, a term has.
fn constants(term: &Term) -> u32 {
    match term {
        Term::Variable { .. } => 0,
        Term::Constant { .. } => 1,
        Term::Call { arguments, .. } if arguments.is_empty() => 1,
        Term::Call { arguments, .. } => arguments.iter().map(constants).sum(),
    }
}

/// Whether a term has another one as a part.
fn has_part(term: &Term, part: &Term) -> bool {
    let Term::Call { arguments, .. } = term else { return false };
    arguments.iter().any(|it| it == part || has_part(it, part))
}

/// The operation that an equation is about, and how much larger an equation counts that is no
/// implementation of an operation with arguments.
fn subject(names: &Vocabulary, mined: &MinedPair) -> (u32, Option<u16>) {
    let Pair { larger, smaller } = &mined.pair;
    let implemented = [smaller, larger].into_iter().find_map(|term| general(names, term));
    let constant = [smaller, larger].into_iter().find_map(|term| match term {
        Term::Call { operation, arguments, .. } if arguments.is_empty() => Some(*operation),
        _ => None,
    });
    match (implemented.or(constant), larger) {
        _ if variables(&mined.pair).is_empty() => (GROUND, None),
        (Some(operation), _) => (0, Some(operation)),
        (None, Term::Call { operation, .. }) if matches!(smaller, Term::Call { .. }) => {
            (OTHER, Some(*operation))
        }
        (None, _) => (LEAF, None),
    }
}

/// Whether one of the terms has a value where the other has none.
fn is_conditional(tally: &Tally) -> bool {
    tally.larger_outside + tally.smaller_outside > 0
}

/// The operation of a term that is a call with different variables.
fn general(names: &Vocabulary, term: &Term) -> Option<u16> {
    let Term::Call { operation, arguments, .. } = term else { return None };
    let mut variables = Vec::new();
    term.variables(&mut variables);
    let is_plain = names.operations[usize::from(*operation)].outputs == [None];
    let are_different = variables.len() == arguments.len()
        && arguments.iter().all(|it| matches!(it, Term::Variable { .. }));
    (is_plain && are_different && !arguments.is_empty()).then_some(*operation)
}

/// Chooses pairs that are nearly equal and do not follow from equations and earlier suspects.
/// Returns their places.
pub fn suspects(pairs: &[MinedPair], rules: &mut Rules, lines: usize) -> Vec<usize> {
    let all = pairs.iter().enumerate();
    let mut sorted: Vec<(usize, &MinedPair)> =
        all.filter(|(_, it)| !is_equation(&it.tally) && has_first_variables(&it.pair)).collect();
    sorted.sort_by(|(_, one), (_, other)| {
        let key = |mined| suspicion(mined, 1.0);
        key(one).total_cmp(&key(other)).then_with(|| one.pair.cmp(&other.pair))
    });
    let mut chosen = Vec::new();
    for (place, mined) in sorted {
        if chosen.len() >= CANDIDATES * lines {
            break;
        }
        if !rules.imply(&mined.pair) {
            rules.add(&mined.pair);
            chosen.push(place);
        }
    }
    chosen
}

/// Whether the variables of each sort are the first ones. Others only have other names.
fn has_first_variables(pair: &Pair) -> bool {
    let all = variables(pair);
    all.iter().all(|(sort, index)| (0..*index).all(|before| all.contains(&(*sort, before))))
}

/// The smaller, the more suspicious: a small pair with few exceptions, whose terms have the same
/// variables. `different` is the share of its exceptions that differ from one another.
pub fn suspicion(mined: &MinedPair, different: f64) -> f64 {
    let Pair { larger, smaller } = &mined.pair;
    let is_balanced = occurrences(larger) == occurrences(smaller);
    let more = if is_balanced { 0.0 } else { UNBALANCED };
    let special = SPECIAL * (1.0 - different);
    f64::from(mined.pair.size()) + EXCEPTIONS * mined.tally.share() + more + special
}

/// All variables of a term, as often as they occur.
fn occurrences(term: &Term) -> Vec<(u16, u8)> {
    let mut all = match term {
        Term::Variable { sort, index } => vec![(*sort, *index)],
        Term::Constant { .. } => Vec::new(),
        Term::Call { arguments, .. } => arguments.iter().flat_map(occurrences).collect(),
    };
    all.sort_unstable();
    all
}
