//! The relations that are mined from the operations and inputs of a specification alone.

use mutagen_core::internal::run::metamorphic::relations::{
    Mined, MinedPair, Term, Vocabulary, Watch, confirm, mine, vocabulary,
};
use mutagen_core::internal::run::property::Property;

/// Sums, differences and doubles of small numbers, one of which is wrong.
#[mutagen_core::metamorphic]
#[ignore = "it finds the wrong double"]
pub(crate) mod sums {
    #[operation(commutative)]
    fn add(a: u8, b: u8) -> u8 {
        a.wrapping_add(b)
    }

    #[operation]
    fn neg(a: u8) -> u8 {
        a.wrapping_neg()
    }

    #[operation(requires = b != 0)]
    fn quotient(a: u8, b: u8) -> u8 {
        a / b
    }

    #[operation]
    fn double(a: u8) -> u8 {
        if a == 77 { 0 } else { a << 1 }
    }

    #[operation(inner)]
    fn zero() -> u8 {
        0
    }

    #[operation]
    fn push(all: &mut Vec<u8>, item: u8) {
        all.push(item);
    }

    #[operation]
    fn last(all: &[u8]) -> Option<u8> {
        all.last().copied()
    }

    #[operation]
    fn fails(a: u8) -> u8 {
        assert!(a < 250, "it is too much");
        a
    }
}

struct Always;

impl Watch for Always {
    fn goes_on(&self) -> bool {
        true
    }

    fn calls(&self, _: Option<u16>) {}

    fn leaves_out(&self, _: u16) -> bool {
        false
    }
}

fn property() -> Property {
    sums::__Metamorphic::property("sums")
}

fn mined(size: u32) -> (Vocabulary, Mined) {
    let table = property().table().unwrap();
    (vocabulary(table), mine(table, &Always, 1, size))
}

/// A term as text, with a letter for each variable.
fn text(names: &Vocabulary, term: &Term) -> String {
    match term {
        Term::Variable { index, .. } => ["a", "b", "c"][usize::from(*index)].to_owned(),
        Term::Constant { sort, index } => {
            names.sorts[usize::from(*sort)].constants[usize::from(*index)].clone()
        }
        Term::Call { operation, arguments, .. } => {
            let all: Vec<String> = arguments.iter().map(|it| text(names, it)).collect();
            format!("{}({})", names.operations[usize::from(*operation)].name, all.join(", "))
        }
    }
}

fn find<'m>(names: &Vocabulary, mined: &'m Mined, wanted: &str) -> &'m MinedPair {
    let equation = |mined: &MinedPair| {
        format!("{} = {}", text(names, &mined.pair.larger), text(names, &mined.pair.smaller))
    };
    let found = mined.pairs.iter().find(|pair| equation(pair) == wanted);
    found.unwrap_or_else(|| {
        let all: Vec<String> = mined.pairs.iter().map(equation).collect();
        panic!("{wanted} is not among {all:#?}")
    })
}

#[test]
fn what_is_equal_on_all_samples_is_found_once() {
    let (names, mined) = mined(3);
    assert!(mined.is_complete);
    for wanted in ["add(b, a) = add(a, b)", "neg(neg(a)) = a", "add(0, a) = a", "zero() = 0"] {
        let found = find(&names, &mined, wanted);
        assert_eq!(found.tally.different, 0, "{wanted}");
        assert!(found.tally.equal > 300, "{wanted}");
    }
    // What an equation makes smaller is not looked at.
    let all: Vec<String> = mined.pairs.iter().map(|pair| text(&names, &pair.pair.larger)).collect();
    assert!(all.iter().all(|term| !term.contains("neg(zero())")), "{all:#?}");
    assert!(all.iter().all(|term| !term.contains("add(c, b)")), "{all:#?}");
}

#[test]
fn what_is_nearly_equal_is_found_with_its_smallest_exception() {
    let (names, mined) = mined(3);
    let wrong = find(&names, &mined, "add(a, a) = double(a)");
    let table = property().table().unwrap();
    let confirmed = confirm(table, &Always, wrong, 1, 3_000);
    let share = confirmed.tally.share();
    assert!(share > 0.0 && share < 0.25, "{confirmed:?}");
    let exception = confirmed.exception.unwrap();
    assert_eq!(exception.values[0].2, "77");
    assert_eq!([exception.larger, exception.smaller], ["154", "0"]);
}

#[test]
fn a_call_outside_of_its_precondition_is_no_exception_and_a_panic_is_one() {
    let (names, mined) = mined(3);
    let table = property().table().unwrap();
    let same = find(&names, &mined, "quotient(a, a) = 1");
    assert_eq!(same.tally.different, 0);
    assert!(same.tally.larger_outside > 0, "{same:?}");
    let fails = find(&names, &mined, "fails(a) = a");
    let confirmed = confirm(table, &Always, fails, 1, 3_000);
    let exception = confirmed.exception.unwrap();
    assert!(confirmed.tally.panicked > 0 && confirmed.tally.panicked == confirmed.tally.different);
    assert_eq!((exception.values[0].2.as_str(), exception.larger.as_str()), ("250", "a panic"));
}

#[test]
fn the_same_seed_gives_the_same_relations() {
    assert_eq!(mined(3), mined(3));
}
