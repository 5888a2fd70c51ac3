//! From choices to a script: Algorithm 1 of the paper, with bound variables, variable translocation
//! and incremental mode.

use crate::blocks::{Atom, Blocks, Pool};
use crate::choices::{Choices, Filling, Level};
use crate::skeleton::Skeleton;
use smt_lang::Script;
use smt_lang::{Binder, Command, Ident, Kind, Origin, Sort, SortedVar, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// A formula and what it was made of.
#[derive(Debug, Clone)]
pub struct Built {
    /// The script: `set-logic`, declarations, assertions, `check-sat`.
    pub script: Script,
    /// The abstract forms of its atoms.
    pub forms: BTreeSet<u32>,
    /// The theory of the pool.
    pub theory: String,
}

/// A script from choices. `None` if there are no skeletons or no atoms.
pub fn build(blocks: &Blocks, choices: &Choices) -> Option<Built> {
    let pool = blocks.pools.get(choices.pool as usize % blocks.pools.len().max(1))?;
    if blocks.skeletons.is_empty() || pool.atoms.is_empty() {
        return None;
    }
    let mut populated = Populated::new(blocks, pool, choices.guided);
    let first = Filling { skeleton: 0, fills: Vec::new(), bound: Vec::new() };
    let fillings = match &choices.assertions[..] {
        [] => std::slice::from_ref(&first),
        all => all,
    };
    let mut assertions: Vec<Term> =
        fillings.iter().map(|filling| populated.assertion(filling)).collect();
    let variables: BTreeMap<Symbol, Sort> = populated.variables;
    for translocation in &choices.translocations {
        let count = assertions.len();
        let assertion = &mut assertions[translocation.assertion as usize % count];
        let is_variable =
            |term: &Term| term.variable().is_some_and(|i| variables.contains_key(&i.name));
        let occurrences: Vec<usize> =
            assertion.parts().filter(|part| is_variable(part.term)).map(|part| part.at).collect();
        if occurrences.is_empty() {
            continue;
        }
        let at = occurrences[translocation.occurrence as usize % occurrences.len()];
        let Some(sort) = assertion.part(at).map(|part| part.sort().clone()) else { continue };
        let others: Vec<&Symbol> =
            variables.iter().filter(|(_, s)| **s == sort).map(|(name, _)| name).collect();
        if others.is_empty() {
            continue;
        }
        let other = others[translocation.to as usize % others.len()];
        *assertion = assertion.replace(at, &Term::var(other.clone(), sort));
    }
    let mut commands = vec![Command::SetLogic(Symbol::new("ALL"))];
    commands.extend(populated.needs.iter().map(|n| blocks.commands[*n].clone()));
    let declare =
        |(name, sort): (&Symbol, &Sort)| Command::declare_const(name.clone(), sort.clone());
    commands.extend(variables.iter().map(declare));
    commands.extend(asserted(assertions, &choices.levels));
    Some(Built { script: Script { commands }, forms: populated.forms, theory: pool.theory.clone() })
}

/// The assertions with `check-sat`, at once or in rounds.
fn asserted(assertions: Vec<Term>, levels: &[Level]) -> Vec<Command> {
    let mut commands = Vec::new();
    let mut left = assertions.into_iter().map(Command::Assert);
    if levels.is_empty() {
        commands.extend(left);
        commands.push(Command::CheckSat);
        return commands;
    }
    let mut depth: u32 = 0;
    for level in levels.iter().cycle() {
        let rest = left.len();
        if rest == 0 {
            break;
        }
        let push = if rest > 2 { usize::from(level.push).clamp(1, 3) } else { rest };
        depth += push as u32;
        commands.push(Command::Push(Some(push as u32)));
        commands.extend(left.by_ref().take(push));
        commands.push(Command::CheckSat);
        let pop = 1 + u32::from(level.pop) % depth;
        depth -= pop;
        commands.push(Command::Pop(Some(pop)));
    }
    commands
}

/// A skeleton with these atoms, as many as it has holes, and these numbers for what it binds.
pub(crate) fn filled(skeleton: &Skeleton, atoms: &[&Atom], bound: &[u32], start: u32) -> Term {
    term(skeleton, &mut &*atoms, &mut Numbers::new(bound.to_vec(), start))
}

/// The state of procedure `Populate`.
struct Populated<'b> {
    blocks: &'b Blocks,
    pool: &'b Pool,
    guided: bool,
    /// The forms since the last rule that served, and all of them.
    recent: BTreeSet<u32>,
    forms: BTreeSet<u32>,
    /// The rules that have served.
    served: BTreeSet<usize>,
    variables: BTreeMap<Symbol, Sort>,
    needs: BTreeSet<usize>,
}

impl<'b> Populated<'b> {
    fn new(blocks: &'b Blocks, pool: &'b Pool, guided: bool) -> Self {
        Populated {
            blocks,
            pool,
            guided,
            recent: BTreeSet::new(),
            forms: BTreeSet::new(),
            served: BTreeSet::new(),
            variables: BTreeMap::new(),
            needs: BTreeSet::new(),
        }
    }

    fn assertion(&mut self, filling: &Filling) -> Term {
        let blocks = self.blocks;
        let skeleton = &blocks.skeletons[filling.skeleton as usize % blocks.skeletons.len()];
        let fills = filling.fills.iter().map(|fill| fill.0);
        let mut fills = Numbers::new(fills.collect(), filling.skeleton);
        let atoms: Vec<&Atom> = (0..skeleton.holes()).map(|_| self.atom(fills.next())).collect();
        for atom in &atoms {
            self.variables.extend(atom.variables.iter().cloned());
            self.needs.extend(atom.needs.iter().copied());
        }
        let bound = filling.bound.iter().map(|b| b.variable << 1 | u32::from(b.unused));
        let mut bound = Numbers::new(bound.collect(), !filling.skeleton);
        term(skeleton, &mut &atoms[..], &mut bound)
    }

    /// An atom with a form of some rule's consequent, if the antecedent of a rule that has not
    /// served is there; otherwise any atom of the pool (Algorithm 1, lines 13 to 18).
    fn atom(&mut self, number: u32) -> &'b Atom {
        let (blocks, pool) = (self.blocks, self.pool);
        let rules = blocks.mined.rules.iter().enumerate();
        let mut candidates: Vec<(usize, &[u32])> = Vec::new();
        if self.guided && !self.recent.is_empty() {
            for (n, rule) in rules.filter(|(n, _)| !self.served.contains(n)) {
                if rule.when.iter().all(|form| self.recent.contains(form)) {
                    let lists = rule.then.iter().filter_map(|form| pool.by_form.get(form));
                    candidates.extend(lists.map(|list| (n, &list[..])));
                }
            }
        }
        let total: usize = candidates.iter().map(|(_, list)| list.len()).sum();
        if total > 0 {
            let mut at = number as usize % total;
            for (n, list) in candidates {
                if let Some(found) = list.get(at) {
                    let atom = &blocks.atoms[*found as usize];
                    self.served.insert(n);
                    self.recent.clear();
                    self.forms.insert(atom.form);
                    return atom;
                }
                at -= list.len();
            }
        }
        let atom = &blocks.atoms[pool.atoms[number as usize % pool.atoms.len()] as usize];
        self.recent.insert(atom.form);
        self.forms.insert(atom.form);
        atom
    }
}

/// Numbers one after the other; those after the end follow from those before.
struct Numbers {
    given: std::vec::IntoIter<u32>,
    state: u64,
}

impl Numbers {
    fn new(given: Vec<u32>, start: u32) -> Numbers {
        Numbers { given: given.into_iter(), state: u64::from(start) }
    }

    fn next(&mut self) -> u32 {
        let given = self.given.next();
        // SplitMix64.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15 ^ u64::from(given.unwrap_or(0)));
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        given.unwrap_or((mixed >> 40) as u32)
    }
}

/// The skeleton with atoms for its holes and variables for its quantifiers. Recursion is bounded:
/// no skeleton is deep.
fn term(skeleton: &Skeleton, atoms: &mut &[&Atom], bound: &mut Numbers) -> Term {
    match skeleton {
        Skeleton::Hole => {
            let (first, rest) = atoms.split_first().expect("as many atoms as holes");
            *atoms = rest;
            first.term.clone()
        }
        Skeleton::Connective(name, parts) => {
            let parts = parts.iter().map(|part| term(part, atoms, bound)).collect();
            let ident = Ident::new(name.clone(), Origin::Theory);
            Term::new(Kind::Op(ident), parts, Sort::Bool)
        }
        Skeleton::Quantified(all, count, body) => {
            let inside = &atoms[..body.holes()];
            let mut candidates: Vec<&(Symbol, Sort)> =
                inside.iter().flat_map(|atom| &atom.variables).collect();
            candidates.sort();
            candidates.dedup();
            let mut variables: Vec<SortedVar> = Vec::new();
            for n in 0..*count {
                let number = bound.next();
                let (choice, unused) = ((number >> 1) as usize, number & 1 == 1);
                let variable = match candidates.get(choice % candidates.len().max(1)) {
                    None => SortedVar::new(&format!("VAR{n}"), Sort::Bool),
                    Some((name, sort)) => {
                        let taken = variables.iter().any(|v| v.name == *name);
                        let name = if unused || taken {
                            format!("{}_{n}", name.name().to_uppercase())
                        } else {
                            name.name().to_owned()
                        };
                        SortedVar::new(&name, sort.clone())
                    }
                };
                variables.push(variable);
            }
            let body = term(body, atoms, bound);
            let binder = if *all { Binder::Forall } else { Binder::Exists };
            Term::new(Kind::Binder(binder, variables), vec![body], Sort::Bool)
        }
    }
}
