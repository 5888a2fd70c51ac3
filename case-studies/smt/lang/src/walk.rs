//! Walks over terms: all parts in order, with what is bound around them; and new terms from old
//! ones. Positions are numbered as [`Term::preorder`] gives them.

use crate::sort::{Sort, SortedVar};
use crate::symbol::Symbol;
use crate::term::{Kind, Origin, Term};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A part of a term, with its place.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    /// The term.
    pub term: &'a Term,
    /// Its number in preorder.
    pub at: usize,
    /// The number of the term that it is a child of, and which child; the whole term has none.
    pub parent: Option<(usize, usize)>,
}

impl Term {
    /// All parts, each before its children, the whole term first.
    pub fn preorder(&self) -> impl Iterator<Item = &Term> {
        self.parts().map(|part| part.term)
    }

    /// All parts in preorder, with their places.
    ///
    /// ```
    /// use smt_lang::{Scope, Term};
    /// let term = Scope::new().read_term(&"(and true (not false))".parse().unwrap());
    /// let parts: Vec<_> = term.parts().map(|p| p.term.to_string()).collect();
    /// assert_eq!(parts, ["(and true (not false))", "true", "(not false)", "false"]);
    /// ```
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let mut todo = vec![(self, None)];
        let mut at = 0;
        std::iter::from_fn(move || {
            let (term, parent) = todo.pop()?;
            let part = Part { term, at, parent };
            at += 1;
            let children = term.children().iter().enumerate().rev();
            todo.extend(children.map(|(n, child)| (child, Some((part.at, n)))));
            Some(part)
        })
    }

    /// The part with this number.
    pub fn part(&self, at: usize) -> Option<&Term> {
        let mut term = self;
        let mut at = at;
        'down: while at > 0 {
            at -= 1;
            for child in term.children() {
                if at < child.size() {
                    term = child;
                    continue 'down;
                }
                at -= child.size();
            }
            return None;
        }
        Some(term)
    }

    /// The term with the part of this number replaced; unchanged if there is no such part.
    #[must_use]
    pub fn replace(&self, at: usize, new: &Term) -> Term {
        let mut path = Vec::new();
        let (mut term, mut rest) = (self, at);
        while rest > 0 {
            rest -= 1;
            let mut children = term.children().iter().enumerate();
            let Some((n, child)) = children.find(|(_, child)| {
                let inside = rest < child.size();
                rest -= if inside { 0 } else { child.size() };
                inside
            }) else {
                return self.clone();
            };
            path.push((term, n));
            term = child;
        }
        path.into_iter().rev().fold(new.clone(), |new, (parent, n)| {
            let mut children = parent.children().to_vec();
            children[n] = new;
            parent.with_children(children)
        })
    }

    /// The term made anew from its leaves: `f` gets each part with its children already made anew,
    /// and gives what takes its place, or `None` to keep it. Sorts are kept as they are.
    #[must_use]
    pub fn map(&self, mut f: impl FnMut(&Term) -> Option<Term>) -> Term {
        enum Task<'a> {
            Down(&'a Term),
            Up(&'a Term),
        }
        let mut done: Vec<Term> = Vec::new();
        let mut todo = vec![Task::Down(self)];
        while let Some(task) = todo.pop() {
            match task {
                Task::Down(term) => {
                    todo.push(Task::Up(term));
                    todo.extend(term.children().iter().rev().map(Task::Down));
                }
                Task::Up(term) => {
                    let children = done.split_off(done.len() - term.children().len());
                    let term = term.with_children(children);
                    done.push(f(&term).unwrap_or(term));
                }
            }
        }
        done.pop().expect("the whole term is done")
    }

    /// Calls `f` on each part in preorder, with the variables that are bound around it, the
    /// innermost last.
    pub fn scoped<'a>(&'a self, mut f: impl FnMut(Part<'a>, &[(Symbol, Sort)])) {
        enum Task<'a> {
            Visit(&'a Term, Option<(usize, usize)>),
            Bind(Vec<(Symbol, Sort)>),
            Unbind(usize),
        }
        let mut bound: Vec<(Symbol, Sort)> = Vec::new();
        let mut todo = vec![Task::Visit(self, None)];
        let mut at = 0;
        while let Some(task) = todo.pop() {
            match task {
                Task::Bind(names) => bound.extend(names),
                Task::Unbind(names) => bound.truncate(bound.len() - names),
                Task::Visit(term, parent) => {
                    f(Part { term, at, parent }, &bound);
                    for (n, child) in term.children().iter().enumerate().rev() {
                        let names = term.binds(n);
                        if !names.is_empty() {
                            todo.push(Task::Unbind(names.len()));
                        }
                        todo.push(Task::Visit(child, Some((at, n))));
                        if !names.is_empty() {
                            todo.push(Task::Bind(names));
                        }
                    }
                    at += 1;
                }
            }
        }
    }

    /// The variables that this term binds in its child of that number.
    pub fn binds(&self, child: usize) -> Vec<(Symbol, Sort)> {
        match self.kind() {
            Kind::Let(names) if child == names.len() => {
                let values = self.children().iter().map(|value| value.sort().clone());
                names.iter().cloned().zip(values).collect()
            }
            Kind::Binder(_, variables) => sorted(variables),
            Kind::Match(patterns) if child > 0 => {
                let pattern = &patterns[child - 1];
                let head = pattern
                    .binds_head
                    .then(|| (pattern.head.clone(), self.children()[0].sort().clone()));
                // The sorts of the arguments are known where the datatype is: in a scope.
                let variables = pattern.variables.iter().map(|v| (v.clone(), Sort::Unknown));
                head.into_iter().chain(variables).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether something in the term binds one of these names, so that a free name would be caught
    /// where it is put.
    pub fn catches(&self, free: &BTreeSet<Symbol>) -> bool {
        let mut bound =
            self.preorder().flat_map(|part| (0..part.children().len()).flat_map(|n| part.binds(n)));
        bound.any(|(name, _)| free.contains(&name))
    }

    /// The names that `!` gives to this term, with the term inside.
    pub fn named(&self) -> Vec<(Symbol, &Term)> {
        let Kind::Annotated(attributes) = self.kind() else { return Vec::new() };
        let name = |attribute: &crate::Attribute| match &attribute.value {
            crate::AttributeValue::Sexp(name) if &*attribute.keyword == ":named" => {
                Some((name.any_symbol()?, &self.children()[0]))
            }
            _ => None,
        };
        attributes.iter().filter_map(name).collect()
    }

    /// The free variables: names without arguments that are neither bound in the term nor of a
    /// theory, with their sorts.
    pub fn free_variables(&self) -> BTreeMap<Symbol, Sort> {
        let mut free = BTreeMap::new();
        self.scoped(|part, bound| {
            if let Some(ident) = part.term.variable()
                && !bound.iter().any(|(name, _)| *name == ident.name)
            {
                free.insert(ident.name.clone(), part.term.sort().clone());
            }
        });
        free
    }

    /// The names of all functions and constants that the term uses and does not bind.
    pub fn free_names(&self) -> BTreeMap<Symbol, Origin> {
        let mut free = BTreeMap::new();
        self.scoped(|part, bound| {
            if let Some(ident) = part.term.ident()
                && ident.origin != Origin::Theory
                && !bound.iter().any(|(name, _)| *name == ident.name)
            {
                free.insert(ident.name.clone(), ident.origin);
            }
        });
        free
    }

    /// The term with its free names replaced by others: variables and functions alike.
    ///
    /// The new names must not be bound in the term.
    #[must_use]
    pub fn rename(&self, names: &HashMap<Symbol, Symbol>) -> Term {
        self.rebuild(&mut |term, bound| {
            let ident = term.ident().filter(|i| i.origin != Origin::Theory)?;
            let new = names.get(&ident.name)?;
            if bound.contains_key(&ident.name) {
                return None;
            }
            let ident = crate::Ident { name: new.clone(), ..ident.clone() };
            Some(Term::new(Kind::Op(ident), term.children().to_vec(), term.sort().clone()))
        })
    }

    /// The term with free variables replaced by terms. No variable that occurs in those terms may
    /// be bound in this one where it is put: see [`Term::free_variables`].
    #[must_use]
    pub fn substitute(&self, terms: &HashMap<Symbol, Term>) -> Term {
        self.rebuild(&mut |term, bound| {
            let name = &term.variable()?.name;
            if bound.contains_key(name) { None } else { terms.get(name).cloned() }
        })
    }

    /// As [`Term::map`]; `f` also gets how often each name is bound around the part.
    fn rebuild(&self, f: &mut impl FnMut(&Term, &HashMap<Symbol, usize>) -> Option<Term>) -> Term {
        enum Task<'a> {
            Down(&'a Term),
            Up(&'a Term),
            Bind(Vec<(Symbol, Sort)>),
            Unbind(Vec<(Symbol, Sort)>),
        }
        let mut bound: HashMap<Symbol, usize> = HashMap::new();
        let mut done: Vec<Term> = Vec::new();
        let mut todo = vec![Task::Down(self)];
        while let Some(task) = todo.pop() {
            match task {
                Task::Bind(names) => {
                    names.into_iter().for_each(|(name, _)| *bound.entry(name).or_default() += 1);
                }
                Task::Unbind(names) => {
                    for (name, _) in names {
                        match bound.get_mut(&name) {
                            Some(n) if *n > 1 => *n -= 1,
                            _ => drop(bound.remove(&name)),
                        }
                    }
                }
                Task::Down(term) => {
                    todo.push(Task::Up(term));
                    for (n, child) in term.children().iter().enumerate().rev() {
                        let names = term.binds(n);
                        todo.push(Task::Unbind(names.clone()));
                        todo.push(Task::Down(child));
                        todo.push(Task::Bind(names));
                    }
                }
                Task::Up(term) => {
                    let children = done.split_off(done.len() - term.children().len());
                    let term = term.with_children(children);
                    done.push(f(&term, &bound).unwrap_or(term));
                }
            }
        }
        done.pop().expect("the whole term is done")
    }
}

fn sorted(variables: &[SortedVar]) -> Vec<(Symbol, Sort)> {
    variables.iter().map(|v| (v.name.clone(), v.sort.sort.clone())).collect()
}
