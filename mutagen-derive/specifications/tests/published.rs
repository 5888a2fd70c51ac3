//! The configuration of MF++ in a process of its own, because it is decided once in a process: the
//! shape of generated tests, and what is compared.

use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::run::metamorphic::{LeftOut, leave_out};
use mutagen_core::internal::search::interface::Subject;
use mutagen_core::internal::value::node::Node;
use mutagen_core::text::print;
use mutagen_core::{Generator, Outcome};

#[mutagen_core::metamorphic]
#[ignore = "it fails, and another test says how"]
mod wiped {
    #[operation]
    fn add(a: u8, b: u8) -> u8 {
        a.wrapping_add(b)
    }
    #[operation]
    fn neg(a: u8) -> u8 {
        a.wrapping_neg()
    }
    #[operation]
    fn wipe(_a: u8) -> u8 {
        0
    }
    #[implements(add)]
    fn add_negated(a: u8, b: u8) -> u8 {
        neg(add(neg(a), neg(b)))
    }
    #[implements(neg)]
    fn complement(a: u8) -> u8 {
        !a
    }
    #[implements(wipe)]
    fn wipe_negated(_a: u8) -> u8 {
        wipe(neg(_a))
    }
    #[law]
    fn is_small(a: u8) -> bool {
        a < 9
    }
    #[input]
    fn byte(n: u8) -> u8 {
        n
    }
}

/// The number of operations along the first arguments, and the depth of the deepest expansion.
fn shape(term: &dyn Node) -> (usize, usize) {
    // An input and a variable come first, and have one field that is no expansion.
    if term.constructor() < 2 {
        return (0, 0);
    }
    let (length, below) = shape(term.child(1));
    (length + 1, depth(term.child(0)).max(below))
}

fn depth(expansion: &dyn Node) -> usize {
    let below = (0..expansion.children()).map(|at| depth(expansion.child(at)));
    if expansion.constructor() == 0 { 0 } else { 1 + below.max().unwrap_or(0) }
}

#[test]
fn tests_are_chains_of_five_operations_of_which_the_results_are_compared() {
    let only = LeftOut { results_only: true, spines_only: true, ..LeftOut::default() };
    leave_out(&only);
    let property = wiped::__Metamorphic::property("wiped");
    let (mut laws, mut deepest, mut others) = (0, 0, 0);
    for seed in 0..400 {
        let test = property.generate(&mut Generator::seeded(seed, (seed % 10) as u32));
        let (variables, subject) = (test.child(0), test.child(1));
        assert_eq!(variables.child(0).children(), 3, "{}", print(&*test));
        let is_law = subject.constructor() == 1;
        let term = if is_law { subject.child(1) } else { subject.child(0) };
        let (length, depth) = shape(term);
        assert_eq!(length, if is_law { 4 } else { 5 }, "{}", print(&*test));
        laws += u32::from(is_law);
        deepest = deepest.max(depth);
        others += u32::from(print(&*test).contains(", Var(1)"));
        property.read(&print(&*test)).unwrap_or_else(|why| panic!("{}: {why}", print(&*test)));
    }
    assert!((50..200).contains(&laws), "{laws} of 400 where one of four subjects is a law");
    assert_eq!(deepest, 4);
    assert!(others > 20, "the second argument is a variable");
    let outcome = |term: &str| {
        let text = format!("(Variables {{ u8s: [Byte(5), Byte(200), Byte(7)] }}, {term})");
        let (value, _) = property.read(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
        Executor::new(&property).run(&*value)
    };
    // A wrong value that does not reach the result is not seen.
    let wiped = "U8(Wipe(WipeNegated { wipe: Base, neg: Complement }, Var(0)))";
    assert_eq!(outcome(wiped), Outcome::Passed);
    assert!(matches!(outcome("U8(Neg(Complement, Var(0)))"), Outcome::Failed(_)));
    // Laws are what they are.
    assert_eq!(outcome("IsSmall(Law, Var(0))"), Outcome::Passed);
    assert!(matches!(outcome("IsSmall(Law, Var(1))"), Outcome::Failed(_)));
}
