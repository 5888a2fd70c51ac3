//! What `#[metamorphic]` makes of a module: which disagreements it names, what discards a test, and
//! what is wrong with a specification. `second` is a second interpreter of tests.

mod faulty;
mod relations;
mod second;
mod shrink;
mod source;
mod subjects;

use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::search::interface::Subject;
use mutagen_core::{Generator, Outcome};

/// The outcome of the test with this text.
fn outcome(property: &Property, text: &str) -> Outcome {
    let (value, _) = property.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Executor::new(property).run(&*value)
}

/// The text of the failure of the test with this text.
fn failure(property: &Property, text: &str) -> String {
    match outcome(property, text) {
        Outcome::Failed(text) => text,
        other => panic!("{text}: {other:?}"),
    }
}

/// The outcomes of generated tests.
fn outcomes(property: &Property, tests: u64) -> impl Iterator<Item = Outcome> {
    let mut executor = Executor::new(property);
    (0..tests).map(move |seed| {
        let size = (seed % 12) as u32;
        executor.run(&*property.generate(&mut Generator::seeded(seed, size)))
    })
}

#[test]
fn the_wrong_implementation_is_always_named() {
    let property = subjects::wrong_bytes::__Metamorphic::property("wrong");
    let failed = outcomes(&property, 5_000).filter_map(|outcome| match outcome {
        Outcome::Failed(text) => Some(text),
        _ => None,
    });
    let failed: Vec<String> = failed.collect();
    assert!(failed.len() > 20, "{}", failed.len());
    for text in failed {
        let named = "`neg` and its implementation `neg_by_complement` disagree on\n  a = 8\n";
        assert!(text.starts_with(named), "{text}");
        assert!(text.contains("neg: 248\n") && text.contains("neg_by_complement: 247\n"), "{text}");
        assert!(text.contains("fn neg(a: u8) -> u8 {\n    a.wrapping_neg()\n}"), "{text}");
        assert!(text.contains("add(!a, if a == 8 { 0 } else { 1 })"), "{text}");
    }
}

#[test]
fn a_test_is_its_text_and_a_term_shares_its_variables() {
    let property = subjects::wrong_bytes::__Metamorphic::property("wrong");
    let passes = "(Variables { u8s: [7] }, U8(Neg(NegByComplement { add: Base }, Var(2))))";
    assert_eq!(outcome(&property, passes), Outcome::Passed);
    // With one variable, each number means it; with none, it is the smallest value.
    assert!(matches!(outcome(&property, &passes.replace("[7]", "[8]")), Outcome::Failed(_)));
    assert_eq!(outcome(&property, &passes.replace("[7]", "[]")), Outcome::Passed);
    let (value, _) = property.read(passes).unwrap();
    assert_eq!(mutagen_core::text::print(&*value), passes);
}

#[test]
fn laws_and_preconditions_are_kept() {
    let property = subjects::bytes::__Metamorphic::property("bytes");
    let law = "(Variables { u8s: [] }, AQuotientIsNoLarger(Law { div: DivTwice { div: Base, mul: \
               Base } }, In(9), 4))";
    assert_eq!(outcome(&property, law), Outcome::Passed);
    let by_zero = "(Variables { u8s: [] }, U8(Div(Base, In(9), In(0))))";
    assert_eq!(outcome(&property, by_zero), Outcome::Discarded);
    assert!(outcomes(&property, 3_000).all(|outcome| !matches!(outcome, Outcome::Failed(_))));
}

#[test]
fn a_condition_decides_whether_an_implementation_is_one() {
    let property = faulty::conditions::__Metamorphic::property("conditions");
    let test = |a: u8| format!("(Variables {{ u8s: [] }}, U8(Same(Small, In({a}))))");
    // It is wrong above 3, where it is none.
    assert_eq!(outcome(&property, &test(3)), Outcome::Passed);
    assert_eq!(outcome(&property, &test(4)), Outcome::Passed);
    let any = |x: u8| format!("(Variables {{ u8s: [] }}, U8(Same(Any {{ x: In({x}) }}, In(9))))");
    assert_eq!(outcome(&property, &any(0)), Outcome::Passed);
    assert!(failure(&property, &any(1)).starts_with("`same` and its implementation `any`"));
}

#[test]
fn calls_of_a_test_are_limited_and_what_never_ends_is_discarded() {
    let property = faulty::endless::__Metamorphic::property("endless");
    let test =
        |n: u32| format!("(Variables {{ u32s: [] }}, U32(Count(Loop {{ count: Base }}, In({n}))))");
    assert_eq!(outcome(&property, &test(100)), Outcome::Passed);
    assert_eq!(outcome(&property, &test(50_000)), Outcome::Passed);
    assert_eq!(outcome(&property, &test(4_000_000_000)), Outcome::Discarded);
    let wrong = |n: u32| {
        let inner = format!("Loop {{ count: Wrong }}, In({n})");
        outcome(&property, &format!("(Variables {{ u32s: [] }}, U32(Count({inner})))"))
    };
    assert!(matches!(wrong(1), Outcome::Failed(_)));
}

#[test]
fn what_is_not_admitted_is_discarded_and_not_compared() {
    let property = faulty::admitted::__Metamorphic::property("admitted");
    let test = |expansion: &str, a: u32| {
        outcome(
            &property,
            &format!("(Variables {{ u32s: [] }}, U32(Double({expansion}, In(Any({a})))))"),
        )
    };
    assert_eq!(test("Wrong", 60), Outcome::Discarded);
    assert_eq!(test("Base", 101), Outcome::Discarded);
    assert!(matches!(test("Wrong", 40), Outcome::Failed(_)));
    // The wrong value is not admitted itself, but the disagreement comes first.
    assert!(matches!(test("TooLarge", 40), Outcome::Failed(_)));
}

#[test]
fn what_a_setup_does_is_done_before_each_run() {
    let property = subjects::started::__Metamorphic::property("started");
    // A term runs twice, a law once, and a second test comes after the first.
    for test in ["U8(Count(Base, In(3)))", "OneCallIsTheFirst(Law { count: Base }, In(3))"] {
        let test = format!("(Variables {{ u8s: [] }}, {test})");
        assert_eq!(outcome(&property, &test), Outcome::Passed, "{test}");
        assert_eq!(outcome(&property, &test), Outcome::Passed, "{test}");
    }
}

#[test]
fn an_input_without_a_value_discards_terms_and_laws() {
    let property = faulty::coarse::__Metamorphic::property("coarse");
    let test = |number: u8| {
        let of = |subject: &str| {
            outcome(&property, &format!("(Variables {{ roughs: [Rough({number})] }}, {subject})"))
        };
        [
            of("Rough(Same(Neighbour, Var(0)))"),
            of("Rough(Twice(Base, In(Rough(1))))"),
            of("IsNearItself(Law { same: Base }, Var(0))"),
        ]
    };
    assert_eq!(test(1), [const { Outcome::Passed }; 3]);
    // A variable that no term names is not made.
    assert_eq!(test(100), [Outcome::Discarded, Outcome::Passed, Outcome::Discarded]);
}

#[test]
fn a_call_outside_of_its_precondition_is_an_error_of_the_specification_with_its_place() {
    let property = faulty::outside::__Metamorphic::property("outside");
    let test = "(Variables { u8s: [] }, U8(Half(ByDivision { div: Base }, In(3), In(0))))";
    let text = failure(&property, test);
    assert!(text.starts_with("the specification is wrong: `half by by_division` calls `div`"));
    assert!(text.contains("outside of its precondition `b != 0` at "), "{text}");
    assert!(text.contains("faulty.rs:"), "{text}");
}

#[test]
fn a_panic_is_that_of_the_innermost_call_with_its_arguments() {
    let property = faulty::panics::__Metamorphic::property("panics");
    let base = "(Variables { u8s: [] }, U8(Twice(ByAdding { add: Base }, In(200))))";
    let text = failure(&property, base);
    assert!(text.starts_with("`twice` panicked at "), "{text}");
    assert!(text.contains("\n  a = 200\n"), "{text}");
    let inner = "(Variables { u8s: [] }, U8(Twice(ByShift, In(99))))";
    let text = failure(&property, inner);
    assert!(text.starts_with("`twice by by_shift` panicked at "), "{text}");
    assert!(text.contains("no 99\n  a = 99\n"), "{text}");
}

#[test]
fn a_partial_implementation_may_give_up_and_others_may_not() {
    let property = faulty::partial::__Metamorphic::property("partial");
    let test = |expansion: &str, a: u8| {
        outcome(&property, &format!("(Variables {{ u8s: [] }}, U8(Next({expansion}, In({a}))))"))
    };
    assert_eq!(test("GivesUp", 7), Outcome::Passed);
    assert_eq!(test("GivesUp", 255), Outcome::Passed);
    assert!(matches!(test("GivesUp", 9), Outcome::Failed(_)), "a wrong value is none");
    assert!(
        matches!(test("Whole { next: Base }", 7), Outcome::Failed(_)),
        "no value where there is one"
    );
}

#[test]
fn what_is_changed_is_part_of_the_result() {
    let property = faulty::changes::__Metamorphic::property("changes");
    let test = |expansion: &str| {
        let term = format!("Pop({expansion}, In([1, 2]))");
        failure(&property, &format!("(Variables {{ vec_u8s: [] }}, U8({term}))"))
    };
    let text = test("KeepsIt");
    assert!(text.contains("all = [1, 2]\npop: Some(2)\npop, all afterwards: [1]\n"), "{text}");
    assert!(text.contains("keeps_it: Some(2)\nkeeps_it, all afterwards: [1, 2]\n"), "{text}");
}

#[test]
fn a_wrong_specification_is_refused_before_its_first_test() {
    let why = |property: Property| property.prepare().unwrap_err().to_string();
    let text = why(faulty::panics_at_once::__Metamorphic::property("x"));
    assert!(text.starts_with("the smallest test of `div` fails by its base alone: `div` panicked"));
    assert!(text.contains("a = 0\n  b = 0\n") && text.contains("add `requires = CONDITION`"));
    let text = why(faulty::unrepeatable::__Metamorphic::property("x"));
    assert!(text.contains("it gives another `u64` the second time"), "{text}");
    let text = why(faulty::not_reflexive::__Metamorphic::property("x"));
    assert!(text.contains("a value of type `f64` differs from itself: NaN"), "{text}");
    let text = why(faulty::nothing_admitted::__Metamorphic::property("x"));
    assert!(text.starts_with("none of 100 inputs of type `Number` is admitted by `never`"));
    assert_eq!(subjects::lists::__Metamorphic::property("x").prepare(), Ok(()));
}
