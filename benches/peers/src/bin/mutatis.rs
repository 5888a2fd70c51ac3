//! mutatis on libFuzzer, as in its guide: libFuzzer keeps values as bytes, encoded with postcard,
//! and asks mutatis for a mutant.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target, fuzzer_mutate};
use mutagen_core::Outcome;
use mutatis::{DefaultMutate, Session};
use serde::{Serialize, de::DeserializeOwned};
use std::sync::OnceLock;

peers::workloads!(crate);

/// The function that receives the bytes of a test.
type Test = Box<dyn Fn(&[u8]) -> Corpus + Send + Sync>;

/// The functions on bytes: a test, and a mutation that returns the new number of bytes.
struct Target {
    test: Test,
    mutate: Box<Mutator>,
}

/// Mutates the first bytes of a buffer with a seed, up to a maximal length.
type Mutator = dyn Fn(&mut [u8], usize, usize, u32) -> usize + Send + Sync;

static TARGET: OnceLock<Target> = OnceLock::new();

fn run<T>(property: fn(&T) -> Outcome)
where
    T: Serialize + DeserializeOwned + DefaultMutate + 'static,
    T::DefaultMutate: Default,
{
    let test = move |bytes: &[u8]| {
        let Ok(arguments) = postcard::from_bytes::<T>(bytes) else { return Corpus::Reject };
        let _ = trial::test(|| property(&arguments));
        Corpus::Keep
    };
    let mutate = |data: &mut [u8], size: usize, max_size: usize, seed: u32| {
        let mut session = Session::new().seed(u64::from(seed)).shrink(max_size < size);
        if let Ok(mut value) = postcard::from_bytes::<T>(&data[..size])
            && session.mutate(&mut value).is_ok()
            && let Ok(bytes) = postcard::to_stdvec(&value)
            && bytes.len() <= max_size
        {
            data[..bytes.len()].copy_from_slice(&bytes);
            return bytes.len();
        }
        // As in the guide: libFuzzer itself mutates bytes that decode to no value, above all at the
        // beginning.
        fuzzer_mutate(data, size, max_size)
    };
    let _ = TARGET.set(Target { test: Box::new(test), mutate: Box::new(mutate) });
}

fuzz_target!(init: trial::begin_asked_for(property_of), |bytes: &[u8]| -> Corpus {
    match TARGET.get() {
        Some(target) => (target.test)(bytes),
        None => std::process::abort(),
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match TARGET.get() {
        Some(target) => (target.mutate)(data, size, max_size, seed),
        None => size,
    }
});
