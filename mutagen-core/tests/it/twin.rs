//! Tests twins: both sides are generated alike, and the paired mutants follow a separate
//! definition, in which the same mutant of the same node is made on two separate values. (A twin
//! within a twin has additional mutants.)

use crate::laws::obeys;
use mutagen_core::internal::coverage::{Observation, Verdict};
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::batch::{Batch, apply};
use mutagen_core::internal::search::campaign::{Campaign, Options};
use mutagen_core::internal::search::interface::{Search, Subject};
use mutagen_core::internal::value::context::Context;
use mutagen_core::internal::value::node::{FRESH_SUBTREE, Node, PAIRED};
use mutagen_core::internal::value::seed;
use mutagen_core::internal::value::walk::structural_hash;
use mutagen_core::text::{parse, print};
use mutagen_core::{Generator, Mutate, Twin};
use std::any::Any;
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq, Mutate)]
enum Tree {
    E,
    T(Box<Tree>, i32, Box<Tree>),
}

#[derive(Debug, Clone, PartialEq, Mutate)]
struct Machine {
    program: Vec<Option<u8>>,
    names: BTreeMap<u8, Tree>,
    stack: Tree,
    halted: bool,
}

/// Twins that occur in a search: equal, or different by some mutants of one side.
fn twins<T: Mutate + Node + Clone>() -> impl Iterator<Item = Twin<T>> {
    (0..120).map(|number| {
        let mut generator = Generator::new(seed::random(number), number as u32 % 8);
        let mut twin = Twin::<T>::generate(&mut generator);
        let mut context = Context::new(number, 8);
        for step in 0..number % 4 {
            let position = generator.number(0, 8) as u64;
            let side: &mut dyn Node = if step == 0 { &mut twin.left } else { &mut twin.right };
            apply(side, step, position, generator.number(0, 4) as u64, &mut context);
        }
        twin
    })
}

/// The paths of the nodes that have the same shape on both sides, in preorder.
fn common(left: &dyn Node, right: &dyn Node, path: Vec<usize>, all: &mut Vec<Vec<usize>>) {
    let ty = |node: &dyn Node| (node as &dyn Any).type_id();
    let shape = |node: &dyn Node| (ty(node), node.constructor(), node.children());
    if shape(left) != shape(right) {
        return;
    }
    all.push(path.clone());
    for index in 0..left.children() {
        let path = path.iter().copied().chain([index]).collect();
        common(left.child(index), right.child(index), path, all);
    }
}

fn node<'v>(root: &'v mut dyn Node, path: &[usize]) -> &'v mut dyn Node {
    path.iter().fold(root, |node, &index| node.child_mut(index))
}

/// The twin in which each side is separately changed by this mutant of the node at `path`.
fn both<T: Mutate + Node + Clone>(
    twin: &Twin<T>,
    path: &[usize],
    mutant: u64,
    address: u64,
) -> Twin<T> {
    let mut twin = twin.clone();
    for side in [&mut twin.left as &mut dyn Node, &mut twin.right] {
        let mut context = Context::new(3, 8);
        context.set_address(5, 0, address);
        node(side, path).mutate(mutant, &mut context);
    }
    twin
}

fn agrees<T: Mutate + Node + Clone>() {
    const SAMPLES: u64 = 2;
    let mut in_all = 0;
    for twin in twins::<T>() {
        let mut paths = Vec::new();
        common(&twin.left, &twin.right, Vec::new(), &mut paths);
        let (mut pure, mut random) = (Vec::new(), Vec::new());
        for path in paths {
            let mut sides = twin.clone();
            let of = |node: &dyn Node| (node.mutants(), node.fresh_subtrees());
            let (mutants, fresh_subtrees) = of(node(&mut sides.left, &path));
            if (mutants, fresh_subtrees) != of(node(&mut sides.right, &path)) {
                continue;
            }
            pure.extend((0..mutants.pure).map(|mutant| (path.clone(), mutant)));
            let drawn = mutants.pure..mutants.pure + mutants.random;
            let regrown = FRESH_SUBTREE..FRESH_SUBTREE + fresh_subtrees;
            random.extend(drawn.chain(regrown).map(|mutant| (path.clone(), mutant)));
        }
        let sampled = (0..SAMPLES).flat_map(|_| random.clone());
        let expected: Vec<String> = (PAIRED..)
            .zip(pure.into_iter().chain(sampled))
            .map(|(address, (path, mutant))| print(&both(&twin, &path, mutant, address)))
            .collect();

        let (text, hash) = (print(&twin), structural_hash(&twin));
        let mut context = Context::new(3, 8);
        let mut batch = Batch::new(Box::new(twin.clone()), 5, SAMPLES).paired_mutants(true);
        let mut served = Vec::new();
        let mut others = 0;
        while let Some((position, mutant)) = batch.serve(&mut context) {
            if mutant < PAIRED {
                others += 1;
            } else {
                let made = print(batch.value());
                let mut again = twin.clone();
                assert!(apply(&mut again, 5, position, mutant, &mut Context::new(3, 8)));
                assert_eq!(print(&again), made);
                // The inner twin has additional mutants.
                if position == 0 {
                    assert_eq!(mutant, PAIRED + served.len() as u64);
                    served.push(made);
                }
            }
            batch.restore(&mut context);
            assert_eq!(
                (print(batch.value()), structural_hash(batch.value())),
                (text.clone(), hash)
            );
        }
        assert_eq!(served, expected, "of {text}");
        // All other mutants are those of a batch without paired mutants.
        let mut plain = Batch::new(Box::new(twin), 5, SAMPLES);
        while plain.serve(&mut context).is_some() {
            others -= 1;
            plain.restore(&mut context);
        }
        assert_eq!(others, 0);
        in_all += served.len();
    }
    assert!(in_all > 1000, "only {in_all} dependent mutants: this says little");
}

#[test]
fn dependent_mutants_are_the_same_mutant_of_the_same_node_of_either_side() {
    agrees::<Tree>();
    agrees::<Machine>();
    agrees::<Twin<Tree>>();
}

#[test]
fn batches_that_take_turns_serve_the_mutants_of_their_own_values() {
    let batch = |number: u64| {
        let mut generator = Generator::new(seed::random(number), 6);
        Batch::new(Box::new(Twin::<Machine>::generate(&mut generator)), 5, 2).paired_mutants(true)
    };
    let next = |batch: &mut Batch, context: &mut Context| {
        let served = batch.serve(context)?;
        let text = print(batch.value());
        batch.restore(context);
        Some((served, text))
    };
    let apart = [1, 2].map(|number| {
        let (mut batch, mut context) = (batch(number), Context::new(3, 8));
        std::iter::from_fn(|| next(&mut batch, &mut context)).collect::<Vec<_>>()
    });
    let mut batches = [batch(1), batch(2)];
    let mut context = Context::new(3, 8);
    let mut together = [Vec::new(), Vec::new()];
    for turn in 0..apart.iter().map(Vec::len).max().unwrap_or(0) {
        for (batch, served) in batches.iter_mut().zip(&mut together) {
            // Sometimes several in a row.
            for _ in 0..1 + turn % 3 {
                served.extend(next(batch, &mut context));
            }
        }
    }
    assert!(apart == together && apart.iter().all(|served| served.len() > 100));
}

#[test]
fn what_was_alike_stays_alike() {
    for number in 0..40 {
        let mut generator = Generator::new(seed::random(number), 6);
        let twin = Twin::<Machine>::generate(&mut generator);
        assert!(twin.agrees());
        let mut context = Context::new(number, 6);
        let mut batch = Batch::new(Box::new(twin), 0, 3).paired_mutants(true);
        let mut apart = 0;
        while let Some((_, mutant)) = batch.serve(&mut context) {
            let agrees = batch.value().downcast_ref::<Twin<Machine>>().unwrap().agrees();
            assert!(agrees || mutant < PAIRED, "{}", print(batch.value()));
            apart += usize::from(!agrees);
            batch.restore(&mut context);
        }
        assert!(apart > 0);
    }
}

#[test]
fn a_twin_obeys_what_every_type_does() {
    obeys::<Twin<Tree>>();
    obeys::<Twin<Machine>>();
    obeys::<Vec<Box<Twin<Option<u8>>>>>();
}

#[test]
fn a_twin_is_written_as_the_struct_it_is() {
    let twin = Twin::alike(Some(3_u8));
    assert_eq!(print(&twin), "Twin { left: Some(3), right: Some(3) }");
    assert_eq!(parse::<Twin<Option<u8>>>(&print(&twin)).unwrap().value, twin);
}

/// A value that cannot be copied.
#[derive(Debug, PartialEq)]
struct Stuck(u8);

impl Mutate for Stuck {
    fn smallest() -> Self {
        Stuck(0)
    }
    fn generate(generator: &mut Generator) -> Self {
        Stuck(generator.number(1, 9) as u8)
    }
}

#[test]
fn sides_that_cannot_be_copied_are_alike_too() {
    let mut generator = Generator::new(seed::random(1), 6);
    let twin = Twin::<Stuck>::generate(&mut generator);
    assert!(twin.agrees());
    let mut context = Context::new(1, 6);
    let mut batch = Batch::new(Box::new(twin), 0, 2).paired_mutants(true);
    let mut alike = 0;
    while let Some((_, mutant)) = batch.serve(&mut context) {
        let twin = batch.value().downcast_ref::<Twin<Stuck>>().unwrap();
        alike += usize::from(twin.agrees() && mutant >= PAIRED && twin.left.0 > 0);
        batch.restore(&mut context);
    }
    assert_eq!(alike, 2);
}

#[test]
fn the_sides_of_a_twin_change_places_or_one_is_copied_over_the_other() {
    let mut twin = Twin { left: false, right: true };
    let pure = (&twin as &dyn Node).mutants().pure;
    let mut made = BTreeMap::new();
    for mutant in 0..pure {
        let mut context = Context::new(0, 4);
        let node: &mut dyn Node = &mut twin;
        node.mutate(mutant, &mut context);
        *made.entry(print(node)).or_insert(0) += 1;
        node.restore(mutant, &mut context);
    }
    let [left, right, exchanged] =
        ["false, right: false", "true, right: true", "true, right: false"]
            .map(|sides| (format!("Twin {{ left: {sides} }}"), 1));
    assert_eq!(made, BTreeMap::from([left, right, exchanged]));
}

/// Two sides with two Booleans each.
struct Sides;

impl Subject for Sides {
    fn generate(&self, generator: &mut Generator) -> Box<dyn Node> {
        Box::new(Twin::<(bool, bool)>::generate(generator))
    }
}

#[test]
fn a_campaign_serves_mutants_of_both_sides_if_its_options_say_so_and_only_then() {
    for twins in [true, false] {
        let options = Options { twins, edits: 0, fresh_subtrees: false, ..Options::default() };
        let mut campaign = Campaign::new(&Sides, 3, options);
        let mut dependent = 0;
        for test in 0..200 {
            let address = *campaign.next_test().address;
            let of_both = matches!(address, Address::Mutant { mutant: PAIRED.., .. });
            dependent += usize::from(of_both);
            let new =
                if test < 5 { Observation::of_edges(&[test]) } else { Observation::default() };
            campaign.observe(Verdict::Passed, &new);
        }
        assert_eq!(dependent > 20, twins, "{dependent} of 200 tests are of both sides");
        assert!(twins || dependent == 0, "{dependent} of 200 tests are of both sides");
    }
}
