//! Enumerates all closed, well-typed terms of a size: the oracle that shows which tasks have a
//! counterexample. The types come from the correct program, so no mutant may be selected meanwhile.

use etna_fsub::budget::Budget;
use etna_fsub::context::Context;
use etna_fsub::subtyping::{is_subtype, promote};
use etna_fsub::type_substitution::tsubst;
use etna_fsub::{Term, Type};
use std::collections::HashMap;
use std::rc::Rc;

/// Well-typed terms of one size in one scope, with their smallest types.
type Typed = Rc<Vec<(Term, Type)>>;

/// An entry of a scope. A scope lists its innermost entry last.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Entry {
    Var(Type),
    Bound(Type),
}

/// Enumerates terms, and caches the terms of each scope and size.
#[derive(Default)]
pub struct Enumeration {
    types: HashMap<(i32, usize), Rc<Vec<Type>>>,
    terms: HashMap<(Vec<Entry>, usize), Typed>,
    /// What the index of a variable adds to the size.
    pub content: usize,
}

impl Enumeration {
    /// All closed, well-typed terms of this size: the number of constructors, including those of
    /// types, and of indices that count.
    pub fn closed(&mut self, size: usize) -> Typed {
        self.terms(&mut Vec::new(), size)
    }

    fn types(&mut self, bounds: i32, size: usize) -> Rc<Vec<Type>> {
        if let Some(known) = self.types.get(&(bounds, size)) {
            return known.clone();
        }
        let mut all = Vec::new();
        if size == 1 {
            all.push(Type::Top);
        }
        if size == 1 + self.content {
            all.extend((0..bounds).map(Type::TVar));
        }
        for left in 1..size.saturating_sub(1) {
            let right = size - 1 - left;
            for a in &*self.types(bounds, left) {
                let results = self.types(bounds, right);
                all.extend(results.iter().map(|b| Type::Arr(a.clone().into(), b.clone().into())));
                let bodies = self.types(bounds + 1, right);
                all.extend(bodies.iter().map(|b| Type::All(a.clone().into(), b.clone().into())));
            }
        }
        let all = Rc::new(all);
        self.types.insert((bounds, size), all.clone());
        all
    }

    fn terms(&mut self, scope: &mut Vec<Entry>, size: usize) -> Typed {
        if let Some(known) = self.terms.get(&(scope.clone(), size)) {
            return known.clone();
        }
        let mut all = Vec::new();
        if size == 1 + self.content {
            let variables = scope.iter().filter(|entry| matches!(entry, Entry::Var(_))).count();
            let typed = (0..variables as i32).map(|index| {
                let ty = within(scope, |context| context.type_of(index, &mut Budget::full()));
                (Term::Var(index), ty.unwrap().unwrap())
            });
            all.extend(typed);
        }
        for left in 1..size.saturating_sub(1) {
            self.compound(scope, left, size - 1 - left, &mut all);
        }
        let all = Rc::new(all);
        self.terms.insert((scope.clone(), size), all.clone());
        all
    }

    /// Adds the terms with two parts of these sizes.
    fn compound(
        &mut self,
        scope: &mut Vec<Entry>,
        left: usize,
        right: usize,
        all: &mut Vec<(Term, Type)>,
    ) {
        let bounds = scope.iter().filter(|entry| matches!(entry, Entry::Bound(_))).count() as i32;
        for ty in &*self.types(bounds, left) {
            scope.push(Entry::Var(ty.clone()));
            for (body, result) in &*self.terms(scope, right) {
                let arrow = Type::Arr(ty.clone().into(), result.clone().into());
                all.push((Term::Abs(ty.clone(), body.clone().into()), arrow));
            }
            scope.pop();
            scope.push(Entry::Bound(ty.clone()));
            for (body, result) in &*self.terms(scope, right) {
                let general = Type::All(ty.clone().into(), result.clone().into());
                all.push((Term::TAbs(ty.clone(), body.clone().into()), general));
            }
            scope.pop();
        }
        let (operators, arguments) = (self.terms(scope, left), self.terms(scope, right));
        let types = self.types(bounds, right);
        within(scope, |context| {
            let budget = || Budget::full();
            let under =
                |a: &Type, b: &Type| is_subtype(context, a, b, u32::MAX, &mut budget()) == Ok(true);
            for (operator, ty) in &*operators {
                match promote(context, ty.clone(), u32::MAX, &mut budget()) {
                    Ok(Some(Type::Arr(expected, result))) => {
                        for (argument, given) in &*arguments {
                            if under(given, &expected) {
                                let both =
                                    Term::App(operator.clone().into(), argument.clone().into());
                                all.push((both, (*result).clone()));
                            }
                        }
                    }
                    Ok(Some(Type::All(bound, result))) => {
                        for ty in &*types {
                            if under(ty, &bound) {
                                let taken = Term::TApp(operator.clone().into(), ty.clone());
                                all.push((taken, tsubst(&result, 0, ty, &mut budget()).unwrap()));
                            }
                        }
                    }
                    _ => {}
                }
            }
        });
    }
}

/// Runs a function in the context of a scope.
fn within<T>(scope: &[Entry], work: impl FnOnce(&Context<'_>) -> T) -> T {
    fn go<T>(scope: &[Entry], outer: &Context<'_>, work: impl FnOnce(&Context<'_>) -> T) -> T {
        match scope.split_first() {
            None => work(outer),
            Some((Entry::Var(ty), rest)) => go(rest, &Context::Var(ty, outer), work),
            Some((Entry::Bound(ty), rest)) => go(rest, &Context::Bound(ty, outer), work),
        }
    }
    go(scope, &Context::Empty, work)
}
