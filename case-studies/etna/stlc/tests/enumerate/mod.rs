//! Enumerates all closed, well-typed terms of a size: the oracle that shows which tasks have a
//! counterexample.

use etna_stlc::{Term, Type};
use std::collections::HashMap;
use std::rc::Rc;

/// Well-typed terms of one size in one context, with their types.
type Typed = Rc<Vec<(Term, Type)>>;

/// Enumerates terms, and caches the terms of each context and size.
#[derive(Default)]
pub struct Enumeration {
    types: HashMap<usize, Rc<Vec<Type>>>,
    terms: HashMap<(Vec<Type>, usize), Typed>,
    /// What the index of a variable and the value of a constant add to the size.
    pub content: usize,
}

impl Enumeration {
    /// All closed, well-typed terms of this size: the number of constructors, including those of
    /// types, and of contents that count.
    pub fn closed(&mut self, size: usize) -> Typed {
        self.terms(&mut Vec::new(), size)
    }

    fn types(&mut self, size: usize) -> Rc<Vec<Type>> {
        if let Some(known) = self.types.get(&size) {
            return known.clone();
        }
        let mut all = Vec::new();
        if size == 1 {
            all.push(Type::TBool);
        }
        for left in 1..size.saturating_sub(1) {
            for argument in &*self.types(left) {
                for result in &*self.types(size - 1 - left) {
                    all.push(Type::TFun(argument.clone().into(), result.clone().into()));
                }
            }
        }
        let all = Rc::new(all);
        self.types.insert(size, all.clone());
        all
    }

    fn terms(&mut self, scope: &mut Vec<Type>, size: usize) -> Typed {
        if let Some(known) = self.terms.get(&(scope.clone(), size)) {
            return known.clone();
        }
        let mut all = Vec::new();
        if size == 1 + self.content {
            all.extend([true, false].map(|value| (Term::Bool(value), Type::TBool)));
            let variables = scope.iter().rev().zip(0..);
            all.extend(variables.map(|(ty, index)| (Term::Var(index), ty.clone())));
        }
        for left in 1..size.saturating_sub(1) {
            let right = size - 1 - left;
            for ty in &*self.types(left) {
                scope.push(ty.clone());
                for (body, result) in &*self.terms(scope, right) {
                    let arrow = Type::TFun(ty.clone().into(), result.clone().into());
                    all.push((Term::Abs(ty.clone(), body.clone().into()), arrow));
                }
                scope.pop();
            }
            let (functions, arguments) = (self.terms(scope, left), self.terms(scope, right));
            for (function, ty) in &*functions {
                let Type::TFun(expected, result) = ty else { continue };
                for (argument, given) in &*arguments {
                    if given == &**expected {
                        let both = Term::App(function.clone().into(), argument.clone().into());
                        all.push((both, (**result).clone()));
                    }
                }
            }
        }
        let all = Rc::new(all);
        self.terms.insert((scope.clone(), size), all.clone());
        all
    }
}
