//! Prints, for each file named, the innermost terms whose sort is not known; and what cannot be
//! read. `cargo run -p smt-lang --example sorts -- FILE…`

use smt_lang::{Script, Term};

fn main() {
    for path in std::env::args().skip(1) {
        let script = match std::fs::read(&path).map(|text| Script::read(&text)) {
            Ok(Ok(script)) => script,
            Ok(Err(error)) => {
                println!("{path}\tunread\t{error}");
                continue;
            }
            Err(error) => {
                println!("{path}\tunread\t{error}");
                continue;
            }
        };
        let inner = |term: &&Term| !term.children().iter().any(|c| c.sort().is_unknown());
        for term in script.unknown().filter(inner) {
            println!("{path}\tunknown\t{}", term.to_string().replace(['\n', '\t', '\r'], " "));
        }
    }
}
