//! Tests operands: the comparisons of a property guide its mutants, and a test that used them can
//! be rebuilt from the journal. The tests report the comparisons themselves, in place of
//! instrumented code.

use crate::subjects::rebuild;
use mutagen_core::internal::coverage::{Verdict, Window};
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::campaign::{Campaign, Options};
use mutagen_core::internal::search::interface::Search;
use mutagen_core::internal::search::journal::JournalEntry;
use mutagen_core::internal::value::operands::Comparison;
use mutagen_core::{IntoOutcome, Outcome};
use sancov::Counters;

unsafe extern "C" {
    safe fn __sanitizer_cov_trace_const_cmp8(constant: u64, other: u64);
    safe fn __sanitizer_cov_trace_const_cmp4(constant: u32, other: u32);
}

/// The progress of a test.
static STEPS: Counters<3> = Counters::new();

const NUMBER: i64 = 0x1234_5678_9abc;
const LETTERS: u32 = u32::from_le_bytes(*b"GIF8");

fn is_equal(constant: i64, other: i64, traced: bool) -> bool {
    if traced {
        __sanitizer_cov_trace_const_cmp8(constant.cast_unsigned(), other.cast_unsigned());
    }
    constant == other
}

/// Fails for one number followed by four specific bytes.
fn is_neither(number: i64, bytes: &[u8], traced: bool) -> bool {
    STEPS[0].increment();
    if !is_equal(NUMBER, number, traced) {
        return true;
    }
    STEPS[1].increment();
    let Some((four, _)) = bytes.split_first_chunk() else { return true };
    let letters = u32::from_le_bytes(*four);
    if traced {
        __sanitizer_cov_trace_const_cmp4(LETTERS, letters);
    }
    STEPS[2].increment();
    letters != LETTERS
}

type Arguments = (i64, Vec<u8>);

/// The number of tests until one fails, its address and its value, and the campaign's journal.
fn search(traced: bool, most: u64) -> Option<(u64, Address, Arguments, Vec<JournalEntry>)> {
    let call: fn(&Arguments, &mut Window<'_>) -> Outcome = if traced {
        |(number, bytes), window| {
            window.open();
            is_neither(*number, bytes, true).into_outcome()
        }
    } else {
        |(number, bytes), window| {
            window.open();
            is_neither(*number, bytes, false).into_outcome()
        }
    };
    let property = property(call);
    let mut executor = Executor::new(&property);
    let mut campaign = Campaign::new(&property, 1, Options::default());
    let mut log = Vec::new();
    for number in 0..most {
        let test = campaign.next_test();
        if executor.test(&test) != Outcome::Passed {
            let value: &Arguments = test.value.downcast_ref().expect("the arguments");
            return Some((number, *test.address, value.clone(), log));
        }
        if let Some(entry) = campaign.observe(Verdict::Passed, executor.observation()) {
            // An entry replaces the one of the same number.
            log.truncate(entry.number as usize);
            log.push(entry);
        }
    }
    None
}

fn property(call: fn(&Arguments, &mut Window<'_>) -> Outcome) -> Property {
    Property::new::<Arguments>("is_neither", &["number", "bytes"], call, |(number, bytes)| {
        vec![number, bytes]
    })
}

#[test]
fn numbers_and_bytes_that_are_compared_are_found_and_the_test_is_made_again_from_the_log() {
    STEPS.register();
    let tests = 200_000;
    assert!(search(false, tests).is_none(), "that was luck");
    let (number, address, value, log) = search(true, tests).expect("both are found");
    println!("found after {number} tests");
    assert_eq!((value.0, &value.1[..4]), (NUMBER, &b"GIF8"[..]));
    let has_number = |comparison: &Comparison| match comparison {
        Comparison::Numbers(one, other, _) => [*one, *other].contains(&NUMBER.cast_unsigned()),
        Comparison::Texts(..) => false,
    };
    assert!(log.iter().any(|entry| entry.operands.as_slice().iter().any(has_number)));
    let subject = property(|_, _| Outcome::Passed);
    let again = rebuild(&subject, 1, &Options::default(), &log, address).expect("a whole log");
    assert_eq!(again.downcast_ref::<Arguments>(), Some(&value));
}
