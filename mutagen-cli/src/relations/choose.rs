//! Chooses from the equations that were found those from which the others follow, and from the
//! terms that are nearly equal those that nothing else explains.

use super::prune::Rules;
use super::short::{Short, forms};
use mutagen_core::internal::run::metamorphic::relations::{MinedPair, Tally, Term, Vocabulary};

/// The most suspects that are confirmed, for each that may be printed.
const CANDIDATES: usize = 3;

/// What was found, without what follows from it.
pub struct Chosen<'p> {
    /// Equations with short forms.
    pub short: Vec<Short<'p>>,
    /// The others, the smallest first.
    pub equations: Vec<&'p MinedPair>,
    /// All of them as rules.
    pub rules: Rules,
}

/// Whether two terms differ on no sample.
pub fn is_equation(tally: &Tally) -> bool {
    tally.different == 0
}

/// Chooses equations.
pub fn equations<'p>(names: &Vocabulary, pairs: &'p [MinedPair]) -> Chosen<'p> {
    let mut sorted: Vec<&MinedPair> = pairs.iter().filter(|it| is_equation(&it.tally)).collect();
    sorted.sort_by_key(|mined| (is_conditional(&mined.tally), rank(names, mined)));
    let strict: Vec<&MinedPair> =
        sorted.iter().copied().filter(|mined| !is_conditional(&mined.tally)).collect();
    let short = forms(names, &strict);
    let mut rules = Rules::default();
    let of_forms = short.iter().flat_map(|short| &short.pairs);
    of_forms.for_each(|mined| rules.add(&mined.pair));
    let mut equations = Vec::new();
    for mined in sorted {
        if !rules.imply(&mined.pair) {
            rules.add(&mined.pair);
            equations.push(mined);
        }
    }
    Chosen { short, equations, rules }
}

/// Whether one of the terms has a value where the other has none.
fn is_conditional(tally: &Tally) -> bool {
    tally.larger_outside + tally.smaller_outside > 0
}

/// Smaller equations come first, and of those of a size the ones that implement an operation.
fn rank(names: &Vocabulary, mined: &MinedPair) -> (u32, bool, Term, Term) {
    let pair = &mined.pair;
    let implements = [&pair.larger, &pair.smaller].into_iter().any(|term| is_general(names, term));
    (pair.size(), !implements, pair.larger.clone(), pair.smaller.clone())
}

/// Whether a term is a call with different variables.
pub fn is_general(names: &Vocabulary, term: &Term) -> bool {
    let Term::Call { operation, arguments, .. } = term else { return false };
    let mut variables = Vec::new();
    term.variables(&mut variables);
    let is_plain = names.operations[usize::from(*operation)].outputs == [None];
    is_plain
        && !arguments.is_empty()
        && variables.len() == arguments.len()
        && arguments.iter().all(|it| matches!(it, Term::Variable { .. }))
}

/// Chooses pairs that are nearly equal and do not follow from equations and earlier suspects.
pub fn suspects<'p>(pairs: &'p [MinedPair], rules: &mut Rules, lines: usize) -> Vec<&'p MinedPair> {
    let mut sorted: Vec<&MinedPair> = pairs.iter().filter(|it| !is_equation(&it.tally)).collect();
    sorted.sort_by(|one, other| {
        let key = |mined: &MinedPair| suspicion(&mined.pair.size(), &mined.tally);
        key(one).total_cmp(&key(other)).then_with(|| one.pair.cmp(&other.pair))
    });
    let mut chosen = Vec::new();
    for mined in sorted {
        if chosen.len() >= CANDIDATES * lines {
            break;
        }
        if !rules.imply(&mined.pair) {
            rules.add(&mined.pair);
            chosen.push(mined);
        }
    }
    chosen
}

/// The lower, the more suspicious: a small pair with few exceptions.
pub fn suspicion(size: &u32, tally: &Tally) -> f64 {
    f64::from(*size) + 10.0 * tally.share()
}
