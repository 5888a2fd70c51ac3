//! Variants that are skipped by a condition: no source of tests and no shrinking makes them, and
//! their texts are still read.

use crate::subjects::without_head_start;
use mutagen_core::internal::coverage::{Observation, Tier, Verdict};
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::batch::Batch;
use mutagen_core::internal::search::campaign::Campaign;
use mutagen_core::internal::search::interface::{Search, Subject};
use mutagen_core::internal::search::shrink::{Oracle, shrink};
use mutagen_core::internal::value::context::Context;
use mutagen_core::internal::value::node::Node;
use mutagen_core::internal::value::seed;
use mutagen_core::internal::value::walk;
use mutagen_core::{Generator, Mutate, text};
use std::collections::BTreeSet;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Whether the engine under test knows vectors.
static VECTORS: AtomicBool = AtomicBool::new(false);

/// How often that was asked.
static ASKED: AtomicU32 = AtomicU32::new(0);

fn lacks_vectors() -> bool {
    ASKED.fetch_add(1, Ordering::Relaxed);
    !VECTORS.load(Ordering::Relaxed)
}

#[derive(Debug, Clone, PartialEq, Mutate)]
enum Instruction {
    #[mutate(skip = lacks_vectors())]
    Zero,
    Nop,
    #[mutate(skip = lacks_vectors())]
    Splat(u8),
    Block(Vec<Instruction>),
    If(Box<Instruction>, Box<Instruction>),
    #[mutate(skip = lacks_vectors())]
    Shuffle(Box<Instruction>, Box<Instruction>),
    #[mutate(skip = VECTORS.load(Ordering::Relaxed))]
    Scalar(u8),
}

const SKIPPED: [&str; 3] = ["Zero", "Splat", "Shuffle"];

/// The names of the variants in the text of a value. None of them is skipped.
fn allowed(value: &dyn Node) -> BTreeSet<&'static str> {
    let printed = text::print(value);
    assert!(!SKIPPED.iter().any(|name| printed.contains(name)), "{printed}");
    let names = ["Nop", "Block", "If", "Scalar"].into_iter();
    names.filter(|name| printed.contains(name)).collect()
}

struct Program;

impl Subject for Program {
    fn generate(&self, generator: &mut Generator) -> Box<dyn Node> {
        Box::new((Vec::<Instruction>::generate(generator),))
    }
}

#[test]
fn no_generated_value_and_no_mutant_has_a_skipped_variant() {
    assert_eq!(Instruction::smallest(), Instruction::Nop);
    let mut names = BTreeSet::new();
    for number in 0..60 {
        let size = u32::try_from(number).unwrap() / 4;
        let value = Instruction::generate(&mut Generator::new(seed::random(number), size));
        names.extend(allowed(&value));
        let mut context = Context::new(number, 8);
        let mut batch = Batch::new(Box::new(value), 0, 3);
        while batch.serve(&mut context).is_some() {
            names.extend(allowed(batch.value()));
            batch.restore(&mut context);
        }
    }
    assert_eq!(names, BTreeSet::from(["Nop", "Block", "If", "Scalar"]));
}

#[test]
fn no_test_of_a_campaign_has_a_skipped_variant() {
    let mut campaign = Campaign::new(&Program, 5, without_head_start());
    let mut sources = BTreeSet::new();
    for test in 0..20_000_u32 {
        let address = *campaign.next_test().address;
        sources.insert(match address {
            Address::Edited { .. } => "edit",
            Address::Drifted { .. } => "drift",
            Address::Mutant { .. } => "mutant",
            Address::Generated { .. } => "generation",
            _ => "other",
        });
        allowed(campaign.value());
        let tier = match test % 11 {
            0 => Some(Tier::Edge),
            5 => Some(Tier::BucketedSet),
            _ => None,
        };
        let observation = tier.map(|tier| Observation::of_run(tier, &[test, test + 1], 2));
        let verdict = if test % 4 == 1 { Verdict::Discarded } else { Verdict::Passed };
        campaign.observe(verdict, &observation.unwrap_or_default());
    }
    for source in ["edit", "drift", "mutant", "generation"] {
        assert!(sources.contains(source), "{sources:?}");
    }
}

/// Fails if the value has at least so many nodes.
struct Large(u64);

impl Oracle for Large {
    fn fails(&mut self, candidate: &dyn Node) -> bool {
        allowed(candidate);
        walk::size(candidate) >= self.0
    }

    fn goes_on(&mut self) -> bool {
        true
    }
}

#[test]
fn no_candidate_of_shrinking_has_a_skipped_variant() {
    for number in 0..20 {
        let value = Program.generate(&mut Generator::new(seed::random(number), 20));
        let size = walk::size(&*value).div_ceil(3);
        let shrunk = shrink(value, &mut Large(size));
        assert!(shrunk.is_done && walk::size(&*shrunk.value) >= size);
    }
}

#[test]
fn the_text_of_a_skipped_variant_is_read_and_mutation_leaves_the_variant() {
    for written in ["Zero", "Splat(7)", "Shuffle(Nop, If(Splat(1), Zero))", "Block([Splat(2)])"] {
        let value = text::parse::<Instruction>(written).unwrap().value;
        assert_eq!(text::print(&value), written);
        assert_eq!(Mutate::copy(&value).as_ref(), Some(&value));
    }
    let mut context = Context::new(0, 8);
    let mut batch = Batch::new(Box::new(Instruction::Splat(3)), 0, 1);
    let mut mutants = Vec::new();
    while let Some((0, _)) = batch.serve(&mut context) {
        mutants.push(text::print(batch.value()));
        batch.restore(&mut context);
    }
    assert_eq!(mutants, ["Nop", "Block([])", "If(Nop, Nop)", "Scalar(3)"]);
}

#[test]
fn a_condition_is_asked_once() {
    let all: Vec<Instruction> = (0..100)
        .map(|number| Instruction::generate(&mut Generator::new(seed::random(number), 5)))
        .collect();
    all.iter().for_each(|value| drop(allowed(value)));
    assert_eq!(ASKED.load(Ordering::Relaxed), 3, "once for each of three variants");
    // The plan is made, so the answer no longer matters.
    VECTORS.store(true, Ordering::Relaxed);
    (0..100).for_each(|number| {
        allowed(&Instruction::generate(&mut Generator::new(seed::random(number), 5)));
    });
}

#[derive(Debug, Clone, PartialEq, Mutate)]
enum Perhaps<T, const SKIPS: bool> {
    Nothing,
    #[mutate(skip = SKIPS)]
    Some(T),
}

#[test]
fn a_condition_may_be_a_parameter_of_the_type() {
    fn some<const SKIPS: bool>() -> usize {
        let generated = (0..200).map(|number| {
            Perhaps::<u8, SKIPS>::generate(&mut Generator::new(seed::random(number), 5))
        });
        generated.filter(|value| matches!(value, Perhaps::Some(_))).count()
    }
    assert_eq!(some::<true>(), 0);
    assert!(some::<false>() > 50);
}

/// The text of a panic.
fn said<T>(value: fn() -> T) -> String {
    let payload = catch_unwind(value).err().unwrap();
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => (*payload.downcast::<&str>().unwrap()).to_owned(),
    }
}

#[derive(Debug, Mutate)]
#[allow(dead_code)]
enum AllSkipped {
    #[mutate(skip = true)]
    One,
    #[mutate(skip)]
    Two(u8),
}

#[test]
fn a_type_of_which_all_variants_are_skipped_is_named() {
    let text = said(AllSkipped::smallest);
    assert!(text.contains("AllSkipped` is marked") && text.contains("condition"), "{text}");
}

/// Whether there is a configuration to be asked.
static CONFIGURED: AtomicBool = AtomicBool::new(false);

#[derive(Debug, Clone, PartialEq, Mutate)]
enum Configured {
    One,
    #[mutate(skip = {
        assert!(CONFIGURED.load(Ordering::Relaxed), "no configuration");
        false
    })]
    Two,
}

#[derive(Debug, Clone, PartialEq, Mutate)]
struct Holder(u8, Vec<Configured>, Configured);

#[test]
fn a_condition_that_panics_says_why_and_is_asked_again() {
    assert_eq!(said(Holder::smallest), "no configuration");
    assert_eq!(said(|| text::parse::<Holder>("Holder(1, [One], Two)")), "no configuration");
    CONFIGURED.store(true, Ordering::Relaxed);
    assert_eq!(Holder::smallest(), Holder(0, vec![], Configured::One));
    let read = text::parse::<Holder>("Holder(1, [One], Two)").unwrap().value;
    assert_eq!(read, Holder(1, vec![Configured::One], Configured::Two));
}

#[derive(Debug, Clone, PartialEq, Mutate)]
struct Level(u8);

#[derive(Debug, Mutate)]
#[allow(dead_code)]
enum Circular {
    One,
    #[mutate(skip = Level::smallest() == Level(0))]
    Two,
}

#[test]
fn a_condition_that_needs_a_value_is_told_so() {
    let text = said(Circular::smallest);
    assert!(text.contains("a condition of `#[mutate(skip = …)]` makes"), "{text}");
    assert_eq!(Level::smallest(), Level(0), "the types are as before");
}
