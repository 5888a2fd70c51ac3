//! A hand-written generator of closed, well-typed terms: the baseline that derived generators are
//! compared with. It generates a term for a given type. It uses no function under test, so it makes
//! the same terms whatever mutant is selected.

use crate::syntax::{Term, Type};
use rand::{Rng, RngExt};

/// The greatest depth of a random type.
const TYPE_DEPTH: u32 = 2;

/// How many types are tried where only some are inhabited.
const TRIES: u32 = 4;

/// The greatest depth of applications.
pub const SIZE: u32 = 16;

/// A random closed term of a random type.
pub fn bespoke(random: &mut impl Rng) -> Term {
    let size = random.random_range(0..=SIZE);
    let mut maker = Maker { random, entries: Vec::new(), bounds: 0 };
    loop {
        let ty = maker.random_type(TYPE_DEPTH);
        if let Some(term) = maker.of_type(&ty, size) {
            return term;
        }
    }
}

/// An entry of the scope, as a type in the scope of the entries before it.
enum Entry {
    Var(Type),
    Bound(Type),
}

struct Maker<'r, R> {
    random: &'r mut R,
    /// The entries, the innermost last.
    entries: Vec<Entry>,
    /// The number of entries that are bounds.
    bounds: i32,
}

impl<R: Rng> Maker<'_, R> {
    /// A random type in the current scope, of at most this depth.
    fn random_type(&mut self, depth: u32) -> Type {
        self.random_type_in(self.bounds, depth)
    }

    fn random_type_in(&mut self, bounds: i32, depth: u32) -> Type {
        match self.random.random_range(0..if depth == 0 { 3 } else { 5 }) {
            0 => Type::Top,
            1 | 2 if bounds > 0 => Type::TVar(self.random.random_range(0..bounds)),
            1 | 2 => Type::Top,
            3 => {
                let argument = self.random_type_in(bounds, depth - 1);
                Type::Arr(argument.into(), self.random_type_in(bounds, depth - 1).into())
            }
            _ => {
                let bound = self.random_type_in(bounds, depth - 1);
                Type::All(bound.into(), self.random_type_in(bounds + 1, depth - 1).into())
            }
        }
    }

    /// A random term of a type or of a subtype; `None` if none was found.
    fn of_type(&mut self, ty: &Type, size: u32) -> Option<Term> {
        let applies = size > 0 && self.random.random_ratio(2, 3);
        if applies {
            let found = if self.random.random() {
                self.application(ty, size / 2)
            } else {
                self.type_application(ty, size / 2)
            };
            if found.is_some() {
                return found;
            }
        }
        if self.random.random() {
            self.variable(ty).or_else(|| self.introduction(ty, size))
        } else {
            self.introduction(ty, size).or_else(|| self.variable(ty))
        }
    }

    /// A variable in scope with the type, by promotion if necessary.
    fn variable(&mut self, ty: &Type) -> Option<Term> {
        let mut fitting = Vec::new();
        let (mut index, mut crossed) = (0, 0);
        for entry in self.entries.iter().rev() {
            match entry {
                Entry::Bound(_) => crossed += 1,
                Entry::Var(own) => {
                    if self.is_surely_subtype(&raise(own, 0, crossed), ty) {
                        fitting.push(index);
                    }
                    index += 1;
                }
            }
        }
        if fitting.is_empty() {
            return None;
        }
        Some(Term::Var(fitting[self.random.random_range(0..fitting.len())]))
    }

    /// Whether the upper type is the top, the lower type, or a bound of the lower type.
    fn is_surely_subtype(&self, lower: &Type, upper: &Type) -> bool {
        if *upper == Type::Top || lower == upper {
            return true;
        }
        let Type::TVar(index) = lower else { return false };
        self.bound(*index).is_some_and(|bound| self.is_surely_subtype(&bound, upper))
    }

    /// The bound of a type variable, in the current scope.
    fn bound(&self, index: i32) -> Option<Type> {
        let bounds = self.entries.iter().rev().filter_map(|entry| match entry {
            Entry::Bound(bound) => Some(bound),
            Entry::Var(_) => None,
        });
        let bound = bounds.zip(0..).find(|(_, at)| *at == index)?.0;
        Some(raise(bound, 0, index + 1))
    }

    /// A supertype of a type, often the type itself.
    fn above(&mut self, ty: &Type) -> Type {
        match ty {
            _ if self.random.random_ratio(3, 4) => ty.clone(),
            Type::TVar(index) => self.bound(*index).unwrap_or(Type::Top),
            _ => Type::Top,
        }
    }

    /// An abstraction, over a term or over a type.
    fn introduction(&mut self, ty: &Type, size: u32) -> Option<Term> {
        let size = size.saturating_sub(1);
        match ty {
            Type::Top => {
                let ty = self.random_type(1);
                let argument = if ty == Type::Top { self.random_type(0) } else { ty };
                let arrow = Type::Arr(argument.clone().into(), argument.into());
                self.introduction(&arrow, size)
            }
            Type::TVar(_) => None,
            Type::Arr(argument, result) => {
                let argument = self.above(argument);
                self.entries.push(Entry::Var(argument.clone()));
                let body = self.of_type(result, size);
                self.entries.pop();
                Some(Term::Abs(argument, body?.into()))
            }
            Type::All(bound, result) => {
                let bound = self.above(bound);
                self.entries.push(Entry::Bound(bound.clone()));
                self.bounds += 1;
                let body = self.of_type(result, size);
                self.bounds -= 1;
                self.entries.pop();
                Some(Term::TAbs(bound, body?.into()))
            }
        }
    }

    fn application(&mut self, ty: &Type, size: u32) -> Option<Term> {
        for _ in 0..TRIES {
            let argument = self.random_type(TYPE_DEPTH);
            let Some(given) = self.of_type(&argument, size) else { continue };
            let function = Type::Arr(argument.into(), ty.clone().into());
            let function = self.of_type(&function, size)?;
            return Some(Term::App(function.into(), given.into()));
        }
        None
    }

    /// A type application of the type `ty`: a polymorphic term applied to a random type or to a
    /// part of `ty`.
    fn type_application(&mut self, ty: &Type, size: u32) -> Option<Term> {
        for _ in 0..TRIES {
            let given = if self.random.random() {
                self.random_type(1)
            } else {
                part(ty, self.random.random_range(0..ty.size()))
                    .filter(|part| part.is_scoped(self.bounds))
                    .cloned()
                    .unwrap_or(Type::Top)
            };
            let bound = self.above(&given);
            let general = self.general(ty, &given, 0);
            let Some(term) = self.of_type(&Type::All(bound.into(), general.into()), size) else {
                continue;
            };
            return Some(Term::TApp(term.into(), given));
        }
        None
    }

    /// The type in the scope of one more bound, in which some occurrences of `given` are replaced
    /// by the variable of that bound.
    fn general(&mut self, ty: &Type, given: &Type, depth: i32) -> Type {
        if *ty == raise(given, 0, depth) && self.random.random_ratio(3, 4) {
            return Type::TVar(depth);
        }
        match ty {
            Type::Top => Type::Top,
            Type::TVar(index) => Type::TVar(if *index >= depth { index + 1 } else { *index }),
            Type::Arr(a, b) => {
                let a = self.general(a, given, depth);
                Type::Arr(a.into(), self.general(b, given, depth).into())
            }
            Type::All(bound, body) => {
                let bound = self.general(bound, given, depth);
                Type::All(bound.into(), self.general(body, given, depth + 1).into())
            }
        }
    }
}

/// Adds `by` to the type variables that are at least `cutoff`.
fn raise(ty: &Type, cutoff: i32, by: i32) -> Type {
    match ty {
        Type::Top => Type::Top,
        Type::TVar(index) => Type::TVar(if *index >= cutoff { index + by } else { *index }),
        Type::Arr(a, b) => Type::Arr(raise(a, cutoff, by).into(), raise(b, cutoff, by).into()),
        Type::All(bound, body) => {
            Type::All(raise(bound, cutoff, by).into(), raise(body, cutoff + 1, by).into())
        }
    }
}

/// The part of a type with this index in preorder.
fn part(ty: &Type, number: usize) -> Option<&Type> {
    if number == 0 {
        return Some(ty);
    }
    let (Type::Arr(a, b) | Type::All(a, b)) = ty else { return None };
    if number <= a.size() { part(a, number - 1) } else { part(b, number - 1 - a.size()) }
}
