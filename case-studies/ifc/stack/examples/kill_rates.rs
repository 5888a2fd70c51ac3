//! How often the smart generator finds each planted bug of the stack machine, beside the published
//! rates, and that it finds none where there is none. Run it with
//! `cargo run --release --example kill_rates -p ifc-stack -- [--tests N] [--seed N]`.

use ifc_rules::Mutant;
use ifc_stack::generate::smart;
use ifc_stack::{Op, Table, rules, ssni};
use mutagen_core::{Outcome, seed};

/// The published mean number of tests to a failure, by bug: 10 million tests each.
const PUBLISHED: [f64; 20] = [
    14., 57., 62., 184., 74., 38., 82., 9., 176., 174., 23., 116., 92., 15., 117., 140., 235.,
    703., 175., 64.,
];

fn main() {
    let tests = option("--tests").unwrap_or(2_000_000);
    let mut random = seed::random(option("--seed").unwrap_or(1));
    let correct = rules::correct();
    let mutants = rules::BUGS.mutants();
    let tables: Vec<Table> = mutants.iter().map(|mutant| mutant.plant(&correct)).collect();
    let (mut discarded, mut violations) = (0_u64, 0_u64);
    let mut killed = vec![0_u64; tables.len()];
    for _ in 0..tests {
        let pair = smart::pair(&mut random);
        match ssni(&correct, &pair) {
            Outcome::Passed => {}
            Outcome::Discarded => discarded += 1,
            Outcome::Failed(_) => violations += 1,
        }
        for (killed, table) in killed.iter_mut().zip(&tables) {
            *killed += u64::from(matches!(ssni(table, &pair), Outcome::Failed(_)));
        }
    }
    let percent = 100.0 * discarded as f64 / tests as f64;
    println!(
        "{tests} tests, {percent:.1} % discarded, {violations} violations of the correct table\n"
    );
    println!("| # | mutant | killed | tests to a failure | published | ratio |");
    println!("|---|---|---|---|---|---|");
    let rows = mutants.iter().zip(&killed).zip(PUBLISHED);
    for (number, ((mutant, &killed), published)) in rows.enumerate() {
        row(number + 1, mutant, killed, tests, published);
    }
}

fn row(number: usize, mutant: &Mutant<Op>, killed: u64, tests: u64, published: f64) {
    let mean = tests as f64 / killed as f64;
    let ratio = mean / published;
    println!("| {number} | {mutant} | {killed} | {mean:.1} | {published:.0} | {ratio:.2} |");
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
