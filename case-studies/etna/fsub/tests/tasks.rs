//! Tests that every task has a counterexample and that nothing else fails, with counterexamples of
//! the smallest size, all small terms, and terms of the hand-written generator.

mod enumerate;

use enumerate::Enumeration;
use etna_common::suite::terms::{self, Calculus};
use etna_common::suite::turns::with;
use etna_common::suite::{names, tasks};
use etna_fsub::bespoke::bespoke;
use etna_fsub::budget::{Budget, Exhausted};
use etna_fsub::property::{FUEL, multi_preserve, single_preserve};
use etna_fsub::typing::type_of;
use etna_fsub::{Mutant, Property, TASKS, Task, Term, Type};
use mutagen_core::{Outcome, text};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::rc::Rc;

/// For each mutant, a term of the smallest possible size that breaks both properties.
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
        "App(Abs(All(Top, Arr(TVar(0), TVar(0))), TAbs(Top, Var(0))), TAbs(Top, Abs(TVar(0), \
         Var(0))))",
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

/// The workload, described to the suite.
struct Fsub;

impl Calculus for Fsub {
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
        type_of(term, FUEL, &mut Budget::full()).unwrap()
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
    tasks::every_mutant_breaks_both_properties(TASKS, 18);
}

#[test]
fn a_property_is_found_under_its_name_and_runs_under_that_of_its_function() {
    names::a_property_has_its_name_here_and_that_of_its_function_in_the_engine::<Property>();
}

#[test]
fn the_counterexample_of_a_task_fails_with_the_mutant_and_passes_without() {
    terms::the_counterexample_of_a_task_fails_with_the_mutant_alone::<Fsub>();
}

#[test]
fn the_correct_program_passes_on_all_small_terms() {
    terms::the_correct_program_passes_on_all_terms_up_to::<Fsub>(11);
}

#[test]
fn no_term_smaller_than_the_counterexample_fails() {
    terms::no_term_smaller_than_the_counterexample_fails_below::<Fsub>(11);
}

#[test]
fn terms_of_the_hand_written_generator_pass_and_break_every_mutant() {
    terms::hand_written_terms_pass_and_break_every_mutant::<Fsub>(10_000);
}

#[test]
fn a_checker_that_a_mutant_sends_in_circles_ends_with_an_empty_budget() {
    let term = "TAbs(Top, TAbs(TVar(0), Abs(TVar(0), App(Var(0), Var(0)))))";
    let term: Term = text::parse(term).unwrap().value;
    let ty = || type_of(&term, u32::MAX, &mut Budget::full());
    with(Some(Mutant::TshiftTvarNoIncr), || assert_eq!(ty(), Err(Exhausted)));
    with(None::<Mutant>, || assert_eq!(ty(), Ok(None)));
}
