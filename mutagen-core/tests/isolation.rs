//! One test says nothing about the next: what a test leaves in the engine is forgotten.

use mutagen_core::batch::Batch;
use mutagen_core::context::Context;
use mutagen_core::execute::Executor;
use mutagen_core::property::Property;
use mutagen_core::{Mutate, Outcome, assume};

fn run(call: fn(&(u8,), &mut mutagen_core::execute::Window<'_>) -> Outcome) -> Vec<Outcome> {
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
    assert!(context.stash.kept() < 100, "{} values are kept", context.stash.kept());
}
