//! Damaged modules of the official test-suite: with all bugs off, the planted engine agrees with
//! wain as released, except for what a repair changes, and runs them as the reference does.

use crate::suite::{Case, cases, difference};
use crate::{reference, released};
use crate::{run, validate};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use wasm_face::{Outcome, Verdict};
use wasm_switch::with;
use wasmparser::{Operator, Parser, Payload};

/// The fuel of the planted engine: more than that of the reference, less than takes long.
const STEPS: u64 = 100_000;

#[test]
fn damaged_modules_do_as_in_the_release_and_the_reference() {
    do_as_in_the_release_and_the_reference(20_000, 33);
}

#[test]
#[ignore = "a million modules take a minute"]
fn a_million_damaged_modules_do_as_in_the_release_and_the_reference() {
    do_as_in_the_release_and_the_reference(1_000_000, 34);
}

fn do_as_in_the_release_and_the_reference(count: u32, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut cases = cases();
    cases.retain(|case| case.bytes.len() < 2000 && reference::accepts(&case.bytes));
    let (mut valid, mut ran) = (0, 0);
    for _ in 0..count {
        let case = &cases[random.random_range(0..cases.len())];
        let bytes = damaged(&case.bytes, &mut random);
        if reference::has_too_many_locals(&bytes) {
            // wain's parser would write as many bytes as there are locals, up to 4 GiB.
            continue;
        }
        let reason = reference::explain(&bytes).unwrap_or_default();
        let verdict = with(None, || validate(&bytes));
        let before = released::explain(&bytes);
        let is_repaired = before.as_ref().is_some_and(|before| {
            before.contains("start function exported") || before.contains("operand stack depth")
        });
        if verdict == Verdict::Valid && is_repaired {
            assert_eq!(reason, "", "a repair accepts {bytes:x?}");
        } else {
            assert_eq!(verdict == Verdict::Valid, before.is_none(), "{bytes:x?}");
        }
        // The reference limits what the specification does not.
        if verdict != Verdict::Valid || reason.contains("limit") || reason.contains("size") {
            continue;
        }
        assert_eq!(reason, "", "the reference refuses {bytes:x?}");
        valid += 1;
        ran += u32::from(runs_alike(case, &bytes));
    }
    assert!(valid > count / 50 && ran > count / 100, "{valid} were valid, {ran} ran");
}

/// A copy with one to four bytes changed, inserted or removed, behind the magic number.
fn damaged(bytes: &[u8], random: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.random_range(1..=4) {
        let at = random.random_range(8..=bytes.len().max(8));
        let byte = if random.random() { random.random() } else { random.random_range(0..8) };
        match random.random_range(0..4) {
            0 if at <= bytes.len() => bytes.insert(at, byte),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            _ if at < bytes.len() => bytes[at] = byte,
            _ => {}
        }
    }
    bytes
}

/// Runs a valid module on all engines; whether at least one call or the instance came to an end.
fn runs_alike(case: &Case, bytes: &[u8]) -> bool {
    let mut calls = case.calls();
    calls.truncate(8);
    let found = with(None, || run(bytes, &calls, STEPS));
    if found.instance == Outcome::Exhausted {
        // The others may need all memory.
        return false;
    }
    let expected = reference::run(bytes, &calls, reference::FUEL);
    assert_eq!(difference(&found, &expected), None, "the reference differs on {bytes:x?}");
    let is_whole = [&found, &expected]
        .iter()
        .all(|run| run.instance != Outcome::Exhausted && !run.calls.contains(&Outcome::Exhausted));
    // wain as released has no limits, and leaves the operand of `global.set` on its stack.
    if is_whole && !has_global_set(bytes) {
        let before = released::run(bytes, &calls);
        // It also refuses what a repair accepts, and panics on some offsets of segments.
        let is_repaired = matches!(before.instance, Outcome::Invalid | Outcome::Panicked(_));
        let differs = difference(&found, &before);
        assert!(differs.is_none() || is_repaired, "{differs:?} on {bytes:x?}");
    }
    is_whole
}

fn has_global_set(bytes: &[u8]) -> bool {
    Parser::new(0).parse_all(bytes).any(|payload| match payload {
        Ok(Payload::CodeSectionEntry(body)) => {
            let operators = body.get_operators_reader().into_iter().flatten();
            operators.flatten().any(|operator| matches!(operator, Operator::GlobalSet { .. }))
        }
        _ => false,
    })
}
