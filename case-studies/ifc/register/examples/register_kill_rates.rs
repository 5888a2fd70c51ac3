//! How often the smart generator finds each planted bug of the register machine, and that it finds
//! none where there is none. Run it with
//! `cargo run --release --example register_kill_rates -p ifc-register -- [--tests N] [--seed N] [--two-point]`.

use ifc_register::generate::smart;
use ifc_register::{Diamond, Lattice, Table, TwoPoint, rules, ssni};
use mutagen_core::Outcome;
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
    let correct = rules::correct();
    let mutants = rules::BUGS.mutants();
    let tables: Vec<Table> = mutants.iter().map(|mutant| mutant.plant(&correct)).collect();
    let (mut discarded, mut violations) = (0_u64, 0_u64);
    let mut killed = vec![0_u64; tables.len()];
    for _ in 0..tests {
        let (observer, pair) = smart::pair::<L>(&mut random);
        match ssni(&correct, observer, &pair) {
            Outcome::Passed => {}
            Outcome::Discarded => discarded += 1,
            Outcome::Failed(_) => violations += 1,
        }
        for (killed, table) in killed.iter_mut().zip(&tables) {
            *killed += u64::from(matches!(ssni(table, observer, &pair), Outcome::Failed(_)));
        }
    }
    let percent = 100.0 * discarded as f64 / tests as f64;
    println!(
        "{tests} tests, {percent:.1} % discarded, {violations} violations of the correct table\n"
    );
    println!("| # | mutant | killed | tests to a failure |");
    println!("|---|---|---|---|");
    for (number, (mutant, &killed)) in (1..).zip(mutants.iter().zip(&killed)) {
        let mean = match killed {
            0 => "–".to_owned(),
            killed => format!("{:.1}", tests as f64 / killed as f64),
        };
        println!("| {number} | {mutant} | {killed} | {mean} |");
    }
}

/// The number after an option on the command line.
fn option(name: &str) -> Option<u64> {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    let text = arguments.nth(1)?;
    match text.parse() {
        Ok(number) => Some(number),
        Err(_) => panic!("{name} takes a whole number, not `{text}`"),
    }
}
