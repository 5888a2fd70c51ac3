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
    if size == 0 || bool::arbitrary(g) {
        return Type::TBool;
    }
    Type::TFun(Box::new(random_type(g, size / 2)), Box::new(random_type(g, size / 2)))
}

fn random_term(g: &mut Gen, size: usize) -> Term {
    let constructors: &[u8] = if size == 0 { &[0, 1] } else { &[0, 1, 2, 3] };
    match g.choose(constructors) {
        Some(0) => Term::Var(i32::arbitrary(g)),
        Some(2) => Term::Abs(random_type(g, size - 1), Box::new(random_term(g, size - 1))),
        Some(3) => {
            Term::App(Box::new(random_term(g, size / 2)), Box::new(random_term(g, size / 2)))
        }
        _ => Term::Bool(bool::arbitrary(g)),
    }
}
