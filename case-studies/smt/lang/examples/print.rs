//! Prints a script as a solver gets it, and to the standard error the operators that the solver
//! lacks. `cargo run -p smt-lang --example print -- z3-4.8.5 FILE`

use smt_lang::{Dialect, Script};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [solver, path] = &arguments[..] else {
        eprintln!("name a solver and a script: print z3-4.8.5 FILE");
        std::process::exit(2);
    };
    let text = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let script = Script::read(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let dialect = Dialect::of_solver(solver);
    print!("{}", script.print(dialect));
    for name in script.lacking(dialect) {
        eprintln!("{solver} has no {name}");
    }
}
