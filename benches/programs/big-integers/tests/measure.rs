//! A specification of big integers whose calls are counted, and a campaign on it that is measured
//! inside this process, without a supervisor.
#![allow(dead_code, reason = "the test of the property is not run")]

use measured_big_integers::{Call, calls, keep, take_kept};
use mutagen_core::internal::coverage::Verdict;
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::run::metamorphic::expanded_calls;
use mutagen_core::internal::run::outcome::Outcome;
use mutagen_core::internal::run::property::Property;
use mutagen_core::internal::run::thread::{STACK, on_big_stack};
use mutagen_core::internal::search::campaign::{Campaign, Options};
use mutagen_core::internal::search::interface::Search;
use serde_json::{Value, json};
use std::fmt::Write;
use std::hint::black_box;

/// The operations that the trial in `docs/results/metamorphic` has.
#[mutagen_core::metamorphic]
mod integers {
    use measured_big_integers::{Which, call, divides, is_small};
    use num_bigint::{BigInt, Sign};

    #[input]
    fn small(n: i16) -> BigInt {
        BigInt::from(n)
    }
    #[input]
    fn wide(n: i128) -> BigInt {
        BigInt::from(n)
    }
    #[input(weight = 2)]
    fn near_power(#[mutate(range = 0..=590)] k: u16, d: i8) -> BigInt {
        (BigInt::from(1) << k) + d
    }
    #[input]
    fn digits(negative: bool, #[mutate(max_len = 18)] digits: Vec<u32>) -> BigInt {
        BigInt::from_slice(if negative { Sign::Minus } else { Sign::Plus }, &digits)
    }

    #[admit]
    fn fits(a: &BigInt) -> bool {
        is_small(a)
    }

    #[operation(inner)]
    fn zero() -> BigInt {
        BigInt::ZERO
    }
    #[implements(zero)]
    fn difference_of_equals(#[any] a: &BigInt) -> BigInt {
        sub(a, a)
    }

    #[operation(commutative, associative, neutral = zero)]
    fn add(a: &BigInt, b: &BigInt) -> BigInt {
        call(Which::Add, a, Some(b), 0)
    }
    #[implements(add)]
    fn add_negated(a: &BigInt, b: &BigInt) -> BigInt {
        neg(&add(&neg(a), &neg(b)))
    }
    #[implements(add)]
    fn add_by_bits(a: &BigInt, b: &BigInt) -> BigInt {
        add(&xor(a, b), &shl(&and(a, b), 1))
    }

    #[operation]
    fn sub(a: &BigInt, b: &BigInt) -> BigInt {
        call(Which::Sub, a, Some(b), 0)
    }
    #[implements(sub)]
    fn add_the_opposite(a: &BigInt, b: &BigInt) -> BigInt {
        add(a, &neg(b))
    }

    #[operation(involution)]
    fn neg(a: &BigInt) -> BigInt {
        call(Which::Neg, a, None, 0)
    }
    #[implements(neg)]
    fn subtract_from_zero(a: &BigInt) -> BigInt {
        sub(&zero(), a)
    }

    #[operation(commutative, associative, absorbing = zero, distributes_over = add)]
    fn mul(a: &BigInt, b: &BigInt) -> BigInt {
        call(Which::Mul, a, Some(b), 0)
    }
    #[implements(mul)]
    fn multiply_opposites(a: &BigInt, b: &BigInt) -> BigInt {
        mul(&neg(a), &neg(b))
    }
    #[implements(mul, when = b.bits() <= 6 && b.sign() != Sign::Minus)]
    fn multiply_by_adding(a: &BigInt, b: &BigInt) -> BigInt {
        let mut product = zero();
        for _ in 0..u8::try_from(b).unwrap_or(0) {
            product = add(&product, a);
        }
        product
    }

    #[operation(requires = divides(b))]
    fn div_floor(a: &BigInt, b: &BigInt) -> BigInt {
        call(Which::DivFloor, a, Some(b), 0)
    }
    #[implements(div_floor)]
    fn floor_of_opposites(a: &BigInt, b: &BigInt) -> BigInt {
        div_floor(&neg(a), &neg(b))
    }

    #[operation(requires = divides(b))]
    fn mod_floor(a: &BigInt, b: &BigInt) -> BigInt {
        call(Which::ModFloor, a, Some(b), 0)
    }
    #[implements(mod_floor)]
    fn what_the_floor_leaves(a: &BigInt, b: &BigInt) -> BigInt {
        sub(a, &mul(&div_floor(a, b), b))
    }

    #[operation]
    fn pow(a: &BigInt, #[mutate(range = 0..=8)] n: u8) -> BigInt {
        call(Which::Pow, a, None, u16::from(n))
    }
    #[implements(pow)]
    fn power_of_the_square(a: &BigInt, n: u8) -> BigInt {
        let square = pow(&mul(a, a), n / 2);
        if n.is_multiple_of(2) { square } else { mul(&square, a) }
    }

    #[operation(requires = a.sign() != Sign::Minus)]
    fn sqrt(a: &BigInt) -> BigInt {
        call(Which::Sqrt, a, None, 0)
    }
    #[law]
    fn a_root_is_not_above(a: &BigInt) -> bool {
        let square = mul(a, a);
        pow(&sqrt(&square), 2) == square
    }

    #[operation(commutative, associative, idempotent)]
    fn and(a: &BigInt, b: &BigInt) -> BigInt {
        call(Which::And, a, Some(b), 0)
    }
    #[implements(and)]
    fn and_by_or(a: &BigInt, b: &BigInt) -> BigInt {
        not(&or(&not(a), &not(b)))
    }

    #[operation(commutative, associative, idempotent)]
    fn or(a: &BigInt, b: &BigInt) -> BigInt {
        call(Which::Or, a, Some(b), 0)
    }
    #[implements(or)]
    fn disjoint_parts(a: &BigInt, b: &BigInt) -> BigInt {
        add(a, &and(b, &not(a)))
    }

    #[operation(commutative, associative)]
    fn xor(a: &BigInt, b: &BigInt) -> BigInt {
        call(Which::Xor, a, Some(b), 0)
    }
    #[implements(xor)]
    fn either_but_not_both(a: &BigInt, b: &BigInt) -> BigInt {
        sub(&or(a, b), &and(a, b))
    }

    #[operation(involution)]
    fn not(a: &BigInt) -> BigInt {
        call(Which::Not, a, None, 0)
    }
    #[implements(not)]
    fn one_below_the_opposite(a: &BigInt) -> BigInt {
        sub(&neg(a), &BigInt::from(1))
    }

    #[operation]
    fn shl(a: &BigInt, #[mutate(range = 0..=300)] k: u16) -> BigInt {
        call(Which::Shl, a, None, k)
    }
    #[implements(shl)]
    fn times_a_power_of_two(a: &BigInt, k: u16) -> BigInt {
        mul(a, &(BigInt::from(1) << k))
    }

    #[operation]
    fn shr(a: &BigInt, #[mutate(range = 0..=300)] k: u16) -> BigInt {
        call(Which::Shr, a, None, k)
    }
    #[implements(shr)]
    fn floor_by_a_power_of_two(a: &BigInt, k: u16) -> BigInt {
        div_floor(a, &(BigInt::from(1) << k))
    }
}

/// How many tests have their calls kept for the bare loop.
const KEPT: u32 = 3_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["--campaign", seconds, file] => println!("{}", campaign(number(seconds), file)),
        ["--bare", seconds, file] => println!("{}", bare(number(seconds), file)),
        // The build plan lists tests; there are none here.
        ["--list", ..] => {}
        _ => {
            let folder = std::env::temp_dir();
            let file = folder.join(format!("measured-big-integers-{}", std::process::id()));
            let file = file.to_str().expect("the folder for temporary files has a plain name");
            println!("campaign: {}", campaign(0.05, file));
            println!("bare: {}", bare(0.05, file));
            let _ = std::fs::remove_file(file);
        }
    }
}

fn number(word: &str) -> f64 {
    match word.parse() {
        Ok(number) => number,
        Err(_) => panic!("`{word}` is no number"),
    }
}

/// CPU seconds of this thread.
fn cpu() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Runs a campaign with default options for some CPU seconds twice, and measures the second time.
/// Then it keeps the calls of further tests in a file.
fn campaign(seconds: f64, file: &str) -> Value {
    // As in a worker: in a process of several threads `malloc` takes longer.
    let run = || on_this_thread(seconds, file);
    on_big_stack(STACK, run).unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn on_this_thread(seconds: f64, file: &str) -> Value {
    let property = integers::__Metamorphic::property("measured::integers");
    property.prepare().expect("the specification is right");
    let mut running = Running::new(&property);
    running.run_for(seconds);
    let before = (calls(), expanded_calls());
    let (tests, passed, seconds) = running.run_for(seconds);
    let (all, expanded) = (calls() - before.0, expanded_calls() - before.1);
    keep(true);
    (0..KEPT).for_each(|_| drop(running.step()));
    keep(false);
    let text = take_kept().iter().fold(String::new(), |mut text, call| {
        let _ = writeln!(text, "{call}");
        text
    });
    std::fs::write(file, text).expect("the file can be written");
    json!({
        "tests": tests, "passed": passed, "calls": all, "expanded": expanded, "seconds": seconds,
    })
}

struct Running<'p> {
    executor: Executor<'p>,
    campaign: Campaign<'p>,
}

impl<'p> Running<'p> {
    fn new(property: &'p Property) -> Running<'p> {
        let campaign = Campaign::new(property, 1, Options::default());
        Running { executor: Executor::new(property), campaign }
    }

    fn step(&mut self) -> Outcome {
        let test = self.campaign.next_test();
        let outcome = self.executor.test(&test);
        let verdict = match &outcome {
            Outcome::Passed => Verdict::Passed,
            Outcome::Discarded => Verdict::Discarded,
            Outcome::Failed(_) => Verdict::Failed,
        };
        self.campaign.observe(verdict, self.executor.observation());
        outcome
    }

    /// Tests, passed tests and CPU seconds.
    fn run_for(&mut self, seconds: f64) -> (u64, u64, f64) {
        let (start, mut tests, mut passed) = (cpu(), 0, 0);
        loop {
            for _ in 0..1000 {
                match self.step() {
                    Outcome::Failed(why) => panic!("the library has a defect: {why}"),
                    outcome => passed += u64::from(outcome == Outcome::Passed),
                }
            }
            tests += 1000;
            let now = cpu() - start;
            if now >= seconds {
                return (tests, passed, now);
            }
        }
    }
}

/// Makes the calls of a file again and again.
fn bare(seconds: f64, file: &str) -> Value {
    let text = std::fs::read_to_string(file).expect("the file can be read");
    let all: Vec<Call> = text.lines().map(|line| line.parse().expect("it is a call")).collect();
    let (start, mut calls) = (cpu(), 0);
    loop {
        for call in &all {
            black_box(black_box(call).again());
        }
        calls += all.len();
        let now = cpu() - start;
        if now >= seconds {
            return json!({ "calls": calls, "seconds": now });
        }
    }
}
