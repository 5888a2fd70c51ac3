//! Who is wrong, and how. A solver under test is judged by references, and where one of them stands
//! against it, by evidence about a model.
//!
//! References are counted by [`Code`], not by release. *Soundness* needs two independent code
//! bases: two that contradict the solver, or one and a model that something else has confirmed or
//! refuted. Less is a *difference*.

mod evidence;
mod judge;
mod key;
mod script;
mod substitution;

pub use evidence::{Evidence, Nothing, Weighed};
pub use judge::judge;
pub use key::key;
pub use script::{active, text_for};
pub use substitution::{EVALUATOR, Substitution, evaluated, substituted};

use crate::catalogue::Code;
use crate::driver::{Driver, Reply};
use crate::verdict::{Answer, Verdict};
use derive_more::Display;

/// What a solver said about the script in question.
#[derive(Debug, Clone)]
pub struct Opinion {
    /// The solver with its release.
    pub name: String,
    /// Its code base.
    pub code: Code,
    /// What it said.
    pub verdict: Verdict,
}

impl Opinion {
    /// The opinion of the solver that gave this reply.
    pub fn of(driver: &dyn Driver, reply: &Reply) -> Opinion {
        let (name, verdict) = (driver.name().to_owned(), reply.verdict.clone());
        Opinion { name, code: driver.code(), verdict }
    }
}

/// A class of bugs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Display)]
pub enum Class {
    /// `sat` where `unsat` is right, or the reverse.
    #[display("soundness")]
    Soundness,
    /// `sat` is not wrong, as far as is known, and the model does not satisfy the formula.
    #[display("invalid_model")]
    InvalidModel,
    /// A signal, a failed assertion, an internal error.
    #[display("crash")]
    Crash,
    /// Solvers contradict each other, and it is not known who is wrong.
    #[display("difference")]
    Difference,
}

/// Something that a solver does wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What kind of wrong.
    pub class: Class,
    /// The number of the `check-sat`, from 0, if it is known.
    pub check: Option<usize>,
    /// The solver that is wrong. For a difference, nobody knows.
    pub culprit: Option<String>,
    /// Why, for people.
    pub why: String,
    /// Findings with the same key are one until more is known: the class, and what was said, with
    /// numbers and addresses cut out.
    pub key: String,
}

impl Finding {
    /// Whether another finding is the same, as far as is known: its class, key and culprit are.
    pub fn is_same(&self, other: &Finding) -> bool {
        (self.class, &self.key, &self.culprit) == (other.class, &other.key, &other.culprit)
    }

    /// The answer that is wrong, if the key says so: that of soundness does.
    pub fn wrong(&self) -> Option<Answer> {
        let said = |answer: &Answer| key(Class::Soundness, &key::is_wrong(*answer));
        [Answer::Sat, Answer::Unsat].into_iter().find(|answer| self.key == said(answer))
    }
}

/// What comes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// At some `check-sat` the solver and a reference said the same, and nowhere the contrary.
    Agrees,
    /// Nothing could be compared.
    Incomparable,
    /// Somebody is wrong.
    Finding(Finding),
}

impl Judgement {
    /// The finding, if it is one.
    pub fn finding(&self) -> Option<&Finding> {
        match self {
            Judgement::Finding(finding) => Some(finding),
            _ => None,
        }
    }
}
