//! Measures how often the smart generator finds each planted bug of the register machine, and
//! checks that it finds none in the correct machine. Run it with `cargo run --release --example
//! register_kill_rates -p ifc-register -- [--tests N] [--seed N] [--two-point]`.

use ifc_register::generate::smart;
use ifc_register::{Diamond, Lattice, TwoPoint, rules, ssni};
use ifc_rules::rates::{Rates, option};
use mutagen_core::internal::value::seed;

fn main() {
    let tests = option("--tests").unwrap_or(2_000_000);
    let seed = option("--seed").unwrap_or(1);
    if std::env::args().any(|argument| argument == "--two-point") {
        report::<TwoPoint>(tests, seed);
    } else {
        report::<Diamond>(tests, seed);
    }
}

fn report<L: Lattice>(tests: u64, seed: u64) {
    let mut random = seed::random(seed);
    let rates = Rates::count(
        &rules::BUGS,
        tests,
        || smart::pair::<L>(&mut random),
        |table, (observer, pair)| ssni(table, *observer, pair),
    );
    rates.print("", |_, _| String::new());
}
