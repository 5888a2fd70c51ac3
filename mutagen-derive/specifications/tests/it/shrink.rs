//! Findings are shrunk as all failures are, to a local minimum: mostly one call of the operation,
//! by the implementation that is wrong, with the smallest input.

use super::{Outcome, Property, Subject, faulty, subjects};
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::search::shrink::{Oracle, shrink};
use mutagen_core::internal::value::node::Node;
use mutagen_core::{Generator, text};

/// Runs candidates, which must fail as the first test did.
struct Same<'p> {
    executor: Executor<'p>,
    first_line: String,
}

impl Oracle for Same<'_> {
    fn fails(&mut self, candidate: &dyn Node) -> bool {
        match self.executor.run(candidate) {
            Outcome::Failed(text) => text.starts_with(&self.first_line),
            Outcome::Passed | Outcome::Discarded => false,
        }
    }

    fn goes_on(&mut self) -> bool {
        true
    }
}

/// The texts of the smallest tests that generated failures of a kind come down to.
fn smallest(property: &Property, first_line: &str, size: u32, tests: u64) -> Vec<String> {
    let mut all: Vec<String> = (0..tests)
        .filter_map(|seed| {
            let mut oracle =
                Same { executor: Executor::new(property), first_line: first_line.to_owned() };
            let value = property.generate(&mut Generator::seeded(seed, size));
            let shrunk = oracle.fails(&*value).then(|| shrink(value, &mut oracle))?;
            assert!(shrunk.is_done);
            Some(text::print(&*shrunk.value))
        })
        .collect();
    assert!(!all.is_empty(), "of {tests} tests none fails");
    all.sort();
    all.dedup();
    all
}

/// How many operations a test has, those of its arguments and the expanded ones.
fn operations(text: &str) -> usize {
    text.matches("(Base, ").count() + text.matches("Other ").count() + text.matches("Law ").count()
}

#[test]
fn a_disagreement_comes_down_to_one_call() {
    let property = subjects::wrong_bytes::__Metamorphic::property("wrong");
    let first = "`neg` and its implementation `neg_by_complement` disagree on\n";
    let all = smallest(&property, first, 8, 30);
    let expected = "(Variables { u8s: [8] }, U8(Neg(NegByComplement { add: Base }, Var(0))))";
    assert!(all.iter().any(|text| text == expected), "{all:#?}");
    // Others are local minima: a call inside an expansion, or an argument that is a sum.
    assert!(all.iter().all(|text| operations(text) <= 1), "{all:#?}");
}

#[test]
fn a_panic_comes_down_to_the_call_that_panics() {
    let property = faulty::panics::__Metamorphic::property("panics");
    let all = smallest(&property, "`twice` panicked at ", 300, 20);
    let (input, variable) =
        ("u8s: [] }, U8(Twice(Base, In(128)))", "[128] }, U8(Twice(Base, Var(0)))");
    let is_smallest = |text: &String| text.contains(input) || text.contains(variable);
    assert!(all.iter().all(is_smallest), "{all:#?}");
}
