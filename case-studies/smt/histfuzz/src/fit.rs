//! Leaves out the atoms that a solver does not read: one formula in four was lost to errors of
//! dialect in a first try. What names a solver lacks is known to `smt-lang` for few; so the solver
//! is asked, about one atom for each set of operators and sorts.

use crate::blocks::{Atom, Blocks};
use crate::form::family;
use smt_lang::{Command, Script, Symbol, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Atoms that are asked about in one script.
const TOGETHER: usize = 64;

impl Blocks {
    /// Keeps the atoms that are read without an error. `reads` says whether a script is; it has no
    /// `check-sat`. Returns how many were left out.
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
        let mut refused = BTreeSet::new();
        let mut todo: Vec<&[Vec<u32>]> = groups.chunks(TOGETHER).collect();
        while let Some(part) = todo.pop() {
            let firsts: Vec<&Atom> = part.iter().map(|all| &self.atoms[all[0] as usize]).collect();
            if reads(&self.declared(&firsts))? {
                continue;
            }
            match part {
                [group] => refused.extend(group.iter().copied()),
                _ => todo.extend(<[_; 2]>::from(part.split_at(part.len() / 2))),
            }
        }
        for pool in &mut self.pools {
            pool.atoms.retain(|at| !refused.contains(at));
            pool.by_form.values_mut().for_each(|all| all.retain(|at| !refused.contains(at)));
            pool.by_form.retain(|_, all| !all.is_empty());
        }
        self.pools.retain(|pool| !pool.atoms.is_empty());
        Ok(refused.len())
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
            let operands = part.children().iter().map(|c| family(c.sort()));
            let operands = operands.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>();
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
