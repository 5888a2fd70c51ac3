//! Every task can be falsified, and nothing else can: counterexamples of the smallest size, all small
//! terms, and the terms of the hand-written generator.

mod enumerate;
mod switch;

use enumerate::Enumeration;
use etna_stlc::bespoke::bespoke;
use etna_stlc::budget::Budget;
use etna_stlc::property::{multi_preserve, single_preserve};
use etna_stlc::reduction::normal_form;
use etna_stlc::{Mutant, Property, TASKS, Term, Type};
use mutagen_core::{Outcome, text};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::collections::BTreeSet;
use switch::with;

/// For each mutant a term that breaks both properties, of the smallest size there is.
const COUNTEREXAMPLES: &[(Mutant, &str)] = &[
    (Mutant::ShiftVarNone, "Abs(TBool, App(Abs(TBool, Var(1)), Bool(true)))"),
    (Mutant::ShiftVarAll, "App(Abs(TBool, Abs(TBool, Var(0))), Bool(true))"),
    (Mutant::ShiftVarLeq, "Abs(TBool, App(Abs(TBool, Abs(TFun(TBool, TBool), Var(1))), Var(0)))"),
    (Mutant::ShiftAbsNoIncr, "App(Abs(TBool, Abs(TBool, Var(0))), Bool(true))"),
    (Mutant::SubstVarAll, "Abs(TFun(TBool, TBool), App(Abs(TBool, Var(1)), Bool(true)))"),
    (Mutant::SubstVarNone, "App(Abs(TBool, Var(0)), Bool(true))"),
    (
        Mutant::SubstAbsNoShift,
        "Abs(TBool, App(Abs(TBool, Abs(TFun(TBool, TBool), Var(1))), Var(0)))",
    ),
    (Mutant::SubstAbsNoIncr, "App(Abs(TBool, Abs(TFun(TBool, TBool), Var(0))), Bool(true))"),
    (Mutant::SubstTopNoShift, "Abs(TBool, App(Abs(TBool, Var(0)), Var(0)))"),
    (Mutant::SubstTopNoShiftBack, "Abs(TBool, App(Abs(TBool, Var(0)), Var(0)))"),
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
    etna_stlc::typing::type_of(term)
}

fn fails(property: Property, term: &Term) -> bool {
    matches!(check(property, term), Outcome::Failed(_))
}

#[test]
fn every_pair_of_a_mutant_and_a_property_is_a_task() {
    let tasks: BTreeSet<(Mutant, Property)> =
        TASKS.iter().map(|task| (task.mutant, task.property)).collect();
    assert_eq!((tasks.len(), TASKS.len()), (20, 20));
    assert_eq!((Mutant::ALL.len(), Property::ALL.len()), (20 / 2, 2));
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
        for size in 0..=17 {
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
    let terms: Vec<Term> = (0..20_000).map(|_| bespoke(&mut random)).collect();
    with(None, || {
        for (term, &property) in
            terms.iter().flat_map(|t| Property::ALL.iter().map(move |p| (t, p)))
        {
            assert_eq!(check(property, term), Outcome::Passed, "{property}: {term:?}");
        }
    });
    for task in TASKS {
        let found = with(Some(task.mutant), || terms.iter().any(|term| fails(task.property, term)));
        assert!(found, "{task:?}");
    }
}

/// `twice` at the type that applies to functions of type `ty`.
fn twice(ty: &Type) -> Term {
    let twofold =
        Term::App(Term::Var(1).into(), Term::App(Term::Var(1).into(), Term::Var(0).into()).into());
    let on_functions = Type::TFun(ty.clone().into(), ty.clone().into());
    Term::Abs(on_functions, Term::Abs(ty.clone(), twofold.into()).into())
}

#[test]
fn a_term_whose_reduction_explodes_has_no_result_and_passes() {
    // Five of them in a row, each at a higher type, apply the identity 2^2^2^2^2 times.
    let mut ty = Type::TBool;
    let mut term: Option<Term> = None;
    let mut twices = Vec::new();
    for _ in 0..5 {
        twices.push(twice(&ty));
        ty = Type::TFun(ty.clone().into(), ty.into());
    }
    for argument in twices.into_iter().rev().chain([Term::Abs(Type::TBool, Term::Var(0).into())]) {
        term = Some(match term {
            Some(function) => Term::App(function.into(), argument.into()),
            None => argument,
        });
    }
    let term = term.unwrap();
    with(None, || {
        assert_eq!(multi_preserve(&term), Outcome::Passed);
        assert_eq!(normal_form(&term, 40, &mut Budget::of_a_test()), None);
    });
}
