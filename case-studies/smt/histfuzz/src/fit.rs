//! Leaves out the atoms that a solver does not read: one formula in four was lost to errors of
//! dialect in a first try. What names a solver lacks is known to `smt-lang` for few; so the solver
//! is asked, about one atom for each set of operators and sorts.

use crate::blocks::{Atom, Blocks};
use crate::build::filled;
use crate::form::family;
use crate::skeleton::Skeleton;
use smt_lang::{Command, Kind, Script, Sort, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Atoms that are asked about in one script.
const TOGETHER: usize = 64;

impl Blocks {
    /// Keeps the atoms and skeletons that are read without an error. `reads` says whether a script
    /// is; it has no `check-sat`. Returns how many atoms were left out.
    ///
    /// # Errors
    ///
    /// The first error of `reads`.
    pub fn fit<E>(
        &mut self,
        mut reads: impl FnMut(&Script) -> Result<bool, E>,
    ) -> Result<usize, E> {
        let mut alike: BTreeMap<BTreeSet<String>, Vec<u32>> = BTreeMap::new();
        for (at, atom) in (0..).zip(&self.atoms) {
            alike.entry(self.signature(atom)).or_default().push(at);
        }
        let groups: Vec<Vec<u32>> = alike.into_values().collect();
        let firsts = |part: &[Vec<u32>]| {
            let atoms = part.iter().map(|all| &self.atoms[all[0] as usize]);
            self.declared(&atoms.collect::<Vec<_>>())
        };
        let groups_refused = refused(&groups, firsts, &mut reads)?;
        let left_out: BTreeSet<u32> = groups_refused.into_iter().flatten().copied().collect();
        let trees = |part: &[Skeleton]| self.empty(part);
        let unread: Vec<Skeleton> =
            refused(&self.skeletons, trees, &mut reads)?.into_iter().cloned().collect();
        self.skeletons.retain(|skeleton| !unread.contains(skeleton));
        for pool in &mut self.pools {
            pool.atoms.retain(|at| !left_out.contains(at));
            pool.by_form.values_mut().for_each(|all| all.retain(|at| !left_out.contains(at)));
            pool.by_form.retain(|_, all| !all.is_empty());
        }
        self.pools.retain(|pool| !pool.atoms.is_empty());
        Ok(left_out.len())
    }

    /// What a solver may refuse about an atom: operators with the families of their operands, and
    /// what it needs.
    fn signature(&self, atom: &Atom) -> BTreeSet<String> {
        let commands = atom.needs.iter().map(|n| &self.commands[*n]);
        // Definitions and sorts are of one formula: they are asked about one by one.
        let mut signature: BTreeSet<String> = atom
            .needs
            .iter()
            .zip(commands)
            .filter(|(_, command)| !matches!(command, Command::Declare(_)))
            .map(|(n, _)| format!("needs {n}"))
            .collect();
        for part in atom.term.preorder() {
            let operand = |c: &Term| match c.kind() {
                Kind::Literal(..) => family(c.sort()).to_lowercase(),
                _ => family(c.sort()).to_owned(),
            };
            let operands: BTreeSet<String> = part.children().iter().map(operand).collect();
            let operands: Vec<String> = operands.into_iter().collect();
            let head =
                part.theory_op().unwrap_or(if part.children().is_empty() { "leaf" } else { "fun" });
            let count = part.children().len().min(3);
            let indices = part.ident().map_or(0, |ident| ident.indices.len());
            signature.insert(format!(
                "{head}/{indices}/{count} {} {}",
                family(part.sort()),
                operands.join(" ")
            ));
        }
        signature
    }

    /// A script that asserts these skeletons with `p` in their holes.
    fn empty(&self, skeletons: &[Skeleton]) -> Script {
        let atom = Atom {
            term: Term::var("p", Sort::Bool),
            form: 0,
            variables: vec![(Symbol::new("p"), Sort::Bool)],
            needs: Vec::new(),
        };
        let filled = skeletons.iter().map(|skeleton| {
            let term = filled(skeleton, &vec![&atom; skeleton.holes()], &[], 0);
            Atom { term, ..atom.clone() }
        });
        let filled: Vec<Atom> = filled.collect();
        self.declared(&filled.iter().collect::<Vec<_>>())
    }

    /// A script that asserts these atoms and checks nothing.
    fn declared(&self, atoms: &[&Atom]) -> Script {
        let needs: BTreeSet<usize> =
            atoms.iter().flat_map(|atom| atom.needs.iter().copied()).collect();
        let mut commands = vec![Command::SetLogic(Symbol::new("ALL"))];
        commands.extend(needs.into_iter().map(|n| self.commands[n].clone()));
        let variables: BTreeMap<_, _> =
            atoms.iter().flat_map(|atom| atom.variables.iter().cloned()).collect();
        commands.extend(variables.into_iter().map(|(n, s)| Command::declare_const(n, s)));
        // `or` with `true`, so that a solver that simplifies as it reads has nothing to do.
        let always = |term: &Term| Term::app("or", vec![Term::bool(true), term.clone()]);
        commands.extend(atoms.iter().map(|atom| Command::Assert(always(&atom.term))));
        Script { commands }
    }
}

/// The items that are refused alone, found by halves.
fn refused<'i, T, E>(
    items: &'i [T],
    script: impl Fn(&[T]) -> Script,
    reads: &mut impl FnMut(&Script) -> Result<bool, E>,
) -> Result<Vec<&'i T>, E> {
    let mut refused = Vec::new();
    let mut todo: Vec<&[T]> = items.chunks(TOGETHER).collect();
    while let Some(part) = todo.pop() {
        if reads(&script(part))? {
            continue;
        }
        match part {
            [one] => refused.push(one),
            _ => todo.extend(<[_; 2]>::from(part.split_at(part.len() / 2))),
        }
    }
    Ok(refused)
}
