//! What references that are made up say: each of them, or nothing.

use smt_fragment::Script;
use smt_fragment::term::Term;
use smt_fragment::value::Value;
use smt_oxiz::reference::References;
use smt_solvers::SolverError;
use smt_solvers::catalogue::Code;
use smt_solvers::driver::{Driver, Reply, Settings};
use smt_solvers::verdict::{Answer, End, Verdict};
use std::time::Duration;

/// A solver that says always the same.
struct Fake(Answer, End);

impl Driver for Fake {
    fn name(&self) -> &str {
        "z3-5.4.1"
    }

    fn code(&self) -> Code {
        Code::Z3
    }

    fn ask(&mut self, script: &str, _: &Settings) -> Result<Reply, SolverError> {
        assert!(script.contains("(assert true)"), "{script}");
        Ok(Reply {
            verdict: Verdict { answers: vec![self.0], end: self.1.clone() },
            cpu: Duration::ZERO,
            output: String::new(),
            errors: String::new(),
            command: String::new(),
        })
    }
}

fn said(all: &[(Answer, End)]) -> Option<bool> {
    let drivers =
        all.iter().map(|(answer, end)| -> Box<dyn Driver> { Box::new(Fake(*answer, end.clone())) });
    let assertions = vec![Term::literal(Value::Bool(true))];
    References::by(drivers.collect()).satisfiable(&Script { logic: "ALL", assertions })
}

#[test]
fn the_references_say_what_those_that_decide_agree_on() {
    let answered = |answer| (answer, End::Answered);
    let (sat, unsat) = (answered(Answer::Sat), answered(Answer::Unsat));
    let unknown = answered(Answer::Unknown);
    let error = (Answer::Unsat, End::Error("no such function".to_owned()));
    assert_eq!(said(&[]), None);
    assert_eq!(said(&[unknown, sat.clone()]), Some(true));
    assert_eq!(said(&[error.clone(), sat.clone()]), Some(true));
    assert_eq!(said(&[error]), None);
    assert_eq!(said(&[unsat.clone(), unsat.clone()]), Some(false));
    assert_eq!(said(&[sat, unsat]), None);
}
