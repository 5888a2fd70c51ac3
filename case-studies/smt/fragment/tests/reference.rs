//! A third opinion about the evaluator: z3, where the environment names one.

use mutagen_core::{Outcome, assume, property};
use smt_fragment::sort::Sort;
use smt_fragment::{Draw, Formula, Script};
use std::io::Write;
use std::process::{Command, Stdio};

/// The variable that names the executable.
const VARIABLE: &str = "SMT_Z3";

/// The formula, with each variable equal to its value, and what the evaluator says negated.
fn pinned(script: &Script, draw: &Draw) -> String {
    let assignment = draw.assignment();
    let made = script.made_true(&assignment);
    let mut text = made.to_string().replace("(check-sat)\n", "");
    for (sort, number) in made.variables() {
        if let Some(value) = assignment.get(sort, number) {
            text += &format!("(assert (= {}{number} {value}))\n", Sort::prefix(sort));
        }
    }
    text + "(check-sat)\n"
}

/// z3 takes each formula, and never says `unsat` where the evaluator says that values satisfy it.
#[property]
#[ignore = "100 ms: SMT_Z3=z3 cargo test -p smt-fragment --test reference -- --ignored"]
fn z3_agrees_with_the_evaluator(formula: &Formula, draw: &Draw) -> Outcome {
    let script = Script::of(formula);
    assume!(!script.assertions.is_empty());
    let text = pinned(&script, draw);
    let z3 = std::env::var_os(VARIABLE).unwrap_or_else(|| panic!("{VARIABLE} is not set"));
    let mut child = Command::new(z3)
        .args(["-in", "-T:5"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("z3 starts");
    let mut input = child.stdin.take().expect("the input is a pipe");
    input.write_all(text.as_bytes()).expect("z3 reads");
    drop(input);
    let output = child.wait_with_output().expect("z3 ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    match said.trim() {
        "sat" => Outcome::Passed,
        "unknown" | "timeout" => Outcome::Discarded,
        _ => Outcome::failed(format!("{said}\n{text}")),
    }
}
