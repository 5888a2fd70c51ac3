//! What is wrong with an answer of OxiZ.

use crate::reference::References;
use crate::solver::{self, Answer};
use smt_fragment::{Assignment, Script, exhaust};

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// `sat`, and the model falsifies an assertion. Whether `sat` itself is right, another solver
    /// has to say.
    Model,
    /// `sat`, and no assignment satisfies the formula.
    WrongSat,
    /// `unsat`, and an assignment satisfies the formula.
    WrongUnsat,
}

impl Class {
    /// The word for kinds of failures.
    pub fn word(self) -> &'static str {
        match self {
            Class::Model => "model",
            Class::WrongSat => "sat",
            Class::WrongUnsat => "unsat",
        }
    }
}

/// What came of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The answer is right.
    Right,
    /// Nothing can be said: `unknown`, an error, or an answer that nobody can judge.
    Open,
    /// The answer is wrong.
    Wrong(Class),
}

/// Judges without another solver: `sat` by the model, and both answers by trying all assignments
/// where there are few.
pub fn by_model(script: &Script) -> Verdict {
    of_answer(script, &solver::ask(script))
}

fn of_answer(script: &Script, answer: &Answer) -> Verdict {
    let model = match answer {
        Answer::Sat(model) => model.as_ref().and_then(|model| script.holds(model)),
        Answer::Unsat => None,
        Answer::Unknown | Answer::Error(_) => return Verdict::Open,
    };
    if model == Some(true) {
        return Verdict::Right;
    }
    match (answer.satisfiable(), exhaust::satisfiable(script)) {
        (Some(true), Some(false)) => Verdict::Wrong(Class::WrongSat),
        (Some(false), Some(true)) => Verdict::Wrong(Class::WrongUnsat),
        _ if model == Some(false) => Verdict::Wrong(Class::Model),
        (_, Some(_)) => Verdict::Right,
        _ => Verdict::Open,
    }
}

/// Judges a script that this assignment satisfies; if it does not, nothing is said.
pub fn by_construction(script: &Script, assignment: &Assignment) -> Verdict {
    if script.holds(assignment) != Some(true) {
        return Verdict::Open;
    }
    match solver::ask(script).satisfiable() {
        Some(true) => Verdict::Right,
        Some(false) => Verdict::Wrong(Class::WrongUnsat),
        None => Verdict::Open,
    }
}

/// Judges by the references, where the model does not decide.
pub fn by_references(script: &Script, references: &mut References) -> Verdict {
    let answer = solver::ask(script);
    let verdict = of_answer(script, &answer);
    if !matches!(verdict, Verdict::Open | Verdict::Wrong(Class::Model)) {
        return verdict;
    }
    let Some(ours) = answer.satisfiable() else { return Verdict::Open };
    match references.satisfiable(script) {
        Some(theirs) if theirs == ours && verdict == Verdict::Open => Verdict::Right,
        Some(theirs) if theirs == ours => verdict,
        Some(true) => Verdict::Wrong(Class::WrongUnsat),
        Some(false) => Verdict::Wrong(Class::WrongSat),
        None => Verdict::Open,
    }
}
