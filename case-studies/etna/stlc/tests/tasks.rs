//! Tests that every task has a counterexample and that nothing else fails, with counterexamples of
//! the smallest size, all small terms, and terms of the hand-written generator.

mod enumerate;

use enumerate::Enumeration;
use etna_common::suite::terms::{self, Calculus};
use etna_common::suite::turns::with;
use etna_common::suite::{names, tasks};
use etna_stlc::bespoke::bespoke;
use etna_stlc::budget::Budget;
use etna_stlc::property::{multi_preserve, single_preserve};
use etna_stlc::reduction::normal_form;
use etna_stlc::typing::type_of;
use etna_stlc::{Mutant, Property, TASKS, Task, Term, Type};
use mutagen_core::Outcome;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::rc::Rc;

/// For each mutant, a term of the smallest possible size that breaks both properties.
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

/// The workload, described to the suite.
struct Stlc;

impl Calculus for Stlc {
    type Mutant = Mutant;
    type Property = Property;
    type Term = Term;
    type Type = Type;
    type Enumeration = Enumeration;

    const TASKS: &'static [Task] = TASKS;
    const COUNTEREXAMPLES: &'static [(Mutant, &'static str)] = COUNTEREXAMPLES;

    fn check(property: Property, term: &Term) -> Outcome {
        match property {
            Property::SinglePreserve => single_preserve(term),
            Property::MultiPreserve => multi_preserve(term),
        }
    }

    fn type_of(term: &Term) -> Option<Type> {
        type_of(term)
    }

    fn size(term: &Term) -> usize {
        term.size()
    }

    fn closed(terms: &mut Enumeration, size: usize) -> Rc<Vec<(Term, Type)>> {
        terms.closed(size)
    }

    fn bespoke(random: &mut Xoshiro256PlusPlus) -> Term {
        bespoke(random)
    }
}

#[test]
fn every_pair_of_a_mutant_and_a_property_is_a_task() {
    tasks::every_mutant_breaks_both_properties(TASKS, 10);
}

#[test]
fn a_property_is_found_under_its_name_and_runs_under_that_of_its_function() {
    names::a_property_has_its_name_here_and_that_of_its_function_in_the_engine::<Property>();
}

#[test]
fn the_counterexample_of_a_task_fails_with_the_mutant_and_passes_without() {
    terms::the_counterexample_of_a_task_fails_with_the_mutant_alone::<Stlc>();
}

#[test]
fn the_correct_program_passes_on_all_small_terms() {
    terms::the_correct_program_passes_on_all_terms_up_to::<Stlc>(17);
}

#[test]
fn no_term_smaller_than_the_counterexample_fails() {
    terms::no_term_smaller_than_the_counterexample_fails_below::<Stlc>(11);
}

#[test]
fn terms_of_the_hand_written_generator_pass_and_break_every_mutant() {
    terms::hand_written_terms_pass_and_break_every_mutant::<Stlc>(20_000);
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
    with(None::<Mutant>, || {
        assert_eq!(multi_preserve(&term), Outcome::Passed);
        assert_eq!(normal_form(&term, 40, &mut Budget::of_a_test()), None);
    });
}
