//! How often the hand-written generators find each planted bug of the stack machine, beside the
//! published rates, and that they find none where there is none. Run it with
//! `cargo run --release --example kill_rates -p ifc-stack -- [--tests N] [--seed N] [--property P]`,
//! where `P` is `ssni` (with the smart generator), `msni` or `eeni` (by execution).

use ifc_rules::Mutant;
use ifc_stack::generate::{execution, smart};
use ifc_stack::{Op, Pair, Table, eeni, msni, rules, ssni};
use mutagen_core::Outcome;
use mutagen_core::internal::value::seed::{self, Random};

type Property = fn(&Table, &Pair) -> Outcome;

fn main() {
    let tests = option("--tests").map_or(2_000_000, |text| number("--tests", &text));
    let mut random = seed::random(option("--seed").map_or(1, |text| number("--seed", &text)));
    let correct = rules::correct();
    let smart = |random: &mut Random| smart::pair(random);
    let by_execution = |random: &mut Random| execution::pair(random, &rules::correct());
    let name = option("--property").unwrap_or_else(|| "ssni".to_owned());
    let (property, pair): (Property, fn(&mut Random) -> Pair) = match name.as_str() {
        "ssni" => (ssni, smart),
        "msni" => (msni, by_execution),
        "eeni" => (eeni, by_execution),
        other => panic!("--property takes ssni, msni or eeni, not `{other}`"),
    };
    // Only the rates of the smart generator are published.
    let published = name == "ssni";
    let mutants = rules::BUGS.mutants();
    let tables: Vec<Table> = mutants.iter().map(|mutant| mutant.plant(&correct)).collect();
    let (mut discarded, mut violations) = (0_u64, 0_u64);
    let mut killed = vec![0_u64; tables.len()];
    for _ in 0..tests {
        let pair = pair(&mut random);
        match property(&correct, &pair) {
            Outcome::Passed => {}
            Outcome::Discarded => discarded += 1,
            Outcome::Failed(_) => violations += 1,
        }
        for (killed, table) in killed.iter_mut().zip(&tables) {
            *killed += u64::from(matches!(property(table, &pair), Outcome::Failed(_)));
        }
    }
    let percent = 100.0 * discarded as f64 / tests as f64;
    println!(
        "{tests} tests, {percent:.1} % discarded, {violations} violations of the correct table\n"
    );
    println!("| # | mutant | killed | tests to a failure | published | ratio |");
    println!("|---|---|---|---|---|---|");
    for (at, (mutant, &killed)) in mutants.iter().zip(&killed).enumerate() {
        row(at + 1, mutant, killed, tests, published.then(|| smart::PUBLISHED[at]));
    }
}

fn row(number: usize, mutant: &Mutant<Op>, killed: u64, tests: u64, published: Option<f64>) {
    let mean = (killed > 0).then(|| tests as f64 / killed as f64);
    let ratio = mean.zip(published).map(|(mean, published)| mean / published);
    let shown = |number: Option<f64>, places: usize| {
        number.map_or_else(|| "–".to_owned(), |number| format!("{number:.places$}"))
    };
    let (mean, published, ratio) = (shown(mean, 1), shown(published, 0), shown(ratio, 2));
    println!("| {number} | {mutant} | {killed} | {mean} | {published} | {ratio} |");
}

/// What stands after an option on the command line.
fn option(name: &str) -> Option<String> {
    std::env::args().skip_while(|argument| argument != name).nth(1)
}

/// An option's number.
fn number(name: &str, text: &str) -> u64 {
    match text.parse() {
        Ok(number) => number,
        Err(_) => panic!("{name} takes a whole number, not `{text}`"),
    }
}
