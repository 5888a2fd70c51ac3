//! Reduction with solvers that are made up: what stays the same, and what is asked.

use smt_lang::{Script, Term};
use smt_reduce::{NoBug, SameBug, reduce};
use smt_solvers::SolverError;
use smt_solvers::catalogue::Code;
use smt_solvers::driver::{Driver, Reply, Settings};
use smt_solvers::oracle::Class;
use smt_solvers::verdict::{Answer, End, Verdict};
use std::time::Duration;

/// A solver that says what a function of the script says.
struct MadeUp(&'static str, Code, fn(&Script) -> (Answer, End));

impl Driver for MadeUp {
    fn name(&self) -> &str {
        self.0
    }

    fn code(&self) -> Code {
        self.1
    }

    fn ask(&mut self, script: &str, _: &Settings) -> Result<Reply, SolverError> {
        let (answer, end) = (self.2)(&Script::read(script.as_bytes()).unwrap());
        let verdict = Verdict { answers: vec![answer], end };
        let (output, errors, command) = (String::new(), String::new(), String::new());
        Ok(Reply { verdict, cpu: Duration::ZERO, output, errors, command })
    }
}

fn has(script: &Script, op: &str) -> bool {
    script.terms().flat_map(Term::preorder).any(|term| term.is_op(op))
}

/// Wrong wherever a remainder is taken: says `sat`.
fn wrong(script: &Script) -> (Answer, End) {
    (if has(script, "mod") { Answer::Sat } else { Answer::Unknown }, End::Answered)
}

/// `unsat` where something is less than itself; `sat` else.
fn right(script: &Script) -> (Answer, End) {
    let is_false = |term: &Term| term.is_op("<") && term.children()[0] == term.children()[1];
    let unsat = script.assertions().flat_map(Term::preorder).any(is_false);
    (if unsat { Answer::Unsat } else { Answer::Sat }, End::Answered)
}

const TEXT: &str = "(set-logic QF_NIA)(declare-const aa Int)(declare-const bb Int)
    (define-fun f ((x Int)) Int (+ x 40))
    (push 1)(assert (! (or (< aa aa) (< (f 3) bb bb)) :named n))
    (assert (let ((y (mod aa 30))) (and (> y 3) (distinct y bb))))(check-sat)(pop 1)";

fn reduced(suspect: fn(&Script) -> (Answer, End)) -> (Class, String, usize, usize) {
    let script = Script::read(TEXT.as_bytes()).unwrap();
    let mut suspect = MadeUp("z3-4.8.5", Code::Z3, suspect);
    let mut first = MadeUp("yices-2.6.5", Code::Yices, right);
    let mut second = MadeUp("cvc5-1.4.2", Code::Cvc, right);
    let references: Vec<&mut dyn Driver> = vec![&mut first, &mut second];
    let settings = Settings::seconds(1);
    let mut bug = SameBug::of(&script, &mut suspect, references, settings).unwrap();
    let reduced = reduce(&script, 1000, |script| bug.holds(script)).unwrap();
    let counts = bug.counts();
    assert!(reduced.is_done && counts.suspect == reduced.checks, "{counts:?}");
    (bug.finding().class, reduced.script.to_string(), counts.suspect, counts.references)
}

#[test]
fn a_soundness_bug_stays_one_on_an_unsatisfiable_formula() {
    let (class, text, suspect, references) = reduced(wrong);
    assert_eq!(class, Class::Soundness);
    // The remainder for the solver, the contradiction for the references.
    let script = Script::read(text.as_bytes()).unwrap();
    assert!(has(&script, "mod") && right(&script).0 == Answer::Unsat, "{text}");
    assert!(text.len() < 50, "{text}");
    // References are asked only where the solver is wrong if they contradict it.
    assert!(references < 2 * suspect, "{references} {suspect}");
}

#[test]
fn a_crash_needs_no_references_and_keeps_its_message() {
    fn crashes(script: &Script) -> (Answer, End) {
        let text = if has(script, "distinct") { "a.cpp:7 failed" } else { "b.cpp failed" };
        match has(script, "mod") {
            true => (Answer::Sat, End::Crash(text.to_owned())),
            false => (Answer::Sat, End::Answered),
        }
    }
    let (class, text, _, references) = reduced(crashes);
    assert_eq!((class, references), (Class::Crash, 0));
    assert_eq!(text, "(assert (distinct (mod 0 0) 0))\n");
}

#[test]
fn an_invalid_model_stays_one_of_a_formula_that_has_some() {
    fn invalid(script: &Script) -> (Answer, End) {
        let end =
            if has(script, "mod") { End::InvalidModel("m".to_owned()) } else { End::Answered };
        (Answer::Sat, end)
    }
    // The whole formula has no model, so that its bug is soundness.
    let (class, ..) = reduced(invalid);
    assert_eq!(class, Class::Soundness);
    let script = Script::read(b"(declare-const a Int)(assert (< (mod a 9) 5 a))").unwrap();
    let mut suspect = MadeUp("z3-4.8.5", Code::Z3, invalid);
    let mut first = MadeUp("yices-2.6.5", Code::Yices, right);
    let references: Vec<&mut dyn Driver> = vec![&mut first];
    let bug = SameBug::of(&script, &mut suspect, references, Settings::seconds(1));
    let mut bug = bug.unwrap();
    assert_eq!(bug.finding().class, Class::InvalidModel);
    assert!(bug.holds(&Script::read(b"(assert (< (mod 0 9) 5))").unwrap()).unwrap());
    assert!(!bug.holds(&Script::read(b"(assert (< (mod 0 9) (mod 0 9)))").unwrap()).unwrap());
    assert!(!bug.holds(&Script::read(b"(assert (< 0 5))").unwrap()).unwrap());
}

#[test]
fn without_a_bug_there_is_an_error_that_says_what_was_said() {
    let script = Script::read(b"(assert (< 0 5))").unwrap();
    let mut suspect = MadeUp("z3-4.8.5", Code::Z3, right);
    let mut first = MadeUp("yices-2.6.5", Code::Yices, right);
    let references: Vec<&mut dyn Driver> = vec![&mut first];
    let error = SameBug::of(&script, &mut suspect, references, Settings::seconds(1)).err();
    let text = error.as_ref().map(NoBug::to_string);
    let expected = "z3-4.8.5 shows no bug on this formula: z3-4.8.5 says sat, yices-2.6.5 says sat";
    assert_eq!(text.as_deref(), Some(expected));
}
