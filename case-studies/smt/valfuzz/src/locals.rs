//! Local variables made global, so that a sub-expression can stand alone (thesis, IV-A and V-C).
//!
//! All variables get names of their own. What `let` binds becomes a global variable whose
//! definition is asserted beside. What a quantifier binds becomes a global variable without a
//! definition, or the quantifier is *copied*: then [`Locals::close`] puts it around each
//! sub-expression in which its variables are free. A `let` whose values have such variables is
//! copied as well.

use crate::strategy::Quantifiers;
use smt_lang::{Binder, Ident, Kind, Origin, Sort, SortedVar, Symbol, Term};
use std::collections::HashMap;

/// The local variables of a formula that became global.
#[derive(Debug)]
pub(crate) struct Locals {
    quantifiers: Quantifiers,
    prefix: String,
    made: usize,
    /// Variables of quantifiers.
    pub variables: Vec<SortedVar>,
    /// Variables of `let`, with what they are.
    pub definitions: Vec<(Symbol, Term)>,
    /// What is copied, by the order in which it begins; `None` for what is not.
    scopes: Vec<Option<Copied>>,
    /// Which scope binds a variable that is copied.
    copied: HashMap<Symbol, usize>,
}

/// A scope that is put around sub-expressions.
#[derive(Debug)]
enum Copied {
    Quantifier(Binder, Vec<SortedVar>),
    Let(Vec<(Symbol, Term)>),
}

enum Task<'a> {
    Down(&'a Term),
    /// The term, and the new names of what it binds.
    Up(&'a Term, Vec<Symbol>, usize),
    /// The values of this `let` are done: is it copied?
    Decide(Vec<Symbol>, usize),
    Bind(Vec<(Symbol, Symbol)>),
    Unbind(Vec<Symbol>),
}

impl Locals {
    /// None yet. New names begin with `prefix`.
    pub fn new(quantifiers: Quantifiers, prefix: &Symbol) -> Locals {
        Locals {
            quantifiers,
            prefix: prefix.name().to_owned(),
            made: 0,
            variables: Vec::new(),
            definitions: Vec::new(),
            scopes: Vec::new(),
            copied: HashMap::new(),
        }
    }

    /// A term without the `let` and quantifiers that are not copied.
    pub fn globalise(&mut self, term: &Term) -> Term {
        let mut names: HashMap<Symbol, Vec<Symbol>> = HashMap::new();
        let mut done: Vec<Term> = Vec::new();
        let mut todo = vec![Task::Down(term)];
        while let Some(task) = todo.pop() {
            match task {
                Task::Bind(pairs) => {
                    pairs.into_iter().for_each(|(old, new)| names.entry(old).or_default().push(new))
                }
                Task::Unbind(bound) => bound.iter().for_each(|name| {
                    names.get_mut(name).and_then(Vec::pop);
                }),
                Task::Decide(new, scope) => self.decide(&done, &new, scope),
                Task::Down(term) => self.down(term, &mut todo),
                Task::Up(term, new, scope) => {
                    let children = done.split_off(done.len() - term.children().len());
                    done.push(self.up(term, new, scope, children, &names));
                }
            }
        }
        done.pop().expect("the whole term is done")
    }

    fn down<'a>(&mut self, term: &'a Term, todo: &mut Vec<Task<'a>>) {
        let scope = self.scopes.len();
        let new: Vec<Symbol> = match term.kind() {
            Kind::Let(names) => names.iter().map(|_| self.name()).collect(),
            Kind::Binder(Binder::Forall | Binder::Exists, of) => {
                of.iter().map(|_| self.name()).collect()
            }
            _ => Vec::new(),
        };
        if !new.is_empty() {
            self.scopes.push(None);
        }
        if let Kind::Binder(binder @ (Binder::Forall | Binder::Exists), of) = term.kind() {
            self.quantified(*binder, of, &new, scope);
        }
        todo.push(Task::Up(term, new.clone(), scope));
        for (n, child) in term.children().iter().enumerate().rev() {
            // What other terms bind keeps its name, and hides what is bound around.
            let old: Vec<Symbol> = term.binds(n).into_iter().map(|(name, _)| name).collect();
            let to = if new.is_empty() { old.clone() } else { new.clone() };
            todo.push(Task::Unbind(old.clone()));
            todo.push(Task::Down(child));
            todo.push(Task::Bind(old.into_iter().zip(to).collect()));
            if matches!(term.kind(), Kind::Let(names) if n == names.len()) {
                todo.push(Task::Decide(new.clone(), scope));
            }
        }
    }

    fn quantified(&mut self, binder: Binder, of: &[SortedVar], new: &[Symbol], scope: usize) {
        let renamed = of.iter().zip(new);
        let renamed: Vec<SortedVar> = renamed
            .map(|(v, name)| SortedVar { name: name.clone(), sort: v.sort.clone() })
            .collect();
        let is_copied = match self.quantifiers {
            Quantifiers::Skolem => false,
            Quantifiers::SkolemExists => binder == Binder::Forall,
            Quantifiers::Copied => true,
        };
        if is_copied || of.iter().any(|v| v.sort.sort.is_unknown()) {
            self.copied.extend(new.iter().map(|name| (name.clone(), scope)));
            self.scopes[scope] = Some(Copied::Quantifier(binder, renamed));
        } else {
            self.variables.extend(renamed);
        }
    }

    /// A `let` whose values are the last ones that are done.
    fn decide(&mut self, done: &[Term], new: &[Symbol], scope: usize) {
        let values = &done[done.len() - new.len()..];
        let pairs: Vec<(Symbol, Term)> = new.iter().cloned().zip(values.iter().cloned()).collect();
        let is_copied =
            |value: &Term| value.sort().is_unknown() || self.outermost_of(value).is_some();
        if values.iter().any(is_copied) {
            self.copied.extend(new.iter().map(|name| (name.clone(), scope)));
            self.scopes[scope] = Some(Copied::Let(pairs));
        } else {
            self.definitions.extend(pairs);
        }
    }

    fn up(
        &self,
        term: &Term,
        new: Vec<Symbol>,
        scope: usize,
        children: Vec<Term>,
        names: &HashMap<Symbol, Vec<Symbol>>,
    ) -> Term {
        let is_copied = !new.is_empty() && self.scopes[scope].is_some();
        match term.kind() {
            Kind::Let(_) if is_copied => Term::new(Kind::Let(new), children, term.sort().clone()),
            Kind::Let(_) => children.into_iter().next_back().expect("`let` has a body"),
            Kind::Binder(binder @ (Binder::Forall | Binder::Exists), of) if !new.is_empty() => {
                if !is_copied {
                    return children.into_iter().next().expect("a quantifier has a body");
                }
                let of = of.iter().zip(new);
                let of = of.map(|(v, name)| SortedVar { name, sort: v.sort.clone() }).collect();
                Term::new(Kind::Binder(*binder, of), children, Sort::Bool)
            }
            Kind::Op(ident) if ident.origin != Origin::Theory => {
                match names.get(&ident.name).and_then(|all| all.last()) {
                    Some(name) if *name != ident.name => {
                        let ident = Ident::new(name.clone(), Origin::Declared);
                        Term::new(Kind::Op(ident), children, term.sort().clone())
                    }
                    _ => term.with_children(children),
                }
            }
            _ => term.with_children(children),
        }
    }

    /// The term inside all copied scopes of which variables are free in it.
    pub fn close(&self, term: &Term) -> Term {
        let mut term = term.clone();
        while let Some(scope) = self.innermost_of(&term) {
            term = match self.scopes[scope].as_ref().expect("only copied variables have a scope") {
                Copied::Quantifier(binder, of) => {
                    Term::new(Kind::Binder(*binder, of.clone()), vec![term], Sort::Bool)
                }
                Copied::Let(pairs) => {
                    let names = pairs.iter().map(|(name, _)| name.clone()).collect();
                    let values = pairs.iter().map(|(_, value)| value.clone());
                    let sort = term.sort().clone();
                    Term::new(Kind::Let(names), values.chain([term]).collect(), sort)
                }
            };
        }
        term
    }

    fn scopes_of(&self, term: &Term) -> impl Iterator<Item = usize> {
        term.free_names().into_keys().filter_map(|name| self.copied.get(&name).copied())
    }

    fn innermost_of(&self, term: &Term) -> Option<usize> {
        self.scopes_of(term).max()
    }

    fn outermost_of(&self, term: &Term) -> Option<usize> {
        self.scopes_of(term).min()
    }

    fn name(&mut self) -> Symbol {
        self.made += 1;
        Symbol::new(&format!("{}{}", self.prefix, self.made - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt_lang::Script;

    fn globalised(quantifiers: Quantifiers, text: &str) -> (Locals, Term) {
        let script = Script::read(text.as_bytes()).unwrap();
        let mut locals = Locals::new(quantifiers, &Symbol::new("l"));
        let term = locals.globalise(script.assertions().next().unwrap());
        (locals, term)
    }

    #[test]
    fn variables_of_let_get_definitions_and_those_of_quantifiers_none() {
        let text = "(assert (let ((x 8)) (forall ((x Int) (y Int)) (let ((z x)) (< x y z)))))";
        let (locals, term) = globalised(Quantifiers::Skolem, text);
        assert_eq!(term.to_string(), "(< l1 l2 l3)");
        let names: Vec<&str> = locals.variables.iter().map(|v| v.name.name()).collect();
        assert_eq!(names, ["l1", "l2"]);
        let pairs: Vec<String> =
            locals.definitions.iter().map(|(name, term)| format!("{name} {term}")).collect();
        assert_eq!(pairs, ["l0 8", "l3 l1"]);
    }

    #[test]
    fn copied_quantifiers_close_what_their_variables_are_free_in() {
        let text =
            "(assert (forall ((x Int)) (let ((y (+ x 1)) (k 3)) (exists ((x Int)) (< x y k)))))";
        let (locals, term) = globalised(Quantifiers::Copied, text);
        assert_eq!(
            term.to_string(),
            "(forall ((l0 Int)) (let ((l1 (+ l0 1)) (l2 3)) (exists ((l3 Int)) (< l3 l1 l2))))"
        );
        let body = term.preorder().find(|t| t.is_op("<")).unwrap();
        assert_eq!(
            locals.close(body).to_string(),
            "(forall ((l0 Int)) (let ((l1 (+ l0 1)) (l2 3)) (exists ((l3 Int)) (< l3 l1 l2))))"
        );
        assert_eq!(locals.close(&Term::bool(true)), Term::bool(true));
        let (locals, term) = globalised(Quantifiers::SkolemExists, text);
        assert_eq!(
            term.to_string(),
            "(forall ((l0 Int)) (let ((l1 (+ l0 1)) (l2 3)) (< l3 l1 l2)))"
        );
        assert_eq!(locals.variables.len(), 1);
    }

    #[test]
    fn names_that_lambda_binds_hide_those_around() {
        let text = "(assert (exists ((x Int)) (= (select (lambda ((x Int)) x) 1) x)))";
        let (_, term) = globalised(Quantifiers::Skolem, text);
        assert_eq!(term.to_string(), "(= (select (lambda ((x Int)) x) 1) l0)");
    }
}
