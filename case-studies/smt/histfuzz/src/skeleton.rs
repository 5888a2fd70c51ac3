//! Skeletons: an assertion without its atoms. What counts as a connective is a definition, and
//! there are two: that of the published tool, and our own.

use smt_lang::{Binder, Kind, Sort, Symbol, Term};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// Assertions that are deeper give no skeleton.
const DEEPEST: usize = 300;

/// Assertions that have more terms once each `let` is written out give no skeleton.
const LARGEST: usize = 20_000;

/// Which definitions hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Definitions {
    /// Those of the published tool: `=` and `ite` of Booleans are atoms, an assertion with `let`
    /// gives no skeleton, files with own sorts or definitions give no atoms.
    Published,
    /// Our own: `=`, `distinct` of two and `ite` of Booleans are connectives, `let` is written
    /// out, annotations are taken off, and atoms bring the sorts and definitions that they need.
    Own,
}

/// A tree of connectives and quantifiers with holes for the atoms.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Skeleton {
    /// A place for an atom.
    Hole,
    /// A connective, by its name.
    Connective(Symbol, Vec<Skeleton>),
    /// A quantifier: whether it is `forall`, how many variables it binds, and the body.
    Quantified(bool, usize, Box<Skeleton>),
}

impl Skeleton {
    /// The number of holes.
    pub fn holes(&self) -> usize {
        match self {
            Skeleton::Hole => 1,
            Skeleton::Connective(_, parts) => parts.iter().map(Skeleton::holes).sum(),
            Skeleton::Quantified(_, _, body) => body.holes(),
        }
    }

    /// The number of variables that its quantifiers bind.
    pub fn bound(&self) -> usize {
        match self {
            Skeleton::Hole => 0,
            Skeleton::Connective(_, parts) => parts.iter().map(Skeleton::bound).sum(),
            Skeleton::Quantified(_, variables, body) => variables + body.bound(),
        }
    }
}

impl fmt::Display for Skeleton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Skeleton::Hole => f.write_str("□"),
            Skeleton::Connective(name, parts) => {
                write!(f, "({name}")?;
                parts.iter().try_for_each(|part| write!(f, " {part}"))?;
                f.write_str(")")
            }
            Skeleton::Quantified(all, variables, body) => {
                let binder = if *all { "forall" } else { "exists" };
                write!(f, "({binder} {variables} {body})")
            }
        }
    }
}

/// An assertion taken apart.
#[derive(Debug, Clone)]
pub struct Divided {
    /// What connects the atoms; `None` if the definitions give none.
    pub skeleton: Option<Skeleton>,
    /// The atoms, in the order of the holes.
    pub atoms: Vec<Term>,
}

/// Takes an assertion apart.
pub fn divide(assertion: &Term, definitions: Definitions) -> Divided {
    let mut atoms = Vec::new();
    if assertion.depth() > DEEPEST {
        return Divided { skeleton: None, atoms };
    }
    let has_let = assertion.preorder().any(|term| matches!(term.kind(), Kind::Let(_)));
    let written_out = match definitions {
        Definitions::Own if has_let => match write_out(assertion) {
            Some(term) if term.depth() <= DEEPEST => term,
            _ => return Divided { skeleton: None, atoms },
        },
        _ => assertion.clone(),
    };
    let skeleton = part(&written_out, definitions, &mut atoms);
    let hidden = definitions == Definitions::Published && has_let;
    if hidden {
        // A variable of `let` has no sort there, and an atom with one is dropped.
        let names: HashSet<&Symbol> = assertion.preorder().flat_map(let_names).collect();
        atoms.retain(|atom| !atom.free_variables().keys().any(|name| names.contains(name)));
    }
    Divided { skeleton: (!hidden).then_some(skeleton), atoms }
}

fn let_names(term: &Term) -> &[Symbol] {
    match term.kind() {
        Kind::Let(names) => names,
        _ => &[],
    }
}

fn part(term: &Term, definitions: Definitions, atoms: &mut Vec<Term>) -> Skeleton {
    match term.kind() {
        Kind::Binder(binder @ (Binder::Forall | Binder::Exists), variables) => {
            let body = part(&term.children()[0], definitions, atoms);
            Skeleton::Quantified(*binder == Binder::Forall, variables.len(), Box::new(body))
        }
        // The published tool goes into the body of `let`, for its atoms alone.
        Kind::Let(names) => part(&term.children()[names.len()], definitions, atoms),
        Kind::Annotated(_) if definitions == Definitions::Own => {
            part(&term.children()[0], definitions, atoms)
        }
        Kind::Op(ident) if is_connective(term, definitions) => {
            let parts = term.children().iter().map(|child| part(child, definitions, atoms));
            Skeleton::Connective(ident.name.clone(), parts.collect())
        }
        _ => {
            atoms.push(term.clone());
            Skeleton::Hole
        }
    }
}

fn is_connective(term: &Term, definitions: Definitions) -> bool {
    let Some(name) = term.theory_op().filter(|_| !term.children().is_empty()) else {
        return false;
    };
    let boolean = || term.children().iter().all(|child| *child.sort() == Sort::Bool);
    match (name, definitions) {
        ("not" | "and" | "or" | "=>" | "xor", _) => true,
        ("iff" | "implies", Definitions::Published) => true,
        ("=" | "distinct" | "ite", Definitions::Own) => boolean() && term.children().len() <= 3,
        _ => false,
    }
}

/// The term with each `let` written out; `None` if it is too large, or a variable would be caught.
fn write_out(term: &Term) -> Option<Term> {
    let mut fits = true;
    let result = term.map(|term| {
        let Kind::Let(names) = term.kind() else { return None };
        let (body, values) = term.children().split_last()?;
        let values: HashMap<Symbol, Term> =
            names.iter().cloned().zip(values.iter().cloned()).collect();
        let free = values.values().flat_map(|value| value.free_variables().into_keys()).collect();
        let largest = values.values().map(Term::size).max().unwrap_or(1);
        if body.catches(&free) || body.size().saturating_mul(largest) > LARGEST * 20 {
            fits = false;
            return None;
        }
        let new = body.substitute(&values);
        fits &= new.size() <= LARGEST;
        Some(new)
    });
    fits.then_some(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt_lang::Script;

    fn divided(text: &str, definitions: Definitions) -> (Option<String>, Vec<String>) {
        let declared = "(declare-const p Bool)(declare-const x Int)";
        let script = Script::read(format!("{declared}(assert {text})").as_bytes()).unwrap();
        let divided = divide(script.assertions().next().unwrap(), definitions);
        let atoms = divided.atoms.iter().map(Term::to_string).collect();
        (divided.skeleton.map(|s| s.to_string()), atoms)
    }

    #[test]
    fn connectives_and_quantifiers_stay_and_atoms_leave_holes() {
        let text = "(and p (not (exists ((y Int) (z Int)) (=> (< x y) (= y 2)))))";
        let (skeleton, atoms) = divided(text, Definitions::Published);
        assert_eq!(skeleton.unwrap(), "(and □ (not (exists 2 (=> □ □))))");
        assert_eq!(atoms, ["p", "(< x y)", "(= y 2)"]);
    }

    #[test]
    fn equality_of_booleans_is_a_connective_by_our_definitions_alone() {
        let text = "(= (< x 1) (ite p p (> x 2)))";
        assert_eq!(divided(text, Definitions::Published).0.unwrap(), "□");
        let (skeleton, atoms) = divided(text, Definitions::Own);
        assert_eq!(skeleton.unwrap(), "(= □ (ite □ □ □))");
        assert_eq!(atoms, ["(< x 1)", "p", "p", "(> x 2)"]);
        assert_eq!(divided("(= x (ite p x 2))", Definitions::Own).0.unwrap(), "□");
    }

    #[test]
    fn lets_are_written_out_by_our_definitions_and_hide_the_skeleton_by_the_published() {
        let text = "(let ((a (< x 1))) (and a (! p :named n)))";
        let (skeleton, atoms) = divided(text, Definitions::Published);
        assert_eq!((skeleton, atoms), (None, vec!["(! p :named n)".to_owned()]));
        let (skeleton, atoms) = divided(text, Definitions::Own);
        assert_eq!(skeleton.unwrap(), "(and □ □)");
        assert_eq!(atoms, ["(< x 1)", "p"]);
        let caught = "(let ((a (< x 1))) (forall ((x Int)) (or a (< x 2))))";
        assert_eq!(divided(caught, Definitions::Own).0, None);
    }
}
