//! Measures how often the hand-written generators find each planted bug of the stack machine, next
//! to the published rates, and checks that they find none in the correct machine. Run it with
//! `cargo run --release --example kill_rates -p ifc-stack -- [--tests N] [--seed N] [--property
//! P]`, where `P` is `ssni` (with the smart generator), `msni` or `eeni` (with generation by
//! execution).

use ifc_rules::rates::{Rates, option};
use ifc_stack::generate::{execution, smart};
use ifc_stack::{Pair, Table, eeni, msni, rules, ssni};
use mutagen_core::Outcome;
use mutagen_core::internal::value::seed::{self, Random};

type Property = fn(&Table, &Pair) -> Outcome;

fn main() {
    let tests = option("--tests").unwrap_or(2_000_000);
    let mut random = seed::random(option("--seed").unwrap_or(1));
    let smart = |random: &mut Random| smart::pair(random);
    let by_execution = |random: &mut Random| execution::pair(random, &rules::correct());
    let name = option("--property").unwrap_or_else(|| "ssni".to_owned());
    let (property, pair): (Property, fn(&mut Random) -> Pair) = match name.as_str() {
        "ssni" => (ssni, smart),
        "msni" => (msni, by_execution),
        "eeni" => (eeni, by_execution),
        other => panic!("--property takes ssni, msni or eeni, not `{other}`"),
    };
    let rates = Rates::count(&rules::BUGS, tests, || pair(&mut random), property);
    // Only the rates of the smart generator are published.
    let published = |at: usize| (name == "ssni").then(|| smart::PUBLISHED[at]);
    rates.print(" published | ratio |", |at, mean| {
        let ratio = mean.zip(published(at)).map(|(mean, published)| mean / published);
        format!(" {} | {} |", shown(published(at), 0), shown(ratio, 2))
    });
}

fn shown(number: Option<f64>, places: usize) -> String {
    number.map_or_else(|| "–".to_owned(), |number| format!("{number:.places$}"))
}
