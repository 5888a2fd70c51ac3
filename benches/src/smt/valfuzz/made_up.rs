//! Solvers that are made up for a quick run: they show that the study works, and nothing about
//! solvers. The one under test is wrong about some formulas, by their texts.

use super::super::formulas::Known;
use smt_lang::{Command, Script, Sort};
use smt_solvers::SolverError;
use smt_solvers::catalogue::Code;
use smt_solvers::driver::{Driver, Reply, Settings};
use smt_solvers::verdict::{Answer, End, Verdict};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

/// A solver that is made up.
pub(super) struct MadeUp {
    name: String,
    code: Code,
    /// What it does wrong now and then, if it does.
    class: Option<String>,
}

impl MadeUp {
    /// One that does now and then what the list says.
    pub(super) fn suspect(known: &Known) -> MadeUp {
        // Its name makes it a code base of its own.
        MadeUp { name: known.solver.clone(), code: Code::Yices, class: Some(known.class.clone()) }
    }

    /// One that is always right.
    pub(super) fn reference(name: &str, code: Code) -> MadeUp {
        MadeUp { name: name.to_owned(), code, class: None }
    }
}

impl Driver for MadeUp {
    fn name(&self) -> &str {
        &self.name
    }

    fn code(&self) -> Code {
        self.code
    }

    fn ask(&mut self, script: &str, settings: &Settings) -> Result<Reply, SolverError> {
        let read = Script::read(script.as_bytes()).unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        // Dialects do not matter: what is asserted does.
        read.assertions().for_each(|term| term.to_string().hash(&mut hasher));
        let hash = hasher.finish();
        let mut answers = vec![Answer::Sat; read.checks()];
        let mut end = End::Answered;
        if hash.is_multiple_of(5) {
            match self.class.as_deref() {
                Some("soundness") => answers.fill(Answer::Unsat),
                Some("crash") => end = End::Crash("made up".to_owned()),
                Some(_) => end = End::InvalidModel("made up".to_owned()),
                None => {}
            }
        }
        let mut output = "sat\n".repeat(read.checks());
        for command in &read.commands {
            let Command::GetValue(terms) = command else { continue };
            let seed = hash.wrapping_add(settings.seed.unwrap_or(0)) % 100;
            let value = |sort: &Sort| match sort {
                Sort::Bool => "true".to_owned(),
                Sort::Real => format!("{seed}.0"),
                Sort::String => format!("\"{seed}\""),
                _ => seed.to_string(),
            };
            let pairs = terms.iter().map(|term| format!("({term} {})", value(term.sort())));
            output += &format!("({})\n", pairs.collect::<Vec<String>>().join(" "));
        }
        let verdict = Verdict { answers, end };
        let (errors, command) = (String::new(), self.name.clone());
        Ok(Reply { verdict, cpu: Duration::ZERO, output, errors, command })
    }
}
