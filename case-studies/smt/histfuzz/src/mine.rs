//! Mining: skeletons with their frequencies, the abstract forms of each formula, and the rules
//! between them.

use crate::apriori::{self, Rule};
use crate::form::form;
use crate::history::{Formula, History};
use crate::skeleton::{Definitions, Divided, Skeleton, divide};
use smt_lang::{Command, Kind, Origin, Sort, Term};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How often a set of forms must occur, in formulas, and how often a rule must hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// The least number of formulas.
    pub support: usize,
    /// The least share.
    pub confidence: f64,
}

impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds { support: 9, confidence: 0.5 }
    }
}

/// What a history gives.
#[derive(Debug, Clone, Default)]
pub struct Mined {
    /// The distinct skeletons, and in how many assertions each was seen.
    pub skeletons: BTreeMap<Skeleton, usize>,
    /// The distinct abstract forms; rules name them by their numbers here.
    pub forms: Vec<String>,
    /// For each formula the forms of its atoms.
    pub transactions: Vec<BTreeSet<u32>>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// Formulas that gave atoms for the pools, and how many atoms these are.
    pub with_atoms: usize,
    /// The number of their atoms, each as often as it occurs.
    pub atoms: usize,
}

impl Mined {
    /// Mines a history.
    pub fn new(history: &History, definitions: Definitions, thresholds: Thresholds) -> Mined {
        let mut mined = Mined::default();
        let mut numbers: HashMap<String, u32> = HashMap::new();
        for formula in &history.formulas {
            let mut items = BTreeSet::new();
            let mut atoms = 0;
            for Divided { skeleton, atoms: found } in parts(formula, definitions) {
                if let Some(skeleton) = skeleton {
                    *mined.skeletons.entry(skeleton).or_default() += 1;
                }
                for atom in found.iter().filter(|atom| is_usable(atom, definitions)) {
                    atoms += 1;
                    let form = form(atom, definitions);
                    let number = *numbers.entry(form).or_insert_with_key(|form| {
                        mined.forms.push(form.clone());
                        mined.forms.len() as u32 - 1
                    });
                    items.insert(number);
                }
            }
            mined.transactions.push(items);
            if atoms > 0 && gives_atoms(formula, definitions) {
                mined.with_atoms += 1;
                mined.atoms += atoms;
            }
        }
        mined.learn(thresholds);
        mined
    }

    /// Learns the rules again, after transactions were added.
    pub fn learn(&mut self, thresholds: Thresholds) {
        let Thresholds { support, confidence } = thresholds;
        self.rules = apriori::rules(&self.transactions, support, confidence);
    }

    /// The number of skeletons that occur more than once.
    pub fn repeated(&self) -> usize {
        self.skeletons.values().filter(|count| **count > 1).count()
    }
}

/// The assertions of a formula, taken apart; none if the published tool's parser rejects the file.
pub(crate) fn parts(formula: &Formula, definitions: Definitions) -> Vec<Divided> {
    if definitions == Definitions::Published && !published_parser_reads(formula) {
        return Vec::new();
    }
    formula.script.assertions().map(|assertion| divide(assertion, definitions)).collect()
}

/// Whether the parser of the published tool takes a formula: it rejects `match`, `as` and
/// annotations.
fn published_parser_reads(formula: &Formula) -> bool {
    let rejected = |term: &Term| {
        matches!(term.kind(), Kind::Match(_) | Kind::Annotated(_) | Kind::Other(_) | Kind::Apply)
            || term.ident().is_some_and(|ident| ident.of.is_some())
    };
    let command =
        |command: &Command| matches!(command, Command::Other(sexp) if sexp.list().is_none());
    !formula.script.terms().flat_map(Term::preorder).any(rejected)
        && !formula.script.commands.iter().any(command)
}

/// Whether the atoms of a formula go into pools.
pub(crate) fn gives_atoms(formula: &Formula, definitions: Definitions) -> bool {
    let words = ["declare-sort", "define-sort", "(define-fun", "datatype"];
    definitions == Definitions::Own || !words.iter().any(|word| formula.text.contains(word))
}

/// Whether an atom can be used at all: every name in it is known, and by our own definitions its
/// sorts are.
pub(crate) fn is_usable(atom: &Term, definitions: Definitions) -> bool {
    let mut usable = true;
    atom.scoped(|part, bound| {
        if let Some(ident) = part.term.ident() {
            usable &= ident.origin != Origin::Nowhere;
            let inside = || bound.iter().any(|(name, _)| *name == ident.name);
            // A variable of a `let` around the atom has no sort in the published tool.
            usable &= ident.origin != Origin::Bound || inside() || !part.term.sort().is_unknown();
        }
        usable &= definitions == Definitions::Published || !part.term.sort().is_unknown();
    });
    usable && (definitions == Definitions::Published || *atom.sort() == Sort::Bool)
}
