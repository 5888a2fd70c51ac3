//! Every task can be falsified, and nothing else can: counterexamples of the smallest size, all small
//! terms, and the terms of the hand-written generator.

mod enumerate;
mod switch;

use enumerate::Enumeration;
use etna_fsub::bespoke::bespoke;
use etna_fsub::budget::{Budget, Exhausted};
use etna_fsub::property::{FUEL, multi_preserve, single_preserve};
use etna_fsub::{Mutant, Property, TASKS, Term, Type};
use mutagen_core::{Outcome, text};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::collections::BTreeSet;
use switch::with;

/// For each mutant a term that breaks both properties, of the smallest size there is.
const COUNTEREXAMPLES: &[(Mutant, &str)] = &[
    (Mutant::TshiftTvarAll, "TAbs(Top, Abs(All(Top, TVar(0)), TApp(TAbs(Top, Var(0)), TVar(0))))"),
    (Mutant::TshiftTvarNoIncr, "TApp(TAbs(Top, Abs(TVar(0), TAbs(Top, Var(0)))), Top)"),
    (
        Mutant::TshiftAllNoIncr,
        "TAbs(Top, Abs(All(Top, TVar(0)), TApp(TAbs(Top, Var(0)), TVar(0))))",
    ),
    (
        Mutant::ShiftVarAll,
        "TAbs(Top, App(Abs(Arr(TVar(0), TVar(0)), Abs(Top, Var(1))), Abs(TVar(0), Var(0))))",
    ),
    (
        Mutant::ShiftVarNoIncr,
        "TAbs(Top, Abs(TVar(0), App(Abs(TVar(0), Abs(Top, Var(1))), Var(0))))",
    ),
    (
        Mutant::ShiftAbsNoIncr,
        "TAbs(Top, App(Abs(Arr(TVar(0), TVar(0)), Abs(Top, Var(1))), Abs(TVar(0), Var(0))))",
    ),
    (
        Mutant::ShiftTypTabsNoIncr,
        "App(Abs(All(Top, Arr(TVar(0), TVar(0))), TAbs(Top, Var(0))), TAbs(Top, Abs(TVar(0), Var(0))))",
    ),
    (Mutant::TsubstTvarFlip, "TAbs(Top, Abs(TVar(0), TApp(TAbs(Top, Var(0)), Top)))"),
    (Mutant::TsubstTvarNoShift, "TAbs(Top, Abs(TVar(0), TApp(TAbs(Top, Var(0)), Top)))"),
    (Mutant::TsubstTvarOverShift, "Abs(All(Top, TVar(0)), TApp(TAbs(Top, Var(0)), Top))"),
    (
        Mutant::TsubstAllNoTshift,
        "TAbs(Top, TApp(TAbs(Top, TAbs(Top, Abs(TVar(1), Var(0)))), TVar(0)))",
    ),
    (Mutant::SubstVarFlip, "Abs(Top, App(Abs(Top, Var(1)), Var(0)))"),
    (Mutant::SubstVarNoDecr, "Abs(Top, App(Abs(Top, Var(1)), Var(0)))"),
    (
        Mutant::SubstAbsNoShift,
        "TAbs(Top, Abs(TVar(0), App(Abs(TVar(0), Abs(Top, Var(1))), Var(0))))",
    ),
    (Mutant::SubstAbsNoIncr, "Abs(Top, TAbs(Top, App(Abs(Top, Abs(TVar(0), Var(0))), Var(0))))"),
    (
        Mutant::SubstTabsNoShift,
        "TAbs(Top, App(Abs(Arr(TVar(0), Top), TAbs(Top, Var(0))), Abs(TVar(0), Var(0))))",
    ),
    (Mutant::SubstTypTabsNoIncr, "TApp(TAbs(Top, TAbs(Top, Abs(TVar(0), Var(0)))), Top)"),
    (
        Mutant::SubstTypTabsNoShift,
        "TAbs(Top, TApp(TAbs(Top, TAbs(Top, Abs(TVar(1), Var(0)))), TVar(0)))",
    ),
];

fn counterexample(mutant: Mutant) -> Term {
    let (_, text) = COUNTEREXAMPLES.iter().find(|(of, _)| *of == mutant).unwrap();
    text::parse(text).unwrap().value
}

fn check(property: Property, term: &Term) -> Outcome {
    match property {
        Property::SinglePreserve => single_preserve(term),
        Property::MultiPreserve => multi_preserve(term),
    }
}

fn type_of(term: &Term) -> Option<Type> {
    etna_fsub::typing::type_of(term, FUEL, &mut Budget::full()).unwrap()
}

fn fails(property: Property, term: &Term) -> bool {
    matches!(check(property, term), Outcome::Failed(_))
}

#[test]
fn every_pair_of_a_mutant_and_a_property_is_a_task() {
    let tasks: BTreeSet<(Mutant, Property)> =
        TASKS.iter().map(|task| (task.mutant, task.property)).collect();
    assert_eq!((tasks.len(), TASKS.len()), (36, 36));
    assert_eq!((Mutant::ALL.len(), Property::ALL.len()), (36 / 2, 2));
}

#[test]
fn the_counterexample_of_a_task_fails_with_the_mutant_and_passes_without() {
    for task in TASKS {
        let term = counterexample(task.mutant);
        with(None, || assert_eq!(check(task.property, &term), Outcome::Passed, "{task:?}"));
        with(Some(task.mutant), || assert!(fails(task.property, &term), "{task:?}"));
    }
}

#[test]
fn the_correct_program_passes_on_all_small_terms() {
    with(None, || {
        let mut enumeration = Enumeration::default();
        for size in 0..=11 {
            for (term, ty) in &*enumeration.closed(size) {
                assert_eq!(term.size(), size);
                assert_eq!(type_of(term).as_ref(), Some(ty), "{term:?}");
                for &property in Property::ALL {
                    assert_eq!(check(property, term), Outcome::Passed, "{property}: {term:?}");
                }
            }
        }
    });
}

#[test]
fn no_term_smaller_than_the_counterexample_fails() {
    let mut enumeration = Enumeration::default();
    for task in TASKS {
        let size = counterexample(task.mutant).size().min(11);
        for size in 0..size {
            let terms = with(None, || enumeration.closed(size));
            with(Some(task.mutant), || {
                let failing = terms.iter().find(|(term, _)| fails(task.property, term));
                assert_eq!(failing, None, "{task:?}");
            });
        }
    }
}

#[test]
fn terms_of_the_hand_written_generator_pass_and_break_every_mutant() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let terms: Vec<Term> = (0..10_000).map(|_| bespoke(&mut random)).collect();
    with(None, || {
        for (term, property) in
            terms.iter().flat_map(|t| Property::ALL.iter().map(move |p| (t, *p)))
        {
            assert_eq!(check(property, term), Outcome::Passed, "{property}: {term:?}");
        }
    });
    for task in TASKS {
        let found = with(Some(task.mutant), || terms.iter().any(|term| fails(task.property, term)));
        assert!(found, "{task:?}");
    }
}

#[test]
fn a_checker_that_a_mutant_sends_in_circles_ends_with_an_empty_budget() {
    let term = "TAbs(Top, TAbs(TVar(0), Abs(TVar(0), App(Var(0), Var(0)))))";
    let term: Term = text::parse(term).unwrap().value;
    let ty = || etna_fsub::typing::type_of(&term, u32::MAX, &mut Budget::full());
    with(Some(Mutant::TshiftTvarNoIncr), || assert_eq!(ty(), Err(Exhausted)));
    with(None, || assert_eq!(ty(), Ok(None)));
}
