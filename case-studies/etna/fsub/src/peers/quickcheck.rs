//! `quickcheck::Arbitrary`; quickcheck has no derive. The size is divided among the recursive
//! fields. Without size left, only constructors without such fields are used: without a size, the
//! expected size of a type would be infinite. Nothing is shrunk.

use crate::syntax::{Term, Type};
use quickcheck::{Arbitrary, Gen};

impl Arbitrary for Type {
    fn arbitrary(g: &mut Gen) -> Type {
        random_type(g, g.size())
    }
}

impl Arbitrary for Term {
    fn arbitrary(g: &mut Gen) -> Term {
        random_term(g, g.size())
    }
}

fn random_type(g: &mut Gen, size: usize) -> Type {
    let constructors: &[u8] = if size == 0 { &[0, 1] } else { &[0, 1, 2, 3] };
    match g.choose(constructors) {
        Some(1) => Type::TVar(i32::arbitrary(g)),
        Some(2) => Type::Arr(random_type(g, size / 2).into(), random_type(g, size / 2).into()),
        Some(3) => Type::All(random_type(g, size / 2).into(), random_type(g, size / 2).into()),
        _ => Type::Top,
    }
}

fn random_term(g: &mut Gen, size: usize) -> Term {
    let constructors: &[u8] = if size == 0 { &[0] } else { &[0, 1, 2, 3, 4] };
    match g.choose(constructors) {
        Some(1) => Term::Abs(random_type(g, size - 1), random_term(g, size - 1).into()),
        Some(2) => Term::App(random_term(g, size / 2).into(), random_term(g, size / 2).into()),
        Some(3) => Term::TAbs(random_type(g, size - 1), random_term(g, size - 1).into()),
        Some(4) => Term::TApp(random_term(g, size - 1).into(), random_type(g, size - 1)),
        _ => Term::Var(i32::arbitrary(g)),
    }
}
