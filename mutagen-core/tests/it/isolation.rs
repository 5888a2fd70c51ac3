//! One test says nothing about the next: what a test leaves in the engine is forgotten.

use mutagen_core::internal::coverage::Window;
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::search::batch::Batch;
use mutagen_core::internal::value::context::Context;
use mutagen_core::{Generator, Mutate, Outcome, With, assume};
use std::cell::Cell;
use std::fmt::Debug;
use std::rc::Rc;

fn run(call: fn(&(u8,), &mut Window<'_>) -> Outcome) -> Vec<Outcome> {
    let property = Property::new::<(u8,)>("isolation", &["x"], call, |(x,)| vec![x]);
    let mut executor = Executor::new(&property);
    (0..3_u8).map(|x| executor.run(&(x,))).collect()
}

#[test]
fn a_panic_that_the_property_caught_is_not_the_reason_of_a_later_failure() {
    let outcomes = run(|(x,), window| {
        window.open();
        if *x == 0 {
            let _ = std::panic::catch_unwind(|| panic!("caught and forgotten"));
            return Outcome::Passed;
        }
        panic!("the real reason {x}");
    });
    assert_eq!(outcomes[0], Outcome::Passed);
    for (x, outcome) in outcomes.iter().enumerate().skip(1) {
        let Outcome::Failed(text) = outcome else { panic!("{outcome:?}") };
        assert!(text.contains(&format!("the real reason {x}")), "{text}");
    }
}

fn discards() -> bool {
    assume!(false);
    true
}

#[test]
fn a_discard_that_nobody_took_does_not_hide_a_later_failure() {
    use mutagen_core::IntoOutcome;
    let outcomes = run(|(x,), window| {
        window.open();
        if *x == 0 {
            discards();
            panic!("after a discard");
        }
        (*x > 7).into_outcome()
    });
    assert!(outcomes.iter().all(|outcome| matches!(outcome, Outcome::Failed(_))), "{outcomes:?}");
}

#[derive(Debug, Clone, PartialEq, Mutate)]
struct Texts(String, String);

#[test]
fn serving_duplicating_mutants_for_ever_keeps_no_more_than_a_few_spares() {
    let mut context = Context::new(0, 5);
    for _ in 0..1000 {
        let value = Texts("a".into(), "b".into());
        let mut batch = Batch::new(Box::new(value), 0, 1);
        while batch.serve(&mut context).is_some() {
            batch.restore(&mut context);
        }
    }
    assert!(context.undo.kept() < 100, "{} values are kept", context.undo.kept());
}

/// A cell in a type without `Mutate`.
#[derive(Debug, Default, Clone)]
struct Counter(Rc<Cell<u32>>);

struct Counters;

impl With<Counter> for Counters {
    fn smallest() -> Counter {
        Counter::default()
    }
    fn generate(_: &mut Generator) -> Counter {
        Counter::default()
    }
    fn copy(value: &Counter) -> Option<Counter> {
        Some(Counter(Rc::new(Cell::new(value.0.get()))))
    }
}

/// The same without copies.
struct NotCloneable;

impl With<Counter> for NotCloneable {
    fn smallest() -> Counter {
        Counter::default()
    }
    fn generate(_: &mut Generator) -> Counter {
        Counter::default()
    }
}

/// Runs a property that counts in a field, on one value and several times, and gives the counts that it
/// found.
fn counts<T: Mutate + Debug>(call: fn(&(T,), &mut Window<'_>) -> Outcome) -> Vec<Outcome> {
    let property = Property::new::<(T,)>("counts", &["x"], call, |(x,)| vec![x]);
    let mut executor = Executor::new(&property);
    let value = (T::smallest(),);
    (0..3).map(|_| executor.run(&value)).collect()
}

/// Counts in a cell, and says how often it has been counted there before.
macro_rules! counting {
    ($ty:ty, $cell:expr) => {
        counts::<$ty>(|(value,), window| {
            window.open();
            let cell: fn(&$ty) -> &Cell<u32> = $cell;
            cell(value).set(cell(value).get() + 1);
            Outcome::failed(cell(value).get().to_string())
        })
    };
}

#[test]
fn what_a_property_changes_in_a_field_that_the_engine_does_not_see_is_forgotten() {
    #[derive(Debug, Mutate)]
    struct Fixed {
        #[mutate(fixed, cell)]
        cell: Cell<u32>,
    }
    #[derive(Debug, Mutate)]
    struct Made {
        #[mutate(with = Counters, cell)]
        counter: Counter,
    }
    #[derive(Debug, Mutate)]
    struct FixedAndForeign {
        #[mutate(fixed, cell, default = Counter::default())]
        counter: Counter,
    }
    #[derive(Debug, Mutate)]
    struct Generic<T> {
        #[mutate(fixed)]
        _boxed: Box<Option<T>>,
        #[mutate(fixed, cell)]
        list: (Cell<u32>, Vec<T>),
    }
    let once = vec![Outcome::failed("1"); 3];
    assert_eq!(counting!(Fixed, |value| &value.cell), once);
    assert_eq!(counting!(Made, |value| &value.counter.0), once);
    assert_eq!(counting!(FixedAndForeign, |value| &value.counter.0), once);
    assert_eq!(counting!(Generic<u8>, |value| &value.list.0), once);
    // In a list, whose elements are described by a type of their own.
    assert_eq!(counting!((u8, Option<Box<Fixed>>, Fixed), |value| &value.2.cell), once);
}

#[test]
fn a_cell_that_nobody_marks_is_shared_and_one_that_nobody_can_copy_refused() {
    #[derive(Debug, Mutate)]
    struct Unmarked {
        #[mutate(with = NotCloneable)]
        counter: Counter,
    }
    #[derive(Debug, Mutate)]
    struct Marked {
        #[mutate(with = NotCloneable, cell)]
        _counter: Counter,
    }
    let expected: Vec<Outcome> = ["1", "2", "3"].map(Outcome::failed).into();
    assert_eq!(counting!(Unmarked, |value| &value.counter.0), expected);
    let property =
        Property::new::<(Marked,)>("marked", &["x"], |_, _| Outcome::Passed, |(x,)| vec![x]);
    let why = property.prepare().unwrap_err().to_string();
    assert!(why.contains("an argument holds a cell") && why.contains("`With::copy`"), "{why}");
}
