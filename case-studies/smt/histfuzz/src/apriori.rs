//! Association rules by Apriori (R. Agrawal and R. Srikant, VLDB 1994). The crates that mine rules
//! fit badly: `apriori_pattern_miner` 0.1 reads files and gives no rules, `arm-rs` is a program,
//! `rust-rule-miner` wants dates and brings a rule engine. Sixty lines take less than any of them.

use std::collections::{BTreeMap, BTreeSet};

/// The largest set of items that is looked at, as in the library of the published tool.
const LARGEST: usize = 8;

/// A rule: who has all of `when` also has all of `then`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rule {
    /// The antecedent, sorted.
    pub when: Vec<u32>,
    /// The consequent, sorted; it has no item of the antecedent.
    pub then: Vec<u32>,
    /// How many transactions have all items of both.
    pub support: usize,
    /// How many transactions have all items of the antecedent.
    pub of: usize,
}

impl Rule {
    /// The share of transactions with the antecedent that have the consequent as well.
    pub fn confidence(&self) -> f64 {
        self.support as f64 / self.of as f64
    }
}

/// The sets of items, each sorted, that occur in at least `support` transactions, and in how many.
pub fn frequent(transactions: &[BTreeSet<u32>], support: usize) -> BTreeMap<Vec<u32>, usize> {
    let mut counts: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
    for item in transactions.iter().flatten() {
        *counts.entry(vec![*item]).or_default() += 1;
    }
    counts.retain(|_, count| *count >= support);
    let mut all = counts.clone();
    let mut last: Vec<Vec<u32>> = counts.into_keys().collect();
    for _ in 1..LARGEST {
        let mut next = BTreeMap::new();
        for (n, a) in last.iter().enumerate() {
            let same = |b: &&Vec<u32>| a[..a.len() - 1] == b[..b.len() - 1];
            for b in last[n + 1..].iter().take_while(same) {
                let mut union = a.clone();
                union.extend(b.last());
                let count = transactions.iter().filter(|t| union.iter().all(|i| t.contains(i)));
                let count = count.count();
                if count >= support {
                    next.insert(union, count);
                }
            }
        }
        last = next.keys().cloned().collect();
        all.extend(next);
    }
    all
}

/// The rules between frequent sets whose confidence is at least `confidence`, sorted. Transactions
/// without items only matter to those who measure support as a share.
///
/// ```
/// use smt_histfuzz::apriori::rules;
/// let baskets = [[1, 2].into(), [1, 2].into(), [1, 3].into()];
/// let rules = rules(&baskets, 2, 0.8);
/// assert_eq!(rules.len(), 1);
/// assert_eq!((&rules[0].when[..], &rules[0].then[..]), (&[2][..], &[1][..]));
/// ```
pub fn rules(transactions: &[BTreeSet<u32>], support: usize, confidence: f64) -> Vec<Rule> {
    let frequent = frequent(transactions, support);
    let mut rules = Vec::new();
    for (set, support) in frequent.iter().filter(|(set, _)| set.len() > 1) {
        for chosen in 1..(1_u32 << set.len()) - 1 {
            let side = |bit: u32| {
                let items = set.iter().enumerate();
                items.filter(move |(n, _)| chosen >> n & 1 == bit).map(|(_, item)| *item)
            };
            let when: Vec<u32> = side(1).collect();
            let rule =
                Rule { of: frequent[&when], when, then: side(0).collect(), support: *support };
            if rule.confidence() >= confidence {
                rules.push(rule);
            }
        }
    }
    rules.sort();
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    fn baskets() -> Vec<BTreeSet<u32>> {
        vec![[1, 2, 3].into(), [1, 2, 3].into(), [1, 2].into(), [2, 4].into(), [3, 4].into()]
    }

    #[test]
    fn sets_are_counted_and_rare_ones_left_out() {
        let found = frequent(&baskets(), 2);
        assert_eq!(found[&vec![2]], 4);
        assert_eq!(found[&vec![1, 2]], 3);
        assert_eq!(found[&vec![1, 2, 3]], 2);
        assert!(!found.contains_key(&vec![2, 4]));
        assert_eq!(found.len(), 8, "1, 2, 3, 4, 12, 13, 23, 123");
    }

    #[test]
    fn rules_hold_as_often_as_they_say() {
        let found = rules(&baskets(), 2, 0.7);
        let texts =
            found.iter().map(|r| format!("{:?} {:?} {}/{}", r.when, r.then, r.support, r.of));
        let wanted =
            ["[1] [2] 3/3", "[1, 3] [2] 2/2", "[2] [1] 3/4", "[2, 3] [1] 2/2"].map(str::to_owned);
        assert_eq!(texts.collect::<Vec<_>>(), wanted);
    }
}
