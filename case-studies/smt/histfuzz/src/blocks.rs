//! Building blocks: the atoms of a history under names that are unique over all of it, in pools by
//! theory, with the declarations that each one needs; and the skeletons and rules to go with them.

use crate::form::{family, form};
use crate::history::{Formula, History};
use crate::mine::{Mined, Thresholds, gives_atoms, is_usable, parts};
use crate::skeleton::{Definitions, Skeleton};
use crate::unique::{owners, unique};
use smt_lang::{Command, Dialect, Origin, Script, Sort, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Atoms with more terms are left out: what they cost is out of proportion.
const LARGEST: usize = 400;

/// The theories that have a pool, by the family of a sort, and the words that put a file into a
/// pool by the published definitions.
const THEORIES: [(&str, &[&str]); 6] = [
    ("Int", &["Int"]),
    ("Real", &["Real"]),
    ("String", &["String", "re."]),
    ("BitVec", &["BitVec", "_ bv"]),
    ("FloatingPoint", &["Float", "fp"]),
    ("Array", &["Array"]),
];

/// An atom of the history.
#[derive(Debug, Clone)]
pub struct Atom {
    /// The term.
    pub term: Term,
    /// Its abstract form: a number in [`Mined::forms`].
    pub form: u32,
    /// The variables in it, with their sorts.
    pub variables: Vec<(Symbol, Sort)>,
    /// The commands that it needs before it: numbers in [`Blocks::commands`], in order.
    pub needs: Vec<usize>,
}

/// The atoms of one theory.
#[derive(Debug, Clone, Default)]
pub struct Pool {
    /// The theory.
    pub theory: String,
    /// Numbers in [`Blocks::atoms`].
    pub atoms: Vec<u32>,
    /// The same by abstract form.
    pub by_form: BTreeMap<u32, Vec<u32>>,
}

/// What formulas are made from.
#[derive(Debug, Clone, Default)]
pub struct Blocks {
    /// What was mined.
    pub mined: Mined,
    /// The skeletons, each once.
    pub skeletons: Vec<Skeleton>,
    /// The atoms, each once up to the names of its variables.
    pub atoms: Vec<Atom>,
    /// The pools that have atoms.
    pub pools: Vec<Pool>,
    /// Declarations of functions and sorts, definitions, datatypes.
    pub commands: Vec<Command>,
}

/// Which atoms may be used.
#[derive(Debug, Clone, Default)]
pub struct Allowed {
    /// The solvers' dialects: an atom that one of them has no words for is left out.
    pub dialects: Vec<Dialect>,
    /// Families of sorts that no atom may have.
    pub without_sorts: Vec<String>,
}

impl Allowed {
    /// What these solvers take. cvc4 1.8 of Debian was built without floats.
    pub fn by<'s>(solvers: impl IntoIterator<Item = &'s str>) -> Allowed {
        let solvers: Vec<&str> = solvers.into_iter().collect();
        let floats = ["FloatingPoint", "RoundingMode"].map(str::to_owned);
        Allowed {
            dialects: solvers.iter().map(|name| Dialect::of_solver(name)).collect(),
            without_sorts: if solvers.contains(&"cvc4-1.8") { floats.into() } else { Vec::new() },
        }
    }

    /// Whether a term has a sort that none may have.
    fn has_none(&self, term: &Term) -> bool {
        let has = |part: &Term| self.without_sorts.iter().any(|sort| sort == family(part.sort()));
        !self.without_sorts.is_empty() && term.preorder().any(has)
    }
}

impl Blocks {
    /// The blocks of a history.
    pub fn new(history: &History, definitions: Definitions, allowed: &Allowed) -> Blocks {
        let mined = Mined::new(history, definitions, Thresholds::default());
        let skeletons = mined.skeletons.keys().cloned().collect();
        let mut blocks = Blocks { mined, skeletons, ..Blocks::default() };
        let forms: HashMap<String, u32> = blocks.mined.forms.iter().cloned().zip(0..).collect();
        let mut seen: HashMap<String, u32> = HashMap::new();
        let mut pools: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
        for (number, formula) in history.formulas.iter().enumerate() {
            if !gives_atoms(formula, definitions) {
                continue;
            }
            let Ok(renamed) = unique(formula, number) else { continue };
            let mut source = Source::new(renamed, number);
            let theories = theories(formula, definitions);
            let atoms = |formula| parts(formula, definitions).into_iter().flat_map(|d| d.atoms);
            let pairs: Vec<(Term, Term)> = atoms(formula).zip(atoms(&source.formula)).collect();
            for (old, new) in pairs {
                let fits = old.size() <= LARGEST && is_usable(&old, definitions);
                let (true, Some(form)) = (fits, forms.get(&form(&old, definitions))) else {
                    continue;
                };
                let Some((text, atom)) = source.atom(&new, *form, &mut blocks.commands) else {
                    continue;
                };
                if allowed.has_none(&atom.term) {
                    continue;
                }
                if allowed.dialects.iter().any(|dialect| blocks.lacks(&atom, *dialect)) {
                    continue;
                }
                let at = *seen.entry(text).or_insert_with(|| {
                    blocks.atoms.push(atom);
                    blocks.atoms.len() as u32 - 1
                });
                for theory in &theories {
                    pools.entry(theory.clone()).or_default().insert(at);
                }
            }
        }
        blocks.pools =
            pools.into_iter().map(|(theory, atoms)| blocks.pool(theory, atoms)).collect();
        blocks
    }

    fn pool(&self, theory: String, atoms: BTreeSet<u32>) -> Pool {
        let mut pool = Pool { theory, atoms: atoms.into_iter().collect(), ..Pool::default() };
        for at in &pool.atoms {
            pool.by_form.entry(self.atoms[*at as usize].form).or_default().push(*at);
        }
        pool
    }

    /// Whether a solver has no words for something in an atom or what it needs.
    fn lacks(&self, atom: &Atom, dialect: Dialect) -> bool {
        let needed = atom.needs.iter().map(|n| self.commands[*n].clone());
        let commands = needed.chain([Command::Assert(atom.term.clone())]);
        !Script { commands: commands.collect() }.lacking(dialect).is_empty()
    }

    /// The same atoms with the skeletons of another history: those of as many ordinary formulas
    /// (HistFuzz_n).
    #[must_use]
    pub fn with_skeletons(mut self, history: &History, definitions: Definitions) -> Blocks {
        let mined = Mined::new(history, definitions, Thresholds::default());
        self.skeletons = mined.skeletons.into_keys().collect();
        self
    }

    /// Learns the rules again, with the forms of formulas that were found since.
    pub fn learn(&mut self, found: &[BTreeSet<u32>]) {
        self.mined.transactions.extend(found.iter().cloned());
        self.mined.learn(Thresholds::default());
    }
}

fn theories(formula: &Formula, definitions: Definitions) -> Vec<String> {
    let named = |n: &usize| THEORIES[*n].0.to_owned();
    if definitions == Definitions::Published {
        let has = |n: &usize| THEORIES[*n].1.iter().any(|word| formula.text.contains(word));
        return (0..THEORIES.len()).filter(has).map(|n| named(&n)).collect();
    }
    let sorts: BTreeSet<&str> =
        formula.script.terms().flat_map(Term::preorder).map(|term| family(term.sort())).collect();
    let found = (0..THEORIES.len()).filter(|n| sorts.contains(THEORIES[*n].0));
    let mut theories: Vec<String> = found.map(|n| named(&n)).collect();
    if theories.is_empty() {
        theories.push("other".to_owned());
    }
    theories
}

/// A formula under unique names.
struct Source {
    formula: Formula,
    number: usize,
    /// The command that declares or defines each name that is no plain constant.
    owners: HashMap<Symbol, usize>,
    /// The names that have several declarations: which one an atom means is not known.
    several: HashSet<Symbol>,
    /// The numbers in [`Blocks::commands`] of commands of this formula.
    taken: BTreeMap<usize, usize>,
    /// New names of variables: two of one name and different sorts are different.
    variables: HashMap<(Symbol, Sort), Symbol>,
}

impl Source {
    fn new(formula: Formula, number: usize) -> Source {
        let (owners, several) = owners(&formula.script);
        let (taken, variables) = (BTreeMap::new(), HashMap::new());
        Source { formula, number, owners, several, taken, variables }
    }

    /// The atom, and a text that is the same for atoms that differ only in names of variables.
    fn atom(
        &mut self,
        term: &Term,
        form: u32,
        commands: &mut Vec<Command>,
    ) -> Option<(String, Atom)> {
        let mut names: HashMap<Symbol, Symbol> = HashMap::new();
        let mut general: HashMap<Symbol, Symbol> = HashMap::new();
        let mut variables = Vec::new();
        let mut sorts = String::new();
        for (name, sort) in term.free_variables() {
            if self.owners.contains_key(&name) {
                continue;
            }
            let next = self.variables.len();
            let key = (name.clone(), sort.clone());
            let new = self.variables.entry(key);
            let new = new.or_insert_with(|| Symbol::new(&format!("v{}_{next}", self.number)));
            general.insert(name.clone(), Symbol::new(&format!("v{}", variables.len())));
            sorts.push_str(&format!(" {sort}"));
            names.insert(name, new.clone());
            variables.push((new.clone(), sort));
        }
        let needed = self.needed(term)?;
        // In the order of the formula, as a definition comes after what it uses.
        for at in &needed {
            self.taken.entry(*at).or_insert_with(|| {
                commands.push(self.formula.script.commands[*at].clone());
                commands.len() - 1
            });
        }
        let needs: Vec<usize> = needed.iter().map(|at| self.taken[at]).collect();
        let text = format!("{}{sorts} {needs:?}", declared(&term.rename(&general)));
        Some((text, Atom { term: declared(&term.rename(&names)), form, variables, needs }))
    }

    /// The commands of this formula that a term needs, and those that they need.
    fn needed(&self, term: &Term) -> Option<BTreeSet<usize>> {
        let mut needed = BTreeSet::new();
        let mut todo: Vec<String> = vec![term.to_string()];
        todo.extend(term.free_variables().values().map(Sort::to_string));
        while let Some(text) = todo.pop() {
            for token in smt_lang::Tokens::of(text).iter() {
                let symbol = Symbol::spelled(token.text);
                if self.several.contains(&symbol) {
                    return None;
                }
                let plain = symbol.name().strip_prefix("is-").map(Symbol::new);
                let owner = self.owners.get(&symbol);
                let owner = owner.or_else(|| self.owners.get(&plain?));
                if let Some(at) = owner.filter(|at| needed.insert(**at)) {
                    todo.push(self.formula.script.commands[*at].print(Dialect::AsRead));
                }
            }
        }
        (needed.len() <= 20).then_some(needed)
    }
}

/// The term with its bound variables from outside of it as declared ones.
fn declared(term: &Term) -> Term {
    let free = term.free_variables();
    term.map(|part| {
        let ident = part.variable()?;
        let outside = ident.origin == Origin::Bound && free.contains_key(&ident.name);
        outside.then(|| Term::var(ident.name.clone(), part.sort().clone()))
    })
}
