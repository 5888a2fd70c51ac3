//! The test suite of the lambda calculi: every task has a counterexample, and nothing else fails.

use super::turns::with;
use crate::{NamedProperty, PlantedBug, Task};
use mutagen_core::{Mutate, Outcome, text};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::fmt::Debug;
use std::rc::Rc;

/// A calculus, described to the suite.
pub trait Calculus {
    /// The planted bugs.
    type Mutant: PlantedBug;
    /// The properties.
    type Property: NamedProperty;
    /// Terms.
    type Term: Mutate + Debug + PartialEq;
    /// Types of terms.
    type Type: Debug + PartialEq;
    /// Enumerates terms, and caches the terms of each size.
    type Enumeration: Default;

    /// The tasks.
    const TASKS: &'static [Task<Self::Mutant, Self::Property>];
    /// For each mutant, a term of the smallest possible size that breaks both properties, in
    /// mutagen's text form.
    const COUNTEREXAMPLES: &'static [(Self::Mutant, &'static str)];

    /// Runs a property.
    fn check(property: Self::Property, term: &Self::Term) -> Outcome;
    /// The type of a closed term, if it has one.
    fn type_of(term: &Self::Term) -> Option<Self::Type>;
    /// The number of constructors of a term, including those of its types.
    fn size(term: &Self::Term) -> usize;
    /// All closed, well-typed terms of this size, with their types.
    fn closed(terms: &mut Self::Enumeration, size: usize) -> Rc<Vec<(Self::Term, Self::Type)>>;
    /// A term from the hand-written generator.
    fn bespoke(random: &mut Xoshiro256PlusPlus) -> Self::Term;
}

/// The kept counterexample of a mutant.
fn counterexample<C: Calculus>(mutant: C::Mutant) -> C::Term {
    let (_, text) = C::COUNTEREXAMPLES.iter().find(|(of, _)| *of == mutant).unwrap();
    text::parse(text).unwrap().value
}

fn fails<C: Calculus>(property: C::Property, term: &C::Term) -> bool {
    matches!(C::check(property, term), Outcome::Failed(_))
}

fn assert_all_pass<C: Calculus>(term: &C::Term) {
    for &property in C::Property::ALL {
        assert_eq!(C::check(property, term), Outcome::Passed, "{property}: {term:?}");
    }
}

/// The counterexample of a task fails with the mutant and passes without.
pub fn the_counterexample_of_a_task_fails_with_the_mutant_alone<C: Calculus>() {
    for task in C::TASKS {
        let term = counterexample::<C>(task.mutant);
        with(None::<C::Mutant>, || {
            assert_eq!(C::check(task.property, &term), Outcome::Passed, "{task:?}");
        });
        with(Some(task.mutant), || assert!(fails::<C>(task.property, &term), "{task:?}"));
    }
}

/// The correct program passes on all terms up to this size.
pub fn the_correct_program_passes_on_all_terms_up_to<C: Calculus>(largest: usize) {
    with(None::<C::Mutant>, || {
        let mut terms = C::Enumeration::default();
        for size in 0..=largest {
            for (term, ty) in &*C::closed(&mut terms, size) {
                assert_eq!(C::size(term), size);
                assert_eq!(C::type_of(term).as_ref(), Some(ty), "{term:?}");
                assert_all_pass::<C>(term);
            }
        }
    });
}

/// No term smaller than the counterexample of a task, and below this size, fails.
pub fn no_term_smaller_than_the_counterexample_fails_below<C: Calculus>(most: usize) {
    let mut enumeration = C::Enumeration::default();
    for task in C::TASKS {
        let size = C::size(&counterexample::<C>(task.mutant)).min(most);
        for size in 0..size {
            let terms = with(None::<C::Mutant>, || C::closed(&mut enumeration, size));
            with(Some(task.mutant), || {
                let failing = terms.iter().find(|(term, _)| fails::<C>(task.property, term));
                assert_eq!(failing, None, "{task:?}");
            });
        }
    }
}

/// The correct program passes on this many terms of the hand-written generator, and for each mutant
/// some of the terms fail.
pub fn hand_written_terms_pass_and_break_every_mutant<C: Calculus>(count: usize) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let terms: Vec<C::Term> = (0..count).map(|_| C::bespoke(&mut random)).collect();
    with(None::<C::Mutant>, || terms.iter().for_each(assert_all_pass::<C>));
    for task in C::TASKS {
        let breaks = |term| fails::<C>(task.property, term);
        assert!(with(Some(task.mutant), || terms.iter().any(breaks)), "{task:?}");
    }
}
