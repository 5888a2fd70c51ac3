//! The same seed gives the same formulas, and the same solvers say the same about them.

use mutagen_core::internal::value::seed;
use mutagen_core::{Generator, Mutate};
use smt_histfuzz::choices::Choices;
use smt_study::agree::Study;

const SEED: u64 = 1;

/// Formulas that are compared.
const FORMULAS: usize = 1000;

/// The first formulas of the property when it only generates, each with what every solver said.
fn said() -> Vec<(String, Vec<String>)> {
    let mut study = Study::of_environment().unwrap();
    let mut generator = Generator::new(seed::random(SEED), 30);
    let mut all = Vec::new();
    while all.len() < FORMULAS {
        let choices = Choices::generate(&mut generator);
        let Some((script, judged)) = study.judged(&choices) else { continue };
        let replies = judged.replies.iter();
        let verdicts = replies.map(|(name, reply)| format!("{name}: {}", reply.verdict));
        all.push((script.to_string(), verdicts.collect()));
    }
    all
}

#[test]
#[ignore = "10 CPU min: SMT_SOLVERS=z3-5.4.1,cvc5-1.4.2 SMT_CACHE=… \
            cargo test -p smt-study --test repeats -- --ignored --nocapture"]
fn the_same_formulas_get_the_same_verdicts_twice() {
    let (first, second) = (said(), said());
    let differ: Vec<usize> = (0..FORMULAS).filter(|n| first[*n] != second[*n]).collect();
    for n in &differ {
        println!("{n}: {:?} and {:?}\n{}", first[*n].1, second[*n].1, first[*n].0);
    }
    let comparable = first.iter().filter(|(_, said)| said.len() > 1).count();
    println!("{FORMULAS} formulas, {comparable} of them judged by a reference");
    assert_eq!(differ, [0; 0]);
}
