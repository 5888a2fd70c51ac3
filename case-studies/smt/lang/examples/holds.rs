//! Reads a script, and from the standard input a solver's answer: says for the first check whether
//! the model holds. `z3 F | cargo run -p smt-lang --example holds -- z3-5.4.1 F`

use smt_lang::{Dialect, Script};
use std::io::Read;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [solver, path] = &arguments[..] else {
        eprintln!("name a solver and a script: holds z3-5.4.1 FILE");
        std::process::exit(2);
    };
    let mut answer = String::new();
    std::io::stdin().read_to_string(&mut answer).expect("the answer is UTF-8");
    let script = Script::read(&std::fs::read(path).expect("the script is there"));
    let script = script.unwrap_or_else(|error| panic!("{path}: {error}"));
    let check = script.check(0).expect("the script has a check");
    let answer = answer.trim_start().trim_start_matches("sat");
    match check.model(answer, Dialect::of_solver(solver)) {
        Err(error) => println!("error\t{error}"),
        Ok(model) => {
            println!("{:?}", check.holds(&model));
            for term in &check.assertions {
                let value = model.value(term).and_then(|value| value.as_bool());
                if value != Some(true) {
                    println!("\t{value:?}\t{term}");
                }
            }
        }
    }
}
